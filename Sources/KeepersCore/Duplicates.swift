/// Finds near-duplicates across the whole session: the same picture again, minutes or cameras apart.
public enum Duplicates {
    /// Differing dHash bits and mean Lab distance up to which two prints are the same picture again.
    static let bits = 10
    static let colour = 8.0

    /// Groups of two and more frames, each in the given order; groups by their first frame. Black and flat frames are in none, and a
    /// group that lies within one stack is not repeated.
    public static func find(_ frames: [FrameID], prints: [FrameID: Print], stackOf: (FrameID) -> Int?) -> [[FrameID]] {
        let known = frames.filter { prints[$0].map { !$0.isFlat } ?? false }
        let looks = known.compactMap { prints[$0] }
        var groups = DisjointSets(count: known.count)
        for left in looks.indices {
            for right in looks.index(after: left)..<looks.endIndex where looks[left].bits(to: looks[right]) <= bits {
                if looks[left].colourDistance(to: looks[right]) <= colour { groups.join(left, right) }
            }
        }
        var members: [Int: [FrameID]] = [:]
        for index in known.indices { members[groups.root(of: index), default: []].append(known[index]) }
        return members.sorted { $0.key < $1.key }.map(\.value).filter { group in
            group.count > 1 && !(stackOf(group[0]) != nil && group.allSatisfy { stackOf($0) == stackOf(group[0]) })
        }
    }
}

/// Union by smallest root, so that the result does not depend on the order of joins.
private struct DisjointSets {
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
}

extension SessionModel {
    /// Near-duplicates across the session, in time order.
    public func duplicates() -> [[FrameID]] {
        Duplicates.find(frames.map(\.id), prints: cards.compactMapValues(\.print)) { stack(of: $0)?.id }
    }
}
