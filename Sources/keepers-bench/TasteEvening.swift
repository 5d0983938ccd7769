import DemoKit
import Glibc
import KeepersCore
import PersistenceKit
import RankerKit

/// Stacks that a simulated photographer judges, and how they are parted into those that teach and those that are asked.
struct TasteEvening {
    let evening: SimulatedEvening
    /// By scene: what was photographed. Scenes of one photograph are taught or asked together.
    let photographs: [String]

    /// Every scene is a moment of its own.
    init(generated evening: SimulatedEvening) {
        self.evening = evening
        photographs = evening.scenes.indices.map(String.init)
    }

    /// The measured stacks of a Keepers home: cards of real pictures with faces and prints.
    ///
    /// Where the frames lie in more than one folder, a folder holds what was made of one photograph.
    init(home: String, least: Int) throws {
        let store = try Store(data: home + "/data", cache: home + "/cache") { 0 }
        guard let model = try store.newestModel() else { throw BenchError("nothing is measured in \(home)") }
        var frames: [Frame] = []
        var cards: [FrameID: ScoreCard] = [:]
        for session in try store.sessions() {
            frames += try store.frames(in: session.id)
            cards.merge(try store.cards(in: session.id, model: model)) { $1 }
        }
        let stacks = SessionModel(frames: frames, cards: cards).stacks.filter { $0.kind != .bracket }.map(\.members)
        guard stacks.count >= least else {
            throw BenchError("\(home) holds \(counted(stacks.count, "stack")); \(least) are needed")
        }
        evening = SimulatedEvening(frames: frames, cards: cards, scenes: stacks)
        let folders = Dictionary(frames.map { ($0.id, TasteEvening.folder($0.path)) }) { $1 }
        let ofScene = stacks.map { $0.first.flatMap { folders[$0] } ?? "" }
        photographs = Set(ofScene).count > 1 ? ofScene : stacks.indices.map(String.init)
    }

    private static func folder(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// What one photographer decided, parted by photograph; one photograph after the other, as places follow each other on a
    /// wedding, in another order with every seed.
    struct Round {
        var taught: [TasteScene]
        var asked: [TasteScene]
        /// How often somebody who knows the preference names the pick of the asked scenes; the rest is chance.
        var ceiling: Double
    }

    func round(_ photographer: Photographer, taught count: Int, seed: UInt64) -> Round {
        let marks = photographer.judge(evening, seed: seed)
        let wishes = photographer.judge(evening, noise: 0, seed: seed)
        let judged = judged(marks)
        var (taught, asked): ([Int], [Int]) = ([], [])
        for photograph in dealt(seed) {
            if taught.count < count { taught += photograph } else { asked += photograph }
        }
        taught = Array(taught.prefix(count))
        let met = asked.count { evening.scenes[$0].allSatisfy { marks[$0] == wishes[$0] } }
        return Round(
            taught: taught.compactMap { judged[$0] }, asked: asked.compactMap { judged[$0] },
            ceiling: Double(met) / Double(max(1, asked.count)))
    }

    /// Scenes of the same photograph together, photographs in another order with every seed.
    private func dealt(_ seed: UInt64) -> [[Int]] {
        let grouped = Dictionary(grouping: photographs.indices) { photographs[$0] }.values.sorted { $0[0] < $1[0] }
        return TasteEvening.mixed(grouped, seed)
    }

    /// What was decided, by the number of the stack.
    private func judged(_ marks: [FrameID: Mark]) -> [Int: TasteScene] {
        let model = evening.model(marks: marks)
        let numbers = Dictionary(uniqueKeysWithValues: evening.scenes.enumerated().compactMap { n, s in s.first.map { ($0, n) } })
        var judged: [Int: TasteScene] = [:]
        for stack in model.stacks {
            guard let number = stack.members.first.flatMap({ numbers[$0] }) else { continue }
            judged[number] = TasteScene.scene(of: stack, in: model)
        }
        return judged
    }

    private static func mixed<Item>(_ items: [Item], _ seed: UInt64) -> [Item] {
        func mixed(_ index: Int) -> UInt64 {
            // splitmix64's finish (Steele, Lea and Flood 2014).
            var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03
            state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
            return state ^ (state >> 31)
        }
        return items.indices.sorted { (mixed($0), $0) < (mixed($1), $1) }.map { items[$0] }
    }
}
