extension SessionModel {
    /// Marks, bests and ties anew from the cards, the stacks, the decisions that were there before and the taste.
    ///
    /// A pure function of those: it does not matter in which order they came.
    mutating func judge() {
        let scale = SessionScale(cards.values)
        if scale != self.scale {
            self.scale = scale
            ownScores = cards.mapValues { Scores($0, scale: scale, weights: weights) }
        }
        scores = ownScores
        for stack in stacks where stack.kind != .bracket { compare(stack) }
        let composite = composite
        let isKept = isKept
        for index in stacks.indices { StackJudge.judge(&stacks[index], composite: composite, kept: isKept) }
    }

    /// Adds what only siblings can tell of each other.
    private mutating func compare(_ stack: Stack) {
        guard stack.members.contains(where: { cards[$0]?.faces?.isEmpty == false }) else { return }
        let siblings = Siblings(stack.members, cards: cards)
        for part in Scores.Part.amongSiblings {
            for (member, mark) in zip(stack.members, siblings.marks(part)) { scores[member]?[part] = mark }
        }
        for member in stack.members { if let own = scores[member] { scores[member]?.composite = weights.composite(own) } }
    }

    /// The mark that a frame is ranked by: its composite with what the learned taste adds, 0...100.
    public func composite(_ frame: FrameID) -> Double? {
        guard let base = scores[frame]?.composite else { return nil }
        guard let points = taste[frame] else { return base }
        return Calibration.rounded(min(100, max(0, base + points)))
    }

    /// The same without the taste.
    public func baseComposite(_ frame: FrameID) -> Double? { scores[frame]?.composite }

    /// Why somebody's earlier decision puts a frame first: "already rated ★4 in its sidecar", "rated ★3 in the camera"; else nil.
    public func protection(_ id: FrameID) -> String? {
        let camera = frame(id)?.shot.cameraRating.flatMap { (1...5).contains($0) ? $0 : nil }
        let known = existing[id]
        if let words = known?.protection, known.map({ $0.mark != Mark(stars: camera ?? 0) || $0.isEdited }) ?? false {
            return words + " in its sidecar"
        }
        guard let camera, known?.mark.verdict != .reject else { return nil }
        return "rated ★\(camera) in the camera"
    }

    private func isKept(_ id: FrameID) -> Bool { protection(id) != nil }

    /// Where a frame stands in its stack, 1 = best; nil outside stacks, in brackets and while it is not measured.
    public func place(of id: FrameID) -> Int? { stack(of: id).flatMap { places($0)[id] } }

    /// Place of each member, with `replacing` a member's composite by another; none while the stack cannot be judged.
    func places(_ stack: Stack, replacing: (frame: FrameID, composite: Double?)? = nil) -> [FrameID: Int] {
        guard stack.suggestedBest != nil || !stack.tie.isEmpty else { return [:] }
        return StackJudge.places(
            stack, composite: { $0 == replacing?.frame ? replacing?.composite : composite($0) }, kept: isKept)
    }

    /// The same without the taste.
    func basePlaces(_ stack: Stack) -> [FrameID: Int] {
        StackJudge.places(stack, composite: baseComposite, kept: isKept)
    }

    /// Where a frame stands in its stack by one part alone; nil where it was not measured.
    public func place(of id: FrameID, by part: Scores.Part) -> Int? {
        guard let stack = stack(of: id), stack.kind != .bracket, let own = scores[id]?[part] else { return nil }
        return 1 + stack.members.count { (scores[$0]?[part] ?? -1) > own }
    }

    /// The index in `sibling`'s faces of the person who is face `index` of `frame`; nil where they are not to be found.
    public func face(_ index: Int, of frame: FrameID, in sibling: FrameID) -> Int? {
        guard let stack = stack(of: frame), stack.members.contains(sibling) else { return nil }
        return Siblings(stack.members, cards: cards).face(index, of: frame, in: sibling)
    }

    /// Who is to be seen on these frames, the largest first: for each person the index of their face on every frame that shows them.
    ///
    /// Frames need not be of one stack; whoever is not on the frame with most faces is nobody.
    public func people(on frames: [FrameID]) -> [[FrameID: Int]] {
        let tracks = FaceTracks(frames.map { cards[$0]?.faces ?? [] })
        let order = tracks.weights.indices.sorted { (-tracks.weights[$0], $0) < (-tracks.weights[$1], $1) }
        return order.map { track in
            var faces: [FrameID: Int] = [:]
            for (frame, of) in zip(frames, tracks.trackOf) {
                if let index = of.firstIndex(of: track) { faces[frame] = index }
            }
            return faces
        }
    }

    /// How clear a stack's best is: 0 = a toss-up, 1 = beyond doubt; nil while nothing can be suggested.
    ///
    /// A lead of fifteen points is beyond doubt; a choice that a person made is none to doubt.
    public func confidence(of stack: Stack) -> Double? {
        guard stack.kind != .bracket || stack.userBest != nil else { return nil }
        if stack.suggestedBest != nil, stack.suggestedBest == stack.userBest { return 1 }
        let kept = stack.members.filter(isKept)
        if kept.count == 1 { return 1 }
        let marks = (kept.isEmpty ? stack.members : kept).compactMap(composite).sorted(by: >)
        guard marks.count > 1, stack.suggestedBest != nil || !stack.tie.isEmpty else { return nil }
        return Calibration.clamped((marks[0] - marks[1]) / 15)
    }

    /// The taste names another best than the marks alone would.
    public func isTasteAgainstBase(_ stack: Stack) -> Bool {
        guard !taste.isEmpty, let best = stack.suggestedBest, best != stack.userBest else { return false }
        var base = stack
        StackJudge.judge(&base, composite: baseComposite, kept: isKept)
        return base.suggestedBest != best
    }
}

extension Scores.Part {
    static let amongSiblings: [Scores.Part] = [.faces, .expression, .people, .framing]
}
