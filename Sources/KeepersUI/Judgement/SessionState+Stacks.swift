import KeepersCore

/// Stacks changed by hand: each key one durable step that undo takes back.
extension SessionState {
    mutating func editStack(_ edit: Command.StackEdit) -> [Effect] {
        guard readOnly == nil else { return claim() }
        guard let focus, let frame = model.frame(focus) else { return [] }
        let stack = model.stack(of: focus)
        let members = stack?.members.count ?? 1
        let changes = changes(edit, focus)
        guard !changes.isEmpty else {
            notice = nothing(edit, frame, isStacked: stack != nil)
            return []
        }
        let effects = commit(changes, reason: reason(edit, frame, members: members))
        notice = told(edit, frame, before: members) + "; \(hand.name("Ctrl-Z")) takes it back"
        return effects
    }

    private func changes(_ edit: Command.StackEdit, _ focus: FrameID) -> [FrameChange] {
        switch edit {
        case .splitHere: return StackEdits.split(at: focus, in: model)
        case .takeOut: return StackEdits.takeOut(focus, in: model)
        case .mergeBefore: return StackEdits.mergeWithPrevious(focus, in: model)
        case .best:
            guard queue.scope?.kind == .duplicates, let group = focusedDuplicates else {
                return StackEdits.chooseBest(focus, in: model)
            }
            return StackEdits.chooseRepresentative(focus, of: group, in: model)
        case .unstack:
            // A frame named by its own id alone is in no stack.
            let members = model.stack(of: focus)?.members ?? []
            return members.filter { model.mark($0).group != $0 }.map { FrameChange($0, .group($0)) }
        case .restack: return StackEdits.reset(focus, in: model)
        }
    }

    private func nothing(_ edit: Command.StackEdit, _ frame: Frame, isStacked: Bool) -> String {
        switch edit {
        case .mergeBefore: return "\(frame.stem) is the first in time: nothing to join it to"
        case .restack: return "this stack is as it was found: no hand changed it"
        case .splitHere where isStacked: return "\(frame.stem) begins this stack already"
        case .splitHere, .takeOut, .best, .unstack: return "\(frame.stem) stands alone, in no stack"
        }
    }

    private func reason(_ edit: Command.StackEdit, _ frame: Frame, members: Int) -> String {
        switch edit {
        case .splitHere: "stack split before \(frame.stem)"
        case .takeOut: "\(frame.stem) taken out of its stack"
        case .mergeBefore: "\(frame.stem) joined to the stack before it"
        case .best: "\(frame.stem) named the best by hand"
        case .unstack: "stack of \(members) taken apart"
        case .restack: "stack as it was found"
        }
    }

    /// What came of it, counted after it was applied.
    private func told(_ edit: Command.StackEdit, _ frame: Frame, before: Int) -> String {
        let now = model.stack(of: frame.id)?.members.count ?? 1
        switch edit {
        case .splitHere: return "split before \(frame.stem): \(before - now) and \(now)"
        case .takeOut: return "\(frame.stem) taken out; \(counted(before - 1, "frame stays", "frames stay")) together"
        case .mergeBefore: return "joined to what came before: \(now) together"
        case .best:
            return model.mark(frame.id).isBest
                ? "\(frame.stem) is the best by your hand" : "\(frame.stem) is no longer named the best"
        case .unstack: return "taken apart: \(before) single frames"
        case .restack: return now > 1 ? "as it was found: \(now) together" : "as it was found: a single frame"
        }
    }

    /// After a hand changed stacks, or took that back, the queue follows where it stands.
    mutating func follow(_ changes: [FrameChange]) {
        guard changes.contains(where: { $0.change.arrangesStacks }) else { return }
        queue.regroup(model, keeping: focus)
        if queue.scope == nil, focusedMembers.count < 2 {
            if level == .fan { level = .grid }
            isInStack = false
        }
    }
}
