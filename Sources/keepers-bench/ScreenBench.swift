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
        var firstRows: [Double] = []
        for round in 1...3 {
            let visit = try Visit([program, card.path], home: setting.makeFolder("new-\(round)"))
            firstRows.append(try visit.firstRow(within: 10_000))
        }
        let visit = try Visit([program, card.path], home: setting.makeFolder("keys"))
        _ = try visit.firstRow(within: 10_000)
        let keys = try visit.keys(rounds: 25)
        return [
            wait("first grid row, new session", firstRows, most: 1000),
            Figure(
                name: "key to changed chrome with scoring running, 95 of 100", value: Spread(keys.moves).share(0.95), unit: "ms",
                limit: .atMost(16),
                note: "median \(fixed(Spread(keys.moves).median, 1)), \(Spread(keys.moves).note(1))"),
            Figure(
                name: "the same for a verdict, which is on the disk then", value: Spread(keys.verdicts).share(0.95), unit: "ms",
                limit: .atMost(16),
                note: "median \(fixed(Spread(keys.verdicts).median, 1)), \(Spread(keys.verdicts).note(1))"),
            Figure(
                name: "memory of all processes (PSS) meanwhile, most", value: Double(keys.memory) / 1e6, unit: "MB",
                limit: .atMost(600), decimals: 0),
        ]
    }

    // MARK: - A warm one

    private static func warmSession(_ program: String, _ card: Card, _ home: String) throws -> [Figure] {
        var firstRows: [Double] = []
        for _ in 1...7 {
            let visit = try Visit([program, card.path], home: home)
            firstRows.append(try visit.firstRow(within: 10_000))
            visit.quit()
        }
        let visit = try Visit([program, card.path], home: home)
        _ = try visit.firstRow(within: 10_000)
        let loupe = try visit.loupe(rounds: 15)
        return [
            wait("first grid row, warm session", firstRows, most: 300),
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

    private static func wait(_ name: String, _ times: [Double], most: Double) -> Figure {
        Figure(
            name: name, value: Spread(times).median, unit: "ms", limit: .atMost(most), decimals: 0,
            note: Spread(times).note(0))
    }
}
