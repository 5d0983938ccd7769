/// How much may be under way to the terminal. Over SSH the kernel takes megabytes at once, so only the terminal itself can say
/// what it has read: after some milliseconds' worth of bytes it is asked (`CSI 5 n`), and every answer (`CSI 0 n`) means all bytes up to there were read.
///
/// The window grows while answers come about as fast as on the idle line, and shrinks once they come later by more than a
/// target: that delay is what a key's echo would wait. Source: LEDBAT, RFC 6817. At the start the pace at which the answers to
/// the first bytes come in says how much the line holds, so that nothing has to double up to it. Times are nanoseconds of the
/// caller's clock.
struct FlowControl {
    /// Bytes a second that the terminal reads; 0 = not known yet.
    private(set) var rate = 0.0
    /// Bytes a second that the line can carry: of answers to bytes that stood behind others, not of a trickle; 0 = not known yet.
    private(set) var capacity = 0.0
    /// Nanoseconds from question to answer at best; nil = not known yet.
    private(set) var roundTrip: UInt64?
    /// The last answer's.
    private(set) var lastTrip: UInt64?
    private var newerTrip = UInt64.max
    private var tripsSince: UInt64 = 0
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
    /// How late the last answers were: the promptest of them counts, as a busy processor holds up some and a full line all.
    private var lates: [Double] = []
    private static let lateFilter = 4
    private var isStarting = true
    private var size = Double(FlowControl.firstWindow)
    /// Where the answers to one burst began, and up to which byte it was sent at once.
    private var burst: (delivered: UInt64, at: UInt64, end: UInt64)?

    private struct Question {
        var upTo: UInt64
        var askedAt: UInt64
        var deliveredThen: UInt64
        var deliveredAtThen: UInt64
        var wasFull: Bool
    }

    static let second: UInt64 = 1_000_000_000
    private static let firstWindow = 16_384
    /// What may be sent on trust in the pace of a few answers only.
    private static let trustedBurst: UInt64 = 12_288

    /// Bytes after which the terminal is asked, and which a job should not exceed: some 12 ms of the line.
    var quantum: Int { capacity > 0 ? Int(min(4096, max(1024, capacity * 0.012))) : isRemote ? 2048 : 4096 }

    var inFlight: Int { Int(clamping: sent &- delivered) }

    /// Bytes that may be under way; three quarters of what the line holds delay nobody. A terminal on this machine reads tens of KiB in no time, however lazily it answers.
    var window: Int { max(Int(size), isRemote ? max(2 * quantum + 512, Int(0.75 * held)) : 65_536) }

    /// A line to another machine: only what was measured counts.
    var isRemote = false

    /// How much later than on the idle line answers may come, in seconds: the bytes between two questions, and 18 ms; less on
    /// faster lines, where less keeps the line full.
    private var target: Double {
        guard capacity > 0 else { return 0.038 }
        return (capacity > 1_500_000 ? 0.008 : capacity > 400_000 ? 0.013 : 0.018) + min(0.04, Double(quantum) / capacity)
    }

    /// A job longer than the window goes out alone.
    func allows(_ count: Int) -> Bool { !isActive || inFlight == 0 || inFlight + count <= window }

    /// A round trip measured elsewhere (the first probe).
    mutating func learn(roundTrip measured: UInt64) { roundTrip = min(roundTrip ?? .max, max(measured, 1000)) }

    /// The shortest of the last half minute or so counts: the way to the terminal may become another one.
    private mutating func learn(roundTrip measured: UInt64, now: UInt64) {
        lastTrip = measured
        newerTrip = min(newerTrip, max(measured, 1000))
        if tripsSince == 0 { tripsSince = now }
        if now &- tripsSince > 30 * Self.second {
            (roundTrip, newerTrip, tripsSince) = (newerTrip, .max, now)
        } else {
            learn(roundTrip: measured)
        }
    }

    mutating func didSend(_ count: Int, now: UInt64) {
        if inFlight == 0 { deliveredAt = now }
        sent &+= UInt64(count)
        unmarked += count
    }

    /// True when the terminal should be asked now; `isBlocked`: a job waits for an answer that nobody asked for.
    func shouldAsk(isBlocked: Bool) -> Bool {
        isActive && (unmarked >= quantum || isBlocked && unmarked > 0 && questions.isEmpty)
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
        learn(roundTrip: now &- question.askedAt, now: now)
        delivered = max(delivered, question.upTo)
        deliveredAt = now
        if isStarting { followBurst(now) }
        measure(question, now)
    }

    /// Answers to bytes that left together come in at the line's own pace.
    private mutating func followBurst(_ now: UInt64) {
        guard let burst, delivered <= burst.end else {
            burst = questions.last.map { (delivered, now, $0.upTo) }
            return
        }
        let (bytes, time) = (delivered &- burst.delivered, now &- burst.at)
        guard bytes >= 3072, time > 500_000, let roundTrip else { return }
        let pace = Double(bytes) * 1e9 / Double(time)
        let wanted = pace * (Double(roundTrip) / 1e9 + target / 2)
        let isTrusted = bytes >= Self.trustedBurst
        size = max(size, min(wanted, isTrusted ? 1_048_576 : 65_536))
        capacity = isTrusted ? pace : max(capacity, pace)
        if isTrusted { isStarting = false }
    }

    /// What came faster than thought raises it; what came late although the line was nearly full lowers it. Lateness of less than
    /// that is another's: a busy processor, or somebody else's bytes.
    private mutating func weigh(_ sample: Double, bytes: Double, late: Double) {
        if capacity == 0 {
            if late > 0.005 { capacity = sample }
        } else if sample > capacity {
            capacity += (sample - capacity) / 2
        } else if late > 0.005, bytes > 0.6 * held {
            capacity += (sample - capacity) / 8
        }
    }

    /// Bytes that the line holds while nothing waits before it.
    private var held: Double { capacity * Double(roundTrip ?? 0) / 1e9 }

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
        let own = Double((now &- question.askedAt) &- (roundTrip ?? 0)) / 1e9
        lates.append(own)
        if lates.count > Self.lateFilter { lates.removeFirst() }
        let late = lates.min() ?? 0
        weigh(bytes / seconds, bytes: bytes, late: late)
        adapt(to: (target - late) / target)
    }

    /// `room`: 1 = no delay at all, 0 = the target, negative = beyond it.
    private mutating func adapt(to room: Double) {
        if room < 0.5 { isStarting = false }
        // At the start the window doubles in a round trip, later it moves by a quarter.
        let step = Double(quantum) * (isStarting ? 1 : 0.25 * max(-2, room))
        size = min(4_194_304, max(Double(quantum), size + step))
    }

    /// When to give up waiting for the oldest answer.
    var deadline: UInt64? {
        guard isActive, let oldest = questions.first else { return nil }
        let pace = max(capacity, rate)
        let drain = pace > 0 ? min(10, Double(inFlight) / pace) : 0
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
