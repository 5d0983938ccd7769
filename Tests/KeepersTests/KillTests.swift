import Foundation
import Testing

@Suite("kill -9 of the program", .serialized)
struct KillTests {
    /// A scored card, the evening told to its end, and which path each frame number is.
    private struct Evening {
        let desk: Desk
        let card: String
        let script: String
        let told: Told
        let paths: [Int: String]

        init() throws {
            desk = try Desk()
            card = desk.path("card")
            let truth = try desk.card(frames: 48)
            try #require(try desk.run("score", card).code == 0)
            // Two hundred verdicts and more; some change nothing and are no steps.
            let session = SessionScript(seed: 23, verdicts: 320)
            script = try desk.write("session.txt", session.text)
            let toldScript = try desk.write("told.txt", session.told)
            let home = try desk.copyHome("told")
            let run = try desk.run("replay", toldScript, card, "--log", "/dev/stdout", home: home)
            try #require(run.code == 0, "\(run.err)")
            told = Told(run.out)
            try #require(told.steps.count >= 200, "only \(told.steps.count) steps")
            let places = told.places
            try #require(Set(places.map(\.frame)).count > 12 && !places.contains { $0.frame.isEmpty }, "it stays in one corner")
            try #require(Set(places.map(\.filter)).count > 3 && Set(places.map(\.view)).isSuperset(of: ["grid", "fit", "100 %"]))
            paths = try Self.numbers(desk, card, truth)
        }

        /// The frame numbers of the log, found out with the program's own keys: jump to a name, give five stars.
        private static func numbers(_ desk: Desk, _ card: String, _ truth: [DemoCard.Truth]) throws -> [Int: String] {
            let jumps = truth.map { "type /\($0.stem)\nkeys Enter 5\n" }.joined()
            let script = try desk.write("jumps.txt", "wait idle\n" + jumps)
            let home = try desk.copyHome("jumps")
            let run = try desk.run("replay", script, card, "--log", "/dev/stdout", home: home)
            let steps = Told(run.out).steps
            try #require(steps.count == truth.count, "\(run)")
            return Dictionary(uniqueKeysWithValues: zip(steps.map { $0.changes[0].frame }, truth.map(\.path)))
        }

        /// What `list --json` must say after the first `count` steps.
        func marks(after count: Int) -> [String: String] {
            var marks = Dictionary(uniqueKeysWithValues: paths.values.map { ($0, ["verdict": "-", "stars": "0", "label": "-"]) })
            for change in told.steps.prefix(count).flatMap(\.changes) {
                marks[paths[change.frame] ?? "?", default: [:]][change.verb] = change.value.isEmpty ? "-" : change.value
            }
            return marks.mapValues { "\($0["verdict"] ?? "?") \($0["stars"] ?? "?") \($0["label"] ?? "?")" }
        }
    }

    @Test("at any moment loses no acknowledged verdict, nor the frame, the filter and the zoom")
    func anyMoment() throws {
        let evening = try Evening()
        let kills = isSlow ? 20 : 4
        for turn in 0..<kills {
            let moment = Int.random(in: (turn * 200 / kills)..<((turn + 1) * 200 / kills)) + 1
            try kill(evening, after: moment, turn)
        }
    }

