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
    /// The nearest of xterm's fixed colours, 16...255 (a 6x6x6 cube and 24 greys).
    var indexed: Int {
        func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + step * 40 }
        let (r, g, b) = (step(red), step(green), step(blue))
        let cube = distance(level(r), level(g), level(b))
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        let shade = 8 + grey * 10
        return distance(shade, shade, shade) < cube ? 232 + grey : 16 + 36 * r + 6 * g + b
    }

    /// Of the 16 colours, the one with the same name, 0...15: the hue decides, as amber and brick red are both nearest to red.
    var basic: Int {
        let most = max(red, green, blue)
        guard isColourful else { return [0, 8, 7, 15][min(3, (Int(most) + 42) / 85)] }
        return hue + (most >= 190 ? 8 : 0)
    }

    /// The one of the first eight that text can stand on; the near-blacks are black.
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

    private func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
        let (dr, dg, db) = (Int(red) - r, Int(green) - g, Int(blue) - b)
        return dr * dr + dg * dg + db * db
    }
}
