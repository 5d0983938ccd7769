/// Character data: what the bytes between markup mean, and how a value is written.
enum Characters {
    enum Place { case content, cdata, attribute }

    /// The characters of a well-formed stretch without a DOCTYPE: line ends normalised, references resolved.
    ///
    /// Source: XML 1.0, 2.11 (line ends), 3.3.3 (white space in attributes), 4.6 (predefined entities).
    static func decode(_ bytes: ArraySlice<UInt8>, _ place: Place) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "&") where place != .cdata:
                guard let end = bytes[at...].firstIndex(of: UInt8(ascii: ";")) else { return out + bytes[(at - 1)...] }
                out += reference(bytes[at..<end])
                at = end + 1
            case 0x0D:
                if at < bytes.endIndex, bytes[at] == 0x0A { at += 1 }
                out.append(place == .attribute ? 0x20 : 0x0A)
            case 0x0A, 0x09: out.append(place == .attribute ? 0x20 : byte)
            default: out.append(byte)
            }
        }
        return out
    }

    private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8] {
        let name = String(decoding: name, as: UTF8.self)
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        let number = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
        guard name.hasPrefix("#"), let scalar = number.flatMap(Unicode.Scalar.init) else { return Array("&\(name);".utf8) }
        return Array(String(Character(scalar)).utf8)
    }

    /// `value` for an attribute in either quote or for element content.
    static func escape(_ value: String) throws(SidecarRefusal) -> [UInt8] {
        var out = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&apos;"
            case "\t", "\n", "\r": out += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                throw SidecarRefusal(
                    .badValue,
                    "the value to write has a character (\(scalar.value)) that XML cannot hold; nothing was written; change the label's name"
                )
            default: out.unicodeScalars.append(scalar)
            }
        }
        return Array(out.utf8)
    }
}
