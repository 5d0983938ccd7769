import KeepersCore

/// What verdict keys do: they act on the frames in view and nothing else.
extension SessionState {
    /// The frames that a verdict acts on now.
    var targets: [FrameID] {
        switch selection {
        case .stack(let members): return members
        case .range(let anchor): return range(from: anchor)
        case nil: return focus.map { [$0] } ?? []
        }
    }

    private func range(from anchor: FrameID) -> [FrameID] {
        guard let focus else { return [] }
        if isInStack, level != .grid {
            guard let a = focusedMembers.firstIndex(of: anchor), let b = focusedMembers.firstIndex(of: focus) else {
                return [focus]
            }
            return Array(focusedMembers[min(a, b)...max(a, b)])
        }
        guard let a = queue.position(of: anchor), let b = queue.position(of: focus) else { return [focus] }
        return queue.visible[min(a, b)...max(a, b)].compactMap { entry in
            entry.members.contains(anchor) ? anchor : shown(entry)
        }
    }

    mutating func judge(_ command: Command) -> [Effect] {
        guard readOnly == nil else { return claim() }
        let frames = targets
        let effects = apply(command)
        noteAudited(frames)
        return effects
    }

    /// Perhaps whoever held the session has ended meanwhile.
    mutating func claim() -> [Effect] {
        notice = "read-only: \(readOnly ?? "another keepers") has it open; nothing was changed"
        return [.claim]
    }

    private mutating func apply(_ command: Command) -> [Effect] {
        if command != .clearVerdict { (lastVerdict, lastCount) = (command, nil) }
        switch command {
        case .keep: return keep()
        case .verdict(let verdict, let advances):
            let effects = commit(targets.map { FrameChange($0, .verdict(verdict)) }, reason: word(verdict))
            if advances || autoAdvance { advance() }
            return effects
        case .clearVerdict: return clear(.verdict(nil), reason: "verdict cleared")
        case .togglePick:
            let allPicked = targets.allSatisfy { model.standing($0).verdict == .pick }
            let effects = commit(
                targets.map { FrameChange($0, .verdict(allPicked ? nil : .pick)) }, reason: allPicked ? "untagged" : "tagged")
            if autoAdvance { advance() }
            return effects
        case .stars(let stars):
            let effects =
                stars == 0
                ? clear(.stars(0), reason: "stars cleared")
                : commit(targets.map { FrameChange($0, .stars(stars)) }, reason: counted(stars, "star"))
            if autoAdvance { advance() }
            return effects
        case .moreStars, .fewerStars: return step(stars: command == .moreStars ? 1 : -1)
        case .label(let label): return commit(labelChanges(label), reason: "label \(label.rawValue)")
        default: return []
        }
    }

    /// Takes off what stands, the person's own or from before; says so where nothing does.
    private mutating func clear(_ change: Change, reason: String) -> [Effect] {
        let effects = commit(targets.map { FrameChange($0, change) }, reason: reason)
        if effects.isEmpty, focus != nil { notice = "nothing to clear" }
        return effects
    }

    /// One more or less than what stands; a key at the end of the scale says so.
    private mutating func step(stars delta: Int) -> [Effect] {
        let changes = targets.compactMap { frame -> FrameChange? in
            let stars = model.standing(frame).stars
            let next = min(5, max(0, stars + delta))
            return next == stars ? nil : FrameChange(frame, .stars(next))
        }
        let effects = commit(changes, reason: delta > 0 ? "one star more" : "one star less")
        if effects.isEmpty, focus != nil { notice = delta > 0 ? "★5 is the most" : "no stars to take off" }
        return effects
    }

    /// The same label again clears it.
    private func labelChanges(_ label: ColourLabel) -> [FrameChange] {
        let allHave = targets.allSatisfy { model.standing($0).label == label }
        return targets.map { FrameChange($0, .label(allHave ? nil : label)) }
    }

    mutating func setLabel(_ label: ColourLabel?) -> [Effect] {
        guard let label else { return clear(.label(nil), reason: "label cleared") }
        lastVerdict = .label(label)
        return commit(targets.map { FrameChange($0, .label(label)) }, reason: "label \(label.rawValue)")
    }

