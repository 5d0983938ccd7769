import KeepersCore

/// Turns a terminal's bytes into keys, mouse, paste, focus and replies, one byte at a time: a sequence may be split anywhere.
/// Nothing is buffered without bound, and no input is fatal.
struct InputParser {
    /// While a cursor report is awaited, `CSI row ; column R` is one; otherwise it is F3 with modifiers.
    var awaitsCursorReport = false

    private(set) var parsed: [Parsed] = []
    /// A paste was given up and nothing came since: the part of its end that had come.
    private var brokenPaste: [UInt8]?
    private var state = State.ground

    /// Bytes of one control sequence, of one string, and of one paste that are kept; the rest of it is swallowed.
    static let sequenceLimit = 64
    static let stringLimit = 4096
    static let pasteLimit = 1 << 16

    private enum State {
        case ground
        case scalar(UTF8Scalar, alt: Bool)
        case escape
        case control([UInt8])
        /// `CSI [`: the Linux console's function keys.
        case consoleKey
        case singleShift([UInt8])
        /// `CSI M`: three raw bytes follow.
        case oldMouse([UInt8])
        case string(StringKind, [UInt8], escaped: Bool)
        case paste([UInt8], dropped: Bool)
    }

    enum StringKind { case device, operatingSystem, application, other }

    /// How long the bytes so far may wait for the next one.
    enum Patience { case none, key, string, paste }

    /// `key`: a lone Escape must soon become a key; `string`: an answer is under way; `paste`: a paste, whose end may be lost.
    var patience: Patience {
        switch state {
        case .ground: .none
        case .string(_, let bytes, _): bytes.isEmpty ? .key : .string
        case .paste: .paste
        default: .key
        }
    }

    mutating func feed(_ bytes: some Collection<UInt8>) {
        guard let torn = brokenPaste, !bytes.isEmpty else {
            for byte in bytes { take(byte) }
            return
        }
        brokenPaste = nil
        // The line may only have stalled: what ends like a paste, or is more than anybody types at once, goes on with it.
        let joined = torn + bytes
        if Self.containsPasteEnd(joined) || bytes.count >= 16 && !bytes.contains(0x1B) {
            state = .paste([], dropped: false)
            for byte in joined { take(byte) }
        } else {
            for byte in bytes { take(byte) }
        }
    }

    /// Everything understood since the last call.
    mutating func drain() -> [Parsed] {
        defer { parsed.removeAll(keepingCapacity: true) }
        return parsed
    }

    /// No more bytes are coming: what looked like the start of a sequence was a key by itself.
    mutating func flush() {
        defer { state = .ground }
        switch state {
        case .escape: emit(Key(.escape))
        case .control(let bytes) where bytes.isEmpty: emit(Key(.character("["), alt: true))
        case .singleShift: emit(Key(.character("O"), alt: true))
        case .string(let kind, let bytes, _) where bytes.isEmpty:
            if let character = kind.opener { emit(Key(.character(character), alt: true)) }
        case .paste(let bytes, _):
            let torn = bytes.tornEnd(Self.pasteEnd)
            emitPaste(bytes.dropLast(torn.count))
            brokenPaste = torn
        default: break
        }
    }

    mutating func emit(_ key: Key) { parsed.append(.event(.key(key))) }
    mutating func emit(_ mouse: Mouse) { parsed.append(.event(.mouse(mouse))) }
    mutating func emit(_ reply: Reply) { parsed.append(.reply(reply)) }
    mutating func emit(focus: Bool) { parsed.append(.event(.focus(focus))) }
}

extension InputParser.StringKind {
    init?(opener: UInt8) {
        switch opener {
        case UInt8(ascii: "P"): self = .device
        case UInt8(ascii: "]"): self = .operatingSystem
        case UInt8(ascii: "_"): self = .application
        case UInt8(ascii: "^"), UInt8(ascii: "X"): self = .other
        default: return nil
        }
    }

    /// What was typed with Alt where nothing follows.
    var opener: Character? {
        switch self {
        case .device: "P"
        case .operatingSystem: "]"
        case .application: "_"
        case .other: nil
        }
    }
}

