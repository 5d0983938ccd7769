/// Shortens text by REP (`CSI n b`: the last character n times more) where a terminal is known to understand it: a screenful of
/// blanks is most of a frame's bytes.
enum RepeatedText {
    /// Terminals, by the beginning of the name that they tell, that repeat any character with its colours.
    private static let able = ["kitty", "XTerm", "foot", "WezTerm", "ghostty", "contour"]

    static func isUnderstood(by version: String?) -> Bool { version.map { able.contains(where: $0.hasPrefix) } ?? false }

    /// `bytes` with runs of one blank, no-break space or line shortened. They may hold only text and the sequences of chrome, in which none
    /// of these stands twice.
    static func shortened(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count / 2)
        var at = 0
        while at < bytes.count {
            let size = characterSize(bytes, at)
            var end = at + size
            if size > 0 {
                while end + size <= bytes.count, bytes[at..<at + size].elementsEqual(bytes[end..<end + size]) { end += size }
            }
            let count = size > 0 ? (end - at) / size : 0
            if count * size > size + 6 {
                out += bytes[at..<at + size]
                out += "\u{1B}[\(count - 1)b".utf8
                at = end
            } else {
                let next = max(end, at + 1)
                out += bytes[at..<next]
                at = next
            }
        }
        return out
    }

    /// Bytes of the character at `at` if it is one that comes in runs; else 0.
    private static func characterSize(_ bytes: [UInt8], _ at: Int) -> Int {
        switch bytes[at] {
        case 0x20: 1
        case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0xA0: 2
        // Lines and bars: U+2500 to U+25FF.
        case 0xE2 where at + 2 < bytes.count && (0x94...0x97).contains(bytes[at + 1]): 3
        default: 0
        }
    }
}
