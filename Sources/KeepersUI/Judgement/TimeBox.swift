import KeepersCore

/// A span of time in which the frames that are worth most come first.
struct TimeBox: Equatable, Sendable {
    var minutes: Int
    /// Nanoseconds since 1970; nil until the clock first told.
    var started: Int64?
    var now: Int64?
    /// Frames without a verdict when it began.
    var openAtStart: Int
    var isOver = false

    init(minutes: Int, openAtStart: Int) {
        self.minutes = minutes
        self.openAtStart = openAtStart
    }

    /// As kept in the session's settings: `20 1781381640000000000 312`; nil where that does not read.
    init?(setting: String) {
        let words = setting.split(separator: " ")
        guard words.count == 3, let minutes = Int(words[0]), TimeBox.range.contains(minutes), let started = Int64(words[1]),
            let open = Int(words[2])
        else { return nil }
        self.init(minutes: minutes, openAtStart: open)
        self.started = started
    }

    static let range = 1...600

    var setting: String? { started.map { "\(minutes) \($0) \(openAtStart)" } }

    /// Whole minutes that remain, the begun one counted.
    var minutesLeft: Int {
        guard let started, let now else { return minutes }
        let left = started &+ Int64(minutes) * TimeBox.minute &- now
        return left <= 0 ? 0 : min(minutes, Int((left + TimeBox.minute - 1) / TimeBox.minute))
    }

    private static let minute: Int64 = 60_000_000_000
}

/// `:timebox 20`
extension SessionState {
    static let timeBoxName = "timebox"

    mutating func setTimeBox(_ argument: String) {
        if argument == "off" || argument == "none" { return endTimeBox() }
        guard let minutes = Int(argument), TimeBox.range.contains(minutes) else {
            notice = "a time box is 1 to 600 minutes: :timebox 20; :timebox off ends it"
            return
        }
        timeBox = TimeBox(minutes: minutes, openAtStart: model.counts.open)
        let order = isBlind ? "blind mode keeps the order of time" : "the order is that of most worth"
        toGrid()
        sort(by: allowed(.value))
        if let first = queue.visible.first.flatMap({ face(of: $0.members) }) { moveFocus(to: first) }
        notice = "\(counted(minutes, "minute")): \(order); \(grouped(model.counts.open)) unreviewed"
    }

    private mutating func endTimeBox() {
        notice = timeBox == nil ? "no time box is running" : "time box off"
        timeBox = nil
        save(Self.timeBoxName, nil)
    }

    /// The clock tells: the first time starts the box, a later one may end it.
    mutating func tick(_ nanoseconds: Int64) {
        guard var box = timeBox, !box.isOver else { return }
        if box.started == nil {
            box.started = nanoseconds
            save(Self.timeBoxName, box.setting)
        }
        box.now = nanoseconds
        box.isOver = box.minutesLeft == 0
        timeBox = box
        guard box.isOver else { return }
        save(Self.timeBoxName, nil)
        notice = timeIsUp(box)
    }

    private func timeIsUp(_ box: TimeBox) -> String {
        let open = model.counts.open
        let judged = max(0, box.openAtStart - open)
        let stacks = queue.order.count { $0.members.count > 1 && $0.members.allSatisfy { model.standing($0).verdict == nil } }
        return "time is up: \(counted(judged, "frame")) judged in \(box.minutes) min; \(grouped(open)) stay unreviewed"
            + (stacks > 0 ? ", \(counted(stacks, "whole stack")) among them" : "")
    }

    /// `18 min, 312 unreviewed`; in a narrow window the header alone tells how many are open.
    func timeBoxStatus(isNarrow: Bool) -> String? {
        timeBox.map {
            ($0.isOver ? "TIME UP" : "\($0.minutesLeft) min") + (isNarrow ? "" : ", \(grouped(model.counts.open)) unreviewed")
        }
    }
}
