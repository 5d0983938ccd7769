import DemoKit
import Glibc
import KeepersCore
import PersistenceKit
import RankerKit

/// Photographers with hidden preferences judge simulated evenings; what is learned from 200 of their picks is asked of scenes
/// that were not among them.
enum TasteBench {
    static let seeds: ClosedRange<UInt64> = 1...5
    static let taught = 200

    static func run(_ setting: Setting) throws -> [Figure] {
        var figures: [Figure] = []
        if let folder = getenv("KEEPERS_TASTE_CARDS").map({ String(cString: $0) }) { figures += try measured(folder) }
        for photographer in Photographer.differing + [.agreeing] {
            figures.append(try gain(photographer, "", seeds) { SimulatedEvening(scenes: taught + 400, seed: $0) })
        }
        figures.append(random("") { SimulatedEvening(scenes: 300, seed: $0) })
        figures.append(try speed())
        return figures
    }

    /// The same photographers on the measured stacks of a Keepers home: cards of real pictures with faces and prints.
    private static func measured(_ folder: String) throws -> [Figure] {
        let store = try Store(data: folder + "/data", cache: folder + "/cache") { 0 }
        guard let model = try store.newestModel() else { throw BenchError("nothing is measured in \(folder)") }
        var frames: [Frame] = []
        var cards: [FrameID: ScoreCard] = [:]
        for session in try store.sessions() {
            frames += try store.frames(in: session.id)
            cards.merge(try store.cards(in: session.id, model: model)) { $1 }
        }
        let stacks = SessionModel(frames: frames, cards: cards).stacks.filter { $0.kind != .bracket }.map(\.members)
        guard stacks.count >= taught * 3 / 2 else {
            throw BenchError("\(folder) holds \(counted(stacks.count, "stack")); \(taught * 3 / 2) are needed")
        }
        let evening = SimulatedEvening(frames: frames, cards: cards, scenes: stacks)
        var figures = try (Photographer.differing + [.agreeing]).map { try gain($0, "real, ", 1...10) { _ in evening } }
        figures.append(random("real, ") { _ in evening })
        return figures
    }

    /// Points of agreement that the taste gains over the base; where it stays off it gains nothing.
    private static func gain(
        _ photographer: Photographer, _ kind: String, _ seeds: ClosedRange<UInt64>, on evening: (UInt64) -> SimulatedEvening
    ) throws -> Figure {
        var gains: [Double] = []
        var notes: [String] = []
        for seed in seeds {
            let evening = evening(seed)
            let scenes = dealt(TasteScene.scenes(of: evening.model(marks: photographer.judge(evening, seed: seed))), seed)
            guard let head = TasteTrainer.train(Array(scenes.prefix(taught))) else { throw BenchError("nothing was learned") }
            let result = head.asked(Array(scenes.dropFirst(taught)))
            gains.append(head.isBetter ? (result.taste.share - result.base.share) * 100 : 0)
            notes.append(
                "\(percent(result.base.share))>\(percent(result.taste.share))\(head.isBetter ? "" : " off") (\(fixed(head.heldOut.evidence, 0)) nats)"
            )
        }
        let spread = Spread(gains)
        return Figure(
            name: "\(kind)\(photographer.rawValue), \(taught) picks: points of agreement gained, least of \(gains.count)",
            value: spread.least, unit: "points", limit: .atLeast(photographer == .agreeing ? -1 : 10), decimals: 1,
            note: "median \(fixed(spread.median, 1)): " + notes.joined(separator: ", "))
    }

    /// Another order of the same scenes with every seed: others are taught, others asked.
    private static func dealt(_ scenes: [TasteScene], _ seed: UInt64) -> [TasteScene] {
        func mixed(_ index: Int) -> UInt64 {
            // splitmix64's finish (Steele, Lea and Flood 2014).
            var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03
            state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
            return state ^ (state >> 31)
        }
        return scenes.indices.sorted { (mixed($0), $0) < (mixed($1), $1) }.map { scenes[$0] }
    }

    /// Random verdicts, trained on again and again as they grow: the most that it may ever be switched on is never.
    private static func random(_ kind: String, on evening: (UInt64) -> SimulatedEvening) -> Figure {
        var switchedOn = 0
        var trainings = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let evening = evening(seed)
            let scenes = dealt(TasteScene.scenes(of: evening.model(marks: Photographer.random.judge(evening, seed: seed))), seed)
            var head: TasteHead?
            for count in stride(from: 50, through: min(300, scenes.count), by: 50) {
                head = TasteTrainer.train(Array(scenes.prefix(count)), after: head) ?? head
                trainings += 1
                if head?.isBetter == true { switchedOn += 1 }
            }
        }
        return Figure(
            name: "\(kind)random verdicts: times switched on", value: Double(switchedOn), unit: "times", limit: .atMost(0),
            decimals: 0, note: "\(trainings) trainings")
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
