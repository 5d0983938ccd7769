/// A session's frames in time order with their looks: what stacks are found from.
struct Timeline: Sendable {
    let frames: [Frame]
    let looks: Looks
    /// Nanoseconds on the common line; nil for undated frames.
    let instants: [Int64?]
    /// The dated frames of each camera body, in time order, as indices; bodies by their first frame.
    let bodies: [[Int]]
    /// The frame's clock tells no seconds, so that a whole minute looks like one moment.
    let isCoarse: [Bool]

    init(frames: [Frame], order: TimeOrder, prints: [FrameID: Print]) {
        self.init(sorted: order.sorted(frames), order: order, prints: prints)
    }

    init(sorted frames: [Frame], order: TimeOrder, prints: [FrameID: Print]) {
        self.frames = frames
        looks = Looks(frames.map { prints[$0.id] })
        let instants = frames.map { order.instant($0) }
        var place: [String: Int] = [:]
        var bodies: [[Int]] = []
        for index in frames.indices where instants[index] != nil {
            let body = frames[index].body
            if let known = place[body] {
                bodies[known].append(index)
            } else {
                place[body] = bodies.count
                bodies.append([index])
            }
        }
        var isCoarse = [Bool](repeating: false, count: frames.count)
        for body in bodies where body.allSatisfy({ frames[$0].shot.capturedAt?.isWholeMinute ?? true }) {
            for index in body { isCoarse[index] = true }
        }
        self.instants = instants
        self.bodies = bodies
        self.isCoarse = isCoarse
    }

    /// Nanoseconds from one frame to a later one; nil where a date is missing.
    func gap(_ earlier: Int, _ later: Int) -> Int64? {
        guard let before = instants[earlier], let now = instants[later], now >= before else { return nil }
        let (gap, overflow) = now.subtractingReportingOverflow(before)
        return overflow ? nil : gap
    }
}

extension CaptureTime {
    fileprivate var isWholeMinute: Bool { subsecondDigits == 0 && wallSeconds % 60 == 0 }
}
