import KeepersCore

/// What the bottom line says where frames are looked at together: first of all which frame a verdict would hit.
enum TogetherHints {
    static func keys(_ state: SessionState) -> [(String, String)] {
        let name = state.focus.flatMap { state.model.frame($0)?.stem } ?? ""
        let judge = [("p", "pick"), ("x", "reject \(truncatedHead(name, 16))")]
        let zoom = state.focus.map { state.view(of: $0).zoom > 0 } ?? false
        let move = zoom ? [("← → ↑ ↓", "pan"), ("h l", walk(state))] : arrows(state)
        switch state.level {
        case .compare:
            return judge + move + [
                ("d", "mode"), ("?", "keys"), ("c", "crown"), ("K", "keep champion"), ("z", zoom ? "fit" : "100 %"),
                ("Esc", "back"),
            ]
        case .survey:
            return judge + move + [
                ("K", "keep this"), ("c", "compare"), ("?", "keys"), ("Enter", "loupe"), ("z", zoom ? "fit" : "100 %"),
                ("Esc", "back"),
            ]
        default:
            return judge + [
                ("← →", "frame"), ("Tab", "person"), ("K", "keep this"), ("?", "keys"), ("Enter", "loupe"), ("Esc", "back"),
            ]
        }
    }

    private static func walk(_ state: SessionState) -> String { state.level == .compare ? "challenger" : "frame" }

    private static func arrows(_ state: SessionState) -> [(String, String)] {
        guard state.level == .compare, let mode = state.comparison?.together.mode else { return [("← →", "frame")] }
        let other = [("↑ ↓", "the other")]
        switch mode {
        case .side, .difference: return [("← →", "challenger")] + other
        case .wipe: return [("← →", "slider")] + other + [("h l", "challenger")]
        case .fade: return [("← →", "fade")] + other + [("h l", "challenger")]
        case .blink: return [("← →", "blink")] + other + [("h l", "challenger")]
        }
    }

    /// Whether zoom and pan move all of them; told only where there is something to move.
    static func link(_ state: SessionState) -> String? {
        guard let comparison = state.comparison, state.level == .compare || state.level == .survey else { return nil }
        if !comparison.isLinked { return "ONLY THIS ONE" }
        return state.focus.map { state.view(of: $0).zoom > 0 } ?? false ? "LINKED" : nil
    }
}
