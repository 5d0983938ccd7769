public import KeepersCore

/// A learned taste: what to add to the base ranking, and how well it did on scenes that it was not taught.
public struct TasteHead: Equatable, Sendable {
    var basis: Basis
    /// A weight a column, in logits a step.
    var weights: [Double]
    /// Counts up with each training.
    public var number: Int
    /// Picks against rejected siblings that it was taught.
    public var examples: Int
    /// Scenes that those came from.
    public var scenes: Int
    public var heldOut: HeldOut
    public var traits: [Trait]
    public var isBetter: Bool

    /// The most that a taste may add or take inside a stack, in points of the composite.
    public static let mostPoints = 40.0
    /// The same for single frames, of which it knows less.
    public static let mostPointsAlone = 8.0
}

extension TasteHead {
    /// Points for the frames of one scene, on average 0: the composite with them ranks as the taste does.
    func points(_ frames: [Described], most: Double = TasteHead.mostPoints) -> [Double] {
        TasteHead.points(frames.map(basis.expand), bases: frames.map(\.base), weights: weights, most: most)
    }

    /// The same from expanded frames.
    static func points(
        _ expanded: [[Double]], bases: [Double], weights: [Double], most: Double = TasteHead.mostPoints
    ) -> [Double] {
        guard bases.count > 1 else { return bases.map { _ in 0 } }
        let raw = zip(expanded, bases).map { columns, base in
            var utility = 0.0
            for index in weights.indices { utility += columns[index] * weights[index] }
            return utility * Basis.pointsPerLogit - base
        }
        let mean = raw.reduce(0, +) / Double(raw.count)
        let clamped = raw.map { min(most, max(-most, $0 - mean)) }
        let shift = clamped.reduce(0, +) / Double(clamped.count)
        return clamped.map { min(most, max(-most, $0 - shift)) }
    }

    /// How the taste does on stacks that it was not taught, beside base and chance.
    public func asked(_ scenes: [TasteScene]) -> HeldOut {
        var count = HeldOutCount()
        for scene in scenes where scene.isStack { count.ask(scene, points: points(scene.frames)) }
        return count.result
    }

    /// Points for every measured frame of a session: against its siblings in a stack, against the other singles otherwise.
    ///
    /// `model` must not have a taste in it.
    public func points(for model: SessionModel) -> [FrameID: Double] {
        var out: [FrameID: Double] = [:]
        func describe(_ ids: [FrameID], inStack: Bool) -> ([FrameID], [Described]) {
            let known = ids.filter { model.cards[$0] != nil && model.composite($0) != nil }
            let last = Double(max(1, known.count - 1))
            let frames = known.enumerated().compactMap { place, id in
                model.cards[id].map { card in
                    Described(card, base: model.composite(id) ?? 0, place: inStack ? Double(place) / last : nil)
                }
            }
            return (known, frames)
        }
        func add(_ ids: [FrameID], _ points: [Double]) {
            for (id, value) in zip(ids, points) { out[id] = (value * 10).rounded() / 10 }
        }
        for stack in model.stacks where stack.kind != .bracket {
            let (ids, frames) = describe(stack.members, inStack: true)
            add(ids, points(frames))
        }
        let (ids, frames) = describe(model.frames.map(\.id).filter { model.stack(of: $0) == nil }, inStack: false)
        add(ids, points(frames, most: TasteHead.mostPointsAlone))
        return out
    }
}
