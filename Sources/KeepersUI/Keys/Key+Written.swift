import KeepersCore

/// Keys as a person writes them in a file: `p`, `ctrl-z`, `kp5`, `space`; upper and lower case matter for letters alone.
extension Key {
    /// Longest name first where several mean one key: the first is the one that is printed.
    private static let written: [(String, Code)] = [
        ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert),
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end), ("PageUp", .pageUp),
        ("PageDown", .pageDown), ("Space", .character(" ")), ("Comma", .character(",")), ("Hash", .character("#")),
        ("Return", .enter), ("Escape", .escape), ("PgUp", .pageUp), ("PgDn", .pageDown),
    ]

    /// nil where the word is no key's name.
    init?(written word: some StringProtocol) {
        var rest = Substring(word)
        var control = false
        var alt = false
        var shift = false
        func take(_ prefix: String) -> Bool {
            guard rest.count > prefix.count, rest.prefix(prefix.count).lowercased() == prefix else { return false }
            rest = rest.dropFirst(prefix.count)
            return true
        }
        while true {
            if take("ctrl-") {
                control = true
            } else if take("alt-") {
                alt = true
            } else if take("shift-") {
                shift = true
            } else {
                break
            }
        }
        guard let code = Key.code(rest) else { return nil }
        self.init(code, control: control, alt: alt, shift: shift)
        fold()
    }

    private static func code(_ rest: Substring) -> Code? {
        if rest.count == 1, let character = rest.first {
            return character.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 } ? .character(character) : nil
        }
        let lower = rest.lowercased()
        if let known = written.first(where: { $0.0.lowercased() == lower }) { return known.1 }
        for prefix in ["keypad", "kp"] where lower.hasPrefix(prefix) {
            if let digit = Int(lower.dropFirst(prefix.count)), (0...9).contains(digit), lower.last?.isNumber == true {
                return .keypad(digit)
            }
        }
        if lower.first == "f", let number = Int(lower.dropFirst()), (1...12).contains(number) { return .function(number) }
        return nil
    }

    /// A letter with Control has no case, and without it carries its Shift in itself: as terminals tell keys.
    private mutating func fold() {
        guard case .character(let character) = code else { return }
        if control {
            if let lower = character.lowercased().first { code = .character(lower) }
        } else if shift, character.isLetter, let upper = character.uppercased().first {
            code = .character(upper)
            shift = false
        }
    }

    /// The name that stands in a file and reads back as the same key.
    var fileName: String {
        let modifiers = (control ? "Ctrl-" : "") + (alt ? "Alt-" : "") + (shift ? "Shift-" : "")
        if let known = Key.written.first(where: { $0.1 == code }) { return modifiers + known.0 }
        return name
    }
}

extension [Key] {
    /// `g g`, as in a file.
    var fileName: String { map(\.fileName).joined(separator: " ") }

    /// `gg`, `←`: as a person reads it on the screen.
    var shown: String {
        let words = map { key -> String in
            guard !key.control, !key.alt, !key.shift else { return key.name }
            switch key.code {
            case .left: return "←"
            case .right: return "→"
            case .up: return "↑"
            case .down: return "↓"
            case .pageUp: return "PgUp"
            case .pageDown: return "PgDn"
            default: return key.name
            }
        }
        return words.joined(separator: words.allSatisfy { $0.count == 1 } ? "" : " ")
    }
}
