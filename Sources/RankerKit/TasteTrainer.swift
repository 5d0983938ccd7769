/// Learns a taste from judged scenes; the same scenes give the same taste.
public enum TasteTrainer {
    /// Fewer examples than this are no taste yet.
    public static let leastExamples = 40
    /// Scenes that a training works on; more are thinned evenly.
    static let mostScenes = Foretelling.mostRows

    /// How surely a taste must beat base and chance to be used. Trainings follow each other through a session, and each is
    /// another chance to be lucky: who is no better reaches n nats with a probability of e^-n, however often it is asked
    /// (Ville 1939).
    static let evidenceToBegin = 7.0
    static let leadToBegin = 1.0
    static let evidenceToStay = 3.0
    static let leadToStay = 0.0

    /// nil where there are fewer than `leastExamples` examples; `previous` is the head that it follows.
    ///
    /// The order of the scenes counts: each is asked of what those before it teach.
    public static func train(_ scenes: [TasteScene], after previous: TasteHead? = nil) -> TasteHead? {
        let examples = scenes.reduce(0) { $0 + $1.examples }
        guard examples >= leastExamples else { return nil }
        let basis = Basis(scenes: scenes)
        guard basis.columns.first?.term == .base else { return nil }
        let kept = thinned(scenes)
        let expanded = kept.map { scene in scene.frames.map(basis.expand) }
        guard let foretold = Foretelling(kept, expanded, basis),
            let (weights, prior) = TasteFit.fit(
                foretold.rows, bound: foretold.bound, basis, start: foretold.weights, precision: 1e-4),
            let factor = ChoiceFit.precisionFactor(foretold.rows, prior: prior, at: weights)
        else { return nil }
        var head = TasteHead(
            basis: basis, weights: weights, number: (previous?.number ?? 0) + 1, examples: examples, scenes: scenes.count,
            heldOut: foretold.heldOut, traits: [], isBetter: isBetter(foretold.heldOut, wasBetter: previous?.isBetter ?? false))
        head.traits = Trait.find(basis, weights: weights, factor: factor, scenes: scenes)
        return head
    }

    static func isBetter(_ heldOut: HeldOut, wasBetter: Bool) -> Bool {
        heldOut.evidence >= (wasBetter ? evidenceToStay : evidenceToBegin)
            && heldOut.leadOverBase >= (wasBetter ? leadToStay : leadToBegin) && heldOut.taste.share >= heldOut.base.share
    }

    private static func thinned(_ scenes: [TasteScene]) -> [TasteScene] {
        guard scenes.count > mostScenes else { return scenes }
        return (0..<mostScenes).map { scenes[$0 * scenes.count / mostScenes] }
    }
}
