import KeepersCore

/// A mark as letter, shape and word; never by colour alone.
enum MarkText {
    static func parts(_ mark: Mark, _ paper: Paper) -> [(String, Style)] {
        var parts: [(String, Style)] = []
        if let verdict = mark.verdict {
            parts.append(("\(sign(verdict)) \(verdict.rawValue.uppercased())", style(verdict, paper)))
        }
        if mark.stars > 0 { parts.append((gap(parts) + String(repeating: "★", count: mark.stars), paper.text)) }
        if let label = mark.label { parts.append((gap(parts) + "▪\(label.rawValue)", paper.label(label))) }
        return parts
    }

    /// The person's own mark, or dimmed what was decided before.
    static func parts(_ id: FrameID, _ model: SessionModel, _ paper: Paper) -> [(String, Style)] {
        let own = parts(model.mark(id), paper)
        return own.isEmpty ? ExistingText.short(id, model).map { [($0, paper.faint)] } ?? [] : own
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

    private static func gap(_ parts: [(String, Style)]) -> String { parts.isEmpty ? "" : " " }
}
