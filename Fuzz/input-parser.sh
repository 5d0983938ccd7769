#!/bin/sh
# Fuzzes the parser of keys, mouse, paste and answers: Fuzz/input-parser.sh [SECONDS]
# Builds with libFuzzer and the address sanitizer into .build/fuzz-input; findings and the corpus stay there.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
out=.build/fuzz-input
mkdir -p "$out/corpus"
. Fuzz/build-core
# The parser is compiled into the fuzzer: nobody else may see it.
# shellcheck disable=SC2086
swiftc $flags -use-ld=lld -module-name InputParserFuzz Fuzz/InputFuzz.swift Sources/TerminalKit/Input/*.swift "$out/KeepersCore.o" \
    -o "$out/input-parser"

cat > "$out/words" <<'WORDS'
"\x1B["
"\x1B[200~"
"\x1B[201~"
"\x1B[<0;5;7M"
"\x1B[<32;6;7m"
"\x1B[M"
"\x1B_Gi=31,p=2;ENOENT"
"\x1B\\"
"\x1BP>|kitty(0.35.2)\x1B\\"
"\x1B]11;rgb:ffff/0000/8080\x07"
"\x1B[?62;4c"
"\x1B[?2026;2$y"
"\x1B[97:65;2:1;65u"
"\x1B[57399;129u"
"\x1B[1;5:3A"
"\x1B[27;5;105~"
"\x1BO2P"
"\x1B[4;31R"
"\x1B[0n"
"\x1B[6;20;10t"
"\x1B[I"
"\xE6\x97\xA5"
"\xF4\x8E\xBB\xAE"
WORDS
seed() { printf "$2" > "$out/corpus/$1"; }
seed keys '\003\000pxm\033[A\033[1;5D\033OP\303\251\346\227\245\033a\033'
seed kitty '\001\001\033[27u\033[97:65;2u\033[57414;1:3u\033[?1u'
seed mouse '\004\000\033[<0;5;7M\033[<32;6;7M\033[<65;1;1M\033[M !!'
seed paste '\002\002\033[200~pick\nall\033[A\033[201~x'
seed answers '\007\001\033[?62;4c\033P>|XTerm(379)\033\\\033_Gi=31;OK\033\\\033]11;rgb:0c/0c/0c\033\\\033[4;31R\033[0n'
exec "$out/input-parser" -max_total_time="$seconds" -max_len=4096 -timeout=5 -rss_limit_mb=1024 -dict="$out/words" \
    -artifact_prefix="$out/" -print_final_stats=1 "$out/corpus"
