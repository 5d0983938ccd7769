import DemoKit
import KeepersCore
import RankerKit

/// Photographers with hidden preferences judge simulated evenings; what is learned from 200 of their picks is asked of scenes
/// that were not among them.
enum TasteBench {
    static let seeds: ClosedRange<UInt64> = 1...3
    static let taught = 200

    static func run(_ setting: Setting) throws -> [Figure] {
        var figures: [Figure] = []
        for photographer in Photographer.differing + [.agreeing] { figures.append(try gain(photographer, taught: taught)) }
        // The same from a quarter of that: about 200 pairs of a pick and a reject.
        for photographer in Photographer.differing {
            figures.append(try gain(photographer, taught: taught / 4, isLimited: false))
        }
        figures.append(random())
        figures.append(try speed())
        return figures
    }

    /// Points of agreement that the taste gains over the base; where it stays off it gains nothing.
    private static func gain(_ photographer: Photographer, taught: Int, isLimited: Bool = true) throws -> Figure {
        var gains: [Double] = []
        var notes: [String] = []
        for seed in seeds {
            let evening = SimulatedEvening(scenes: taught + 400, seed: seed)
            let scenes = TasteScene.scenes(of: evening.model(marks: photographer.judge(evening, seed: seed)))
            let (known, asked) = (Array(scenes.prefix(taught)), Array(scenes.dropFirst(taught)))
            guard let head = TasteTrainer.train(known) else { throw BenchError("nothing was learned from \(known.count) scenes") }
            let result = head.asked(asked)
            gains.append(head.isBetter ? (result.taste.share - result.base.share) * 100 : 0)
            notes.append(
                "\(percent(result.base.share))>\(percent(result.taste.share))\(head.isBetter ? "" : " off") (lead \(fixed(head.heldOut.leadOverBase, 1)))"
            )
        }
        let spread = Spread(gains)
        return Figure(
            name: "\(photographer.rawValue), \(taught) picks: points of agreement gained, least of \(gains.count)",
            value: spread.least, unit: "points",
            limit: isLimited ? .atLeast(photographer == .agreeing ? -1 : 10) : .none, decimals: 1,
            note: notes.joined(separator: ", "))
    }

    /// Random verdicts, trained on again and again as they grow: the most that it may ever be switched on is never.
    private static func random() -> Figure {
        var switchedOn = 0
        var trainings = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let evening = SimulatedEvening(scenes: 300, seed: seed)
            let scenes = TasteScene.scenes(of: evening.model(marks: Photographer.random.judge(evening, seed: seed)))
            var head: TasteHead?
            for count in stride(from: 50, through: scenes.count, by: 50) {
                head = TasteTrainer.train(Array(scenes.prefix(count)), after: head) ?? head
                trainings += 1
                if head?.isBetter == true { switchedOn += 1 }
            }
        }
        return Figure(
            name: "random verdicts: times switched on", value: Double(switchedOn), unit: "times", limit: .atMost(0), decimals: 0,
            note: "\(trainings) trainings")
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
