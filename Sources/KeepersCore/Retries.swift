/// Finds retries: the same picture taken again within minutes, though not in one burst.
enum Retries {
    /// The most nanoseconds between two tries.
    static let gap: Int64 = 120_000_000_000

    /// Every member is the same picture as one before it, and no two are farther apart than this: a scene that changes slowly does not
    /// chain.
    static let span = 0.22

    /// Groups of indices among the frames that are in no other stack.
    static func find(_ line: Timeline, taken: Set<Int>) -> [[Int]] {
        line.bodies.flatMap { body in tries(body.filter { !taken.contains($0) && line.looks.isTelling($0) }, line) }
    }

    private static func tries(_ body: [Int], _ line: Timeline) -> [[Int]] {
        var groups: [[Int]] = []
        var oldest = 0
        for index in body {
            while oldest < groups.count, !isRecent(groups[oldest], index, line) { oldest += 1 }
            let fits = (oldest..<groups.count).compactMap { place in
                fit(index, groups[place], line).map { (nearest: $0, place: place) }
            }
            if let best = fits.min(by: { ($0.nearest, $0.place) < ($1.nearest, $1.place) }) {
                groups[best.place].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups.filter { $0.count > 1 }
    }

    private static func isRecent(_ group: [Int], _ index: Int, _ line: Timeline) -> Bool {
        guard let last = group.last, let between = line.gap(last, index) else { return false }
        return between <= gap
    }

    /// The difference from the nearest member; nil where the group is not recent, none is the same picture, or one is too far.
    private static func fit(_ index: Int, _ group: [Int], _ line: Timeline) -> Double? {
        guard isRecent(group, index, line) else { return nil }
        var nearest = Double.infinity
        for member in group {
            guard let difference = line.looks.difference(member, index, upTo: span) else { return nil }
            nearest = min(nearest, difference)
        }
        return nearest <= Likeness.same.distance ? nearest : nil
    }
}
