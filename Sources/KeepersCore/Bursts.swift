/// Finds bursts: neighbours in time of one camera, a moment apart, that also look alike. Never by time alone.
public enum Bursts {
    public static let defaultGapNanoseconds: Int64 = 1_000_000_000

    /// Stacks of two and more frames, members in time order, numbered from 1 in time order of their first member.
    public static func find(
        frames: [Frame], order: TimeOrder, prints: [FrameID: Print], gap: Int64 = defaultGapNanoseconds
    ) -> [Stack] {
        var open: [String: [Frame]] = [:]
        var found: [[Frame]] = []
        for frame in order.sorted(frames) {
            guard order.instant(frame) != nil else { continue }
            let body = frame.body
            if let last = open[body]?.last, continues(last, frame, order, prints, gap) {
                open[body]?.append(frame)
            } else {
                if let finished = open[body], finished.count > 1 { found.append(finished) }
                open[body] = [frame]
            }
        }
        found.append(contentsOf: open.values.filter { $0.count > 1 })
        found.sort { order.precedes($0[0], $1[0]) }
        return found.enumerated().map { Stack(id: $0.offset + 1, kind: .burst, members: $0.element.map(\.id)) }
    }

    private static func continues(
        _ last: Frame, _ next: Frame, _ order: TimeOrder, _ prints: [FrameID: Print], _ gap: Int64
    ) -> Bool {
        guard let before = order.instant(last), let now = order.instant(next), now &- before <= gap, now >= before,
            let first = prints[last.id], let second = prints[next.id]
        else { return false }
        return first.isAlike(second)
    }
}
