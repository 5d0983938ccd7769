import KeepersCore

/// How many colours text may use.
public enum ColourDepth: Sendable, Equatable {
    /// 24 bits.
    case direct
    /// xterm's 256, of which only the 240 fixed ones are used.
    case indexed
    /// Bold, underline and reverse only: NO_COLOR, and terminals of 16 colours or fewer, whose palette is anybody's guess.
    case none

    /// What the environment says; the terminal's own answers may better it.
    init(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let colour = environment["COLORTERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty {
            self = .none
        } else if colour == "truecolor" || colour == "24bit" || term.hasSuffix("-direct") {
            self = .direct
        } else if ["xterm-kitty", "foot", "xterm-ghostty", "alacritty", "wezterm", "mlterm", "contour"].contains(
            where: term.hasPrefix)
        {
            self = .direct
        } else if term.isEmpty || ["dumb", "linux", "vt", "ansi", "cons", "sun", "wy"].contains(where: term.hasPrefix)
            || term.hasSuffix("-m") || term.hasSuffix("-mono") || term.hasSuffix("-16color")
        {
            self = .none
        } else {
            self = .indexed
        }
    }
}
