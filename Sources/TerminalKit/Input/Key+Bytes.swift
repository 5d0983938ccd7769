import KeepersCore

extension Key {
    init(_ code: Code, _ modifiers: Modifiers) {
        self.init(code, control: modifiers.control, alt: modifiers.alt, shift: modifiers.shift)
    }

    /// C0 controls and DEL; nil for printable bytes.
    init?(controlByte byte: UInt8, alt: Bool) {
        switch byte {
        case 0x0D, 0x0A: self.init(.enter, alt: alt)
        case 0x09: self.init(.tab, alt: alt)
        // Terminals differ in which of the two Backspace sends.
        case 0x08, 0x7F: self.init(.backspace, alt: alt)
        case 0: self.init(.character(" "), control: true, alt: alt)
        case 1...26: self.init(.character(Character(Unicode.Scalar(byte + 96))), control: true, alt: alt)
        case 28...31: self.init(.character(Character(Unicode.Scalar(byte + 64))), control: true, alt: alt)
        default: return nil
        }
    }

    /// The letter that ends `CSI 1 ; m x` or follows SS3.
    init?(letter: UInt8, _ modifiers: Modifiers) {
        guard let code = Key.letters[letter] else { return nil }
        self.init(code, modifiers)
    }

    private static let letters: [UInt8: Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "E"): .keypad(5),
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
        UInt8(ascii: "S"): .function(4),
    ]

    /// SS3: cursor keys, F1 to F4, and the keypad in application mode.
    init?(singleShift byte: UInt8, _ modifiers: Modifiers) {
        switch byte {
        case UInt8(ascii: "p")...UInt8(ascii: "y"): self.init(.keypad(Int(byte) - 112), modifiers)
        case UInt8(ascii: "M"): self.init(.enter, modifiers)
        case UInt8(ascii: "I"): self.init(.tab, modifiers)
        case UInt8(ascii: "X"): self.init(.character("="), modifiers)
        // The keypad's * + , - . / are their ASCII codes plus 64.
        case UInt8(ascii: "j")...UInt8(ascii: "o"):
            self.init(.character(Character(Unicode.Scalar(byte - 64))), modifiers)
        default: self.init(letter: byte, modifiers)
        }
    }

    /// `CSI n ~`.
    init?(tilde number: Int, _ modifiers: Modifiers) {
        let code: Code
        switch number {
        case 1, 7: code = .home
        case 2: code = .insert
        case 3: code = .delete
        case 4, 8: code = .end
        case 5: code = .pageUp
        case 6: code = .pageDown
        case 11...15: code = .function(number - 10)
        case 17...21: code = .function(number - 11)
        case 23, 24: code = .function(number - 12)
        default: return nil
        }
        self.init(code, modifiers)
    }

    /// A code of kitty's keyboard protocol, or of xterm's modifyOtherKeys. `shifted`: what Shift makes of it, if told;
    /// `text`: what it would have typed, if told. Source: https://sw.kovidgoyal.net/kitty/keyboard-protocol/
    init?(unicode code: Int, shifted: Int?, text: Int?, _ modifiers: Modifiers) {
        if let known = Key.named(code) {
            self.init(known, modifiers)
            return
        }
        guard !(57344...63743).contains(code), code >= 32 else { return nil }
        var modifiers = modifiers
        let plain = !modifiers.control && !modifiers.alt
        var value = plain ? text ?? code : code
        if plain, text == nil, modifiers.shift, let shifted { value = shifted }
        guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init), scalar.value >= 32,
            !(0x7F..<0xA0).contains(scalar.value)
        else { return nil }
        var character = Character(scalar)
        if modifiers.shift, !modifiers.control {
            // Shift is in the character already, or goes into it.
            if character.isLowercase, let upper = character.uppercased().first { character = upper }
            modifiers.shift = false
        }
        if modifiers.control, let lower = character.lowercased().first { character = lower }
        self.init(.character(character), modifiers)
    }

    private static func named(_ code: Int) -> Code? {
        switch code {
        case 27: .escape
        case 13: .enter
        case 9: .tab
        case 8, 127: .backspace
        case 57376...57398: .function(code - 57363)
        case 57399...57408: .keypad(code - 57399)
        case 57409...57413: .character(Key.keypadSigns[code - 57409])
        case 57414: .enter
        case 57415: .character("=")
        case 57417...57427: Key.keypadMoves[code - 57417]
        default: nil
        }
    }

    private static let keypadSigns: [Character] = [".", "/", "*", "-", "+"]
    private static let keypadMoves: [Code] = [
        .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete, .keypad(5),
    ]
}

extension Mouse {
    /// `button`: xterm's code; `column` and `row` from 1. nil for other buttons and for moves without one.
    init?(button: Int, column: Int, row: Int, released: Bool) {
        let kind: Kind
        // 4, 8 and 16 are Shift, Alt and Control.
        switch button & ~(4 | 8 | 16) {
        case 0: kind = released ? .release : .press
        case 32: kind = .drag
        case 64 where !released: kind = .wheelUp
        case 65 where !released: kind = .wheelDown
        default: return nil
        }
        self.init(kind, x: max(0, column - 1), y: max(0, row - 1))
    }
}
