#!/bin/sh
# Fuzzes the filter language: Fuzz/filter-language.sh [SECONDS]
# Builds with libFuzzer and the address sanitizer into .build/fuzz-filter; findings and the corpus stay there.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
out=.build/fuzz-filter
mkdir -p "$out/corpus"
. Fuzz/build-core
# shellcheck disable=SC2086
swiftc $flags -use-ld=lld -module-name FilterFuzz Fuzz/FilterLanguage.swift "$out/KeepersCore.o" -o "$out/filter-language"
# Words of the language and of the plain table, from their own sources.
grep -oh '"[^"\\]*"' Sources/KeepersCore/FilterLanguage/*.swift | sort -u | awk 'length($0) > 2 && length($0) < 40' \
    | LC_ALL=C grep -v '[^ -~]' > "$out/words"
n=0
for seed in 'stars>=3 & iso>6400 & !picked' 'eyes=closed | (stack & camera:"EOS R6")' 'time=22:00..23:30 f/2.8 1/500' \
    'sharp=? !unmeasured:sharp date=2026-06' 'sharp picks after 10 pm' 'photos nettes entre 22h et minuit sans visage'; do
    n=$((n + 1))
    printf '%s' "$seed" > "$out/corpus/seed-$n"
done
# Swift holds its constant tables by pointers that the leak check does not know as such: it would end every run with them.
ASAN_OPTIONS=detect_leaks=0 exec "$out/filter-language" -max_total_time="$seconds" -max_len=400 -timeout=5 -dict="$out/words" -artifact_prefix="$out/" \
    -print_final_stats=1 "$out/corpus"
