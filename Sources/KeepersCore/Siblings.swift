/// What only the frames of one stack can tell of each other: the best of them has 100, the others as much less as they fall behind.
struct Siblings {
    private let members: [FrameID]
    /// nil = not measured.
    private let measured: [[Face]?]
    private let faces: [[Face]]
    private let tracks: FaceTracks

    /// `cards` in the order of `members`; frames without measured faces are compared in nothing.
    init(_ members: [FrameID], cards: [FrameID: ScoreCard]) {
        self.members = members
        measured = members.map { cards[$0]?.faces }
        faces = measured.map { $0 ?? [] }
        tracks = FaceTracks(faces)
    }

    /// Marks by member, in the order of the members; nil where there is nothing to compare.
    func marks(_ part: Scores.Part) -> [Double?] {
        switch part {
        case .faces: relative { $0.quality }
        case .expression: relative { $0.smile.map { $0 * 100 } }
        case .people: people()
        case .framing: framing()
        default: members.map { _ in nil }
        }
    }

    /// How far each member's faces fall behind the best that the stack has of the same people, weighed by size.
    private func relative(_ value: (Face) -> Double?) -> [Double?] {
        var best = [Double?](repeating: nil, count: tracks.weights.count)
        each { _, track, face in
            if let value = value(face) { best[track] = max(best[track] ?? value, value) }
        }
        var behind = [Double](repeating: 0, count: members.count)
        var weight = [Double](repeating: 0, count: members.count)
        each { member, track, face in
            guard let value = value(face), let best = best[track] else { return }
            behind[member] += tracks.weights[track] * (best - value)
            weight[member] += tracks.weights[track]
        }
        let gaps = zip(behind, weight).map { $1 > 0 ? $0 / $1 : nil }
        return against(gaps)
    }

    /// The share of people, weighed by size, that a member shows; somebody in fewer than a third of the frames only passed by.
    private func people() -> [Double?] {
        var seen = [Int](repeating: 0, count: tracks.weights.count)
        each { _, track, _ in seen[track] += 1 }
        let count = measured.count { $0 != nil }
        let weights = zip(tracks.weights, seen).map { $1 * 3 >= count ? $0 : 0 }
        let total = weights.reduce(0, +)
        guard total > 0 else { return members.map { _ in nil } }
        var shown = [Double](repeating: 0, count: members.count)
        each { member, track, _ in shown[member] += weights[track] }
        return against(zip(measured, shown).map { $0 == nil ? nil : 100 * (1 - $1 / total) })
    }

    /// Against the widest view; a difference of an eighth is a photographer breathing.
    private func framing() -> [Double?] {
        guard let widest = tracks.scales.compactMap({ $0 }).min(), widest > 0 else { return members.map { _ in nil } }
        return tracks.scales.map { scale in
            scale.map { $0 / widest < 1.125 ? 100 : Calibration.rounded(100 * widest / $0) }
        }
    }

    /// Gaps as marks, the smallest gap having 100.
    private func against(_ gaps: [Double?]) -> [Double?] {
        guard let least = gaps.compactMap({ $0 }).min() else { return gaps }
        return gaps.map { gap in gap.map { Calibration.rounded(min(100, max(0, 100 - ($0 - least)))) } }
    }

    private func each(_ body: (_ member: Int, _ track: Int, _ face: Face) -> Void) {
        for member in members.indices {
            for (index, track) in tracks.trackOf[member].enumerated() {
                if let track, EyeFaults.isSure(faces[member][index]) { body(member, track, faces[member][index]) }
            }
        }
    }

    /// The number that `face` of one member has in another; nil where that one does not show the person.
    func face(_ face: Int, of member: FrameID, in sibling: FrameID) -> Int? {
        guard let from = members.firstIndex(of: member), let to = members.firstIndex(of: sibling),
            tracks.trackOf[from].indices.contains(face), let track = tracks.trackOf[from][face]
        else { return nil }
        return tracks.trackOf[to].firstIndex(of: track)
    }
}
