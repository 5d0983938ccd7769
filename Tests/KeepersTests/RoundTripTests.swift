import Foundation
import Testing

/// Two programs and one sidecar: whose decision counts, and that none is lost.
@Suite("The round trip", .serialized)
struct RoundTripTests {
    private func sidecar(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
          xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \(attributes)/>
        </rdf:RDF></x:xmpmeta>
        """
    }

    /// Eight single RAW frames.
    private func card(_ desk: Desk) throws -> (card: String, raws: [DemoCard.Truth]) {
        let raws = try desk.card { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }
        try #require(raws.count >= 8)
        // Measured, so that the order holds still under a key.
        try #require(try desk.run("score", desk.path("card")).code == 0)
        return (desk.path("card"), raws)
    }

    private func name(_ frame: DemoCard.Truth) -> String { (frame.path as NSString).deletingPathExtension + ".xmp" }

    private func stem(_ frame: DemoCard.Truth) -> String {
        ((frame.path as NSString).lastPathComponent as NSString).deletingPathExtension
    }

    /// As other programs save: a temporary file, then a rename.
    private func save(_ desk: Desk, _ frame: DemoCard.Truth, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: desk.path("card/\(name(frame))")), options: .atomic)
    }

    private func text(_ desk: Desk, _ frame: DemoCard.Truth) throws -> String {
        try String(contentsOfFile: desk.path("card/\(name(frame))"), encoding: .utf8)
    }

    private func conflicts(_ desk: Desk, _ card: String) throws -> [String] {
        let list = try #require(try desk.json("conflicts", "--json", card)["conflicts"] as? [[String: Any]])
        return list.map { item in
            ["property", "base", "yours", "theirs"].map { item[$0] as? String ?? "-" }.joined(separator: " ")
        }
    }

    @Test("a conflict stays until it is settled: theirs in the file, ours in the store; mine then writes ours")
    func mine() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try save(desk, raws[0], sidecar(#"xmp:Rating="2""#))
        try #require(try desk.run("list", card).code == 0)
        try #require(try desk.run("mark", card, raws[0].path, "4").code == 0)
        #expect(try conflicts(desk, card).isEmpty, "only we changed it")
        try save(desk, raws[0], sidecar(#"xmp:Rating="5""#))
        #expect(try conflicts(desk, card) == ["stars 2 4 5"])
        let run = try desk.run("export", card)
        #expect(run.code == 1 && run.out.contains("1  conflict") && run.out.contains("0 written"), "\(run)")
        #expect(try text(desk, raws[0]).contains(#"xmp:Rating="5""#))
        #expect(try desk.run("settle", card, raws[0].path, "mine", "--property", "verdict").code == 1)
        #expect(try desk.run("settle", card, raws[0].path, "yes").code == 2)
        #expect(try desk.run("settle", card, raws[0].path, "mine").code == 0)
        #expect(try conflicts(desk, card).isEmpty)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
        #expect(try text(desk, raws[0]).contains(#"xmp:Rating="4""#))
        // Their next edit is theirs alone: it is taken over, and nothing is left to write.
        try save(desk, raws[0], sidecar(#"xmp:Rating="1""#))
        #expect(try conflicts(desk, card).isEmpty)
        #expect(try desk.list(card).marks[raws[0].path] == "- 1 -")
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 0)
        #expect(try text(desk, raws[0]).contains(#"xmp:Rating="1""#))
    }

    @Test("theirs is taken over by command for all conflicts in one step; what contradicts itself is left to the person")
    func theirs() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for frame in raws.prefix(3) { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        try save(desk, raws[0], sidecar(#"xmpDM:pick="-1" xmpDM:good="false""#))
        try save(desk, raws[1], sidecar(#"xmpDM:pick="1" xmp:Rating="-1""#))
        _ = try desk.write("card/\(name(raws[2]))", sidecar(#"xmp:Rating="3""#))
        _ = try desk.write("card/\(raws[2].path).xmp", sidecar(#"xmp:Rating="2""#))
        let found = try desk.run("conflicts", card).out
        #expect(found.contains("none before, pick yours, reject theirs"), "\(found)")
        #expect(found.contains("flag pick and rating -1 (reject)"), "\(found)")
        #expect(found.contains("says ★3") && found.contains("says ★2"), "\(found)")
        let run = try desk.run("settle", card, "--all", "theirs")
        #expect(run.code == 1 && run.err.contains("theirs is no answer") && run.err.contains("2 conflicts not settled"), "\(run)")
        #expect(try desk.list(card).marks[raws[0].path] == "reject 0 -")
        // Decided, mine is an answer; the export then writes ours.
        #expect(try desk.run("settle", card, "--all", "mine").code == 1)
        try #require(try desk.run("mark", card, raws[2].path, "5").code == 0)
        #expect(try desk.run("settle", card, "--all", "mine").code == 0)
        #expect(try conflicts(desk, card).isEmpty)
        #expect(try desk.run("export", card).code == 0)
        #expect(try text(desk, raws[2]).contains(#"xmp:Rating="5""#))
        #expect(try conflicts(desk, card).isEmpty)
    }

    @Test("a flag that another program dropped, and a sidecar that is gone, take no decision along")
    func dropped() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for frame in raws.prefix(2) { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        try #require(try desk.run("export", card).code == 0)
        try save(desk, raws[0], sidecar(#"xmp:Rating="3""#))
        try FileManager.default.removeItem(atPath: desk.path("card/\(name(raws[1]))"))
        #expect(try conflicts(desk, card) == ["verdict pick pick none"])
        let marks = try desk.list(card).marks
        #expect(marks[raws[0].path] == "pick 0 -" && marks[raws[1].path] == "pick 0 -")
        #expect(try desk.run("settle", card, "--all", "mine").code == 0)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 2)
        for frame in raws.prefix(2) { #expect(try text(desk, frame).contains(#"pick="1""#)) }
    }

    @Test("after an undone export another program's old words are no conflict")
    func undone() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try save(desk, raws[0], sidecar(#"xmp:Rating="2""#))
        try #require(try desk.run("mark", card, raws[0].path, "4").code == 0)
        try #require(try desk.run("export", card).code == 0)
        try #require(try desk.run("undo-export", card).code == 0)
        #expect(try conflicts(desk, card).isEmpty)
        #expect(try desk.list(card).marks[raws[0].path] == "- 4 -")
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
    }

    @Test("an export and its undo on the screens are nobody else's edits")
    func own() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try save(desk, raws[0], sidecar(#"xmp:Rating="2""#))
        for frame in raws.prefix(2) { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        let pty = try terminal(desk, card)
        try #require(pty.hears("frames"))
        pty.settle()
        pty.type("E")
        #expect(pty.hears("write 2 sidecars"))
        pty.type("\r")
        #expect(pty.hears("2 written"))
        pty.type("U")
        #expect(pty.hears("1 put back as they were, 1 removed"))
        pty.settle()
        pty.type("\r")
        usleep(1_500_000)
        pty.type("i")
        pty.settle()
        #expect(!pty.text.contains("by another program") && !pty.text.contains("conflict"))
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(try text(desk, raws[0]) == sidecar(#"xmp:Rating="2""#))
    }

    @Test("another program's change is named, is undone by a key, and then ours waits to be exported again")
    func foreignStep() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for word in ["pick", "4"] { try #require(try desk.run("mark", card, raws[0].path, word).code == 0) }
        try #require(try desk.run("export", card).code == 0)
        let pty = try terminal(desk, card)
        try #require(pty.hears("frames"))
        pty.settle()
        let name = stem(raws[0])
        try save(desk, raws[0], sidecar(#"xmp:Rating="2" xmpDM:pick="-1" xmpDM:good="false""#))
        #expect(pty.hears("\(name): another program made it reject ★2"), "\(pty.text.suffix(3000))")
        #expect(try desk.list(card).marks[raws[0].path] == "reject 2 -")
        pty.type("\u{1A}")
        #expect(pty.hears("undone: another program's reject ★2; \(name) is pick ★4"), "\(pty.text.suffix(3000))")
        // A new line is heard whole where none stood.
        pty.type("i")
        pty.settle()
        pty.type("\u{1A}")
        #expect(pty.hears("undone: keepers mark; \(name) is pick"), "\(pty.text.suffix(3000))")
        pty.type("i")
        pty.settle()
        pty.type("\u{12}")
        #expect(pty.hears("done again: keepers mark; \(name) is pick ★4"), "\(pty.text.suffix(3000))")
        pty.type("E")
        #expect(pty.hears("write 1 sidecar"), "\(pty.text.suffix(3000))")
        pty.type("\u{1B}")
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(try conflicts(desk, card).isEmpty)
        #expect(try desk.list(card).marks[raws[0].path] == "pick 4 -", "looking again takes nothing over a second time")
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
        let written = try text(desk, raws[0])
        #expect(written.contains(#"xmp:Rating="4""#) && written.contains(#"pick="1""#) && written.contains(#"good="true""#))
    }

    @Test("a flag turned beside our own other word is taken over, and is no conflict after the next export")
    func halfTurned() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for word in ["pick", "4"] { try #require(try desk.run("mark", card, raws[0].path, word).code == 0) }
        try #require(try desk.run("export", card).code == 0)
        let first = try text(desk, raws[0])
        try #require(first.contains(#"pick="1""#) && first.contains(#"good="true""#))
        try save(desk, raws[0], first.replacingOccurrences(of: #"pick="1""#, with: #"pick="-1""#))
        #expect(try conflicts(desk, card).isEmpty)
        #expect(try desk.list(card).marks[raws[0].path] == "reject 4 -")
        try #require(try desk.run("mark", card, raws[1].path, "pick").code == 0)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 2)
        let second = try text(desk, raws[0])
        #expect(second.contains(#"pick="-1""#) && second.contains(#"good="false""#), "\(second)")
        let said = try desk.run("conflicts", card)
        #expect(said.out == "no conflicts\n", "\(said)")
        let dry = try desk.run("export", "--dry-run", card)
        #expect(!dry.out.contains("conflict"), "\(dry)")
        // The other word turned: it counts as well, and nothing of ours is written over it.
        try save(desk, raws[0], second.replacingOccurrences(of: #"good="false""#, with: #"good="true""#))
        #expect(try desk.list(card).marks[raws[0].path] == "pick 4 -")
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
        #expect(try conflicts(desk, card).isEmpty)
        // An undone export brings back a file that contradicts itself: now, and only now, that is said.
        try #require(try desk.run("undo-export", "--all", card).code == 0)
        let back = try text(desk, raws[0])
        #expect(back.contains(#"pick="-1""#) && back.contains(#"good="true""#), "\(back)")
        let contradiction = try desk.run("conflicts", card).out
        #expect(contradiction.contains("flag reject and good = true"), "\(contradiction)")
    }

    @Test("a command that only looks shows what another program changed, and says that it did")
    func looked() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for frame in raws.prefix(2) { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        try #require(try desk.run("export", card).code == 0)
        try save(desk, raws[0], sidecar(#"xmp:Rating="2" xmpDM:pick="-1" xmpDM:good="false""#))
        let list = try desk.run("list", card, "--json")
        #expect(list.err.contains("\(raws[0].path): another program made it reject"), "\(list.err)")
        #expect(try desk.list(card).marks[raws[0].path] == "reject 0 -")
        #expect(try !desk.run("list", card).err.contains("another program"), "said once")
        try save(desk, raws[1], sidecar(#"xmpDM:pick="-1" xmpDM:good="false""#))
        let show = try desk.run("show", card, raws[1].path)
        #expect(show.out.contains("REJECT") || show.out.contains("reject"), "\(show)")
        #expect(show.err.contains("\(raws[1].path): another program made it reject"), "\(show)")
        #expect(try desk.run("journal", card).out.contains("another program's reject"))
    }

    @Test("settling by keys and its undo, played from a script")
    func keys() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try save(desk, raws[0], sidecar(#"xmp:Rating="2""#))
        try #require(try desk.run("mark", card, raws[0].path, "4").code == 0)
        try save(desk, raws[0], sidecar(#"xmp:Rating="5""#))
        let script = try desk.write(
            "settle.txt",
            """
            wait idle
            expect text 1 conflict
            key E
            wait idle
            expect text settle 1 conflict
            key c
            expect text 1 decision stands against a sidecar
            key l
            key Esc
            key t
            expect text every conflict is settled
            key Ctrl-Z
            expect text 1 decision stands against a sidecar
            key m
            expect text every conflict is settled
            key Esc
            wait idle
            expect text write 1 sidecar
            key v
            expect text Lightroom 13.2+
            key v
            key Enter
            wait idle
            expect text 1 written, 0 unchanged, 0 failed
            """)
        let run = try desk.run("replay", script, card)
        #expect(run.code == 0, "\(run)")
        #expect(try text(desk, raws[0]).contains(#"xmp:Rating="4""#))
    }

    // MARK: - Pending

    @Test("what an export could not write is said at the next start, and E writes it")
    func pending() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for frame in raws.prefix(3) { try #require(try desk.run("mark", card, frame.path, "pick").code == 0) }
        // A file where the folder for temporary files must be: nothing can be written on this card.
        _ = try desk.write("card/.keepers", "in the way")
        let failed = try desk.run("export", card)
        #expect(failed.code == 1 && failed.out.contains("0 written, 0 unchanged, 3 failed"), "\(failed)")
        let script = try desk.write(
            "look.txt", "wait idle\nexpect text an export could not write 3 sidecars; E tries them again\n")
        #expect(try desk.run("replay", script, card).code == 0)
        try FileManager.default.removeItem(atPath: desk.path("card/.keepers"))
        let export = try desk.write(
            "export.txt",
            "wait idle\nkey E\nwait idle\nkey Enter\nwait idle\nexpect text 3 written\nkey Enter\nkey Right\nscreen\n")
        let run = try desk.run("replay", export, card)
        #expect(run.code == 0 && !run.out.contains("could not write"), "\(run)")
        #expect(try desk.run("replay", script, card).code == 1, "nothing is left")
    }

    @Test("a card pulled in the middle of an export: every decision stays, and the rest is written when it is back")
    func pulled() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for frame in raws.prefix(4) { try #require(try desk.run("mark", card, frame.path, "reject").code == 0) }
        let pty = try terminal(desk, card)
        try #require(pty.hears("frames"))
        pty.settle()
        pty.type("E")
        #expect(pty.hears("write 4 sidecars"))
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("pocket"))
        pty.type("\r")
        #expect(pty.hears("4 failed"), "\(pty.text.suffix(3000))")
        pty.type("\rq")
        #expect(pty.end() == 0)
        try FileManager.default.moveItem(atPath: desk.path("pocket"), toPath: card)
        let script = try desk.write(
            "look.txt", "wait idle\nexpect text an export could not write 4 sidecars; E tries them again\n")
        let look = try desk.run("replay", script, card)
        #expect(look.code == 0, "\(look)")
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 4)
        #expect(try desk.run("replay", script, card).code == 1)
    }

    // MARK: - Watch

    private func terminal(_ desk: Desk, _ card: String, _ more: [String: String] = [:]) throws -> Pty {
        var environment = desk.surroundings(desk.home).merging(more) { $1 }
        environment["TERM"] = "xterm-256color"
        return try Pty([card], columns: 120, rows: 40, environment: environment)
    }

    @Test(
        "a frame starred by another program while the screens are open shows its new stars, and no verdict is lost",
        arguments: ["listen", "poll"])
    func watched(_ how: String) throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try save(desk, raws[1], sidecar(#"xmp:Rating="2""#))
        try #require(try desk.run("mark", card, raws[1].path, "4").code == 0)
        let pty = try terminal(desk, card, ["KEEPERS_WATCH": how])
        try #require(pty.hears("frames"))
        pty.settle()
        // The first listing is what others are compared with.
        if how == "poll" { sleep(4) }
        // A verdict on whatever is in focus, not exported: pending.
        pty.type("p")
        pty.settle()
        let before = try desk.list(card).marks
        try #require(before.values.contains { $0.hasPrefix("pick") })
        let began = DispatchTime.now().uptimeNanoseconds
        try save(desk, raws[5], sidecar(#"xmp:Rating="5""#))
        #expect(pty.hears("sidecar of \(stem(raws[5])) changed by another program"), "\(pty.text.suffix(3000))")
        #expect(pty.hears("★5 sidecar"))
        print("a foreign edit (\(how)) was shown after \(Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9) s")
        // The same property decided on both sides: a conflict, and neither gives way.
        try save(desk, raws[1], sidecar(#"xmp:Rating="5""#))
        #expect(
            pty.hears("\(stem(raws[1])): its stars were changed here (★4) and by another program (★5)"),
            "\(pty.text.suffix(3000))")
        pty.type("i")
        #expect(pty.hears("1 conflict"), "\(pty.text.suffix(3000))")
        #expect(try desk.list(card).marks == before)
        // Our own write is no edit of another program's.
        pty.type("E")
        #expect(pty.hears("settle 1 conflict"))
        pty.type("\r")
        #expect(pty.hears("1 written"))
        pty.type("\r")
        pty.settle()
        usleep(how == "poll" ? 5_000_000 : 1_500_000)
        pty.listen()
        let since = pty.output.count
        pty.type("i")
        pty.settle()
        #expect(!String(decoding: pty.output[since...], as: UTF8.self).contains("changed by another program"))
        // What it removes is told, and takes nothing along.
        try FileManager.default.removeItem(atPath: desk.path("card/\(name(raws[5]))"))
        #expect(pty.hears("sidecar of \(stem(raws[5])) removed by another program"), "\(pty.text.suffix(3000))")
        #expect(try desk.list(card).marks == before)
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(try text(desk, raws[1]).contains(#"xmp:Rating="5""#))
    }
}
