import Foundation
import Testing

@Suite("Filters on the command line")
struct FilterCommandTests {
    @Test("that do not read end with 2 before the card is read, and point at the column")
    func pointer() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        for words in [["list"], ["stacks"], ["mark"]] {
            let tail = words == ["mark"] ? ["reject"] : []
            let run = try desk.run(words + [desk.path("card")] + tail + ["--filter", "open & stras>3"])
            #expect(run.code == 2 && run.out.isEmpty, "\(run)")
            let lines = run.err.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    "keepers: --filter, column 8: no field 'stras'; do you mean stars?", "  open & stras>3", "         ^",
                ], "\(run)")
        }
    }

    @Test("mark many frames as one step, counted first, and leave picks alone")
    func marks() throws {
        let desk = try Desk()
        try desk.card(frames: 6)
        let card = desk.path("card")
        #expect(try desk.run("mark", card, "DSCF0715", "pick").code == 0)
        let dry = try desk.run("mark", card, "reject", "--filter", "all", "--dry-run")
        #expect(dry.code == 0 && dry.out == "would reject 5 frames; 1 picked left alone\n", "\(dry)")
        #expect(try desk.list(card, "--filter", "rejected").paths.isEmpty)
        #expect(try desk.run("mark", card, "reject", "--filter", "all").out == "rejected 5 frames; 1 picked left alone\n")
        #expect(try desk.list(card, "--filter", "rejected").paths.count == 5)
        // As text too frame by frame, also where some of them are one stack.
        let text = try desk.run("list", card, "--filter", "rejected").out.split(separator: "\n")
        #expect(text.count == 6 && text.last == "5 of 6 frames match", "\(text)")
        #expect(try desk.run("mark", card, "clear", "--filter", "judged").out == "cleared the verdict of 6 frames\n")
        #expect(try desk.list(card, "--filter", "judged").paths.isEmpty)
        #expect(try desk.run("mark", card, "DSCF0715", "pick", "--dry-run").code == 2)
    }

    @Test("know what was saved on the screen, in another session too")
    func saved() throws {
        let desk = try Desk()
        try desk.card(frames: 6)
        let script = desk.path("save.txt")
        try "wait idle\nkey :\ntype save wide landscape iso>=100\nkey Enter\nexpect text :show wide\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        #expect(try desk.run("replay", script, desk.path("card")).code == 0)
        try desk.card("other", frames: 3)
        let all = try desk.list(desk.path("other"), "--filter", "landscape iso>=100").paths
        #expect(try desk.list(desk.path("other"), "--filter", "wide").paths == all && !all.isEmpty)
        #expect(try desk.run("list", desk.path("other"), "--filter", "wider").code == 2)
    }
}
