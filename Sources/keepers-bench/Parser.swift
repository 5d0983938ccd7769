import Glibc

/// Cuts a terminal's input into text and sequences; pictures' payloads are passed over.
struct Parser {
    enum Part {
        case scalar(UInt32)
        case newline
        case save
        case restore
        /// `38;2;1;2;3m`
        case control(String)
        /// `11;?`
        case system(String)
        /// The keys of a graphics command, and how its payload begins.
        case picture([UInt8: Substring], payload: Substring)
        /// The size of a sixel picture in pixels, as it names it.
        case sixel(width: Int, height: Int)
        case other
    }

    private enum State { case ground, escape, control, string, stringEscape }

    private var state = State.ground
    private var text: [UInt8] = []
    private var opener: UInt8 = 0
    private var scalar: UInt32 = 0
    private var scalarBytesLeft = 0
    /// Keys of a command are short; what follows is payload.
    private static let keptBytes = 200

    mutating func feed(_ input: UnsafeRawBufferPointer, _ take: (Part) -> Void) {
        var at = 0
        while at < input.count {
            if state == .string, text.count >= Parser.keptBytes, let base = input.baseAddress {
                guard let next = memchr(base + at, 0x1B, input.count - at) else { return }
                at = UnsafeRawPointer(next) - base
            }
            step(input[at], take)
            at += 1
        }
    }

    private mutating func step(_ byte: UInt8, _ take: (Part) -> Void) {
        switch state {
        case .ground: ground(byte, take)
        case .escape: escape(byte, take)
        case .control:
            text.append(byte)
            guard (0x40...0x7E).contains(byte) else { return }
            state = .ground
            take(.control(String(decoding: text, as: UTF8.self)))
        case .string:
            if byte == 0x1B { state = .stringEscape } else if text.count < Parser.keptBytes { text.append(byte) }
        case .stringEscape:
            state = .ground
            endString(take)
        }
    }

    private mutating func ground(_ byte: UInt8, _ take: (Part) -> Void) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0A: take(.newline)
        case 0..<0x20: take(.other)
        case 0x20..<0x80: take(.scalar(UInt32(byte)))
        case 0x80..<0xC0:
            guard scalarBytesLeft > 0 else { return }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
            scalarBytesLeft -= 1
            if scalarBytesLeft == 0 { take(.scalar(scalar)) }
        default:
            scalarBytesLeft = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
            scalar = UInt32(byte & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F))
        }
    }

    private mutating func escape(_ byte: UInt8, _ take: (Part) -> Void) {
        text.removeAll(keepingCapacity: true)
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "P"):
            opener = byte
            state = .string
        case UInt8(ascii: "7"): take(.save)
        case UInt8(ascii: "8"): take(.restore)
        default: take(.other)
        }
    }

    private func endString(_ take: (Part) -> Void) {
        if opener == UInt8(ascii: "]") { return take(.system(String(decoding: text, as: UTF8.self))) }
        if opener == UInt8(ascii: "P") { return take(sixel) }
        guard opener == UInt8(ascii: "_"), text.first == UInt8(ascii: "G") else { return take(.other) }
        let whole = String(decoding: text.dropFirst(), as: UTF8.self)
        let keys = whole.prefix { $0 != ";" }
        var found: [UInt8: Substring] = [:]
        for part in keys.split(separator: ",") {
            if let key = part.utf8.first, part.dropFirst().first == "=" { found[key] = part.dropFirst(2) }
        }
        take(.picture(found, payload: whole[keys.endIndex...].dropFirst()))
    }

    /// `0;1q"1;1;640;120...`
    private var sixel: Part {
        let text = String(decoding: text, as: UTF8.self)
        guard let start = text.firstIndex(of: "\""), text[..<start].last == "q" else { return .other }
        let numbers = text[start...].dropFirst().prefix { $0.isNumber || $0 == ";" }.split(separator: ";").map { Int($0) ?? 0 }
        return numbers.count == 4 ? .sixel(width: numbers[2], height: numbers[3]) : .other
    }
}
