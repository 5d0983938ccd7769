import Foundation
import Testing

/// Rows of `keepers runs --json`.
struct RunRow {
    var frames: Int
    var seconds: Double
    var heatEvents: Int
    var isInterrupted: Bool
    var isResumed: Bool
    var model: String

    init(_ json: [String: Any]) throws {
        frames = try #require(json["frames"] as? Int)
        seconds = try #require(json["seconds"] as? Double)
        heatEvents = try #require(json["heatEvents"] as? Int)
        isInterrupted = try #require(json["interrupted"] as? Bool)
        isResumed = try #require(json["resumed"] as? Bool)
        model = try #require(json["model"] as? String)
    }
}

extension Desk {
    /// Newest first.
    func runs(_ words: String..., home: String? = nil) throws -> [RunRow] {
        let rows = try #require(try json(["runs", "--json"] + words, home: home)["runs"] as? [[String: Any]])
        return try rows.map(RunRow.init)
    }

    /// The processor of the fake tree, which gives up at 100 °C.
    func setTemperature(_ celsius: Int) throws {
        let zone = sysfs + "/class/thermal/thermal_zone0"
        try FileManager.default.createDirectory(atPath: zone, withIntermediateDirectories: true)
        for (file, text) in [
            "type": "x86_pkg_temp", "trip_point_0_type": "critical", "trip_point_0_temp": "100000", "temp": "\(celsius)000",
        ] { try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(zone)/\(file)"), options: .atomic) }
    }

    /// `list --json` as text, which must be the same to the byte.
    func listed(_ card: String, home: String) throws -> String {
        let run = try run(["list", "--json", card], home: home)
        try #require(run.code == 0, "\(run)")
        return run.out
    }

    func measured(_ card: String, home: String) throws -> Int {
        try list(card, home: home).frames.count { !(($0["scores"] as? [String: Any])?["exposure"] is NSNull) }
    }
}

@Suite("Heat and runs", .serialized)
struct HeatTests {
    @Test("critical writes what there is and pauses; cooler, it goes on by itself and comes to the same end")
    func pause() throws {
        let desk = try Desk()
        try desk.card(frames: 12)
        let card = desk.path("card")
        try desk.setTemperature(99)
        let child = try desk.start(["score", card])
        try #require(eventually { (try? desk.runs().count) == 1 })
        // Longer than measuring these would take.
        usleep(2_500_000)
        #expect(child.isRunning)
        #expect(try desk.runs().map(\.frames) == [0])
        try desk.setTemperature(60)
        let run = child.end(within: 120)
        #expect(run.code == 0 && run.out.contains("12 measured"), "\(run)")
        // Also where nobody sees a progress line.
        #expect(run.err.contains("keepers: critical: 99 °C, paused at 0 of 12; goes on by itself\n"), "\(run)")
        #expect(run.err.contains(": goes on\n"), "\(run)")
        let row = try #require(try desk.runs().first)
        #expect(row.frames == 12 && row.heatEvents == 1 && !row.isInterrupted && !row.isResumed)
        // The pause is no time of work.
        #expect(row.seconds < run.seconds - 2)
        let calm = desk.path("calm")
        try desk.setTemperature(40)
        try #require(try desk.run(["score", card], home: calm).code == 0)
        #expect(try desk.runs(home: calm).map(\.heatEvents) == [0])
        #expect(try desk.listed(card, home: calm) == desk.listed(card, home: desk.home))
    }

    @Test("one worker at 84 °C, two when it is cool: the same cards, order and reasons")
    func workers() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        var lists: [String] = []
        for (name, celsius, workers) in [("cool", 50, "2"), ("warm", 84, "2"), ("alone", 50, "1"), ("many", 50, "5")] {
            try desk.setTemperature(celsius)
            let home = desk.path(name)
            try #require(try desk.run(["score", card, "--workers", workers], home: home).code == 0)
            #expect(try desk.runs(home: home).map(\.heatEvents) == [celsius > 80 ? 1 : 0])
            lists.append(try desk.listed(card, home: home))
        }
        #expect(Set(lists).count == 1)
    }

    @Test("killed in the middle: the row counts the cards that are there, and the next run resumes to the same end")
    func kill() throws {
        let desk = try Desk()
        try desk.card(frames: 48)
        let card = desk.path("card")
        let calm = desk.path("calm")
        try #require(try desk.run(["score", card], home: calm).code == 0)
        let home = try #require(try (0..<8).lazy.compactMap { try killed(desk, card, $0) }.first, "it was always over before")
        let first = try #require(try desk.runs(home: home).first)
        #expect(first.isInterrupted && !first.isResumed && first.frames < 48)
        #expect(try desk.measured(card, home: home) == first.frames)
        let answer = try desk.json("score", "--json", card, home: home)
        #expect(answer["scored"] as? Int == 48 - first.frames)
        let rows = try desk.runs(card, home: home)
        #expect(rows.map(\.frames) == [48 - first.frames, first.frames])
        #expect(rows.map(\.isResumed) == [true, false] && rows.map(\.isInterrupted) == [false, true])
        #expect(try desk.listed(card, home: calm) == desk.listed(card, home: home))
    }

    /// The home of a run that was killed after it had measured something and before it was done; nil when it was done.
    private func killed(_ desk: Desk, _ card: String, _ turn: Int) throws -> String? {
        let home = desk.path("killed-\(turn)")
        let child = try desk.start(["score", card, "--workers", "1"], home: home)
        _ = eventually { (try? desk.runs(home: home).first?.frames ?? 0) ?? 0 > 0 || !child.isRunning }
        child.kill(SIGKILL)
        return child.end().code == -SIGKILL ? home : nil
    }

    @Test("doctor and the progress on the screen say what is measured just now")
    func words() throws {
        let desk = try Desk()
        #expect(try desk.run("doctor").out.contains("heat        no sensor"))
        try desk.setTemperature(84)
        #expect(try desk.run("doctor", "--data", desk.path("b")).out.contains("fair: 84 °C"))
    }

    @Test("runs of every session, newest first; none yet is said so")
    func runs() throws {
        let desk = try Desk()
        #expect(try desk.run("runs").out.contains("nothing was measured yet"))
        #expect(try desk.runs().isEmpty)
        try desk.card("one", frames: 2)
        try desk.card("two") { $0.stem.hasSuffix("7") }
        try desk.run("score", desk.path("one"))
        try desk.run("score", desk.path("two"))
        let all = try #require(try desk.json("runs", "--json")["runs"] as? [[String: Any]])
        #expect(all.map { $0["session"] as? String } == ["two", "one"])
        #expect(try desk.runs(desk.path("one")).map(\.frames) == [2])
        let text = try desk.run("runs", desk.path("one")).out
        #expect(text.hasPrefix("today ") && text.contains("one  2 frames in ") && text.split(separator: "\n").count == 1)
    }
}