    private func kill(_ evening: Evening, after moment: Int, _ turn: Int) throws {
        let desk = evening.desk
        let home = try desk.copyHome("kill-\(turn)")
        let log = desk.path("log-\(turn)")
        let child = try desk.start(["replay", evening.script, evening.card, "--log", log], home: home)
        try #require(eventually { lines(log).count >= moment || !child.isRunning })
        let helpers = Processes.offspring(of: child.pid)
        usleep(UInt32.random(in: 0..<3000))
        child.kill(SIGKILL)
        let run = child.end()
        try #require(run.code == -SIGKILL, "it was over before: \(run)")
        let acknowledged = lines(log).compactMap { AcknowledgedStep($0) }
        let count = acknowledged.count
        #expect(acknowledged == Array(evening.told.steps.prefix(count)), "the same keys gave other steps")
        #expect(eventually { helpers.allSatisfy(Processes.isGone) }, "helpers outlived the program")

        let marks = try desk.list(evening.card, home: home).marks
        // A verdict may be on the disk before its acknowledgement was.
        let isAhead = marks == evening.marks(after: count + 1) && marks != evening.marks(after: count)
        #expect(isAhead || marks == evening.marks(after: count), "after \(count) acknowledged steps")

        let script = try desk.write("look.txt", "wait idle\nscreen\n")
        let look = try desk.run("replay", script, evening.card, home: home)
        let place = ShownPlace(look.out.split(separator: "\n"))
        let possible = evening.told.places(around: count).union(isAhead ? evening.told.places(around: count + 1) : [])
        #expect(possible.contains(place), "after \(count) steps: stands at \(place), not one of \(possible)")

        let doctor = try desk.run("doctor", "--json", home: home).json()
        let store = (doctor["findings"] as? [[String: String]])?.first { $0["subject"] == "store" }
        #expect(store?["grade"] == "ok", "\(store ?? [:])")
    }

    private func lines(_ path: String) -> [Substring] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        // What follows the last line end was not written whole.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0 }
    }

    @Test("while measuring keeps what was measured; the rest is measured next time, with the same result")
    func whileScoring() throws {
        let desk = try Desk()
        try desk.card(frames: 48)
        let card = desk.path("card")
        let measured = try desk.json("score", "--json", card, home: desk.path("whole"))["measured"] as? Int
        let whole = try desk.run("list", "--json", card, home: desk.path("whole")).out
        let child = try desk.start(["score", "--workers", "1", card])
        try #require(eventually { !Processes.helpers(of: child.pid, named: "keepers-worker").isEmpty || !child.isRunning })
        usleep(UInt32.random(in: 100_000..<400_000))
        child.kill(SIGKILL)
        _ = child.end()
        let rest = try desk.json("score", "--json", card)
        #expect(rest["measured"] as? Int == measured)
        #expect(try desk.run("list", "--json", card).out == whole)
    }
}

@Suite("kill -9 of a worker", .serialized)
struct WorkerKillTests {
    @Test("mid-batch costs nothing: its frame is measured by the next")
    func once() throws {
        let desk = try Desk()
        try desk.card(frames: 48)
        let card = desk.path("card")
        let measured = try desk.json("score", "--json", card)["measured"] as? Int
        let undisturbed = try desk.run("list", "--json", card).out
        for turn in 0..<(isSlow ? 12 : 3) {
            let home = desk.path("home-\(turn)")
            let child = try desk.start(["score", "--json", "--workers", "2", card], home: home)
            var victim: Int32?
            #expect(
                eventually {
                    victim = Processes.helpers(of: child.pid, named: "keepers-worker").first
                    return victim != nil || !child.isRunning
                })
            usleep(UInt32.random(in: 0..<150_000))
            if let victim { Foundation.kill(victim, SIGKILL) }
            let run = child.end()
            #expect(run.code == 0, "\(run)")
            #expect(try run.json()["measured"] as? Int == measured)
            #expect(try desk.run("list", "--json", card, home: home).out == undisturbed)
        }
    }

    @Test("again and again ends the work with words, not with a hang")
    func always() throws {
        let desk = try Desk()
        try desk.card(frames: 12)
        let card = desk.path("card")
        let child = try desk.start(["score", "--json", "--workers", "1", card])
        while child.isRunning {
            for victim in Processes.helpers(of: child.pid, named: "keepers-worker") { Foundation.kill(victim, SIGKILL) }
            usleep(500)
        }
        let run = child.end()
        #expect(run.code == 0 || run.code == 1, "\(run)")
        if run.code == 1 { #expect(run.err.hasPrefix("keepers: "), "\(run)") }
        // Nothing is lost: with nobody killing, every frame is there. A named frame keeps its name until it is looked at anew.
        #expect(try desk.run("score", card).code == 0)
        #expect(try desk.list(card).frames.count == 12)
    }
}

extension Desk {
    /// A copy of the home as it is now.
    func copyHome(_ name: String) throws -> String {
        let copy = path("homes/\(name)")
        try FileManager.default.createDirectory(atPath: path("homes"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: home, toPath: copy)
        return copy
    }
}
