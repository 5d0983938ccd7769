import KeepersCore

/// Eyes and sharpness of one frame among its siblings.
enum StackBadge {
    /// `eyes ok · 91`, `2 closed · 84`, or the part that was measured; empty where nothing was, or where it is hidden.
    static func words(_ id: FrameID, _ state: SessionState) -> String {
        guard !state.isHidden(id) else { return "" }
        let eyes = FaceText.eyes(state.model.cards[id]?.faces)
        let sharp = state.model.scores[id]?.sharpness.map { fixed($0, 0) }
        switch (eyes, sharp) {
        case (let eyes?, let sharp?): return "\(eyes) · \(sharp)"
        case (let eyes?, nil): return eyes
        case (nil, let sharp?): return "sharp \(sharp)"
        case (nil, nil): return ""
        }
    }

    /// Closed eyes that are a fault are named in the reject's colour; the word says it too.
    static func style(_ id: FrameID, _ state: SessionState, _ paper: Paper) -> Style {
        let faces = state.model.cards[id]?.faces ?? []
        return EyeFaults.closed(faces).isEmpty ? paper.caption : paper.reject
    }
}
