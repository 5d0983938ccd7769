/// How a sidecar's characters are stored; each is a lossless way to UTF-8 and back, so that splicing happens in one encoding only.
enum SidecarEncoding: Equatable {
    case utf8, utf16LittleEndian, utf16BigEndian, latin1, ascii

    /// The file as UTF-8, byte order mark included.
    ///
    /// Source: XML 1.0 appendix F (detection by the first bytes). UTF-32 and undeclared 8-bit encodings are refused by name.
    static func decode(_ bytes: [UInt8]) throws(SidecarRefusal) -> (text: [UInt8], encoding: SidecarEncoding) {
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw .undecodable("it is UTF-32, which Lightroom does not write")
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return (try utf16(bytes, .utf16LittleEndian), .utf16LittleEndian) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (try utf16(bytes, .utf16BigEndian), .utf16BigEndian) }
        guard bytes.contains(where: { $0 != 0 }) else {
            throw .undecodable("it holds nothing but zeros: the card or disk lost it")
        }
        guard !bytes.contains(0) else {
            throw .undecodable("it has zero bytes in it (damaged, or UTF-16 without a byte order mark)")
        }
        switch declared(in: bytes) {
        case nil, "UTF-8", "UTF8":
            guard isUTF8(bytes) else {
                throw .undecodable("it is not UTF-8 and does not say what else it is (perhaps Latin-1)")
            }
            return (bytes, .utf8)
        case "US-ASCII", "ASCII":
            guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .undecodable("it says it is ASCII and is not") }
            return (bytes, .ascii)
        case "ISO-8859-1", "LATIN1":
            return (bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }, .latin1)
        case let other?:
            throw .undecodable("it is encoded as \(other), which we do not edit")
        }
    }

    /// The spliced text in the file's own encoding; what it cannot hold becomes a character reference.
    func encode(_ text: [UInt8]) -> [UInt8] {
        switch self {
        case .utf8: return text
        case .ascii, .latin1:
            let limit: UInt32 = self == .ascii ? 0x7F : 0xFF
            var out: [UInt8] = []
            out.reserveCapacity(text.count)
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
                if scalar.value <= limit { out.append(UInt8(scalar.value)) } else { out += Array("&#\(scalar.value);".utf8) }
            }
            return out
        case .utf16LittleEndian, .utf16BigEndian:
            var out: [UInt8] = []
            out.reserveCapacity(text.count * 2)
            for unit in String(decoding: text, as: UTF8.self).utf16 {
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                out += self == .utf16BigEndian ? [high, low] : [low, high]
            }
            return out
        }
    }

    /// A declaration must not contradict the bytes: other readers would believe it.
    func agrees(withDeclared name: String) -> Bool {
        let name = name.uppercased()
        switch self {
        case .utf16LittleEndian: return ["", "UTF-16", "UTF-16LE"].contains(name)
        case .utf16BigEndian: return ["", "UTF-16", "UTF-16BE"].contains(name)
        case .utf8: return ["", "UTF-8", "UTF8"].contains(name)
        case .ascii, .latin1: return true
        }
    }

    private static func utf16(_ bytes: [UInt8], _ encoding: SidecarEncoding) throws(SidecarRefusal) -> [UInt8] {
        guard bytes.count % 2 == 0 else { throw .undecodable("it is UTF-16 with an odd number of bytes: cut short or damaged") }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var decoder = UTF16()
        let big = encoding == .utf16BigEndian
        var units = stride(from: 0, to: bytes.count, by: 2).lazy.map {
            UInt16(bytes[$0 + (big ? 0 : 1)]) << 8 | UInt16(bytes[$0 + (big ? 1 : 0)])
        }.makeIterator()
        decoding: while true {
            switch decoder.decode(&units) {
            case .scalarValue(let scalar): text += Array(String(Character(scalar)).utf8)
            case .emptyInput: break decoding
            case .error: throw .undecodable("it is damaged UTF-16")
            }
        }
        return text
    }

    /// The encoding named in an XML declaration at the very start, upper case; the rest of the declaration is expat's to judge.
    private static func declared(in bytes: [UInt8]) -> String? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].starts(with: Array("<?xml".utf8)) else { return nil }
        let head = bytes[start...].prefix(200)
        guard let end = head.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let key = Array("encoding".utf8)
        var at = start
        while at + key.count < end {
            if bytes[at..<at + key.count].elementsEqual(key) { return quoted(bytes[(at + key.count)..<end])?.uppercased() }
            at += 1
        }
        return nil
    }

    private static func quoted(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let open = bytes.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
            let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
        else { return nil }
        let name = bytes[(open + 1)..<close]
        // What is no encoding name is expat's to refuse; it must not travel into a sentence.
        guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }
}
