import KeepersCore

/// A mark as letter, shape and word; never by colour alone.
enum MarkText {
    static func parts(_ mark: Mark, _ paper: Paper) -> [(String, Style)] {
        spaced([verdict(mark.verdict, paper), stars(mark.stars, paper), label(mark.label, paper)])
    }

    /// What stands on a frame: each part the person's own, or dimmed and in small letters as it was decided before; then what was taken
    /// off here, `(was pick ★4)`, and what stays in the sidecar beside a maybe, `(pick stays)`. Empty where nothing stands.
    static func parts(_ id: FrameID, _ model: SessionModel, _ paper: Paper) -> [(String, Style)] {
        guard model.isMine(id) else { return spaced(ExistingText.parts(id, model).map { ($0, paper.faint) }) }
        let (own, before) = (model.mark(id), model.standingFromBefore(id))
        func dim(_ mark: Mark) -> (String, Style)? { ExistingText.marks(mark).first.map { ($0, paper.faint) } }
        return spaced([
            verdict(own.verdict, paper) ?? dim(Mark(verdict: before.verdict)),
            stars(own.stars, paper) ?? dim(Mark(stars: before.stars)),
            label(own.label, paper) ?? dim(Mark(label: before.label)),
            ExistingText.aside(id, model).map { ("(\($0))", paper.faint) },
        ])
    }

    private static func verdict(_ verdict: Verdict?, _ paper: Paper) -> (String, Style)? {
        verdict.map { ("\(sign($0)) \($0.rawValue.uppercased())", style($0, paper)) }
    }
    private static func stars(_ stars: Int, _ paper: Paper) -> (String, Style)? {
        stars > 0 ? (String(repeating: "★", count: stars), paper.text) : nil
    }
    private static func label(_ label: ColourLabel?, _ paper: Paper) -> (String, Style)? {
        label.map { ("▪\($0.rawValue)", paper.label($0)) }
    }

    private static func spaced(_ parts: [(String, Style)?]) -> [(String, Style)] {
        parts.compactMap { $0 }.enumerated().map { (($0.offset > 0 ? " " : "") + $0.element.0, $0.element.1) }
    }

    static func width(_ parts: [(String, Style)]) -> Int { parts.reduce(0) { $0 + columns(of: $1.0) } }

    /// Where there is little room a row of stars becomes ★5, and what still does not fit is cut at its end: what stands comes first.
    static func fitting(_ parts: [(String, Style)], _ width: Int) -> [(String, Style)] {
        guard self.width(parts) > width else { return parts }
        var room = width
        return parts.compactMap { text, style in
            let stars = text.count { $0 == "★" }
            let short = stars > 1 ? (text.hasPrefix(" ") ? " " : "") + "★\(stars)" : text
            guard room > 1, room >= columns(of: short) || !text.hasPrefix(" (") || room > 6 else { return nil }
            let cut = truncated(short, room)
            room -= columns(of: cut)
            return (cut, style)
        }
    }

    static func sign(_ verdict: Verdict) -> String {
        switch verdict {
        case .pick: "◆"
        case .reject: "✕"
        case .maybe: "?"
        }
    }

    static func style(_ verdict: Verdict, _ paper: Paper) -> Style {
        switch verdict {
        case .pick: paper.pick
        case .reject: paper.reject
        case .maybe: paper.maybe
        }
    }
}
