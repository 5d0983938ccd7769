import DemoKit
import Glibc
import KeepersCore
import RankerKit

/// Photographers with hidden preferences judge simulated evenings; what is learned from 200 of their picks is asked of scenes
/// that were not among them.
enum TasteBench {
    static let taught = 200

    static func run(_ setting: Setting) throws -> [Figure] {
        var figures: [Figure] = []
        let homes = getenv("KEEPERS_TASTE_CARDS").map { String(cString: $0) } ?? ""
        for home in homes.split(separator: ":").map(String.init) {
            let evening = try TasteEvening(home: home, least: taught)
            let name = "real \(home.split(separator: "/").last ?? ""), "
            figures += try (Photographer.differing + [.agreeing]).map { try gain($0, name, 1...10) { _ in evening } }
            figures.append(random(name) { _ in evening })
        }
        guard homes.isEmpty else { return figures }
        for photographer in Photographer.differing + [.agreeing] {
            figures.append(try gain(photographer, "", 1...5) { generated(taught + 400, $0) })
        }
        figures.append(random("") { generated(300, $0) })
        figures.append(try speed())
        return figures
    }

    private static func generated(_ scenes: Int, _ seed: UInt64) -> TasteEvening {
        TasteEvening(generated: SimulatedEvening(scenes: scenes, seed: seed))
    }

    /// Points of agreement that the taste gains over the base; where it stays off it gains nothing.
    private static func gain(
        _ photographer: Photographer, _ kind: String, _ seeds: ClosedRange<UInt64>, on evening: (UInt64) -> TasteEvening
    ) throws -> Figure {
        var (gains, ceilings): ([Double], [Double]) = ([], [])
        var counts: [(taught: Int, asked: Int)] = []
        var notes: [String] = []
        for seed in seeds {
            let evening = evening(seed)
            let round = evening.round(photographer, taught: min(taught, evening.evening.scenes.count * 3 / 4), seed: seed)
            guard let head = TasteTrainer.train(round.taught) else { throw BenchError("nothing was learned") }
            let result = head.asked(round.asked)
            gains.append(head.isBetter ? (result.taste.share - result.base.share) * 100 : 0)
            ceilings.append(round.ceiling)
            counts.append((round.taught.count, round.asked.count))
            notes.append(
                "\(percent(result.base.share))>\(percent(result.taste.share))\(head.isBetter ? "" : " off") (\(fixed(head.heldOut.evidence, 0)) nats)"
            )
        }
        let spread = Spread(gains)
        return Figure(
            name: "\(kind)\(photographer.rawValue): points of agreement gained, least of \(gains.count)",
            value: spread.least, unit: "points", limit: .atLeast(photographer == .agreeing ? -1 : 10), decimals: 1,
            note: "mean \(fixed(gains.reduce(0, +) / Double(gains.count), 1)), \(counts[0].taught) stacks taught, "
                + "\(counts.map(\.asked).min() ?? 0) to \(counts.map(\.asked).max() ?? 0) asked, who knows the wish \(percent(Spread(ceilings).median)): "
                + notes.joined(separator: ", "))
    }

    /// Random verdicts, trained on again and again as they grow: the most that it may ever be switched on is never.
    private static func random(_ kind: String, on evening: (UInt64) -> TasteEvening) -> Figure {
        var switchedOn = 0
        var trainings = 0
        var (evidence, lead) = (-Double.infinity, -Double.infinity)
        for seed in 1...40 as ClosedRange<UInt64> {
            let scenes = evening(seed).round(.random, taught: .max, seed: seed).taught
            var head: TasteHead?
            for sixth in 1...6 {
                head = TasteTrainer.train(Array(scenes.prefix(scenes.count * sixth / 6)), after: head) ?? head
                trainings += 1
                if head?.isBetter == true { switchedOn += 1 }
                guard let heldOut = head?.heldOut else { continue }
                (evidence, lead) = (max(evidence, heldOut.evidence), max(lead, heldOut.leadOverBase))
            }
        }
        return Figure(
            name: "\(kind)random verdicts: times switched on", value: Double(switchedOn), unit: "times", limit: .atMost(0),
            decimals: 0, note: "\(trainings) trainings, most \(fixed(evidence, 1)) nats, lead \(fixed(lead, 1))")
    }

    private static func speed() throws -> Figure {
        let evening = SimulatedEvening(scenes: 5000, seed: 9)
        let scenes = TasteScene.scenes(of: evening.model(marks: Photographer.laughter.judge(evening, seed: 9)))
        let examples = scenes.reduce(0) { $0 + $1.examples }
        var rounds: [Double] = []
        for _ in 0..<3 { rounds.append(Stopwatch.cpu(of: { _ = TasteTrainer.train(scenes) })) }
        let spread = Spread(rounds)
        return Figure(
            name: "training on \(grouped(examples)) examples, CPU", value: spread.median, unit: "ms", limit: .atMost(1000),
            decimals: 0, note: spread.note(0))
    }

    private static func percent(_ share: Double) -> String { fixed(share * 100, 1) }
}