    /// Keeps the frame in view (of two compared the champion), rejects its unjudged siblings in view, and goes on to the next stack.
    /// What was picked or rejected before, in a sidecar, stands and is no unjudged sibling.
    private mutating func keep() -> [Effect] {
        guard let kept = keptFrame, let frame = model.frame(kept) else { return [] }
        let members = queue.position(of: kept).map { queue.visible[$0].members } ?? [kept]
        let siblings = members.filter { $0 != kept && model.standing($0).verdict == nil }
        let hidden = model.stack(of: kept).map { queue.hiddenMembers(of: $0) } ?? []
        let changes = [FrameChange(kept, .verdict(.pick))] + siblings.map { FrameChange($0, .verdict(.reject)) }
        var words = siblings.isEmpty ? "kept \(frame.stem)" : "kept \(frame.stem), rejected \(counted(siblings.count, "sibling"))"
        words += keptWords(members.filter { $0 != kept }, rejected: siblings)
        if !hidden.isEmpty { words += "; \(hidden.count) hidden by the filter left alone" }
        let effects = commit(changes, reason: words)
        if focus != kept { moveFocus(to: kept) }
        if isTogether {
            leaveTogether()
        } else if members.count > 1 {
            leaveStack()
        } else {
            advance()
        }
        notice = words
        return effects
    }

    /// `; 1 picked before left alone; 2 rated or edited before`
    private func keptWords(_ others: [FrameID], rejected: [FrameID]) -> String {
        let left = others.count { model.standingFromBefore($0).verdict == .pick }
        let rated = rejected.count { model.protection($0) != nil }
        return (left > 0 ? "; \(left) picked before left alone" : "") + (rated > 0 ? "; \(rated) rated or edited before" : "")
    }

    private mutating func leaveStack() {
        let wasAt = level
        if level == .fan { level = .grid }
        isInStack = false
        guard let index = focusIndex, index + 1 < queue.visible.count else { return }
        go(toEntry: index + 1)
        if wasAt == .fan, focusedMembers.count > 1 { openFan() }
    }

    /// One key, one step: applied at once, written before the next key.
    mutating func commit(_ changes: [FrameChange], reason: String) -> [Effect] {
        selection = nil
        let real = changes.filter(model.isReal)
        guard !real.isEmpty else { return [] }
        if real.count > 1 { notice = "\(reason): \(counted(real.count, "frame"))" }
        return send(Step(changes: real, origin: .user, reason: reason, place: place), undoOf: nil)
    }

    private mutating func send(_ step: Step, undoOf: StepID?) -> [Effect] {
        var step = step
        step.advice = advice(on: step)
        pending = Pending(step: step, undoOf: undoOf, inverse: model.inverse(of: step.changes), place: place)
        model.apply(step.changes)
        model.set(decided: history.decided(after: step, undoOf: undoOf))
        follow(step.changes)
        return [.commit(step, undoOf: undoOf)]
    }

    mutating func undo() -> [Effect] { takeBack(history.undo(from: place), nothing: "nothing to undo", word: "undone") }
    mutating func redo() -> [Effect] { takeBack(history.redo(from: place), nothing: "nothing to redo", word: "done again") }

    /// Undo and redo are steps of their own; both go back to where the person stood at the key.
    private mutating func takeBack(_ proposal: UndoHistory.Proposal?, nothing: String, word: String) -> [Effect] {
        if readOnly != nil { return claim() }
        guard let proposal else {
            notice = nothing
            return []
        }
        let effects = send(proposal.step, undoOf: proposal.undoOf)
        let (filter, sort) = (queue.filter, queue.sort)
        restore(proposal.returnTo)
        notice =
            "\(word): \(proposal.step.reason)\(standing(after: proposal.step.changes))"
            + back(queue.filter, since: filter, queue.sort, since: sort)
        return effects
    }

    /// The list is the one of that moment again: said, because frames are hidden or stand elsewhere.
    private func back(_ filter: Filter, since: Filter, _ sort: SortKey, since order: SortKey) -> String {
        var words = ""
        if filter != since { words += filter.isEverything ? "; the filter is off again" : "; filter \(filter.text) is on again" }
        if sort != order { words += "; again by \(sort.rawValue)" }
        return words
    }

    private func word(_ verdict: Verdict) -> String {
        switch verdict {
        case .pick: "picked"
        case .reject: "rejected"
        case .maybe: "maybe"
        }
    }
}
