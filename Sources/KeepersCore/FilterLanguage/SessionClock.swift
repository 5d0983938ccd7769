/// The clock of one evening: every frame's time of day in the session's own zone, on a day that turns where nobody took a picture.
///
/// Where midnight lies in the longest pause of the clock, the day turns at midnight, as everybody's does. A wedding that runs past
/// midnight has its longest pause in the morning: the day turns in the middle of it, so that half past midnight comes after 22:00.
struct SessionClock: Sendable {
    static let day: Int64 = 86_400_000_000_000

    private let order: TimeOrder
    /// Nanoseconds after midnight at which the day begins.
    let turn: Int64

    init(frames: [Frame], clockOffsets: [String: Int64]) {
        let order = TimeOrder(frames: frames, clockOffsets: clockOffsets)
        self.order = order
        var taken = [Bool](repeating: false, count: 1440)
        for index in frames.indices {
            if let local = SessionClock.local(frames, index, order) {
                taken[Int(SessionClock.inDay(local) / 60_000_000_000)] = true
            }
        }
        turn = Int64(SessionClock.turn(taken)) * 60_000_000_000
    }

    /// The minute at which the day turns, from the minutes of the day in which a picture was taken.
    static func turn(_ taken: [Bool]) -> Int {
        guard let anchor = taken.firstIndex(of: true) else { return 0 }
        var longest = (start: 0, count: 0)
        var run = 0
        for step in 1...taken.count {
            let minute = (anchor + step) % taken.count
            guard taken[minute] else {
                run += 1
                continue
            }
            if run > longest.count { longest = ((anchor + step - run) % taken.count, run) }
            run = 0
        }
        let holdsMidnight = longest.start == 0 || longest.start + longest.count >= taken.count
        return holdsMidnight ? 0 : (longest.start + longest.count / 2) % taken.count
    }

    /// Nanoseconds since 1970 on the clock of the session: corrected, in the zone that most frames name; nil for undated frames.
    private static func local(_ frames: [Frame], _ index: Int, _ order: TimeOrder) -> Int64? {
        guard let time = frames[index].header.shot.capturedAt else { return nil }
        let instant = time.instant(
            assumedOffsetMinutes: order.assumedOffsetMinutes, correctionNanoseconds: order.correction(frames[index]))
        return instant &+ Int64(order.assumedOffsetMinutes) &* 60_000_000_000
    }

    private static func inDay(_ nanoseconds: Int64) -> Int64 { nanoseconds &- floorDivide(nanoseconds, day) &* day }

    /// Nanoseconds since the day of the session began.
    func time(_ frames: [Frame], _ index: Int) -> Int64? {
        SessionClock.local(frames, index, order).map { SessionClock.inDay($0 &- turn) }
    }

    /// The same of a time that somebody wrote.
    func time(second: Int) -> Int64 { SessionClock.inDay(Int64(second) &* 1_000_000_000 &- turn) }

    /// Days since 1970, by the calendar.
    func date(_ frames: [Frame], _ index: Int) -> Int? {
        SessionClock.local(frames, index, order).map { Int(floorDivide($0, SessionClock.day)) }
    }
}
