/// What two versions of the models suggest for the same stacks of a session.
public struct ModelDifference: Equatable, Sendable {
    public struct Row: Equatable, Sendable {
        public var members: [FrameID]
        /// What each suggests to keep; nil = a tie.
        public var one: FrameID?
        public var other: FrameID?
        /// What a person keeps of the stack; empty while they decided nothing.
        public var kept: [FrameID]
    }

    /// Stacks that both versions see alike, with a suggestion or a tie of each.
    public private(set) var stacks = 0
    /// Both name a frame, and not the same.
    public private(set) var differing: [Row] = []
    /// One names a frame where the other cannot decide.
    public private(set) var ties: [Row] = []
    /// Stacks that the other version cuts in another way, because the pictures look otherwise to it.
    public private(set) var cutOtherwise = 0
    /// How often the frame that a version names is one that was kept, of the stacks in which something was kept.
    public private(set) var judged = 0
    public private(set) var oneRight = 0
    public private(set) var otherRight = 0

    /// Two models of one session, each with the cards of its version, and without a taste.
    public init(one: SessionModel, other: SessionModel) {
        let theirs = Dictionary(other.stacks.map { ($0.members, $0) }) { first, _ in first }
        for mine in one.stacks where mine.kind != .bracket {
            guard let their = theirs[mine.members] else {
                cutOtherwise += 1
                continue
            }
            guard ModelDifference.isDecided(mine), ModelDifference.isDecided(their) else { continue }
            compare(mine, their, one)
        }
    }

    private static func isDecided(_ stack: Stack) -> Bool { stack.suggestedBest != nil || !stack.tie.isEmpty }

    private mutating func compare(_ mine: Stack, _ their: Stack, _ model: SessionModel) {
        stacks += 1
        let kept = mine.members.filter { model.mark($0).isBest || model.mark($0).verdict == .pick }
        if !kept.isEmpty {
            judged += 1
            oneRight += mine.suggestedBest.map(kept.contains) == true ? 1 : 0
            otherRight += their.suggestedBest.map(kept.contains) == true ? 1 : 0
        }
        guard mine.suggestedBest != their.suggestedBest else { return }
        let row = Row(members: mine.members, one: mine.suggestedBest, other: their.suggestedBest, kept: kept)
        if row.one != nil, row.other != nil { differing.append(row) } else { ties.append(row) }
    }
}
