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

    /// Runs of indices; frames in `taken` are passed over.
    static func find(_ line: Timeline, gap: Int64, taken: Set<Int>) -> [[Int]] {
        line.bodies.flatMap { body in runs(body.filter { !taken.contains($0) && line.looks.isTelling($0) }, line, gap) }
    }

    /// A black frame between two alike ones (the flash did not fire) parts nothing: it is not in `body`.
    private static func runs(_ body: [Int], _ line: Timeline, _ gap: Int64) -> [[Int]] {
        var found: [[Int]] = []
        var open: [Int] = []
        for index in body {
            if let last = open.last, continues(last, index, line, gap) {
                open.append(index)
            } else {
                if open.count > 1 { found.append(open) }
                open = [index]
            }
        }
        return open.count > 1 ? found + [open] : found
    }

    /// Where the clock tells no seconds, neighbours need not be neighbours: only the same picture again is a burst.
    private static func continues(_ last: Int, _ next: Int, _ line: Timeline, _ gap: Int64) -> Bool {
        guard let between = line.gap(last, next), between <= gap else { return false }
        return line.looks.isAlike(last, next, line.isCoarse[last] ? .same : .burst)
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
