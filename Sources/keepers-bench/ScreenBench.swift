import Glibc
import KeepersCore

/// The program on a terminal that answers like kitty, in wall-clock time: what a person waits for.
enum ScreenBench {
    static func run(_ setting: Setting) throws -> [Figure] {
        let program = try setting.program()
        let card = try setting.card()
        let scored = try ScoreBench.scoredHome(setting)
        var figures = try newSession(setting, program, card)
        figures += try warmSession(program, card, scored)
        figures += try sessionList(program, card, scored)
        return figures
    }

    // MARK: - A new session

    private static func newSession(_ setting: Setting, _ program: String, _ card: Card) throws -> [Figure] {
        var firstRows: [(wall: Double, cpu: Double)] = []
        for round in 1...5 {
            let visit = try Visit([program, card.path], home: setting.makeFolder("new-\(round)"))
            firstRows.append(try visit.firstRow(within: 10_000))
        }
        let home = try setting.makeFolder("keys")
        let visit = try Visit([program, card.path], home: home)
        _ = try visit.firstRow(within: 10_000)
        let keys = try visit.keys(rounds: 25, disk: BareDisk(in: home))
        let (moves, verdicts, disk) = (Spread(keys.moves), Spread(keys.verdicts), Spread(keys.disk))
        return [
            rows("first grid row, new session", firstRows, most: 1000),
            Figure(
                name: "key to changed chrome, scoring running: 95 of 100", value: moves.share(0.95), unit: "ms",
                limit: .atMost(16), note: "median \(fixed(moves.median, 1)), \(moves.note(1))"),
            Figure(
                name: "the same for a durable verdict, beyond the bare disk's", value: verdicts.share(0.95) - disk.share(0.95),
                unit: "ms", limit: .atMost(16),
                note:
                    "median \(fixed(verdicts.median, 1)), \(verdicts.note(1)); disk: median \(fixed(disk.median, 1)), 95 of 100 \(fixed(disk.share(0.95), 1))"
            ),
            Figure(
                name: "memory of all processes (PSS) meanwhile, most", value: Double(keys.memory) / 1e6, unit: "MB",
                limit: .atMost(1200), decimals: 0),
        ]
    }

    // MARK: - A warm one

    private static func warmSession(_ program: String, _ card: Card, _ home: String) throws -> [Figure] {
        var firstRows: [(wall: Double, cpu: Double)] = []
        for _ in 1...7 {
            let visit = try Visit([program, card.path], home: home)
            firstRows.append(try visit.firstRow(within: 10_000))
            visit.quit()
        }
        let visit = try Visit([program, card.path], home: home)
        _ = try visit.firstRow(within: 10_000)
        let loupe = try visit.loupe(rounds: 15)
        return [
            rows("first grid row, warm session", firstRows, most: 300),
            wait("next frame in the loupe, from the cache", loupe, most: 50),
        ]
    }

    private static func sessionList(_ program: String, _ card: Card, _ home: String) throws -> [Figure] {
        let name = card.path.split(separator: "/").last.map(String.init) ?? card.path
        var times: [Double] = []
        for _ in 1...7 {
            let visit = try Visit([program], home: home)
            let shown = visit.terminal.wait(5000) { screen in (2..<screen.rows).contains { screen.line($0).contains(name) } }
            guard let shown else { throw BenchError("the session list never named '\(name)'") }
            times.append(shown - visit.running.startedAt)
            visit.quit()
        }
        return [wait("start to session list", times, most: 150)]
    }

    private static func rows(_ name: String, _ times: [(wall: Double, cpu: Double)], most: Double) -> Figure {
        var figure = wait(name, times.map(\.wall), most: most)
        figure.note += ", CPU of the program \(fixed(Spread(times.map(\.cpu)).median, 0)) ms"
        return figure
    }

    private static func wait(_ name: String, _ times: [Double], most: Double) -> Figure {
        Figure(
            name: name, value: Spread(times).median, unit: "ms", limit: .atMost(most), decimals: 0,
            note: Spread(times).note(0))
    }
}
