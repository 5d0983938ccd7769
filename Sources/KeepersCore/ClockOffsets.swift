/// How far one camera's clock stands from another's, as matching pictures tell.
public struct ClockProposal: Equatable, Sendable {
    /// A picture of each camera that shows the same.
    public struct Pair: Hashable, Sendable {
        public var reference: FrameID
        public var other: FrameID
        /// Nanoseconds from the reference's time to the other's, both as their clocks say.
        public var difference: Int64
        /// On the scale of `StackRules.duplicateThreshold`.
        public var distance: Double
    }

    /// `Frame.body` of the camera whose clock would be corrected, and of the one that is believed.
    public var body: String
    public var reference: String
    /// Nanoseconds to add to the times of `body`, in place of any correction there is.
    public var offset: Int64
    /// The three most alike pairs that agree, each of another moment, in time order.
    public var pairs: [Pair]
    /// How many moments agree.
    public var support: Int
    /// The correction in force already.
    public var current: Int64

    /// The clocks stand about as this proposes already.
    public var isInForce: Bool {
        let (gap, overflow) = offset.subtractingReportingOverflow(current)
        return !overflow && gap.magnitude <= UInt64(ClockOffsets.agreement)
    }
}

/// Proposes corrections between the clocks of camera bodies; nothing is applied here.
public enum ClockOffsets {
    /// Two cameras see one moment within this many nanoseconds.
    static let moment: Int64 = 10_000_000_000
    /// Votes for one offset lie within this of each other: people take a scene seconds apart.
    static let window: Int64 = 6_000_000_000
    static let agreement: Int64 = 2_000_000_000
    static let leastSupport = 3

    /// One proposal for each body whose pictures match those of the body with most frames, by body name.
    ///
    /// Every matching pair of moments votes for a time difference; the fullest window wins if at least three different moments of both
    /// cameras agree and no window apart from it has more than half as many.
    public static func propose(
        frames: [Frame], prints: [FrameID: Print], rules: StackRules = StackRules(), stackOf: (FrameID) -> Int? = { _ in nil }
    ) -> [ClockProposal] {
        let line = Timeline(frames: frames, order: TimeOrder(frames: frames), prints: prints)
        let names = line.bodies.map { line.frames[$0[0]].body }
        let byFrames = line.bodies.indices.sorted { (-line.bodies[$0].count, names[$0]) < (-line.bodies[$1].count, names[$1]) }
        guard let reference = byFrames.first, byFrames.count > 1 else { return [] }
        let ballot = Ballot(line, threshold: rules.duplicateThreshold, reference: names[reference], stackOf: stackOf)
        return ballot.votes.sorted { $0.key < $1.key }.compactMap { body, votes in
            guard let winner = ClockVote.winner(of: votes) else { return nil }
            return proposal(body, names[reference], winner, line, rules)
        }
    }

    private static func proposal(
        _ body: String, _ reference: String, _ votes: [ClockVote], _ line: Timeline, _ rules: StackRules
    ) -> ClockProposal {
        var seen: (Set<Int>, Set<Int>) = ([], [])
        let apart = votes.sorted { ($0.distance, $0.left, $0.right) < ($1.distance, $1.left, $1.right) }.filter { vote in
            guard !seen.0.contains(vote.leftMoment), !seen.1.contains(vote.rightMoment) else { return false }
            seen.0.insert(vote.leftMoment)
            seen.1.insert(vote.rightMoment)
            return true
        }
        let shown = apart.prefix(leastSupport).sorted { $0.left < $1.left }.map { vote in
            ClockProposal.Pair(
                reference: line.frames[vote.left].id, other: line.frames[vote.right].id, difference: vote.difference,
                distance: vote.distance)
        }
        let differences = apart.map(\.difference).sorted()
        // What the believed clock itself is corrected by goes along.
        let offset = 0 &- differences[differences.count / 2] &+ (rules.clockOffsets[reference] ?? 0)
        return ClockProposal(
            body: body, reference: reference, offset: offset, pairs: shown, support: apart.count,
            current: rules.clockOffsets[body] ?? 0)
    }
}

