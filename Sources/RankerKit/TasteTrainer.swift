/// Learns a taste from judged scenes; the same scenes give the same taste.
public enum TasteTrainer {
    /// Fewer examples than this are no taste yet.
    public static let leastExamples = 40
    /// Frames passed over that a training works on; with more scenes, fewer of each, then fewer scenes.
    static let mostRows = 3500
    static let folds = 5
    /// How freely weights may leave zero, as multiples of the prior's standard deviations; the held-out scenes choose.
    static let freedoms = [0.05, 0.15]
    /// How often the relevance of properties is found anew from the weights that it led to.
    static let rounds = 3

    /// How surely a taste must beat base and chance to be used. Trainings follow each other through a session, and each is
    /// another chance to be lucky: who is no better reaches n nats with a probability of e^-n, however often it is asked
    /// (Ville 1939).
    static let evidenceToBegin = 7.0
    static let leadToBegin = 2.0
    static let evidenceToStay = 3.0
    static let leadToStay = 1.0

    /// nil where there are fewer than `leastExamples` examples; `previous` is the head that it follows.
    public static func train(_ scenes: [TasteScene], after previous: TasteHead? = nil) -> TasteHead? {
        let examples = scenes.reduce(0) { $0 + $1.examples }
        guard examples >= leastExamples else { return nil }
        let basis = Basis(scenes: scenes)
        guard basis.columns.first?.term == .base else { return nil }
        let expanded = scenes.map { scene in scene.frames.map(basis.expand) }
        let rows = choices(scenes, expanded, size: basis.columns.count)
        let bounds = rows.map(ChoiceFit.bound)
        guard let (freedom, weightsByFold) = chooseFreedom(rows, bounds, basis) else { return nil }
        let heldOut = ask(scenes, expanded, weightsByFold)
        let all = joined(rows, without: nil)
        guard let (weights, prior) = fit(all, sum(bounds, without: nil), basis, freedom, 1e-4),
            let factor = ChoiceFit.precisionFactor(all, prior: prior, at: weights)
        else { return nil }
        var head = TasteHead(
            basis: basis, weights: weights, number: (previous?.number ?? 0) + 1, examples: examples, scenes: scenes.count,
            heldOut: heldOut, traits: [], isBetter: isBetter(heldOut, wasBetter: previous?.isBetter ?? false))
        head.traits = Trait.find(basis, weights: weights, factor: factor, scenes: scenes)
        return head
    }

    /// What was chosen over what, by fold.
    private static func choices(_ scenes: [TasteScene], _ expanded: [[[Double]]], size: Int) -> [ChoiceRows] {
        let each = max(1, mostRows / max(1, scenes.count))
        var rows = [ChoiceRows](repeating: ChoiceRows(size: size), count: folds)
        let kept = min(scenes.count, mostRows)
        // Evenly thinned.
        for index in scenes.indices where (index + 1) * kept / scenes.count > index * kept / scenes.count {
            let scene = scenes[index]
            let preferences = scene.preferences.prefix(each)
            for winner in Set(preferences.map(\.winner)).sorted() {
                let own = preferences.filter { $0.winner == winner }
                rows[fold(index)].append(
                    expanded[index][winner], over: own.map { expanded[index][$0.loser] },
                    weight: own.reduce(0) { $0 + $1.weight } / Double(own.count))
            }
        }
        return rows
    }

    static func isBetter(_ heldOut: HeldOut, wasBetter: Bool) -> Bool {
        heldOut.evidence >= (wasBetter ? evidenceToStay : evidenceToBegin)
            && heldOut.leadOverBase >= (wasBetter ? leadToStay : leadToBegin) && heldOut.taste.share >= heldOut.base.share
    }

    /// Scenes are dealt out in turn, so that every part of an evening is in every fold.
    private static func fold(_ scene: Int) -> Int { scene % folds }

    /// The base counts from the start, as much as its points say, and soon more or less; everything else has to earn its weight.
    private static func prior(_ basis: Basis, freedom: Double) -> Prior {
        var prior = Prior(means: [], precisions: [])
        for column in basis.columns {
            if column.term == .base {
                let mean = column.scale / Basis.pointsPerLogit
                prior.means.append(mean)
                let deviation = 2 * mean + 0.2
                prior.precisions.append(1 / (deviation * deviation))
            } else {
                // Without people the base may count for much more at once: there is little else to go by.
                let isBase = column.term == .alone(Descriptor.composite.rawValue)
                let deviation = isBase ? 1.5 : freedom * basis.priorDeviation(column.term)
                prior.means.append(0)
                prior.precisions.append(1 / (deviation * deviation))
            }
        }
        return prior
    }

    /// The freedom with which held-out preferences are the most probable, and what each fold's rest teaches with it.
    private static func chooseFreedom(_ rows: [ChoiceRows], _ bounds: [[Double]], _ basis: Basis) -> (Double, [[Double]])? {
        var best: (loss: Double, freedom: Double, weights: [[Double]])?
        for freedom in freedoms {
            var loss = 0.0
            var weightsByFold: [[Double]] = []
            for fold in 0..<folds {
                guard let fit = fit(joined(rows, without: fold), sum(bounds, without: fold), basis, freedom, 2e-3) else {
                    return nil
                }
                loss += rows[fold].loss(fit.weights)
                weightsByFold.append(fit.weights)
            }
            if loss < best?.loss ?? .infinity { best = (loss, freedom, weightsByFold) }
        }
        return best.map { ($0.freedom, $0.weights) }
    }

    /// The most probable weights, and the prior that their relevance led to.
    private static func fit(_ rows: ChoiceRows, _ bound: [Double], _ basis: Basis, _ freedom: Double, _ precision: Double)
        -> (weights: [Double], prior: Prior)?
    {
        let wide = prior(basis, freedom: freedom)
        var relevance = Relevance(basis)
        var weights = wide.means
        for round in 0...rounds {
            let prior = relevance.narrowed(wide)
            guard let found = ChoiceFit.weights(rows, bound: bound, prior: prior, start: weights, precision: precision) else {
                return nil
            }
            weights = found
            if round == rounds { return (weights, prior) }
            relevance.update(weights, bound: bound, prior: wide)
        }
        return nil
    }
    /// Every stack is asked of the weights that never saw it.
    private static func ask(_ scenes: [TasteScene], _ expanded: [[[Double]]], _ weightsByFold: [[Double]]) -> HeldOut {
        var count = HeldOutCount()
        for (index, scene) in scenes.enumerated() where scene.isStack {
            let points = TasteHead.points(expanded[index], bases: scene.frames.map(\.base), weights: weightsByFold[fold(index)])
            count.ask(scene, points: points)
        }
        return count.result
    }

    private static func joined(_ rows: [ChoiceRows], without fold: Int?) -> ChoiceRows {
        var all = ChoiceRows(size: rows[0].size)
        for (index, part) in rows.enumerated() where index != fold { all.append(part) }
        return all
    }

    private static func sum(_ bounds: [[Double]], without fold: Int?) -> [Double] {
        var sum = [Double](repeating: 0, count: bounds[0].count)
        for (index, bound) in bounds.enumerated() where index != fold {
            for place in sum.indices { sum[place] += bound[place] }
        }
        return sum
    }
}
