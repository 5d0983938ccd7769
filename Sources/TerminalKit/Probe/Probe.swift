import KeepersCore

/// Asks the terminal what it can do: one burst of questions with DA1, which every terminal answers, as the fence behind them.
/// Pictures need not wait for it: late answers better the mode.
///
/// tmux answers for itself; the same questions wrapped reach the terminal outside where `allow-passthrough` is on.
struct Probe {
    private(set) var findings: Findings
    private(set) var stage = Stage.idle
    private var deadline: UInt64?
    private var startedAt: UInt64 = 0
    /// How often the terminal outside tmux was asked: tmux drops what it should pass on while it redraws, as after the switch
    /// to the alternate screen.
    private var askedOutside = 0
    /// Plain fences that are still to come; an answer beyond them is the outer terminal's.
    private var plainFences = 0
    private(set) var roundTrip: UInt64?

    enum Stage: Equatable { case idle, asking, settled }

    /// The id of the one-pixel question to kitty's graphics.
    static let kittyQuestion: UInt32 = 0x4B_51
    /// The same with a key that only newer ones know: others do not answer a command that they cannot read.
    static let placeholderQuestion: UInt32 = 0x4B_52

    init(environment: [String: String]) { findings = Findings(environment: .init(environment)) }

    /// Nanoseconds to wait for the fence.
    var patience: UInt64 { (findings.environment.isRemote ? 3 : 1) * 1_000_000_000 }

    /// For so long nothing is drawn in symbols that better pictures would replace at once.
    static let grace: UInt64 = 120_000_000

    private static let name = "\u{1B}[>0q"
    private static let fence = "\u{1B}[c"
    private static let manners = "\u{1B}[?2026$p\u{1B}[?u"
    private static let sizes = "\u{1B}[16t\u{1B}[14t\u{1B}]11;?\u{1B}\\"
    private static let kitty = "\u{1B}_Gi=\(kittyQuestion),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

    private static let placeholders = "\u{1B}_Gi=\(placeholderQuestion),s=1,v=1,a=q,U=1,t=d,f=24;AAAA\u{1B}\\"
    /// A letter of two bytes at the left edge, and where the cursor is then. What it left there is wiped out.
    private static let letter = "\r\u{E9}\u{1B}[6n\r\u{1B}[K"

    /// A letter was sent whose place is not told yet: until the fence a cursor report is one.
    private(set) var awaitsLetter = false

    mutating func begin(now: UInt64) -> [UInt8] {
        guard !findings.environment.isDumb else {
            stage = .settled
            return []
        }
        stage = .asking
        startedAt = now
        deadline = now &+ patience
        plainFences = 1
        var questions = Self.name + Self.manners
        // tmux takes kitty's question for a window title.
        if !findings.environment.isMultiplexed { questions += Self.sizes + Self.kitty }
        if findings.environment.repertoire == .ascii {
            awaitsLetter = true
            questions += Self.letter
        }
        return Array((questions + Self.fence).utf8)
    }

    /// The questions again, for the terminal outside tmux.
    private mutating func outside(_ now: UInt64) -> [UInt8] {
        askedOutside += 1
        deadline = now &+ patience / 2
        return passedThrough(Array((Self.kitty + Self.placeholders + Self.name + Self.sizes + Self.fence).utf8), tmux: true)
    }

    /// True while an answer may still come in time.
    var isAsking: Bool { stage == .asking }
    var nextDeadline: UInt64? { stage == .asking ? deadline : nil }

    /// Gives up, or asks once more; returns what to send.
    mutating func expire(now: UInt64) -> [UInt8] {
        guard let deadline, now >= deadline, stage == .asking else { return [] }
        // A busy machine may lose it more than once; nothing waits for it.
        if (1..<4).contains(askedOutside) { return outside(now) }
        stage = .settled
        return []
    }

    /// Answers are taken whenever they come. Returns further questions to send.
    mutating func take(_ reply: Reply, now: UInt64) -> [UInt8] {
        switch reply {
        case .version(let text): if text.hasPrefix("tmux") { findings.multiplexer = text } else { findings.version = text }
        case .attributes(let numbers): return takeAttributes(numbers, now)
        case .kitty(let id, _, let message) where id == Self.kittyQuestion:
            // OK, or a complaint about the question: both are spoken by terminals that know the protocol.
            findings.kittyGraphics = message == "OK"
        case .kitty(let id, _, let message) where id == Self.placeholderQuestion:
            findings.placeholderGraphics = message == "OK"
        case .cursor(_, let column) where awaitsLetter:
            awaitsLetter = false
            findings.columnsOfLetter = column - 1
        case .mode(2026, let value): findings.synchronised = value == 1 || value == 2
        case .keyboard: findings.kittyKeyboard = !findings.isInsideMultiplexer
        case .cellPixels(let width, let height): findings.cellPixels = (width, height)
        case .windowPixels(let width, let height): findings.windowPixels = (width, height)
        case .background(let colour): findings.background = colour
        default: return []
        }
        findings.answered = true
        return []
    }

    private mutating func takeAttributes(_ numbers: [Int], _ now: UInt64) -> [UInt8] {
        findings.answered = true
        if roundTrip == nil { roundTrip = now &- startedAt }
        let isTmux = findings.multiplexer != nil || findings.environment.isTmux
        awaitsLetter = false
        if plainFences > 0 {
            plainFences -= 1
            if isTmux {
                findings.multiplexerAttributes = numbers
                return outside(now)
            }
        } else if isTmux {
            findings.passthrough = true
        }
        findings.attributes = numbers
        stage = .settled
        return []
    }
}