/// One matching pair of moments; indices into the time line, the reference's to the left.
private struct ClockVote {
    var left: Int
    var right: Int
    var leftMoment: Int
    var rightMoment: Int
    var difference: Int64
    var distance: Double

    /// The votes in the fullest window, or nil where too few agree or another window is nearly as full.
    static func winner(of votes: [ClockVote]) -> [ClockVote]? {
        let votes = votes.sorted { ($0.difference, $0.left, $0.right) < ($1.difference, $1.left, $1.right) }
        let windows = windows(votes)
        guard let best = windows.max(by: { ($0.support, -$0.spread(votes)) < ($1.support, -$1.spread(votes)) }),
            best.support >= ClockOffsets.leastSupport
        else { return nil }
        let low = votes[best.first].difference &- ClockOffsets.window
        let high = votes[best.first].difference &+ 2 &* ClockOffsets.window
        let rivals = windows.filter { votes[$0.first].difference > high || votes[$0.last].difference < low }
        guard 2 * (rivals.map(\.support).max() ?? 0) <= best.support else { return nil }
        return Array(votes[best.first...best.last])
    }

    private struct Window {
        var first: Int
        var last: Int
        /// Different moments of the camera that has fewer of them here.
        var support: Int
        func spread(_ votes: [ClockVote]) -> Int64 { votes[last].difference &- votes[first].difference }
    }

    /// The longest window from each vote, by two fingers along the sorted differences.
    private static func windows(_ votes: [ClockVote]) -> [Window] {
        var windows: [Window] = []
        var (left, right) = (Tally(), Tally())
        var end = 0
        for start in votes.indices {
            while end < votes.count, votes[end].difference &- votes[start].difference <= ClockOffsets.window {
                left.add(votes[end].leftMoment)
                right.add(votes[end].rightMoment)
                end += 1
            }
            windows.append(Window(first: start, last: end - 1, support: min(left.count, right.count)))
            left.remove(votes[start].leftMoment)
            right.remove(votes[start].rightMoment)
        }
        return windows
    }
}

/// How many different moments there are.
private struct Tally {
    private var times: [Int: Int] = [:]
    var count: Int { times.count }
    mutating func add(_ moment: Int) { times[moment, default: 0] += 1 }
    mutating func remove(_ moment: Int) {
        let left = (times[moment] ?? 1) - 1
        times[moment] = left > 0 ? left : nil
    }
}

/// The votes on each body's clock: of every pair of moments the most alike pair of pictures.
private struct Ballot {
    private(set) var votes: [String: [ClockVote]] = [:]

    private struct Moments: Hashable {
        var left: Int
        var right: Int
    }

    init(_ line: Timeline, threshold: Double, reference: String, stackOf: (FrameID) -> Int?) {
        let bodies = line.frames.map(\.body)
        var first: [Int: Int] = [:]
        let moments = line.frames.indices.map { index in
            guard let stack = stackOf(line.frames[index].id) else { return index }
            if first[stack] == nil { first[stack] = index }
            return first[stack] ?? index
        }
        var best: [Moments: ClockVote] = [:]
        for pair in line.looks.pairs(upTo: threshold) where (bodies[pair.left] == reference) != (bodies[pair.right] == reference)
        {
            let isOrdered = bodies[pair.left] == reference
            let (left, right) = isOrdered ? (pair.left, pair.right) : (pair.right, pair.left)
            guard let from = line.instants[left], let to = line.instants[right] else { continue }
            let key = Moments(left: moments[left], right: moments[right])
            let vote = ClockVote(
                left: left, right: right, leftMoment: key.left, rightMoment: key.right, difference: to &- from,
                distance: pair.distance)
            if let known = best[key], (known.distance, known.left, known.right) <= (vote.distance, left, right) { continue }
            best[key] = vote
        }
        for vote in best.values { votes[bodies[vote.right], default: []].append(vote) }
    }
}

extension SessionModel {
    /// Corrections between the session's cameras that its pictures suggest.
    public func clockProposals() -> [ClockProposal] {
        // A burst is one moment: by all that is measured by now, whatever the screen still shows.
        var fresh = self
        fresh.restack()
        return ClockOffsets.propose(frames: frames, prints: cards.compactMapValues(\.print), rules: rules) {
            fresh.stack(of: $0)?.id
        }
    }
}
