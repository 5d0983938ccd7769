import Glibc

/// A share with what it was counted from and the interval in which it lies with 95 %.
public struct Agreement: Equatable, Sendable {
    /// 0...1
    public var share: Double
    public var low: Double
    public var high: Double

    /// Wilson's interval for a share of `count` scenes (Wilson 1927).
    init(share: Double, of count: Int) {
        self.share = share
        guard count > 0 else {
            (low, high) = (0, 1)
            return
        }
        let z = 1.96
        let n = Double(count)
        let centre = (share + z * z / (2 * n)) / (1 + z * z / n)
        let half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        (low, high) = (max(0, centre - half), min(1, centre + half))
    }

    init(share: Double, low: Double, high: Double) { (self.share, self.low, self.high) = (share, low, high) }
}

/// How often base ranking, taste and chance put first what the person chose, in scenes that were not learned from.
public struct HeldOut: Equatable, Sendable {
    /// Scenes that were asked.
    public var scenes: Int
    public var base: Agreement
    public var taste: Agreement
    /// One of n, whoever chooses without looking.
    public var chance: Double
    /// How far the taste stands above the base, in standard errors over scenes, by preferences.
    public var leadOverBase: Double
    /// By how many nats the choices are more probable to the taste than to any certainty about the base, none included.
    public var evidence: Double

    static let none = HeldOut(
        scenes: 0, base: Agreement(share: 0, of: 0), taste: Agreement(share: 0, of: 0), chance: 0, leadOverBase: 0,
        evidence: 0)
}

/// Scenes asked one by one.
struct HeldOutCount: Sendable {
    private var base: [Double] = []
    private var taste: [Double] = []
    private var chance: [Double] = []
    private var baseOrder: [Double] = []
    private var tasteOrder: [Double] = []
    private var tasteNats = 0.0
    private var baseNats = [Double](repeating: 0, count: HeldOutCount.certainties.count)

    /// How much one point of the base may mean to somebody who goes by it, in logits; 0 = who goes by nothing.
    private static let certainties = [0, 0.03, 0.06, 0.12, 0.25, 0.5, 1, 2]
    /// One decision of ten is a slip.
    private static let slips = 0.1

    /// `points` are what the taste would add to the base of each frame.
    mutating func ask(_ scene: TasteScene, points: [Double]) {
        let bases = scene.frames.map(\.base)
        let totals = zip(bases, points).map { $0 + $1 }
        base.append(Self.top(bases, scene))
        taste.append(Self.top(totals, scene))
        chance.append(Double(scene.chosen.count) / Double(scene.judged.count))
        baseOrder.append(Self.order(bases, scene))
        tasteOrder.append(Self.order(totals, scene))
        tasteNats += Self.nats(totals, scene, certainty: 1 / Basis.pointsPerLogit)
        for (index, certainty) in Self.certainties.enumerated() {
            baseNats[index] += Self.nats(bases, scene, certainty: certainty)
        }
    }

    /// How probable the choice is, its logarithm, to somebody who chooses among the judged frames by these scores
    /// (conditional logit, McFadden 1974).
    private static func nats(_ scores: [Double], _ scene: TasteScene, certainty: Double) -> Double {
        let judged = scene.judged
        let lead = judged.map { scores[$0] }.max() ?? 0
        var (all, chosen) = (0.0, 0.0)
        for index in judged {
            let share = exp(certainty * (scores[index] - lead))
            all += share
            if scene.chosen.contains(index) { chosen += share }
        }
        let blind = Double(scene.chosen.count) / Double(max(1, judged.count))
        return log((1 - slips) * chosen / max(all, 1e-300) + slips * max(blind, 1e-3))
    }

    /// Whether what ranks first among the judged frames was chosen; a shared first place counts in part.
    private static func top(_ scores: [Double], _ scene: TasteScene) -> Double {
        let judged = scene.judged
        let lead = judged.map { scores[$0] }.max() ?? 0
        let first = judged.filter { scores[$0] == lead }
        return Double(first.count { scene.chosen.contains($0) }) / Double(max(1, first.count))
    }

    /// The share of preferences that the scores agree with.
    private static func order(_ scores: [Double], _ scene: TasteScene) -> Double {
        var right = 0.0
        var total = 0.0
        for preference in scene.preferences {
            let (winner, loser) = (scores[preference.winner], scores[preference.loser])
            right += preference.weight * (winner > loser ? 1 : winner == loser ? 0.5 : 0)
            total += preference.weight
        }
        return right / max(total, 1e-9)
    }

    var result: HeldOut {
        guard !base.isEmpty else { return .none }
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        return HeldOut(
            scenes: base.count, base: Agreement(share: mean(base), of: base.count),
            taste: Agreement(share: mean(taste), of: taste.count), chance: mean(chance),
            leadOverBase: Self.lead(zip(tasteOrder, baseOrder).map { $0 - $1 }),
            evidence: tasteNats - (baseNats.max() ?? 0))
    }

    /// Mean over standard error; scenes are independent, their preferences are not.
    private static func lead(_ differences: [Double]) -> Double {
        let count = Double(differences.count)
        guard count > 1 else { return 0 }
        let mean = differences.reduce(0, +) / count
        let square = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        // A floor on the spread: a run of equal differences is no proof of none.
        let deviation = max((square / (count - 1)).squareRoot(), 0.1)
        return mean / (deviation / count.squareRoot())
    }
}
