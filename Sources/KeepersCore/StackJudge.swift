/// Names the best of a stack, or an honest tie.
public enum StackJudge {
    /// Fills `suggestedBest` or `tie`.
    ///
    /// What a person named the best is it, then what somebody chose before (`kept`): of several the best. Otherwise the highest
    /// composite, where it leads by `Calibration.tiePoints`. A bracket is never judged, and nothing is suggested while a member that
    /// matters is not measured.
    public static func judge(_ stack: inout Stack, composite: (FrameID) -> Double?, kept: (FrameID) -> Bool = { _ in false }) {
        stack.suggestedBest = nil
        stack.tie = []
        if let best = stack.userBest, stack.members.contains(best) {
            stack.suggestedBest = best
            return
        }
        guard stack.kind != .bracket else { return }
        let chosen = stack.members.filter(kept)
        if chosen.count == 1 {
            stack.suggestedBest = chosen[0]
            return
        }
        let rivals = chosen.isEmpty ? stack.members : chosen
        let marks = rivals.compactMap(composite)
        guard marks.count == rivals.count, let lead = marks.max() else { return }
        // One decimal: 87.3 and 90.3 are three points apart, whatever binary fractions make of it.
        let close = zip(rivals, marks).filter { Calibration.rounded(lead - $0.1) < Calibration.tiePoints }.map(\.0)
        if close.count == 1 { stack.suggestedBest = close[0] } else { stack.tie = close }
    }

    /// Place of each member, 1 = best: what stands first by a person's choice before all others, then by composite; equal ones share it.
    public static func places(
        _ stack: Stack, composite: (FrameID) -> Double?, kept: (FrameID) -> Bool = { _ in false }
    ) -> [FrameID: Int] {
        guard stack.kind != .bracket else { return [:] }
        func rank(_ id: FrameID) -> (Int, Double)? {
            if id == stack.userBest { return (2, 0) }
            return composite(id).map { (kept(id) ? 1 : 0, $0) } ?? (kept(id) ? (1, -1) : nil)
        }
        let ranks = stack.members.map(rank)
        var places: [FrameID: Int] = [:]
        for (member, own) in zip(stack.members, ranks) {
            guard let own else { continue }
            places[member] = 1 + ranks.count { $0.map { $0 > own } ?? false }
        }
        return places
    }
}