// The states, in the order in which bytes meet them.
extension InputParser {
    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeGround(byte, alt: false)
        case .scalar(let scalar, let alt): takeScalar(byte, scalar, alt)
        case .escape: takeEscape(byte)
        case .control(let bytes): takeControl(byte, bytes)
        case .consoleKey: takeConsoleKey(byte)
        case .singleShift(let bytes): takeSingleShift(byte, bytes)
        case .oldMouse(let bytes): takeOldMouse(byte, bytes)
        case .string: takeString(byte)
        case .paste: takePaste(byte)
        }
    }

    private mutating func takeGround(_ byte: UInt8, alt: Bool) {
        state = .ground
        if byte == 0x1B {
            state = .escape
        } else if let key = Key(controlByte: byte, alt: alt) {
            emit(key)
        } else if byte < 0x80 {
            emit(Key(.character(Character(Unicode.Scalar(byte))), alt: alt))
        } else if let scalar = UTF8Scalar(first: byte) {
            state = .scalar(scalar, alt: alt)
        }
    }

    private mutating func takeScalar(_ byte: UInt8, _ scalar: UTF8Scalar, _ alt: Bool) {
        var scalar = scalar
        guard scalar.append(byte) else { return takeGround(byte, alt: false) }
        state = scalar.isWhole ? .ground : .scalar(scalar, alt: alt)
        if scalar.isWhole, let value = scalar.scalar, value.value >= 0xA0 { emit(Key(.character(Character(value)), alt: alt)) }
    }

    private mutating func takeEscape(_ byte: UInt8) {
        if byte == UInt8(ascii: "[") {
            state = .control([])
        } else if byte == UInt8(ascii: "O") {
            state = .singleShift([])
        } else if let kind = StringKind(opener: byte) {
            state = .string(kind, [], escaped: false)
        } else if byte == 0x1B {
            emit(Key(.escape))
        } else if byte == UInt8(ascii: "\\") {
            state = .ground  // the end of a string that was already given up
        } else {
            takeGround(byte, alt: true)
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ bytes: [UInt8]) {
        switch byte {
        case 0x1B: state = .escape
        case 0x20..<0x40: state = .control(bytes.count < Self.sequenceLimit ? bytes + [byte] : bytes)
        case UInt8(ascii: "[") where bytes.isEmpty: state = .consoleKey
        case UInt8(ascii: "M") where bytes.isEmpty: state = .oldMouse([])
        case 0x40..<0x7F:
            state = .ground
            if bytes.count < Self.sequenceLimit { finish(ControlSequence(bytes, final: byte)) }
        default: state = .ground
        }
    }

    private mutating func finish(_ sequence: ControlSequence) {
        if sequence.final == UInt8(ascii: "~"), sequence.prefix == nil, sequence.number(0) == 200 {
            state = .paste([], dropped: false)
        } else {
            interpret(sequence)
        }
    }

    private mutating func takeConsoleKey(_ byte: UInt8) {
        state = .ground
        if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) { emit(Key(.function(Int(byte) - 64))) }
    }

    private mutating func takeSingleShift(_ byte: UInt8, _ bytes: [UInt8]) {
        if byte == 0x1B {
            flush()
            state = .escape
        } else if (0x30..<0x3C).contains(byte), bytes.count < 4 {
            state = .singleShift(bytes + [byte])
        } else {
            state = .ground
            let modifiers = Modifiers(parameter: ControlSequence(bytes, final: byte).parameters.last?.first ?? 1)
            if let key = Key(singleShift: byte, modifiers) { emit(key) }
        }
    }

    private mutating func takeOldMouse(_ byte: UInt8, _ bytes: [UInt8]) {
        let all = bytes + [byte]
        state = all.count < 3 ? .oldMouse(all) : .ground
        guard all.count == 3, all.allSatisfy({ $0 >= 32 }) else { return }
        let button = Int(all[0]) - 32
        let released = button & 0x43 == 3
        if let mouse = Mouse(button: released ? 0 : button, column: Int(all[1]) - 32, row: Int(all[2]) - 32, released: released) {
            emit(mouse)
        }
    }

    private mutating func takeString(_ byte: UInt8) {
        guard case .string(let kind, var bytes, let escaped) = state else { return }
        // Free the state's copy: appending must not copy the string once a byte.
        state = .ground
        if byte == 0x07 && kind == .operatingSystem || escaped && byte == UInt8(ascii: "\\") {
            if bytes.count < Self.stringLimit { interpret(kind, bytes) }
        } else if escaped {
            // An escape inside a string starts something new; the string is lost.
            takeEscape(byte)
        } else if byte == 0x1B {
            state = .string(kind, bytes, escaped: true)
        } else if byte == 0x18 || byte == 0x1A {
            state = .ground
        } else {
            if bytes.count < Self.stringLimit { bytes.append(byte) }
            state = .string(kind, bytes, escaped: false)
        }
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// True unless another paste begins before the first end.
    private static func containsPasteEnd(_ bytes: [UInt8]) -> Bool {
        for start in bytes.indices.dropLast(pasteEnd.count - 1) where bytes[start] == 0x1B {
            let tail = bytes[start..<start + pasteEnd.count]
            if tail.elementsEqual(pasteEnd) { return true }
            if tail.elementsEqual("\u{1B}[200~".utf8) { return false }
        }
        return false
    }

    private mutating func takePaste(_ byte: UInt8) {
        guard case .paste(var bytes, var dropped) = state else { return }
        state = .ground
        bytes.append(byte)
        if bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            bytes.removeLast(Self.pasteEnd.count)
            return emitPaste(bytes)
        }
        if bytes.count > Self.pasteLimit + Self.pasteEnd.count {
            // Keep what fits, and the tail in which the end may begin.
            bytes.remove(at: bytes.count - Self.pasteEnd.count - 1)
            dropped = true
        }
        state = .paste(bytes, dropped: dropped)
    }

    /// Line ends and tabs become spaces: a paste is one line for a prompt.
    private mutating func emitPaste(_ bytes: some Collection<UInt8>) {
        var text = String(decoding: bytes, as: UTF8.self)
        while let last = text.last, last.isNewline { text.removeLast() }
        let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        parsed.append(.event(.paste(printable(line))))
    }
}

extension [UInt8] {
    /// The beginning of `end` with which they stop.
    fileprivate func tornEnd(_ end: [UInt8]) -> [UInt8] {
        let lengths = stride(from: end.count - 1, to: 0, by: -1)
        let length = lengths.first { count >= $0 && suffix($0).elementsEqual(end[..<$0]) } ?? 0
        return Array(suffix(length))
    }
}
