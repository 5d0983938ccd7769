import Glibc
import KeepersCore
import ScoringKit

/// The whole way without a screen: a new session on the card, every frame read and measured.
enum ScoreBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        let card = try setting.card()
        let plain = try score(card, setting, home: try setting.makeFolder("score-plain"), models: "none")
        var figures = [
            Figure(
                name: "list, read, measure without models, store: frames a second, 2 workers", value: plain.rate,
                unit: "frames/s", limit: .atLeast(40), decimals: 1, note: plain.note),
            plain.memory("memory of all processes (PSS), most", limit: 600),
        ]
        let pack = try Models.pack()
        let home = try setting.makeFolder("score")
        let whole = try score(card, setting, home: home, models: pack?.folder ?? "none")
        setting.scoredHome = home
        if pack != nil {
            figures += [
                Figure(
                    name: "the same with everything on: minutes for 3 000 frames", value: 3000 / whole.rate / 60, unit: "min",
                    limit: .atMost(4), decimals: 2, note: "\(whole.note), \(fixed(whole.rate, 1))/s"),
                whole.memory("memory of all processes with models (PSS), most", limit: 1200),
            ]
        }
        let growth = Double(Folder.bytes(home)) / Double(card.frames) / 1000
        return figures + [
            Figure(name: "growth of store and cache a frame", value: growth, unit: "KB", limit: .atMost(100), decimals: 1)
        ]
    }

    /// What `keepers score` took.
    struct Scored {
        var frames: Int
        var seconds: Double
        /// Bytes of all processes, shared pages divided among their users.
        var most = 0
        var samples = 0

        var rate: Double { Double(frames) / seconds }
        var note: String { "\(grouped(frames)) frames in \(fixed(seconds, 1)) s" }
        func memory(_ name: String, limit: Double) -> Figure {
            Figure(
                name: name, value: Double(most) / 1e6, unit: "MB", limit: .atMost(limit), decimals: 0, note: "\(samples) samples")
        }
    }

    /// `keepers score` on a card with two workers, watched; `models` is what KEEPERS_MODELS says.
    static func score(_ card: Card, _ setting: Setting, home: String, models: String) throws -> Scored {
        let running = try Running(
            [try setting.program(), "score", "--workers", "2", card.path], home: home, adding: ["KEEPERS_MODELS=\(models)"])
        var scored = Scored(frames: card.frames, seconds: 0)
        var code: Int32?
        while code == nil {
            scored.most = max(scored.most, running.memory())
            scored.samples += 1
            usleep(100_000)
            code = running.ended()
        }
        guard code == 0 else { throw BenchError("`keepers score` ended with \(code ?? -1)") }
        scored.seconds = (Stopwatch.wall() - running.startedAt) / 1000
        return scored
    }

    /// A home in which the card is known and measured.
    static func scoredHome(_ setting: Setting) throws -> String {
        if setting.scoredHome == nil { _ = try run(setting) }
        guard let home = setting.scoredHome else { throw BenchError("the card could not be measured") }
        return home
    }
}

/// The model pack, as the program looks for it.
enum Models {
    static func pack() throws -> ModelPack? {
        func text(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        let data = text("XDG_DATA_HOME") ?? (text("HOME") ?? "/nowhere") + "/.local/share"
        let given = text("KEEPERS_MODELS")
        return given == "none" ? nil : try ModelPack.find(override: given, data: data + "/keepers")
    }
}
