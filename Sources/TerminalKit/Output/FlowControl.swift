/// How much may be under way to the terminal. Over SSH the kernel takes megabytes at once, so only the terminal itself can say
/// what it has read: after some KiB it is asked (`CSI 5 n`), and every answer (`CSI 0 n`) means all bytes up to there were read.
///
/// The window grows while answers come about as fast as on the idle line, and shrinks once they come later by more than a
/// target: that delay is what a key's echo would wait. Source: LEDBAT, RFC 6817. Times are nanoseconds of the caller's clock.
struct FlowControl {
    /// Bytes a second that the terminal reads; 0 = not known yet.
    private(set) var rate = 0.0
    /// Nanoseconds from question to answer at best; nil = not known yet.
    private(set) var roundTrip: UInt64?
    /// Answers that came.
    private(set) var answers = 0
    /// False after a terminal that never answers: then only the kernel's own limit holds.
    private(set) var isActive = true

    private var sent: UInt64 = 0
    private var delivered: UInt64 = 0
    private var deliveredAt: UInt64 = 0
    private var unmarked = 0
    private var questions: [Question] = []
    /// Answers still to come to questions that were given up, and until when they are believed in.
    private var ghosts = 0
    private var ghostsEnd: UInt64 = 0
    private var silences = 0
    private var samples: [Double] = []
    private var isStarting = true
    private var size = Double(FlowControl.firstWindow)

    private struct Question {
        var upTo: UInt64
        var askedAt: UInt64
        var deliveredThen: UInt64
        var deliveredAtThen: UInt64
        var wasFull: Bool
    }

    static let second: UInt64 = 1_000_000_000
    static let interval = 4096
    private static let firstWindow = 8192
    private static let slowRate = 400_000.0

    /// Below some 3 Mbit/s: jobs should be small, and first looks are worth their bytes.
    var isSlow: Bool { rate > 0 && rate < Self.slowRate }

    var inFlight: Int { Int(clamping: sent &- delivered) }

    /// Bytes that may be under way. A terminal on this machine reads tens of KiB in no time, however lazily it answers.
    var window: Int { max(Int(size), isRemote ? Self.firstWindow / 2 + 512 : 65_536) }

    /// A line to another machine: only what was measured counts.
    var isRemote = false

    /// How much later than on the idle line answers may come, in seconds: two small jobs of a slow line, and 40 ms.
    private var target: Double { 0.04 + (rate > 0 ? min(0.08, Double(2 * Self.interval) / rate) : 0) }

    /// A job longer than the window goes out alone.
    func allows(_ count: Int) -> Bool { !isActive || inFlight == 0 || inFlight + count <= window }

    /// A round trip measured elsewhere (the first probe).
    mutating func learn(roundTrip measured: UInt64) { roundTrip = min(roundTrip ?? .max, max(measured, 1000)) }

    mutating func didSend(_ count: Int, now: UInt64) {
        if inFlight == 0 { deliveredAt = now }
        sent &+= UInt64(count)
        unmarked += count
    }

    /// True when the terminal should be asked now; `isBlocked`: a job waits for an answer that nobody asked for.
    func shouldAsk(isBlocked: Bool) -> Bool {
        isActive && (unmarked >= Self.interval || isBlocked && unmarked > 0 && questions.isEmpty)
    }

    /// `CSI 5 n` is being sent; `isFull`: more was waiting to be sent.
    mutating func didAsk(now: UInt64, isFull: Bool) {
        unmarked = 0
        questions.append(
            Question(upTo: sent, askedAt: now, deliveredThen: delivered, deliveredAtThen: deliveredAt, wasFull: isFull))
    }

    mutating func didAnswer(now: UInt64) {
        if ghosts > 0, now < ghostsEnd {
            ghosts -= 1
            return
        }
        guard !questions.isEmpty else { return }
        let question = questions.removeFirst()
        answers += 1
        silences = 0
        learn(roundTrip: now &- question.askedAt)
        delivered = max(delivered, question.upTo)
        deliveredAt = now
        measure(question, now)
    }

    private mutating func measure(_ question: Question, _ now: UInt64) {
        let seconds = Double(max(1000, now &- question.deliveredAtThen)) / 1e9
        let bytes = Double(question.upTo &- question.deliveredThen)
        // A trickle says nothing about what the line could carry.
        if question.wasFull || bytes / seconds > rate {
            samples.append(bytes / seconds)
            if samples.count > 8 { samples.removeFirst() }
            rate = samples.max() ?? 0
        }
        guard question.wasFull else { return }
        let late = Double((now &- question.askedAt) &- (roundTrip ?? 0)) / 1e9
        adapt(to: (target - late) / target)
    }

    /// `room`: 1 = no delay at all, 0 = the target, negative = beyond it.
    private mutating func adapt(to room: Double) {
        if room < 0.5 { isStarting = false }
        // One question covers some 4 KiB: at the start the window doubles in a round trip, later it moves by a quarter.
        let step = Double(Self.interval) * (isStarting ? 1 : 0.25 * max(-2, room))
        size = min(4_194_304, max(Double(Self.interval), size + step))
    }

    /// When to give up waiting for the oldest answer.
    var deadline: UInt64? {
        guard isActive, let oldest = questions.first else { return nil }
        let drain = rate > 0 ? min(10, Double(inFlight) / rate) : 0
        let patience = max(Self.second, 4 * (roundTrip ?? 0)) + UInt64(drain * 1e9)
        return max(oldest.askedAt, deliveredAt) &+ patience
    }

    /// Answers that do not come must not hold pictures back for ever.
    mutating func expire(now: UInt64) {
        guard let deadline, now >= deadline else { return }
        ghosts += questions.count
        ghostsEnd = now &+ 10 * Self.second
        forget()
        silences += 1
        if answers == 0, silences >= 2 { isActive = false }
    }

    var awaitsAnswer: Bool { !questions.isEmpty }

    private mutating func forget() {
        questions.removeAll()
        delivered = sent
        unmarked = 0
    }
}
