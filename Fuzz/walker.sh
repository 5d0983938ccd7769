#!/bin/sh
# Fuzzes the preview walker: Fuzz/walker.sh [SECONDS] [FOLDER OF EXTRA FILES]
# Builds with libFuzzer and the address sanitizer into .build/fuzz; findings and the corpus stay there.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
extra=${2:-}
out=.build/fuzz
mkdir -p "$out/corpus"
flags="-O -wmo -parse-as-library -swift-version 6 -sanitize=address,fuzzer -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault -I $out"
printf 'module CRaw { header "%s/Sources/CRaw/include/CRaw.h" export * }\n' "$PWD" > "$out/module.modulemap"
clang -O1 -g -fsanitize=address -c Sources/CRaw/CRaw.c -ISources/CRaw/include -o "$out/CRaw.o"
# shellcheck disable=SC2046,SC2086
for module in KeepersCore IngestKit; do
    swiftc $flags -module-name "$module" -emit-module -emit-module-path "$out/$module.swiftmodule" -c $(find Sources/"$module" -name '*.swift') -o "$out/$module.o"
done
# shellcheck disable=SC2086
swiftc $flags -use-ld=lld -module-name Walker Fuzz/Walker.swift Tests/IngestKitTests/ByteBuilder.swift Tests/IngestKitTests/Samples.swift \
    Tests/IngestKitTests/MakerNotes.swift "$out/KeepersCore.o" "$out/IngestKit.o" "$out/CRaw.o" -lraw_r -o "$out/walker"
KEEPERS_FUZZ_SEEDS=$out/corpus "$out/walker"
if [ -n "$extra" ]; then
    for file in "$extra"/*; do
        # One leading byte chooses the name; 17 is a name that tells nothing.
        { printf '\021'; head -c 300000 "$file"; } > "$out/corpus/extra-$(basename "$file")"
    done
fi
exec "$out/walker" -max_total_time="$seconds" -max_len=200000 -timeout=5 -rss_limit_mb=1024 -artifact_prefix="$out/" -print_final_stats=1 "$out/corpus"
