import KeepersCore

/// How many colours text may use.
public enum ColourDepth: Sendable, Equatable {
    /// 24 bits.
    case direct
    /// xterm's 256, of which only the 240 fixed ones are used.
    case indexed
    /// The 16 that every colour terminal has; they mean about the same everywhere.
    case sixteen
    /// Bold, underline and reverse only: NO_COLOR, and terminals that are not known to have any.
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
        } else if term == "linux" || term.hasPrefix("linux-") || term.hasSuffix("-16color") {
            self = .sixteen
        } else if term.isEmpty || ["dumb", "vt", "ansi", "cons", "sun", "wy"].contains(where: term.hasPrefix)
            || term.hasSuffix("-m") || term.hasSuffix("-mono")
        {
            self = .none
        } else {
            self = .indexed
        }
    }
}

extension Colour {
    /// Of the 16 colours, the one with the same name, 0...15: the hue decides, as amber and brick red are both nearest to red.
    var basic: Int {
        let most = max(red, green, blue)
        guard isColourful else { return [0, 8, 7, 15][min(3, (Int(most) + 42) / 85)] }
        return hue + (most >= 190 ? 8 : 0)
    }

    /// One of the first eight that text can stand on; the near-blacks are black.
    var basicGround: Int {
        if isColourful { return hue }
        return max(red, green, blue) < 90 ? 0 : 7
    }

    private var isColourful: Bool { Int(max(red, green, blue)) - Int(min(red, green, blue)) > 50 }

    /// Red 1, green 2, blue 4, added up.
    private var hue: Int {
        let middle = (Int(max(red, green, blue)) + Int(min(red, green, blue))) / 2
        return (Int(red) > middle ? 1 : 0) + (Int(green) > middle ? 2 : 0) + (Int(blue) > middle ? 4 : 0)
    }
}
