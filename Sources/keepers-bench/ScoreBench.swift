import Glibc
import KeepersCore

/// The whole way without a screen: a new session on the card, every frame read and measured.
enum ScoreBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        let program = try setting.program()
        let card = try setting.card()
        let home = try setting.makeFolder("score")
        let running = try Running([program, "score", "--workers", "2", card.path], home: home)
        var most = 0
        var samples = 0
        var code: Int32?
        while code == nil {
            most = max(most, running.memory())
            samples += 1
            usleep(100_000)
            code = running.ended()
        }
        guard code == 0 else { throw BenchError("`keepers score` ended with \(code ?? -1)") }
        let seconds = (Stopwatch.wall() - running.startedAt) / 1000
        setting.scoredHome = home
        let growth = Double(Folder.bytes(home)) / Double(card.frames) / 1000
        return [
            Figure(
                name: "list, read, measure, store: frames a second, 2 workers", value: Double(card.frames) / seconds,
                unit: "frames/s",
                limit: .atLeast(40), decimals: 1, note: "\(grouped(card.frames)) frames in \(fixed(seconds, 1)) s"),
            Figure(
                name: "memory of all processes (PSS), most", value: Double(most) / 1e6, unit: "MB", limit: .atMost(600),
                decimals: 0,
                note: "\(samples) samples"),
            Figure(
                name: "growth of store and cache a frame", value: growth, unit: "KB", limit: .atMost(100), decimals: 1),
        ]
    }

    /// A home in which the card is known and measured.
    static func scoredHome(_ setting: Setting) throws -> String {
        if setting.scoredHome == nil { _ = try run(setting) }
        guard let home = setting.scoredHome else { throw BenchError("the card could not be measured") }
        return home
    }
}
