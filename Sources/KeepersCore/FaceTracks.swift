/// The same people across the frames of one stack: faces are matched by where they stand and how large they are.
///
/// A person's track is named by their face in the frame that shows the most people. Beyond the 24 largest faces nobody is matched.
struct FaceTracks {
    static let most = 24

    /// For each member the track of each of its faces; nil = nobody that the reference shows.
    let trackOf: [[Int?]]
    /// Of each track, the largest area that it has in any member, 0...1 of the picture.
    let weights: [Double]
    /// By how much a member's faces are larger than the reference's; nil where nothing matches.
    let scales: [Double?]

    init(_ members: [[Face]]) {
        let faces = members.map { $0.prefix(Self.most).map { $0 } }
        let counts = faces.map { $0.count { EyeFaults.isSure($0) } }
        let most = counts.max() ?? 0
        let reference = counts.firstIndex(of: most).map { faces[$0] } ?? []
        let matches = faces.map { Self.match($0, to: reference) }
        trackOf = zip(members, matches).map { member, match in
            member.indices.map { match.tracks.indices.contains($0) ? match.tracks[$0] : nil }
        }
        scales = matches.map(\.scale)
        var weights = reference.map(EyeFaults.area)
        for (member, match) in zip(faces, matches) {
            for (face, track) in zip(member, match.tracks) {
                if let track { weights[track] = max(weights[track], EyeFaults.area(face)) }
            }
        }
        self.weights = weights
    }

    private typealias Match = (tracks: [Int?], scale: Double?)

    /// Tries each pair of large faces as the anchor that says how the camera moved, and keeps the one that fits most faces.
    private static func match(_ faces: [Face], to reference: [Face]) -> Match {
        var best: (match: Match, count: Int, misfit: Double)?
        for anchor in reference.prefix(6) {
            for face in faces.prefix(6) {
                guard let move = Move(from: anchor.box, to: face.box) else { continue }
                let (tracks, misfit) = pairs(faces, reference, move)
                let count = tracks.count { $0 != nil }
                // Of equal fits the one with the least movement.
                let cost = misfit + 0.1 * move.size
                if best.map({ (count, $0.misfit) > ($0.count, cost) }) ?? true {
                    best = ((tracks, move.scale), count, cost)
                }
            }
        }
        return best?.match ?? (faces.map { _ in nil }, nil)
    }

    /// Closest pairs first; no face and no track twice.
    private static func pairs(_ faces: [Face], _ reference: [Face], _ move: Move) -> (tracks: [Int?], misfit: Double) {
        var candidates: [(misfit: Double, face: Int, track: Int)] = []
        for (track, known) in reference.enumerated() {
            let expected = move.applied(to: known.box)
            for (index, face) in faces.enumerated() {
                if let misfit = misfit(face.box, expected) { candidates.append((misfit, index, track)) }
            }
        }
        candidates.sort { ($0.misfit, $0.track, $0.face) < ($1.misfit, $1.track, $1.face) }
        var tracks = [Int?](repeating: nil, count: faces.count)
        var taken: Set<Int> = []
        var sum = 0.0
        for (misfit, face, track) in candidates where tracks[face] == nil && !taken.contains(track) {
            tracks[face] = track
            taken.insert(track)
            sum += misfit
        }
        return (tracks, sum)
    }

    /// Distance of the centres in face sizes, and of the sizes in octaves; nil = not the same face.
    private static func misfit(_ box: UnitRect, _ expected: UnitRect) -> Double? {
        guard box.width > 0, expected.width > 0, expected.height > 0 else { return nil }
        let x = (box.x + box.width / 2 - expected.x - expected.width / 2) / expected.width
        let y = (box.y + box.height / 2 - expected.y - expected.height / 2) / expected.height
        let distance = (x * x + y * y).squareRoot()
        let size = abs(logarithm(box.width / expected.width)) / logarithm(2)
        return distance <= 0.8 && size <= 0.6 ? distance + size : nil
    }
}

/// How a picture's content moved from one frame to the next: larger by `scale`, then shifted.
private struct Move {
    let scale: Double
    let x: Double
    let y: Double

    /// nil for boxes of no size, and for sizes that no burst spans.
    init?(from: UnitRect, to: UnitRect) {
        guard from.width > 0, to.width > 0, from.width.isFinite, to.width.isFinite else { return nil }
        scale = to.width / from.width
        guard (0.25...4).contains(scale) else { return nil }
        x = to.x + to.width / 2 - (from.x + from.width / 2) * scale
        y = to.y + to.height / 2 - (from.y + from.height / 2) * scale
    }

    /// How far it is from no movement at all.
    var size: Double { abs(logarithm(scale)) + abs(x) + abs(y) }

    func applied(to box: UnitRect) -> UnitRect {
        let width = box.width * scale
        let height = box.height * scale
        return UnitRect(
            x: (box.x + box.width / 2) * scale + x - width / 2, y: (box.y + box.height / 2) * scale + y - height / 2,
            width: width,
            height: height)
    }
}
