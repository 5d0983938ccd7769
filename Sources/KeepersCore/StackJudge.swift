/// Names the best of a stack, or an honest tie.
public enum StackJudge {
    /// Fills `suggestedBest` or `tie`; leaves both empty while a member is not measured.
    public static func judge(_ stack: inout Stack, scores: [FrameID: Scores]) {
        stack.suggestedBest = nil
        stack.tie = []
        let marks = stack.members.compactMap { scores[$0]?.composite }
        guard marks.count == stack.members.count, let lead = marks.max() else { return }
        let close = zip(stack.members, marks).filter { lead - $0.1 < Calibration.tiePoints }.map(\.0)
        if close.count == 1 { stack.suggestedBest = close[0] } else { stack.tie = close }
    }

    /// Place of each member by composite, 1 = best; equal composites share a place.
    public static func places(_ stack: Stack, scores: [FrameID: Scores]) -> [FrameID: Int] {
        var places: [FrameID: Int] = [:]
        for member in stack.members {
            guard let own = scores[member]?.composite else { continue }
            places[member] = 1 + stack.members.filter { (scores[$0]?.composite ?? -1) > own }.count
        }
        return places
    }
}
