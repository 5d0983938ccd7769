import Foundation
import Testing

@Suite("Replayed sessions")
struct ReplayTests {
    /// Plays Fixtures/replays/NAME.txt on the first 24 frames; KEEPERS_RECORD=1 writes its goldens anew.
    @Test("go as written", arguments: ["first-hour", "small-terminal", "together"])
    func scripts(_ name: String) throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        let record = ProcessInfo.processInfo.environment["KEEPERS_RECORD"] == "1" ? ["--record"] : []
        let run = try desk.run(["replay"] + record + ["\(projectFolder)/Fixtures/replays/\(name).txt", desk.path("card")])
        #expect(run.code == 0, "\(run.err)")
    }

    @Test("are the same twice, key by key and screen by screen, over more than 200 verdicts")
    func twice() throws {
        let desk = try Desk()
        try desk.card(frames: 48)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        let script = try desk.write("told.txt", SessionScript(seed: 7, verdicts: 320).told)
        let runs = try ["one", "two"].map { name in
            try desk.run("replay", script, card, "--log", "/dev/stdout", home: try desk.copyHome(name))
        }
        #expect(runs.allSatisfy { $0.code == 0 && $0.err.isEmpty })
        #expect(Told(runs[0].out).steps.count >= 200)
        #expect(runs[0].out == runs[1].out)
        // And the store says the same as the screens did.
        let marks = try ["one", "two"].map { try desk.list(card, home: desk.path("homes/\($0)")).marks }
        #expect(marks[0] == marks[1])
        let picks = marks[0].values.count { $0.hasPrefix("pick") }
        #expect(runs[0].out.split(separator: "\n").last { $0.hasPrefix(" keepers ") }?.contains(" \(picks) ◆") == true)
    }

    @Test("hundreds of random keys with stacks cut, joined and crowned by hand: undo brings back every frame and stack")
    func undoStackEdits() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        let before = [try desk.run("list", "--json", card).out, try desk.run("stacks", "--json", card).out]
        let keys = [
            "|", "-", "+", "*", "s", "n", "j", "k", "l", "h", "}", "{", "p", "x", "K", "V", "v", "Esc", "3", "6", "Enter", "b",
        ]
        var state: UInt64 = 20_261_130
        let script = (0..<600).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return "key \(keys[Int(state >> 33) % keys.count])\n"
        }.joined()
        let log = desk.path("log")
        let played = try desk.run("replay", try desk.write("a.txt", "wait idle\n" + script), card, "--log", log)
        try #require(played.code == 0, "\(played.err)")
        let steps = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
        try #require(steps > 50)
        #expect(try desk.run("stacks", "--json", card).out != before[1], "no stack was edited")
        let undo = String(repeating: "key Ctrl-Z\n", count: steps + 1)
        let undone = try desk.run(
            "replay", try desk.write("undo.txt", "wait idle\n" + undo + "expect text nothing to undo\n"), card)
        #expect(undone.code == 0, "\(undone.err)")
        #expect([try desk.run("list", "--json", card).out, try desk.run("stacks", "--json", card).out] == before)
    }

    @Test("undo takes every step back to where it began, and redo brings all of it again")
    func undoAll() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        // Walks and verdicts without an undo among them.
        let lines = SessionScript(seed: 11, verdicts: 40).lines.filter { $0 != "key Ctrl-Z" }
        let log = desk.path("log")
        try #require(
            try desk.run("replay", try desk.write("a.txt", "wait idle\n" + lines.joined(separator: "\n")), card, "--log", log)
                .code == 0)
        let steps = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
        let after = try desk.list(card).marks
        try #require(steps > 20 && Set(after.values).count > 3)
        // In another process, as after a night's sleep.
        let undo = String(repeating: "key Ctrl-Z\n", count: steps)
        #expect(
            try desk.run(
                "replay", try desk.write("undo.txt", "wait idle\n" + undo + "key Ctrl-Z\nexpect text nothing to undo\n"), card
            ).code == 0)
        #expect(try desk.list(card).marks.values.allSatisfy { $0 == "- 0 -" })
        let redo = String(repeating: "key Ctrl-R\n", count: steps)
        #expect(
            try desk.run(
                "replay", try desk.write("redo.txt", "wait idle\n" + redo + "key Ctrl-R\nexpect text nothing to redo\n"), card
            ).code == 0)
        #expect(try desk.list(card).marks == after)
    }

    @Test("an expectation that does not hold fails the replay and names its line")
    func failing() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        let run = try desk.run(
            "replay",
            try desk.write("a.txt", "wait idle\nexpect text 2 frames\nexpect text no such words\nexpect golden missing\n"), card)
        #expect(run.code == 1)
        #expect(
            run.err.contains("line 3: 'no such words' is not on the screen")
                && run.err.contains("line 4: missing.txt is missing"), "\(run.err)")
        #expect(!run.err.contains("line 2:"))
        for (script, complaint) in [
            ("key Nonsense\n", "line 1 of the script does not read"), ("dance\n", "line 1 of the script"),
        ] {
            let run = try desk.run("replay", try desk.write("b.txt", script), card)
            #expect(run.code == 1 || run.code == 2)
            #expect(run.err.contains(complaint), "\(run)")
        }
    }
}
