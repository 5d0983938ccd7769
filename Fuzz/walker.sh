#!/bin/sh
# Fuzzes the preview walker: Fuzz/walker.sh [SECONDS] [FOLDER OF EXTRA FILES]
# Builds with libFuzzer and the address sanitizer into .build/fuzz; findings and the corpus stay there.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
extra=${2:-}
out=.build/fuzz
mkdir -p "$out/corpus"
. Fuzz/build-core
for shim in CRaw CNettle; do
    printf 'module %s { header "%s/Sources/%s/include/%s.h" export * }\n' $shim "$PWD" $shim $shim
    clang -O1 -g -fsanitize=address -c Sources/$shim/$shim.c -ISources/$shim/include -o "$out/$shim.o"
done > "$out/module.modulemap"
# shellcheck disable=SC2046,SC2086
swiftc $flags -module-name IngestKit -emit-module -emit-module-path "$out/IngestKit.swiftmodule" \
    -c $(find Sources/IngestKit -name '*.swift') -o "$out/IngestKit.o"
# shellcheck disable=SC2086
swiftc $flags -use-ld=lld -module-name Walker Fuzz/Walker.swift Tests/IngestKitTests/ByteBuilder.swift Tests/IngestKitTests/Samples.swift \
    Tests/IngestKitTests/MakerNotes.swift Tests/IngestKitTests/LightroomPreviews.swift "$out/KeepersCore.o" "$out/IngestKit.o" "$out/CRaw.o" "$out/CNettle.o" -lraw_r -lnettle -o "$out/walker"
KEEPERS_FUZZ_SEEDS=$out/corpus "$out/walker"
if [ -n "$extra" ]; then
    for file in "$extra"/*; do
        # One leading byte chooses the name; 17 is a name that tells nothing.
        { printf '\021'; head -c 300000 "$file"; } > "$out/corpus/extra-$(basename "$file")"
    done
fi
exec "$out/walker" -max_total_time="$seconds" -max_len=200000 -timeout=5 -rss_limit_mb=1024 -artifact_prefix="$out/" -print_final_stats=1 "$out/corpus"
