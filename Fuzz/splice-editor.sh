#!/bin/sh
# Fuzzes the sidecar editor: Fuzz/splice-editor.sh [SECONDS] [FOLDER OF EXTRA SIDECARS]
# Builds with libFuzzer and the address sanitizer into .build/fuzz-sidecar; findings and the corpus stay there.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
extra=${2:-}
out=.build/fuzz-sidecar
mkdir -p "$out/corpus"
swift build -c release --target ExportKit --scratch-path "$out" -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address
modules=
objects=$(find "$out/release/KeepersCore.build" "$out/release/ExportKit.build" -name '*.o')
for shim in CExpat CFiles CNettle; do
    modules="$modules -Xcc -fmodule-map-file=$out/release/$shim.build/module.modulemap -I Sources/$shim/include"
    objects="$objects $(find "$out/release/$shim.build" -name '*.o')"
done
# shellcheck disable=SC2086
swiftc -O -swift-version 6 -sanitize=fuzzer,address -parse-as-library -use-ld=lld -I "$out/release/Modules" $modules \
    Fuzz/SpliceEditor.swift $objects -lexpat -lnettle -o "$out/splice-editor"

cat > "$out/words" <<'WORDS'
"xmp:Rating=\"2\""
"<xmp:Label>Red</xmp:Label>"
"xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
"xmlns:xmpDM=\"http://ns.adobe.com/xmp/1.0/DynamicMedia/\""
"xmlns:photoshop=\"http://ns.adobe.com/photoshop/1.0/\""
"xmlns=\"http://ns.adobe.com/xap/1.0/\""
"<rdf:Description rdf:about=\"\">"
"</rdf:Description>"
"rdf:parseType=\"Resource\""
"rdf:value=\"2\""
"<darktable:colorlabels><rdf:Seq><rdf:li>2</rdf:li></rdf:Seq></darktable:colorlabels>"
"xmlns:darktable=\"http://darktable.sf.net/\""
"<rdf:Seq>"
"</rdf:Seq>"
"<rdf:li>3</rdf:li>"
"<![CDATA["
"]]>"
"<!--"
"-->"
"&#10;"
WORDS
cat > "$out/corpus/attributes.xmp" <<'SEED'
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:k="k"
   xmp:Rating="2" xmp:MetadataDate="2020">
   <k:s rdf:parseType="Resource"><xmp:Rating>5</xmp:Rating></k:s>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
SEED
cat > "$out/corpus/elements.xmp" <<'SEED'
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xap='http://ns.adobe.com/xap/1.0/'>
<rdf:Description><xap:Label><![CDATA[a<b]]><!-- c --></xap:Label><xap:Rating><rdf:Bag><rdf:li>4</rdf:li></rdf:Bag></xap:Rating></rdf:Description>
<rdf:Description/></rdf:RDF>
SEED
cat > "$out/corpus/lists.xmp" <<'SEED'
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
 <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:d="http://darktable.sf.net/" xmp:Rating="1" d:xmp_version="5">
  <d:colorlabels>
   <rdf:Seq><rdf:li>2</rdf:li><rdf:li>4</rdf:li></rdf:Seq>
  </d:colorlabels>
 </rdf:Description></rdf:RDF></x:xmpmeta>
SEED
if [ -n "$extra" ]; then find "$extra" -name '*.xmp' -size -64k -exec cp {} "$out/corpus/" \; && chmod -R u+w "$out/corpus"; fi
exec "$out/splice-editor" -max_total_time="$seconds" -max_len=16384 -timeout=20 -dict="$out/words" -artifact_prefix="$out/" \
    -print_final_stats=1 "$out/corpus"
