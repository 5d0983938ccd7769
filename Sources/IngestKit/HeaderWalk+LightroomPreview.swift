import KeepersCore

/// Lightroom Classic's own previews (`.lrprev`, and the single levels `…_1024` of newer versions): sections, a JPEG each.
///
/// No public document of Adobe's describes the form. By those who read it (the Rust module `lrprev` of Arnau Siches, 2022, and
/// Enlighten's reader, 2013): "AgHg", the header's length in 16 bits (32), a version and a kind of a byte each, the data's length
/// and the padding after it in 64 bits, and a name of eight bytes: "header", then "level_1" (the smallest) and so on. All big-endian.
extension HeaderWalk {
    /// A pyramid has at most a dozen levels.
    private static let mostSections = 32
    private static let headBytes: UInt64 = 32

    mutating func isLightroomPreview() -> Bool { bytes.peek(0, 4, ahead: 512).hasText("AgHg", at: 0) }

    mutating func walkLightroomPreview() {
        var at: UInt64 = 0
        for _ in 0..<HeaderWalk.mostSections {
            guard bytes.holds(at, HeaderWalk.headBytes), bytes.peek(at, 4).hasText("AgHg", at: 0) else { break }
            let written = UInt64(bytes.u16(at + 4, little: false))
            // Some writers of the form leave it 0.
            let headEnd = at + (written >= HeaderWalk.headBytes && written <= 4096 ? written : HeaderWalk.headBytes)
            let count = bytes.u64(at + 8, little: false)
            let padding = bytes.u64(at + 16, little: false)
            guard count > 0, claims(headEnd, count) else { break }
            takeSection(at, data: headEnd, count)
            let next = (headEnd + count).addingReportingOverflow(padding)
            guard !next.overflow, next.partialValue > at else { break }
            at = next.partialValue
        }
    }

    private mutating func takeSection(_ head: UInt64, data: UInt64, _ count: UInt64) {
        let start = bytes.peek(data, 3)
        if start.count == 3, start[0] == 0xFF, start[1] == 0xD8, start[2] == 0xFF {
            add(at: data, count: count, .named("Lightroom preview"))
        } else if bytes.peek(head + 24, 6).hasText("header", at: 0) {
            // A Lua table: pyramid = { colorProfile = "AdobeRGB", ...
            shot.isAdobeRGB = holdsText("AdobeRGB", data, Int(min(count, 2048)))
        }
    }

    private mutating func holdsText(_ text: StaticString, _ at: UInt64, _ count: Int) -> Bool {
        let room = bytes.peek(at, count)
        return (0..<max(0, room.count - text.utf8CodeUnitCount + 1)).contains { room.hasText(text, at: $0) }
    }
}
