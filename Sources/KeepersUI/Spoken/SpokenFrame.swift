import KeepersCore

/// One frame as one sentence.
enum SpokenFrame {
    /// `DSC_8871, 3 of 18, pick, 4 stars, best of 7, overall 94, sharper than its siblings`
    static func line(_ id: FrameID, _ state: SessionState) -> String {
        guard let frame = state.model.frame(id) else { return "" }
        var parts = [frame.stem, place(state, id)]
        parts.append(decisions(id, state.model))
        parts.append(stack(id, state))
        if !state.isHidden(id) {
            parts.append(state.model.composite(id).map { "overall \(fixed($0, 0))" } ?? "")
        }
        if state.isWhyShown { parts.append(state.reasonLine(id)) }
        if state.level == .loupe, state.isInfoShown { parts.append(shot(frame)) }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    static func focus(_ state: SessionState?) -> [String] {
        guard let state, let focus = state.focus else { return state == nil ? [] : ["no frame in view"] }
        return [line(focus, state)]
    }

    /// `pick, 5 stars, ▪yellow from before`; where nothing was decided here, what its sidecar says; empty where nothing is.
    static func decisions(_ id: FrameID, _ model: SessionModel) -> String {
        let own = mark(model.mark(id))
        let before = model.isMine(id) ? ExistingText.beside(id, model) : ExistingText.sentence(id, model)
        return [own.isEmpty ? nil : own, before].compactMap { $0 }.joined(separator: ", ")
    }

    /// `pick, 3 stars, label red`; empty without a decision.
    static func mark(_ mark: Mark) -> String {
        var parts: [String] = []
        if let verdict = mark.verdict { parts.append(verdict.rawValue) }
        if mark.stars > 0 { parts.append(counted(mark.stars, "star")) }
        if let label = mark.label { parts.append("label \(label.rawValue)") }
        if mark.isBest { parts.append("your best") }
        return parts.joined(separator: ", ")
    }

    static func shot(_ frame: Frame) -> String {
        ShotText.line(frame).split(separator: "\t").joined(separator: ", ")
    }

    private static func place(_ state: SessionState, _ id: FrameID) -> String {
        if state.isInStack, state.level != .grid, let at = state.focusedMembers.firstIndex(of: id) {
            return "\(at + 1) of \(state.focusedMembers.count) in its stack"
        }
        return state.focusIndex.map { "\($0 + 1) of \(state.queue.visible.count)" } ?? ""
    }

    /// The reason says the tie already.
    private static func tie(_ stack: Stack, _ id: FrameID, isSaid: Bool, _ isOpen: Bool) -> String {
        let count = stack.members.count
        guard stack.tie.contains(id) else { return "not in the tie" }
        return isSaid && isOpen ? "" : isSaid ? "stack of \(count)" : "tie of \(stack.tie.count) among \(count)"
    }

    private static func stack(_ id: FrameID, _ state: SessionState) -> String {
        if state.queue.scope?.kind == .duplicates { return "\(state.focusedMembers.count) times the same picture" }
        guard let stack = state.model.stack(of: id) else { return "" }
        let isOpen = state.isInStack && state.level != .grid
        let count = stack.members.count
        if !state.isHidden(id) {
            if stack.userBest == id { return isOpen ? "" : "stack of \(count)" }
            if stack.tie.count > 1 {
                return tie(stack, id, isSaid: state.isWhyShown, isOpen)
            }
            if stack.suggestedBest == id { return isOpen ? "suggested" : "suggested best of \(count)" }
        }
        return isOpen ? "" : "stack of \(count)"
    }
}
