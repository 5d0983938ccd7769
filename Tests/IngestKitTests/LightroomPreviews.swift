/// A pyramid as Lightroom Classic 11 writes it: sections of a head of 32 bytes, data, and padding to 8 bytes.
func lightroomPreview(_ levels: [[UInt8]], colours: String = "sRGB") -> [UInt8] {
    let text = "pyramid = {\n\tcolorProfile = \"\(colours)\",\n\tdigest = \"69a3bce92b8a7c577c317413b8148255\",\n}\n"
    return section("header", Array(text.utf8))
        + levels.enumerated().flatMap { section("level_\($0.offset + 1)", $0.element) }
}

func section(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let padding = (8 - data.count % 8) % 8
    let label = Array(name.utf8) + [UInt8](repeating: 0, count: 8 - name.utf8.count)
    let kind: UInt8 = name == "header" ? 0 : 1
    return Array("AgHg".utf8) + [0, 32, 0, kind] + big(UInt64(data.count)) + big(UInt64(padding)) + label + data
        + [UInt8](repeating: 0, count: padding)
}

func big(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
