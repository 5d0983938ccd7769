import KeepersCore

// What a whole sequence means.
extension InputParser {
    mutating func interpret(_ sequence: ControlSequence) {
        switch (sequence.prefix, sequence.final) {
        case (nil, _): interpretPlain(sequence)
        case (UInt8(ascii: "?"), _): interpretPrivate(sequence)
        case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): interpretMouse(sequence)
        default: break
        }
    }

    private mutating func interpretPlain(_ sequence: ControlSequence) {
        // The third sub-parameter of kitty's modifiers: 3 = the key went up.
        guard sequence.intermediates.isEmpty, sequence.sub(1, 1) != 3 else { return }
        let modifiers = Modifiers(parameter: sequence.number(1))
        switch sequence.final {
        case UInt8(ascii: "~"): interpretTilde(sequence, modifiers)
        case UInt8(ascii: "u"): interpretUnicode(sequence, modifiers)
        case UInt8(ascii: "Z"): emit(Key(.tab, control: modifiers.control, alt: modifiers.alt, shift: true))
        case UInt8(ascii: "I"): emit(focus: true)
        case UInt8(ascii: "O"): emit(focus: false)
        case UInt8(ascii: "n"): if sequence.number(0) == 0 { emit(.ready) }
        case UInt8(ascii: "t"): interpretSize(sequence)
        case UInt8(ascii: "R") where awaitsCursorReport:
            if let row = sequence.number(0), let column = sequence.number(1) { emit(.cursor(row: row, column: column)) }
        default: if let key = Key(letter: sequence.final, modifiers) { emit(key) }
        }
    }

    private mutating func interpretTilde(_ sequence: ControlSequence, _ modifiers: Modifiers) {
        guard let number = sequence.number(0) else { return }
        if number == 27, let code = sequence.number(2) {
            if let key = Key(unicode: code, shifted: nil, text: nil, modifiers) { emit(key) }
        } else if let key = Key(tilde: number, modifiers) {
            emit(key)
        }
    }

    private mutating func interpretUnicode(_ sequence: ControlSequence, _ modifiers: Modifiers) {
        guard let code = sequence.number(0) else { return }
        if let key = Key(unicode: code, shifted: sequence.sub(0, 1), text: sequence.number(2), modifiers) { emit(key) }
    }

    private mutating func interpretSize(_ sequence: ControlSequence) {
        guard let kind = sequence.number(0), let height = sequence.number(1), let width = sequence.number(2) else { return }
        if kind == 6 { emit(.cellPixels(width: width, height: height)) }
        if kind == 4 { emit(.windowPixels(width: width, height: height)) }
    }

    private mutating func interpretPrivate(_ sequence: ControlSequence) {
        switch sequence.final {
        case UInt8(ascii: "c"): emit(.attributes(sequence.parameters.compactMap { $0[0] }))
        case UInt8(ascii: "u"): emit(.keyboard(flags: sequence.number(0) ?? 0))
        case UInt8(ascii: "y") where sequence.intermediates == [UInt8(ascii: "$")]:
            if let mode = sequence.number(0), let value = sequence.number(1) { emit(.mode(mode, value: value)) }
        default: break
        }
    }

    private mutating func interpretMouse(_ sequence: ControlSequence) {
        guard let button = sequence.number(0), let column = sequence.number(1), let row = sequence.number(2) else { return }
        let released = sequence.final == UInt8(ascii: "m")
        if let mouse = Mouse(button: button, column: column, row: row, released: released) { emit(mouse) }
    }

    mutating func interpret(_ kind: StringKind, _ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch kind {
        case .device where text.hasPrefix(">|"): emit(.version(printable(String(text.dropFirst(2).prefix(80)))))
        case .operatingSystem where text.hasPrefix("11;rgb:"):
            if let colour = Colour(x11: text.dropFirst(7)) { emit(.background(colour)) }
        case .application where text.hasPrefix("G"): interpretKitty(text.dropFirst())
        default: break
        }
    }

    /// `Gi=31,p=2;message`.
    private mutating func interpretKitty(_ text: Substring) {
        let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        var id: UInt32?
        var placement: UInt32?
        for pair in parts[0].split(separator: ",") {
            if pair.hasPrefix("i=") { id = UInt32(pair.dropFirst(2)) }
            if pair.hasPrefix("p=") { placement = UInt32(pair.dropFirst(2)) }
        }
        if let id { emit(.kitty(id: id, placement: placement, message: printable(String(parts[1].prefix(200))))) }
    }
}

extension Colour {
    /// `rrrr/gggg/bbbb` with one to four digits each, as X11 writes colours.
    init?(x11 text: some StringProtocol) {
        let parts = text.split(separator: "/")
        guard parts.count == 3 else { return nil }
        let values = parts.compactMap { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else { return nil }
            return UInt8(value * 255 / ((1 << (4 * part.utf8.count)) - 1))
        }
        guard values.count == 3 else { return nil }
        self.init(values[0], values[1], values[2])
    }
}
