/// What stands on a frame: each decision that a person made here, else the one that was there before, in its sidecar or set in the camera.
///
/// The one place that says so; keys act on it, screens, filters and lists show it, and an export leaves it in the file.
extension SessionModel {
    /// Verdict, stars and label as they stand; stack and best are the person's own anyway.
    public func standing(_ id: FrameID) -> Mark {
        guard let before = existing[id]?.mark, !before.decision.isEmpty else { return mark(id) }
        var mark = mark(id)
        let decided = decided[id] ?? []
        if mark.verdict == nil, !decided.contains(.verdict) { mark.verdict = before.verdict }
        if mark.stars == 0, !decided.contains(.stars) { mark.stars = before.stars }
        if mark.label == nil, !decided.contains(.colour) { mark.label = before.label }
        return mark
    }

    /// The part of what stands that was there before and was not decided here.
    public func standingFromBefore(_ id: FrameID) -> Mark {
        let (standing, own) = (standing(id), mark(id))
        return Mark(
            verdict: own.verdict == nil ? standing.verdict : nil, stars: own.stars == 0 ? standing.stars : 0,
            label: own.label == nil ? standing.label : nil)
    }

    /// What was there before and was taken off here: it goes from the sidecar with the next export.
    public func takenOff(_ id: FrameID) -> Mark {
        guard let before = existing[id]?.mark, let decided = decided[id] else { return Mark() }
        let own = mark(id)
        return Mark(
            verdict: own.verdict == nil && decided.contains(.verdict) ? before.verdict : nil,
            stars: own.stars == 0 && decided.contains(.stars) ? before.stars : 0,
            label: own.label == nil && decided.contains(.colour) ? before.label : nil)
    }

    /// A verdict that stays in the sidecar beside a maybe of ours, for which no flag is written.
    public func staysBesideMaybe(_ id: FrameID) -> Verdict? {
        mark(id).verdict == .maybe ? existing[id]?.mark.verdict : nil
    }

    /// The person decided something on it in this session, or took something off.
    public func isMine(_ id: FrameID) -> Bool { decided[id] != nil || !mark(id).decision.isEmpty }

    /// Whether a change would change anything: a decision of the person's, or what stands from before.
    public func isReal(_ change: FrameChange) -> Bool {
        let (own, standing) = (mark(change.frame), standing(change.frame))
        return change.change.applied(to: own) != own || change.change.applied(to: standing) != standing
    }

    /// Applies what the person decides; a cleared part is decided too.
    public mutating func decide(_ changes: [FrameChange]) {
        apply(changes)
        var touched: [FrameID: Set<SidecarAspect>] = [:]
        for change in changes {
            guard let aspect = change.change.aspect else { continue }
            touched[change.frame, default: decided[change.frame] ?? []].insert(aspect)
        }
        set(decided: touched)
    }

    /// Frames by the verdict that stands on them, for the headline; `picksBefore`: of the picks, those made before Keepers looked.
    public var counts: (frames: Int, picks: Int, rejects: Int, maybes: Int, open: Int, picksBefore: Int) {
        var (picks, rejects) = (0, 0)
        for (id, before) in existing where before.mark.verdict != nil && frame(id) != nil && mark(id).verdict == nil {
            switch standing(id).verdict {
            case .pick: picks += 1
            case .reject: rejects += 1
            case .maybe, nil: break
            }
        }
        let own = ownCounts
        return (own.frames, own.picks + picks, own.rejects + rejects, own.maybes, own.open - picks - rejects, picks)
    }

    /// The same of the person's own verdicts in this session alone: what a receipt counts.
    public var ownCounts: (frames: Int, picks: Int, rejects: Int, maybes: Int, open: Int) {
        var (picks, rejects, maybes) = (0, 0, 0)
        for mark in marks.values {
            switch mark.verdict {
            case .pick: picks += 1
            case .reject: rejects += 1
            case .maybe: maybes += 1
            case nil: break
            }
        }
        return (frames.count, picks, rejects, maybes, frames.count - picks - rejects - maybes)
    }
}
