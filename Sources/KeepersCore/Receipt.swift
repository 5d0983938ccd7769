/// What a session came to, counted from the store at the moment it is asked for.
public struct Receipt: Equatable, Sendable {
    /// How often a person chose what had been suggested, in stacks where they picked a frame or named the best.
    public struct Agreement: Equatable, Sendable {
        /// Chosen with the suggestion on the screen, and how many of them were the suggested frame.
        public var compared = 0
        public var agreed = 0
        /// The same for choices made while it was hidden.
        public var blindCompared = 0
        public var blindAgreed = 0
        /// Nothing was suggested: a tie, or not all measured.
        public var ties = 0
        public var silent = 0
        /// Chosen outside the screens, before suggestions were kept, or in a stack that was taken apart since.
        public var untold = 0

        /// Stacks in which another frame was chosen than the suggested one, hidden or not.
        public var changed: Int { compared - agreed + blindCompared - blindAgreed }
        /// 0...1; nil where nothing can be compared.
        public var share: Double? { compared > 0 ? Double(agreed) / Double(compared) : nil }
    }

    /// Decisions at the screens and the time between them.
    public struct Work: Equatable, Sendable {
        /// Frames that were given or lost a verdict, stars or a label.
        public var frames = 0
        /// Between one decision and the next; pauses over `Receipt.longestPause` count as none.
        public var seconds = 0.0
        public var since: Int64?

        /// Frames a minute; nil below a minute, where it would say nothing.
        public var pace: Double? { seconds >= 60 ? Double(frames) / (seconds / 60) : nil }
    }

    public struct Export: Equatable, Sendable {
        /// Nanoseconds since 1970.
        public var at: Int64
        public var profile: String
        /// "finished", "undone", "started": began and did not end.
        public var state: String
        public var written: Int
        public var unchanged: Int
        public var failed: Int
        /// Of the written ones; the others could not be.
        public var takenBack: Int

        public init(
            at: Int64, profile: String, state: String, written: Int, unchanged: Int, failed: Int, takenBack: Int = 0
        ) {
            self.takenBack = takenBack
            self.at = at
            self.profile = profile
            self.state = state
            (self.written, self.unchanged, self.failed) = (written, unchanged, failed)
        }
    }

    /// Decisions that Lightroom does not see.
    public struct Unseen: Equatable, Sendable {
        /// Kinds of files for which it reads no sidecar.
        public var withoutSidecar: [FileKind: Int] = [:]
        /// No sidecar says so yet.
        public var unexported = 0
        /// No flag is written for these.
        public var maybes = 0

        public init() {}
        public var isEmpty: Bool { withoutSidecar.isEmpty && unexported == 0 && maybes == 0 }
    }

    /// Nanoseconds; who pauses longer is not at the keys.
    public static let longestPause: Int64 = 300_000_000_000

    public var name: String
    public var frames: Int
    public var picks: Int
    public var rejects: Int
    public var maybes: Int
    public var open: Int
    public var work: Work
    /// The part of it since this opening; nil where that is all of it, or nothing.
    public var sitting: Work?
    public var agreement: Agreement
    /// How often heat slowed or stopped the measuring.
    public var heatEvents: Int
    /// Newest first.
    public var exports: [Export]
    public var unseen: Unseen

    /// From the whole log of a session, oldest step first; `since` = when the screens were opened this time.
    public init(
        name: String, model: SessionModel, log: [StoredStep], advice: [StepID: [Advice]], since: Int64? = nil, heatEvents: Int,
        exports: [Export], unseen: Unseen
    ) {
        self.name = name
        (frames, picks, rejects, maybes, open) = model.ownCounts
        work = Work(log)
        sitting = nil
        if let since {
            let now = Work(log.filter { $0.at >= since })
            if now.frames > 0, now.frames < work.frames || now.seconds < work.seconds { sitting = now }
        }
        agreement = Agreement(model, log, advice)
        self.heatEvents = heatEvents
        self.exports = exports
        self.unseen = unseen
    }

    public var hasDecisions: Bool { picks + rejects + maybes > 0 || work.frames > 0 }
}

extension Receipt.Work {
    /// Only steps made at the screens: a journal brought over, or `keepers mark`, is nobody's time at the keys.
    init(_ log: [StoredStep]) {
        var last: Int64?
        var touched: Set<FrameID> = []
        var nanoseconds: Int64 = 0
        for stored in log {
            guard [.user, .undo, .redo].contains(stored.step.origin) else { continue }
            for change in stored.step.changes where change.change.isDecision { touched.insert(change.frame) }
            if since == nil { since = stored.at }
            // A clock that was set back tells nothing.
            if let last, stored.at > last, stored.at - last <= Receipt.longestPause { nanoseconds += stored.at - last }
            last = stored.at
        }
        frames = touched.count
        seconds = Double(nanoseconds) / 1e9
    }
}

extension Receipt.Agreement {
    init(_ model: SessionModel, _ log: [StoredStep], _ advice: [StepID: [Advice]]) {
        let chosen = Self.standingChoices(log)
        for stack in model.stacks where stack.kind != .bracket { count(stack, model, chosen, advice) }
    }

    /// For each frame the step in which its present pick, or its being named the best, was last given.
    private static func standingChoices(_ log: [StoredStep]) -> [FrameID: StepID] {
        var chosen: [FrameID: StepID] = [:]
        var marks: [FrameID: Mark] = [:]
        for stored in log {
            for change in stored.step.changes {
                let before = marks[change.frame] ?? Mark()
                let after = change.change.applied(to: before)
                marks[change.frame] = after
                let isChosen = after.verdict == .pick || after.isBest
                if !isChosen {
                    chosen[change.frame] = nil
                } else if chosen[change.frame] == nil {
                    chosen[change.frame] = stored.id
                }
            }
        }
        return chosen
    }

    /// What was suggested when the person first chose in this stack is what they agreed with, or did not.
    private mutating func count(
        _ stack: Stack, _ model: SessionModel, _ chosen: [FrameID: StepID], _ advice: [StepID: [Advice]]
    ) {
        let choices = stack.members.filter { chosen[$0] != nil }
        guard let first = choices.min(by: { chosen[$0]! < chosen[$1]! }) else { return }
        let told = advice[chosen[first]!]?.first { $0.frame == first }
        switch told?.word {
        case nil: untold += 1
        case .tie: ties += 1
        case .nothing: silent += 1
        case .best(let best) where !stack.members.contains(best): untold += 1
        case .best(let best):
            let agrees = choices.contains(best)
            if told?.isBlind == true {
                blindCompared += 1
                blindAgreed += agrees ? 1 : 0
            } else {
                compared += 1
                agreed += agrees ? 1 : 0
            }
        }
    }
}
