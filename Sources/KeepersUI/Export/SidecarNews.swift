import KeepersCore

/// What other programs did to the sidecars while the session was open, and what an export has not written yet.
struct SidecarNews: Equatable, Sendable {
    var sights: [FrameID: SidecarSight] = [:]
    /// Unsettled, by frame.
    var conflicts: [FrameID: [SidecarConflict]] = [:]
    /// Not looked at since another program wrote their sidecars.
    var changed: Set<FrameID> = []
    var gone: Set<FrameID> = []
    var unwritten = 0

    /// Frames, as the dry run counts them.
    var count: Int { conflicts.count }
}

extension SessionState {
    mutating func take(sights: [FrameID: SidecarSight]) {
        sidecars.sights.merge(sights) { $1 }
        findConflicts(Set(sights.keys))
    }

    /// Neither the focus nor the order moves: what changed is counted.
    mutating func takeSidecars(changed: [FrameID], gone: [FrameID]) {
        sidecars.changed.formUnion(changed.filter { model.frame($0) != nil })
        sidecars.gone.formUnion(gone.filter { model.frame($0) != nil })
        sidecars.gone.subtract(changed)
        sayConflict(changed)
    }

    /// A change that contradicts a decision made here is said by the frame's name, too; until it is settled the footer counts it.
    private mutating func sayConflict(_ changed: [FrameID]) {
        let contested = changed.filter { sidecars.conflicts[$0] != nil }
        guard conflicts == nil, let first = contested.first, let frame = model.frame(first),
            let conflict = sidecars.conflicts[first]?.first
        else { return }
        let more = contested.count > 1 ? "; \(counted(contested.count - 1, "other frame")) likewise" : ""
        notice = "\(frame.stem): \(conflict.sentence)\(more)"
    }

    mutating func take(adopted stored: StoredStep) {
        model.apply(stored.step.changes)
        history.record(stored)
        notice = ForeignChanges(stored.step.changes).sentence { model.frame($0)?.stem ?? "a frame" }
        findConflicts(Set(stored.step.changes.map(\.frame)))
    }

    /// A key may have made or ended a conflict on these frames.
    mutating func findConflicts(_ frames: Set<FrameID>) {
        let known = frames.filter { sidecars.sights[$0] != nil }
        guard !known.isEmpty else { return }
        let decided = history.decided(among: known)
        for frame in known {
            let found = sidecars.sights[frame]?.conflicts(frame, mark: model.mark(frame), decided: decided[frame] ?? []) ?? []
            sidecars.conflicts[frame] = found.isEmpty || model.frame(frame) == nil ? nil : found
        }
        let count = openConflictRows.count
        conflicts?.keepInside(count)
    }

    /// What waits with this frame's conflicts.
    func waitingWords(_ frame: FrameID) -> String {
        sidecars.sights[frame]?.waitingWords(mark: model.mark(frame), decided: history.decided(among: [frame])[frame] ?? []) ?? ""
    }

    /// Unsettled conflicts in the order of the frames' times.
    var openConflictRows: [SidecarConflict] {
        sidecars.conflicts.isEmpty ? [] : model.frames.flatMap { sidecars.conflicts[$0.id] ?? [] }
    }

    /// Said once, at the opening; the count stays in the footer.
    mutating func sayUnwritten() {
        guard sidecars.unwritten > 0, notice == nil else { return }
        notice =
            "an export could not write \(counted(sidecars.unwritten, "sidecar")); \(hand.name("E")) tries \(sidecars.unwritten == 1 ? "it" : "them") again"
    }

    /// Who looks at the dry run, or at the frame itself, knows of the changes.
    mutating func forgetChanges(_ frames: Set<FrameID>? = nil) {
        guard let frames else {
            sidecars.changed = []
            sidecars.gone = []
            return
        }
        sidecars.changed.subtract(frames)
        sidecars.gone.subtract(frames)
    }

    /// `2 sidecars changed by another program, 1 removed`, one by its frame's name; nil where nothing did.
    var sidecarWords: String? {
        let (changed, gone) = (sidecars.changed.count, sidecars.gone.count)
        switch (changed, gone) {
        case (0, 0): return nil
        case (_, 0): return "\(named(sidecars.changed)) changed by another program"
        case (0, _): return "\(named(sidecars.gone)) removed by another program"
        default: return "\(counted(changed, "sidecar")) changed by another program, \(grouped(gone)) removed"
        }
    }

    private func named(_ frames: Set<FrameID>) -> String {
        guard frames.count == 1, let frame = frames.first.flatMap({ model.frame($0) }) else {
            return counted(frames.count, "sidecar")
        }
        return "sidecar of \(truncatedHead(frame.stem, 20))"
    }

    /// What a frame is after an undo or redo of one step, so that its words are true whatever others did meanwhile; empty for many frames.
    ///
    /// `; DSC_8871 is pick ★4`, `; DSC_8871 is undecided`, `; DSC_8871 is ✕ reject ★2 sidecar`.
    func standing(after changes: [FrameChange]) -> String {
        let decided = changes.filter { $0.change.isDecision }
        guard let first = decided.first?.frame, decided.allSatisfy({ $0.frame == first }), let frame = model.frame(first) else {
            return ""
        }
        let mark = model.mark(first)
        var words = [mark.verdict?.rawValue, mark.stars > 0 ? "★\(mark.stars)" : nil, mark.label?.rawValue].compactMap { $0 }
        if words.isEmpty, !model.isMine(first) { words = [ExistingText.short(first, model) ?? "undecided"] }
        if model.isMine(first) { words += ExistingText.beside(first, model).map { [$0] } ?? (words.isEmpty ? ["undecided"] : []) }
        return "; \(truncatedHead(frame.stem, 20)) is \(words.joined(separator: " "))"
    }
}
