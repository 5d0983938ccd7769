/// Frames that show the same picture again, however far apart.
public struct DuplicateGroup: Equatable, Sendable {
    /// `twoCameras`: the same moment, seen by two bodies.
    public enum Kind: String, Sendable { case sameAgain, twoCameras }

    /// In time order.
    public var members: [FrameID]
    public var kind: Kind
    /// The frame that stands for the group: named by a person, else the highest composite (of equal ones the earliest).
    public var representative: FrameID

    public init(members: [FrameID], kind: Kind, representative: FrameID) {
        self.members = members
        self.kind = kind
        self.representative = representative
    }
}

/// Two frames that look alike, the earlier in the given order first.
public struct AlikePair: Hashable, Sendable {
    public var first: FrameID
    public var second: FrameID
    /// On the scale of `StackRules.duplicateThreshold`.
    public var distance: Double

    public init(first: FrameID, second: FrameID, distance: Double) {
        self.first = first
        self.second = second
        self.distance = distance
    }
}

/// Pairs of frames that look alike, found once for a wide threshold: comparing all prints of a large session takes a second.
public struct AlikeFrames: Equatable, Sendable {
    /// Wide enough for any threshold that tells something.
    public static let usual = 0.3

    public var pairs: [AlikePair]
    public var threshold: Double
    /// How many cards they were found from.
    public var cards: Int

    /// Compares every print of `cards` with every other, up to the wider of `threshold` and the usual one.
    public init(_ frames: [FrameID], _ cards: [FrameID: ScoreCard], threshold: Double) {
        self.threshold = max(threshold, AlikeFrames.usual)
        self.cards = cards.count
        pairs = Duplicates.pairs(frames, prints: cards.compactMapValues(\.print), threshold: self.threshold)
    }
}

/// Finds near-duplicates across the whole session.
public enum Duplicates {
    /// Every pair of frames up to `threshold` apart, in the given order; black and flat frames are in none.
    ///
    /// Found once for a wide threshold they serve every narrower one.
    public static func pairs(_ frames: [FrameID], prints: [FrameID: Print], threshold: Double) -> [AlikePair] {
        Looks(frames.map { prints[$0] }).pairs(upTo: threshold).map {
            AlikePair(first: frames[$0.left], second: frames[$0.right], distance: $0.distance)
        }
    }

    /// Groups of two and more frames by single linkage, each in the given order; groups by their first frame. A group that lies within
    /// one stack is not repeated.
    public static func groups(
        _ frames: [FrameID], pairs: [AlikePair], threshold: Double, stackOf: (FrameID) -> Int?
    ) -> [[FrameID]] {
        let place = Dictionary(frames.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        var sets = DisjointSets(count: frames.count)
        for pair in pairs where pair.distance <= threshold {
            if let left = place[pair.first], let right = place[pair.second] { sets.join(left, right) }
        }
        return sets.groups().map { $0.map { frames[$0] } }.filter { group in
            !(stackOf(group[0]) != nil && group.allSatisfy { stackOf($0) == stackOf(group[0]) })
        }
    }
}

/// Union by smallest root, so that the result does not depend on the order of joins.
struct DisjointSets {
    private var parent: [Int]
    init(count: Int) { parent = Array(0..<count) }

    mutating func root(of index: Int) -> Int {
        var index = index
        while parent[index] != index {
            parent[index] = parent[parent[index]]
            index = parent[index]
        }
        return index
    }

    mutating func join(_ left: Int, _ right: Int) {
        let a = root(of: left)
        let b = root(of: right)
        parent[max(a, b)] = min(a, b)
    }

    /// Sets of two and more, each in order, by their first.
    mutating func groups() -> [[Int]] {
        var members: [Int: [Int]] = [:]
        for index in parent.indices { members[root(of: index), default: []].append(index) }
        return members.sorted { $0.key < $1.key }.map(\.value).filter { $0.count > 1 }
    }
}

extension SessionModel {
    /// Near-duplicates across the session by its own threshold, in time order.
    public func duplicates() -> [DuplicateGroup] {
        let threshold = rules.duplicateThreshold
        let known = knowsAlike ? alike?.pairs : nil
        let pairs = known ?? Duplicates.pairs(frames.map(\.id), prints: cards.compactMapValues(\.print), threshold: threshold)
        let order = TimeOrder(frames: frames, clockOffsets: rules.clockOffsets)
        return Duplicates.groups(frames.map(\.id), pairs: pairs, threshold: threshold) { stack(of: $0)?.id }.map { members in
            DuplicateGroup(
                members: members, kind: isOneMoment(members, order) ? .twoCameras : .sameAgain,
                representative: representative(of: members))
        }
    }

    /// The pairs that `duplicates()` needs are there, so that it answers at once.
    public var knowsAlike: Bool { alike.map { $0.threshold >= rules.duplicateThreshold } ?? false }

    /// Compares all prints, where that was not done since the last was measured.
    public mutating func findAlike() {
        if !knowsAlike { alike = AlikeFrames(frames.map(\.id), cards, threshold: rules.duplicateThreshold) }
    }

    /// What was found meanwhile from the same cards.
    public mutating func take(alike found: AlikeFrames) {
        if found.cards == cards.count, !knowsAlike { alike = found }
    }

    private func representative(of members: [FrameID]) -> FrameID {
        let chosen = members.filter { mark($0).isBest }
        let candidates = chosen.isEmpty ? members : chosen
        return candidates.dropFirst().reduce(candidates[0]) { (composite($1) ?? -1) > (composite($0) ?? -1) ? $1 : $0 }
    }

    /// Two members of different bodies were taken within seconds of each other.
    private func isOneMoment(_ members: [FrameID], _ order: TimeOrder) -> Bool {
        let dated = members.compactMap { id in
            frame(id).flatMap { frame in order.instant(frame).map { (body: frame.body, at: $0) } }
        }
        return zip(dated, dated.dropFirst()).contains { $0.body != $1.body && $1.at &- $0.at <= ClockOffsets.moment }
    }
}
