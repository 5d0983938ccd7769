import Glibc

/// Whether the words of a theme can be read on what lies behind them, and whether verdicts are told apart by everybody.
public struct ThemeCheck: Equatable, Sendable {
    /// WCAG 2's ratio for text; the check asks the same of the 256 colours that many terminals have.
    public static let needed = 4.5
    /// By how much two verdicts should differ in Oklch's lightness, so that they are told apart without hue.
    public static let neededLightness = 0.1

    public struct Line: Equatable, Sendable {
        public var role: Theme.Role
        public var colour: Colour
        /// The lowest contrast on anything that lies behind it, 1...21; nil for what is no text.
        public var ratio: Double?
        /// The same as a terminal of 256 colours shows it.
        public var ratio256: Double?

        public var passes: Bool { min(ratio ?? 21, ratio256 ?? 21) >= ThemeCheck.needed }
    }

    public var lines: [Line]
    /// What is worth knowing and no fault.
    public var notes: [String]
    public var passes: Bool { lines.allSatisfy(\.passes) }

    public init(_ theme: Theme) {
        lines = Theme.Role.allCases.map { ThemeCheck.line($0, theme) }
        notes = ThemeCheck.notes(theme)
    }

    private static func line(_ role: Theme.Role, _ theme: Theme) -> Line {
        let colour = theme[role]
        var grounds = role.grounds.map { theme[$0] }
        if role == .face || role == .faceFocus { grounds = [Theme.plate] }
        return Line(
            role: role, colour: colour, ratio: grounds.map { colour.contrast(with: $0) }.min(),
            ratio256: grounds.map { colour.quantised.contrast(with: $0.quantised) }.min())
    }

    private static func notes(_ theme: Theme) -> [String] {
        let verdicts: [Theme.Role] = [.pick, .reject, .maybe]
        return ColourVision.allCases.flatMap { vision in
            verdicts.indices.flatMap { first in
                verdicts[(first + 1)...].compactMap { other -> String? in
                    let apart = distance(theme, verdicts[first], other, vision)
                    guard apart < neededLightness else { return nil }
                    let whose = vision == .normal ? "" : " with \(vision.rawValue)"
                    return
                        "\(verdicts[first].rawValue) and \(other.rawValue) are equally light\(whose) (\(fixed(apart, 2)) apart); sign and word tell them"
                }
            }
        }
    }

    /// How far two roles lie apart in lightness, 0...1, to somebody who sees so.
    public static func distance(_ theme: Theme, _ a: Theme.Role, _ b: Theme.Role, _ vision: ColourVision) -> Double {
        abs(theme[a].seen(with: vision).lightness - theme[b].seen(with: vision).lightness)
    }

    /// `accent       #f2a618   9.92   9.60  ok`, one line a role, then the notes and the outcome.
    public func text(name: String) -> [String] {
        var out = ["role          colour    contrast   256 colours"]
        for line in lines {
            let head = padded(line.role.rawValue, 14) + line.colour.words
            guard let ratio = line.ratio, let ratio256 = line.ratio256 else {
                out.append(head)
                continue
            }
            let numbers = numberColumn(ratio, 11) + numberColumn(ratio256, 14)
            out.append(head + numbers + (line.passes ? "   ok" : "   FAILS: \(fixed(ThemeCheck.needed, 1)) is needed"))
        }
        out += notes.map { "note: \($0)" }
        let failed = lines.filter { !$0.passes }.map(\.role.rawValue)
        out.append(
            failed.isEmpty
                ? "\(name): every word can be read" : "\(name): cannot be read well: \(failed.joined(separator: ", "))")
        return out
    }
}

private func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(1, width - text.count)) }

private func numberColumn(_ value: Double, _ width: Int) -> String {
    // Rounded down: 4.499 must not read as 4.50 that fails.
    let text = fixed((value * 100).rounded(.down) / 100, 2)
    return String(repeating: " ", count: max(1, width - text.count)) + text
}

extension Colour {
    /// `#f2a618`
    public var words: String {
        let digits = String(hex, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
