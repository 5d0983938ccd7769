import KeepersCore

/// Blind mode: what the program thinks of a frame is hidden until the person has judged it.
extension SessionState {
    /// Orders that tell nothing of a score.
    static let neutralOrders: Set<SortKey> = [.time, .name, .stars]

    /// Scores, badges, suggestions and reasons of `frame` are hidden: it, or a frame of its stack, has no verdict yet, yours or from before.
    func isHidden(_ frame: FrameID) -> Bool {
        guard isBlind else { return false }
        return (model.stack(of: frame)?.members ?? [frame]).contains { model.standing($0).verdict == nil }
    }

    /// The frame that stands for `members`; blind, the earliest, because the suggested one would give it away.
    func face(of members: [FrameID]) -> FrameID? {
        guard let first = members.first, members.contains(where: isHidden) else {
            return queue.scope?.kind == .duplicates ? representative(of: members) : model.face(of: members)
        }
        return members.first { model.standing($0).verdict == .pick } ?? members.first { model.mark($0).isBest } ?? first
    }

    private func representative(of members: [FrameID]) -> FrameID? {
        if let chosen = members.first(where: { model.standing($0).verdict == .pick }) { return chosen }
        if let named = members.first(where: { model.mark($0).isBest }) { return named }
        return members.max { (model.composite($0) ?? -1) < (model.composite($1) ?? -1) }
    }

    /// Why `frame` stands where it stands, as far as the person may know; what is wrong with its file is never hidden.
    func reasonLine(_ frame: FrameID) -> String {
        guard isHidden(frame) else { return model.reasonLine(frame) }
        if let problem = model.problem(frame) { return problem }
        let isJudged = model.standing(frame).verdict != nil
        return "blind: scores and reasons show after the verdict" + (isJudged ? " on the whole stack" : "")
    }

    mutating func toggleBlind() {
        isBlind.toggle()
        save("blind", isBlind ? "on" : nil)
        if isBlind {
            sortBeforeBlind = queue.sort
            if !Self.neutralOrders.contains(queue.sort) { sort(by: .time) }
            if allowed(queue.filter) != queue.filter { queue.setFilter(.everything, model, keeping: focus) }
            notice = "blind: scores, badges and reasons stay hidden until your verdict; the order is by \(queue.sort.rawValue)"
        } else {
            if let before = sortBeforeBlind, before != queue.sort { sort(by: before) }
            sortBeforeBlind = nil
            notice = "blind mode off: the order is by \(queue.sort.rawValue)"
        }
    }

    /// `key`, or the order of time where blind mode would be none with it.
    func allowed(_ key: SortKey) -> SortKey { isBlind && !Self.neutralOrders.contains(key) ? .time : key }
}
