/// A key as a person thinks of it.
public struct Key: Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        case character(Character)
        case enter, escape, tab, backspace, delete, insert, up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
        /// The numeric keypad's digit where the terminal tells it apart.
        case keypad(Int)
    }
    public var code: Code
    public var control: Bool
    public var alt: Bool
    /// Set only where it is not already in the character (Shift-Tab, Shift-arrow).
    public var shift: Bool

    public init(_ code: Code, control: Bool = false, alt: Bool = false, shift: Bool = false) {
        self.code = code
        self.control = control
        self.alt = alt
        self.shift = shift
    }
    public init(_ character: Character) { self.init(.character(character)) }
}

/// A mouse event in cells from the top left.
public struct Mouse: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case press, release, drag, wheelUp, wheelDown }
    public var kind: Kind
    public var x: Int
    public var y: Int
    public init(_ kind: Kind, x: Int, y: Int) {
        self.kind = kind
        self.x = x
        self.y = y
    }
}

/// What a terminal sends that a screen may care about.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse)
    /// Bracketed paste: text for a prompt, never verdicts.
    case paste(String)
    case focus(Bool)
    case resize(Geometry)
}
