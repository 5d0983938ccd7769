import Foundation
import Testing

@Suite("Marking from the command line")
struct MarkTests {
    @Test("each word does what it says, and only that")
    func words() throws {
        let desk = try Desk()
        try desk.card(frames: 3)
        let card = desk.path("card")
        let path = "DCIM/103_FUJI/DSCF0716.RAF"
        // By stem, by path, by file name, by the JPEG of its pair.
        let steps: [(frame: String, word: String, mark: String, says: String)] = [
            ("DSCF0716", "pick", "pick 0 -", "◆ PICK"), (path, "3", "pick 3 -", "◆ PICK ★★★"),
            ("DSCF0716.RAF", "red", "pick 3 red", "◆ PICK ★★★ red"),
            ("DCIM/103_FUJI/DSCF0716.JPG", "reject", "reject 3 red", "✕ REJECT ★★★ red"),
            ("DSCF0716", "maybe", "maybe 3 red", "? MAYBE ★★★ red"), ("DSCF0716", "clear", "- 3 red", "★★★ red"),
            ("DSCF0716", "purple", "- 3 purple", "★★★ purple"), ("DSCF0716", "5", "- 5 purple", "★★★★★ purple"),
            ("DSCF0716", "0", "- 0 purple", "purple"), ("DSCF0716", "yellow", "- 0 yellow", "yellow"),
            ("DSCF0716", "green", "- 0 green", "green"), ("DSCF0716", "blue", "- 0 blue", "blue"),
            ("DSCF0716", "none", "- 0 -", "no verdict"),
            ("DSCF0716", "1", "- 1 -", "★"),
        ]
        for step in steps {
            let run = try desk.run("mark", card, step.frame, step.word)
            #expect(run.code == 0 && run.err.isEmpty, "\(run)")
            #expect(run.out == "\(path)  \(step.says)\n")
            let marks = try desk.list(card).marks
            #expect(marks[path] == step.mark)
            #expect(marks.filter { $0.key != path }.values.allSatisfy { $0 == "- 0 -" })
        }
    }

    @Test("is undone on the screens: it is a decision like any other")
    func undone() throws {
        let desk = try Desk()
        try desk.card(frames: 3)
        let card = desk.path("card")
        #expect(try desk.run("mark", card, "DSCF0716", "pick").code == 0)
        let script = try desk.write("undo.txt", "wait idle\nkey Ctrl-Z\nexpect text undone\n")
        let run = try desk.run("replay", script, card)
        #expect(run.code == 0, "\(run)")
        #expect(try desk.list(card).marks.values.allSatisfy { $0 == "- 0 -" })
    }

    @Test("fails while another keepers holds the session, and names it")
    func heldSession() throws {
        let desk = try Desk()
        try desk.card(frames: 3)
        let card = desk.path("card")
        #expect(try desk.run("list", card).code == 0)
        // A script whose screens nobody reads: it holds the session, has written a verdict, and goes no further.
        let script = try desk.write("long.txt", "wait idle\nkey p\n" + String(repeating: "screen\n", count: 40) + "key x\n")
        let log = desk.path("log")
        let holder = try desk.start(["replay", script, card, "--log", log], isHeard: false)
        try #require(eventually { (try? String(contentsOfFile: log, encoding: .utf8))?.contains("step 1 ") == true })
        let before = try desk.list(card).marks
        for words in [
            ["mark", card, "DSCF0716", "5"], ["score", card], ["export", card], ["undo-export", card], ["wipe", "--yes"],
        ] {
            let run = try desk.run(words)
            #expect(run.code == 1, "\(words): \(run)")
            #expect(run.out.isEmpty, "\(words): \(run)")
            #expect(run.err.contains("keepers replay, pid \(holder.pid), since "), "\(words): \(run)")
            #expect(run.err.contains("Nothing was changed"), "\(words): \(run)")
        }
        #expect(try desk.list(card).marks == before)
        #expect(before.values.count { $0 == "pick 0 -" } == 1)
        #expect(holder.isRunning)
        holder.kill(SIGKILL)
        #expect(holder.end().code == -SIGKILL)
        // The kernel let go of it with its holder.
        #expect(try desk.run("mark", card, "DSCF0716", "5").code == 0)
    }
}
