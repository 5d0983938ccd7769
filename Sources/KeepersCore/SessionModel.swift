/// A session's frames and decisions, and what follows from them: scores, stacks, order, reasons. Pure; the same input gives the same answer.
public struct SessionModel: Equatable, Sendable {
    /// In time order.
    public private(set) var frames: [Frame] = []
    public private(set) var marks: [FrameID: Mark] = [:]
    public private(set) var cards: [FrameID: ScoreCard] = [:]
    public internal(set) var scores: [FrameID: Scores] = [:]
    public internal(set) var stacks: [Stack] = []
    public private(set) var rules = StackRules()
    /// Decisions that were there before: in sidecars, or set in the camera.
    public private(set) var existing: [FrameID: Existing] = [:]
    /// What the person set or cleared here, and did not undo: of these an empty mark is a decision.
    public private(set) var decided: [FrameID: Set<SidecarAspect>] = [:]
    /// What the learned taste adds to or takes from a composite, in points; empty while it is not used.
    public private(set) var taste: [FrameID: Double] = [:]
    /// Once they were looked for; gone when another frame is measured.
    var alike: AlikeFrames?

    /// What each part weighs; others than the standard ones only to see what they would change.
    private(set) var weights = Weights.standard
    var scale = SessionScale()
    /// What each card tells by itself, without its siblings.
    var ownScores: [FrameID: Scores] = [:]
    /// The stacks as they would be without anybody's hand.
    private(set) var found: [Stack] = []
    private var position: [FrameID: Int] = [:]
    private var stackOf: [FrameID: Int] = [:]

    public init() {}

    public init(
        frames: [Frame], marks: [FrameID: Mark] = [:], cards: [FrameID: ScoreCard] = [:], rules: StackRules = StackRules(),
        existing: [FrameID: Existing] = [:], decided: [FrameID: Set<SidecarAspect>] = [:], taste: [FrameID: Double] = [:],
        weights: Weights = .standard
    ) {
        self.decided = decided
        self.weights = weights
        self.rules = rules
        self.existing = existing
        self.taste = taste
        self.marks = marks.filter { !$0.value.isEmpty }
        setFrames(frames)
        add(cards: cards)
        restack()
    }

    public mutating func setFrames(_ frames: [Frame]) {
        self.frames = TimeOrder(frames: frames, clockOffsets: rules.clockOffsets).sorted(frames)
        position = [:]
        for (index, frame) in self.frames.enumerated() { position[frame.id] = index }
    }

    /// Other rules, other stacks; the frames stand in the order of the corrected clocks.
    public mutating func set(rules: StackRules) {
        self.rules = rules
        setFrames(frames)
        restack()
    }

    /// Duplicate groups are asked for when they are shown: stepping their threshold moves no stack.
    public mutating func set(duplicateThreshold: Double) { rules.duplicateThreshold = duplicateThreshold }

    public mutating func set(existing: [FrameID: Existing]) {
        self.existing.merge(existing) { $1 }
        judge()
    }

    public mutating func set(taste: [FrameID: Double]) {
        self.taste = taste
        judge()
    }

    public mutating func add(cards new: [FrameID: ScoreCard]) {
        alike = nil
        for (frame, card) in new {
            cards[frame] = card
            ownScores[frame] = Scores(card, scale: scale, weights: weights)
            scores[frame] = ownScores[frame]
        }
    }

    /// Finds the stacks anew from times and prints, and in each the best or the tie.
    public mutating func restack() {
        let order = TimeOrder(frames: frames, clockOffsets: rules.clockOffsets)
        found = StackFinder.find(Timeline(sorted: frames, order: order, prints: cards.compactMapValues(\.print)), rules)
        arrange()
    }

    /// The stacks as found, changed by what a person did to them.
    private mutating func arrange() {
        stacks = HandStacks.arrange(found, frames: frames, marks: marks)
        stackOf = [:]
        for index in stacks.indices {
            stacks[index].userBest = stacks[index].members.first { mark($0).isBest }
            for member in stacks[index].members { stackOf[member] = index }
        }
        judge()
    }

    public mutating func apply(_ changes: [FrameChange]) {
        for change in changes {
            let mark = change.change.applied(to: mark(change.frame))
            marks[change.frame] = mark.isEmpty ? nil : mark
        }
        if changes.contains(where: { $0.change.arrangesStacks }) { arrange() }
    }

    /// Of these frames, what is decided now; none left = nothing.
    public mutating func set(decided: [FrameID: Set<SidecarAspect>]) {
        for (frame, aspects) in decided { self.decided[frame] = aspects.isEmpty ? nil : aspects }
    }

    /// What would bring back the state before `changes`, in reverse order; changes that change nothing are left out.
    public func inverse(of changes: [FrameChange]) -> [FrameChange] {
        var copy = marks
        var out: [FrameChange] = []
        for change in changes {
            let before = copy[change.frame] ?? Mark()
            out.append(FrameChange(change.frame, change.change.inverse(from: before)))
            copy[change.frame] = change.change.applied(to: before)
        }
        return out.reversed()
    }

    public func mark(_ frame: FrameID) -> Mark { marks[frame] ?? Mark() }
    public func frame(_ id: FrameID) -> Frame? { position[id].map { frames[$0] } }
    public func stack(of frame: FrameID) -> Stack? { stackOf[frame].map { stacks[$0] } }

    /// What a person must know of the file: from its header, or from the decoder that could make nothing of its picture.
    public func problem(_ id: FrameID) -> String? {
        if let problem = frame(id)?.problem { return problem }
        guard let card = cards[id], card.isUnreadable else { return nil }
        return card.caveat
    }

    /// Of one frame; whoever asks about many makes one `FilterMatcher`.
    public func matches(_ id: FrameID, _ filter: Filter) -> Bool { FilterMatcher(filter, self).matches(id) }

    /// Where `id` stands among `frames`.
    func index(of id: FrameID) -> Int? { position[id] }

    func hasProblem(at index: Int) -> Bool {
        frames[index].header.problem != nil || cards[frames[index].id].map { $0.isUnreadable && $0.caveat != nil } ?? false
    }
}
