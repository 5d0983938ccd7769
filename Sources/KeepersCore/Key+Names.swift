/// The names keys have in key files, replay scripts and the help: `p`, `Ctrl-Z`, `Shift-Tab`, `Space`, `Enter`.
extension Key {
    private static let names: [(String, Code)] = [
        ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert),
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end), ("PageUp", .pageUp),
        ("PageDown", .pageDown), ("Space", .character(" ")),
    ]

    /// nil where the name is not a key's.
    public init?(named name: String) {
        var rest = Substring(name)
        var control = false
        var alt = false
        var shift = false
        while true {
            if rest.hasPrefix("Ctrl-"), rest.count > 5 {
                control = true; rest = rest.dropFirst(5)
            } else if rest.hasPrefix("Alt-"), rest.count > 4 {
                alt = true; rest = rest.dropFirst(4)
            } else if rest.hasPrefix("Shift-"), rest.count > 6 {
                shift = true; rest = rest.dropFirst(6)
            } else {
                break
            }
        }
        if let known = Key.names.first(where: { $0.0 == rest }) {
            self.init(known.1, control: control, alt: alt, shift: shift)
        } else if rest.hasPrefix("Keypad"), let digit = Int(rest.dropFirst(6)), (0...9).contains(digit) {
            self.init(.keypad(digit), control: control, alt: alt, shift: shift)
        } else if rest.count == 1, let character = rest.first {
            let lower = control ? Character(character.lowercased()) : character
            self.init(.character(lower), control: control, alt: alt, shift: shift)
        } else {
            return nil
        }
    }

    public var name: String {
        let modifiers = (control ? "Ctrl-" : "") + (alt ? "Alt-" : "") + (shift ? "Shift-" : "")
        if let known = Key.names.first(where: { $0.1 == code }) { return modifiers + known.0 }
        switch code {
        case .character(let character): return modifiers + (control ? character.uppercased() : String(character))
        case .keypad(let digit): return modifiers + "Keypad\(digit)"
        case .function(let number): return modifiers + "F\(number)"
        default: return modifiers + "?"
        }
    }
}
