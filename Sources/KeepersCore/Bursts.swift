/// Finds bursts: neighbours in time of one camera, a moment apart, that also look alike. Never by time alone.
public enum Bursts {
    public static let defaultGapNanoseconds: Int64 = 1_000_000_000

    /// Stacks of two and more frames, members in time order, numbered from 1 in time order of their first member.
    public static func find(
        frames: [Frame], order: TimeOrder, prints: [FrameID: Print], gap: Int64 = defaultGapNanoseconds
    ) -> [Stack] {
        let line = Timeline(frames: frames, order: order, prints: prints)
        return Stack.numbered([(.burst, find(line, gap: gap, taken: []))], line)
    }

    /// Runs of indices; frames in `taken` and black ones are passed over.
    static func find(_ line: Timeline, gap: Int64, taken: Set<Int>) -> [[Int]] {
        line.bodies.flatMap { body in runs(body.filter { !taken.contains($0) && line.looks.isTelling($0) }, line, gap) }
    }

    /// Each frame joins those of the few before it that it is like, so that one odd frame inside a burst (the flash did not fire, somebody
    /// walked through) parts nothing.
    private static func runs(_ body: [Int], _ line: Timeline, _ gap: Int64) -> [[Int]] {
        var sets = DisjointSets(count: body.count)
        for place in body.indices {
            for earlier in (max(0, place - lookBack)..<place).reversed() {
                guard let between = line.gap(body[earlier], body[place]), between <= gap else { break }
                guard isAlike(body[earlier], body[place], line) else { continue }
                sets.join(earlier, place)
                join(between: earlier, place, body, line, &sets)
            }
        }
        return sets.groups().map { $0.map { body[$0] } }
    }

    /// What stands between two frames of a burst is of it too, if it may show the scene at all.
    private static func join(between first: Int, _ last: Int, _ body: [Int], _ line: Timeline, _ sets: inout DisjointSets) {
        for odd in first..<last where odd > first && !line.isCoarse[body[odd]] {
            let isScene = line.looks.isAlike(body[first], body[odd], .scene) || line.looks.isAlike(body[odd], body[last], .scene)
            if isScene { sets.join(first, odd) }
        }
    }

    private static let lookBack = 3

    /// Where the clock tells no seconds, neighbours need not be neighbours: only the same picture again is a burst.
    private static func isAlike(_ earlier: Int, _ later: Int, _ line: Timeline) -> Bool {
        line.looks.isAlike(earlier, later, line.isCoarse[earlier] ? .same : .burst)
    }
}

extension Stack {
    /// From the indices of each kind's stacks; numbered from 1 in time order of their first member.
    static func numbered(_ kinds: [(kind: Kind, runs: [[Int]])], _ line: Timeline) -> [Stack] {
        let all = kinds.flatMap { kind in kind.runs.map { (kind.kind, $0) } }.sorted { ($0.1.first ?? 0) < ($1.1.first ?? 0) }
        return all.enumerated().map { place, stack in
            Stack(id: place + 1, kind: stack.0, members: stack.1.map { line.frames[$0].id })
        }
    }
}
