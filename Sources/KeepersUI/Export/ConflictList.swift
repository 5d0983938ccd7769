import KeepersCore

/// The list of conflicts between the person's decisions and the sidecars.
struct ConflictList: Equatable, Sendable {
    var row = 0
    /// The frame of the row is shown large.
    var isLooking = false

    mutating func keepInside(_ count: Int) { row = max(0, min(row, count - 1)) }
}

extension SessionState {
    mutating func openConflicts() {
        guard sidecars.count > 0 else {
            notice = "no conflicts: no sidecar says other than you where both decided"
            return
        }
        conflicts = ConflictList()
    }

    mutating func updateConflicts(_ key: Key, _ geometry: Geometry) -> [Effect] {
        guard var list = conflicts else { return [] }
        if key.control {
            switch key.code {
            case .character("z"): return inPlace { $0.undo() }
            case .character("r"), .character("y"): return inPlace { $0.redo() }
            case .character("l"): return [.redraw]
            default: return []
            }
        }
        switch key.code {
        case .character("m"): return settle(.mine, all: false)
        case .character("t"): return settle(.theirs, all: false)
        case .character("M"): return settle(.mine, all: true)
        case .character("T"): return settle(.theirs, all: true)
        case .escape where list.isLooking, .character("l") where list.isLooking, .character(" ") where list.isLooking:
            list.isLooking = false
        case .escape, .character("q"): return closeConflicts()
        case .character("l"), .enter, .character(" "): list.isLooking = !openConflictRows.isEmpty
        case .down, .character("j"), .right: list.row += 1
        case .up, .character("k"), .left: list.row -= 1
        case .home: list.row = 0
        case .end: list.row = .max
        case .pageDown: list.row += ConflictView.rows(geometry)
        case .pageUp: list.row -= ConflictView.rows(geometry)
        default: return []
        }
        list.keepInside(openConflictRows.count)
        conflicts = list
        return []
    }

    /// Back to the dry run, made anew, or to the frames.
    private mutating func closeConflicts() -> [Effect] {
        conflicts = nil
        guard let old = export else { return [] }
        export = ExportState(profile: old.profile, place: old.place)
        return [.planExport(old.profile, old.place)]
    }

    /// Undo in the list must not move the frames behind it.
    private mutating func inPlace(_ body: (inout SessionState) -> [Effect]) -> [Effect] {
        let place = place
        let effects = body(&self)
        if readOnly == nil { restore(place) }
        return effects
    }

    /// One step, however many conflicts it settles.
    private mutating func settle(_ side: SidecarConflict.Side, all: Bool) -> [Effect] {
        guard readOnly == nil else { return claim() }
        let rows = openConflictRows
        guard let list = conflicts, rows.indices.contains(list.row) else { return [] }
        let chosen = all ? rows : [rows[list.row]]
        let answers = chosen.compactMap { $0.settlement(side) }
        let left = chosen.count - answers.count
        guard !answers.isEmpty else {
            notice = all && left > 1 ? "none of these has \(side.rawValue) as an answer" : chosen[0].refusal(side)
            return []
        }
        let name = answers.count == 1 ? model.frame(answers[0][0].frame)?.stem ?? "" : counted(answers.count, "conflict")
        let reason = "\(side.rawValue) counts: \(name)"
        let effects = commit(answers.flatMap { $0 }, reason: reason)
        notice = left > 0 ? "\(reason); \(counted(left, "conflict")) left that only you can decide" : reason
        if openConflictRows.isEmpty { conflicts?.isLooking = false }
        return effects
    }
}
