/// The one time line of a session: two cameras interleave by their zone tags, undated frames stand last by name.
public struct TimeOrder: Sendable {
    /// Zone for frames that carry none: the most common one of those that do, else UTC.
    public let assumedOffsetMinutes: Int

    private let clockOffsets: [String: Int64]

    /// `clockOffsets` are added to a body's times, by `Frame.body`, in nanoseconds.
    public init(frames: [Frame], clockOffsets: [String: Int64] = [:]) {
        self.clockOffsets = clockOffsets
        var counts: [Int16: Int] = [:]
        for frame in frames { if let offset = frame.shot.capturedAt?.offsetMinutes { counts[offset, default: 0] += 1 } }
        let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        assumedOffsetMinutes = Int(best?.key ?? 0)
    }

    /// Nanoseconds on the common line; nil for undated frames.
    public func instant(_ frame: Frame) -> Int64? {
        guard let instant = frame.shot.capturedAt?.instant(assumedOffsetMinutes: assumedOffsetMinutes) else { return nil }
        return clockOffsets.isEmpty ? instant : instant &+ (clockOffsets[frame.body] ?? 0)
    }

    /// Nanoseconds that are added to the frame's clock.
    func correction(_ frame: Frame) -> Int64 { clockOffsets.isEmpty ? 0 : clockOffsets[frame.body] ?? 0 }

    public func precedes(_ left: Frame, _ right: Frame) -> Bool {
        switch (instant(left), instant(right)) {
        case (let a?, let b?) where a != b: return a < b
        case (nil, _?): return false
        case (_?, nil): return true
        default: break
        }
        let byName = naturalOrder(left.fileName, right.fileName)
        if byName != 0 { return byName < 0 }
        if left.source != right.source { return left.source < right.source }
        return naturalOrder(left.path, right.path) < 0
    }

    public func sorted(_ frames: [Frame]) -> [Frame] {
        // Frames are large: their keys move, not they.
        let keys = frames.enumerated().map { (instant: instant($0.element), index: $0.offset) }
        let order = keys.sorted { left, right in
            if let a = left.instant, let b = right.instant, a != b { return a < b }
            return precedes(frames[left.index], frames[right.index])
        }
        return order.map { frames[$0.index] }
    }
}
