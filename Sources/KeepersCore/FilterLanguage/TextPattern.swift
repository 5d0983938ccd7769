/// A text to look for, whatever its case.
public struct TextPattern {
    private let wanted: [UInt8]
    private let wide: String
    private let isWhole: Bool
    private let ignoresBlanks: Bool

    public init(_ text: String) { self.init(text, isWhole: false, ignoresBlanks: false) }

    public func isIn(_ text: String) -> Bool { matches(text) }

    /// `ignoresBlanks`: `Z8` is in `NIKON Z 8`.
    init(_ text: String, isWhole: Bool, ignoresBlanks: Bool) {
        self.isWhole = isWhole
        self.ignoresBlanks = ignoresBlanks
        wide = ignoresBlanks ? text.lowercased().filter { !$0.isWhitespace } : text.lowercased()
        wanted = Array(wide.utf8)
    }

    func matches(_ text: String) -> Bool {
        let plain = ignoresBlanks ? text.filter { !$0.isWhitespace } : text
        return matches(plain[...])
    }

    /// A whole name is the file's, with or without its extension.
    func matches(name path: String, pair: String?) -> Bool {
        for path in [path, pair] {
            guard let path else { continue }
            let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
            if matches(name) { return true }
            if isWhole, let dot = name.lastIndex(of: "."), matches(name[..<dot]) { return true }
        }
        return false
    }

    private func matches(_ text: Substring) -> Bool {
        var text = text
        let fast: Bool? = text.withUTF8 { bytes in
            guard !bytes.contains(where: { $0 >= 0x80 }) else { return nil }
            if isWhole { return bytes.count == wanted.count && starts(bytes, at: 0) }
            guard bytes.count >= wanted.count else { return false }
            return (0...(bytes.count - wanted.count)).contains { starts(bytes, at: $0) }
        }
        if let fast { return fast }
        // é may be one sign or two; only whole characters tell.
        let lowered = text.lowercased()
        return isWhole ? lowered == wide : Array(lowered).holds(Array(wide))
    }

    private func starts(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for (offset, byte) in wanted.enumerated() {
            let own = bytes[start + offset]
            if (own >= 65 && own <= 90 ? own + 32 : own) != byte { return false }
        }
        return true
    }
}

extension Array where Element: Equatable {
    func holds(_ part: [Element]) -> Bool {
        guard count >= part.count else { return false }
        return (0...(count - part.count)).contains { self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
