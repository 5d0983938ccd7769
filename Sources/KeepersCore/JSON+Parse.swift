/// Where and why a text is not JSON.
public struct JSONError: Error, Equatable {
    public var line: Int
    /// In characters, from 1.
    public var column: Int
    public var message: String
}

/// Where a key of an object stands in a text, for whoever has to name what is wrong with its value.
public struct JSONPlace: Equatable, Sendable {
    /// The keys from the outermost object to this one.
    public var path: [String]
    /// Where its value begins.
    public var line: Int
    public var column: Int
}

extension JSON {
    /// Reads RFC 8259 text; nesting deeper than 100 is refused.
    public static func parse(_ text: String) throws(JSONError) -> JSON {
        var parser = Parser(bytes: Array(text.utf8))
        return try parser.whole()
    }

    /// The same, with the place of every object's value, in the order of the text.
    public static func parseNotingPlaces(_ text: String) throws(JSONError) -> (json: JSON, places: [JSONPlace]) {
        var parser = Parser(bytes: Array(text.utf8))
        parser.notesPlaces = true
        let json = try parser.whole()
        return (json, parser.places)
    }

    private struct Parser {
        let bytes: [UInt8]
        var position = 0
        var notesPlaces = false
        var places: [JSONPlace] = []
        private var path: [String] = []

        init(bytes: [UInt8]) { self.bytes = bytes }

        func error(_ message: String) -> JSONError {
            let (line, column) = here
            return JSONError(line: line, column: column, message: message)
        }

        /// Line and column of the next byte, both from 1; a character of several bytes is one column.
        private var here: (line: Int, column: Int) {
            let before = bytes.prefix(position)
            let line = before.reduce(1) { $0 + ($1 == 10 ? 1 : 0) }
            let start = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
            return (line, 1 + before[start...].count { $0 & 0xC0 != 0x80 })
        }

        mutating func whole() throws(JSONError) -> JSON {
            let value = try value(depth: 0)
            skipSpace()
            guard position == bytes.count else { throw error("something follows the value") }
            return value
        }
        var next: UInt8? { position < bytes.count ? bytes[position] : nil }

        mutating func skipSpace() {
            while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { position += 1 }
        }
        mutating func expect(_ character: Character) throws(JSONError) {
            skipSpace()
            guard let byte = next, byte == character.asciiValue else { throw error("'\(character)' expected") }
            position += 1
        }
        mutating func accept(_ character: Character) -> Bool {
            skipSpace()
            guard let byte = next, byte == character.asciiValue else { return false }
            position += 1
            return true
        }
        mutating func word(_ word: String) -> Bool {
            let utf8 = Array(word.utf8)
            guard position + utf8.count <= bytes.count, Array(bytes[position..<position + utf8.count]) == utf8 else {
                return false
            }
            position += utf8.count
            return true
        }

        mutating func value(depth: Int) throws(JSONError) -> JSON {
            guard depth <= 100 else { throw error("nested too deep") }
            skipSpace()
            switch next {
            case UInt8(ascii: "{"): return try object(depth: depth)
            case UInt8(ascii: "["): return try list(depth: depth)
            case UInt8(ascii: "\""): return .text(try string())
            default:
                if word("true") { return .bool(true) }
                if word("false") { return .bool(false) }
                if word("null") { return .null }
                return try number()
            }
        }

        mutating func object(depth: Int) throws(JSONError) -> JSON {
            try expect("{")
            var pairs: [(String, JSON)] = []
            if accept("}") { return .object(pairs) }
            repeat {
                skipSpace()
                let key = try string()
                try expect(":")
                path.append(key)
                notePlace()
                pairs.append((key, try value(depth: depth + 1)))
                path.removeLast()
            } while accept(",")
            try expect("}")
            return .object(pairs)
        }

        private mutating func notePlace() {
            guard notesPlaces else { return }
            skipSpace()
            let (line, column) = here
            places.append(JSONPlace(path: path, line: line, column: column))
        }

        mutating func list(depth: Int) throws(JSONError) -> JSON {
            try expect("[")
            var values: [JSON] = []
            if accept("]") { return .list(values) }
            repeat { values.append(try value(depth: depth + 1)) } while accept(",")
            try expect("]")
            return .list(values)
        }

        mutating func number() throws(JSONError) -> JSON {
            let start = position
            while let byte = next, (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte) { position += 1 }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            if let whole = Int(text) { return .int(whole) }
            guard let real = Double(text) else { throw error("a value expected") }
            return .real(real)
        }

        mutating func string() throws(JSONError) -> String {
            try expect("\"")
            var out: [UInt8] = []
            while let byte = next {
                position += 1
                if byte == UInt8(ascii: "\"") { return String(decoding: out, as: UTF8.self) }
                guard byte == UInt8(ascii: "\\") else {
                    out.append(byte)
                    continue
                }
                out.append(contentsOf: String(try escape()).utf8)
            }
            throw error("a text does not end")
        }

        private mutating func escape() throws(JSONError) -> Character {
            guard let byte = next else { throw error("a text does not end") }
            position += 1
            switch byte {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "u"): return Character(try unicodeEscape())
            default: return Character(Unicode.Scalar(byte))
            }
        }

        private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
            let high = try hex4()
            if (0xD800..<0xDC00).contains(high), word("\\u") {
                let low = try hex4()
                return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low &- 0xDC00)) ?? "\u{FFFD}"
            }
            return Unicode.Scalar(high) ?? "\u{FFFD}"
        }

        private mutating func hex4() throws(JSONError) -> UInt32 {
            guard position + 4 <= bytes.count,
                let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
            else { throw error("four hexadecimal digits expected") }
            position += 4
            return value
        }
    }
}
