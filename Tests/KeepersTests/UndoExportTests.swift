import Foundation
import Testing

@Suite("taking exports back", .serialized)
struct UndoExportTests {
    /// Picked RAWs, the first with a sidecar of Lightroom's; their names.
    private func pickedCard(_ desk: Desk, _ count: Int = 4) throws -> (card: String, names: [String]) {
        try desk.card(frames: 18)
        let card = desk.path("card")
        let names = ["DSCF0715", "DSC_9962", "DSC_9964", "_MG_2207"].prefix(count)
        for name in names { try #require(try desk.run("mark", card, name, "pick").code == 0) }
        try Data(CopyTests.sidecar.utf8).write(to: URL(fileURLWithPath: sidecar(card, names[0])))
        return (card, Array(names))
    }

    private func sidecar(_ card: String, _ name: String) -> String {
        let folder = name.hasPrefix("DSCF") ? "103_FUJI" : name.hasPrefix("_MG") ? "102CANON" : "100NIKON"
        return "\(card)/DCIM/\(folder)/\(name).xmp"
    }

    /// Bytes of every file, and times and modes of the originals; a sidecar that was put back has a new time.
    private func expectSame(_ card: String, _ before: Tree) throws {
        let now = try Tree(card)
        #expect(now.differenceOfOriginals(from: before) == [] && now.sidecars == before.sidecars && now.folders == before.folders)
    }

    private func unexported(_ desk: Desk, _ card: String) throws -> Int {
        let unseen = try desk.json("receipt", "--json", card)["lightroomWillNotSee"] as? [String: Any]
        return try #require(unseen?["unexported"] as? Int)
    }

    private func states(_ desk: Desk, _ card: String) throws -> [String] {
        let exports = try #require(try desk.json("receipt", "--json", card)["exports"] as? [[String: Any]])
        return exports.compactMap { $0["state"] as? String }
    }

    @Test("takes back the newest export and no other, then the one before it; --all takes back everything at once")
    func oneByOne() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        let before = try Tree(card)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 4)
        let first = try Tree(card)
        try #require(try desk.run("mark", card, names[0], "5").code == 0)
        try #require(try desk.run("mark", card, names[1], "clear").code == 0)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 2)
        let second = try Tree(card)

        let dry = try desk.run("undo-export", "--dry-run", card)
        #expect(dry.code == 0 && dry.out.contains("Take back the export of today") && dry.out.contains(": 2 sidecars"), "\(dry)")
        #expect(dry.out.contains("Still stands") && dry.out.contains("4 sidecars") && dry.out.contains("--all"), "\(dry)")
        let all = try desk.run("undo-export", "--all", "--dry-run", card)
        #expect(all.out.contains("Take back everything: 4 sidecars"), "\(all)")
        #expect(try Tree(card).difference(from: second) == [], "only said")

        let undo = try desk.run("undo-export", card)
        #expect(undo.code == 0 && undo.out.contains("2 put back as they were, 0 removed that we had made, 0 left"), "\(undo)")
        #expect(undo.out.contains("Still stands: the export of today") && undo.out.contains("4 sidecars"), "\(undo)")
        #expect(try Tree(card).sidecars == first.sidecars)
        #expect(try states(desk, card) == ["undone", "finished"])
        #expect(try unexported(desk, card) == 1, "the stars; the verdict that was taken back is no decision")
        #expect(try desk.json("export", "--dry-run", "--json", card)["plan"] != nil)

        let last = try desk.run("undo-export", card)
        #expect(last.out.contains("1 put back as they were, 3 removed that we had made, 0 left"), "\(last)")
        #expect(last.out.contains("No export stands here any more"))
        try expectSame(card, before)
        #expect(try states(desk, card) == ["undone", "undone"])
        #expect(try unexported(desk, card) == 3)
        let none = try desk.run("undo-export", card)
        #expect(none.code == 0 && none.out.contains("Nothing that was exported stands here"), "\(none)")

        for stars in ["2", "4"] {
            try #require(try desk.run("mark", card, names[2], stars).code == 0)
            try #require(try desk.run("export", card).code == 0)
        }
        let everything = try desk.json("undo-export", "--all", "--json", card)
        #expect(everything["written"] as? Int == 1 && everything["removed"] as? Int == 2)
        try expectSame(card, before)
        #expect(Set(try states(desk, card)) == ["undone"], "none reads as if it was still there")
    }

    @Test("after a step back the next export writes again what that one wrote, and no sidecar is anybody else's")
    func again() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        try #require(try desk.run("export", card).code == 0)
        try #require(try desk.run("mark", card, names[0], "reject").code == 0)
        try #require(try desk.run("export", card).code == 0)
        let second = try Tree(card)
        try #require(try desk.run("undo-export", card).code == 0)
        #expect((try desk.json("conflicts", "--json", card)["conflicts"] as? [Any])?.isEmpty == true)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 1)
        #expect(try Tree(card).sidecars == second.sidecars)
        #expect(try desk.list(card).marks.first { $0.key.contains(names[0]) }?.value.hasPrefix("reject") == true)
    }

    @Test("what another program changed since stays, in each step; what it saved between two exports comes back")
    func changedSince() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        try #require(try desk.run("export", card).code == 0)
        let path = sidecar(card, names[1])
        let theirs = try String(contentsOfFile: path, encoding: .utf8) + "\n"
        try Data(theirs.utf8).write(to: URL(fileURLWithPath: path))
        try #require(try desk.run("mark", card, names[1], "4").code == 0)
        try #require(try desk.run("mark", card, names[2], "4").code == 0)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 2)
        let touched = try String(contentsOfFile: sidecar(card, names[2]), encoding: .utf8) + "\n"
        try Data(touched.utf8).write(to: URL(fileURLWithPath: sidecar(card, names[2])))

        let one = try desk.run("undo-export", card)
        #expect(one.code == 1 && one.out.contains("1 put back as they were, 0 removed that we had made, 1 left"), "\(one)")
        #expect(one.out.contains("\(names[2]).xmp: another program changed it since our export"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == theirs)
        let two = try desk.run("undo-export", card)
        #expect(two.code == 1 && two.out.contains("1 put back as they were, 1 removed that we had made, 2 left"), "\(two)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == theirs)
        #expect(try String(contentsOfFile: sidecar(card, names[2]), encoding: .utf8) == touched)
    }

    @Test("what a locked folder keeps from being taken back stays in the step, for another try, and the receipt counts it")
    func blocked() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        let before = try Tree(card)
        try #require(try desk.run("export", card).code == 0)
        let folder = (sidecar(card, names[3]) as NSString).deletingLastPathComponent
        chmod(folder, 0o555)
        let first = try desk.run("undo-export", card)
        chmod(folder, 0o755)
        #expect(first.code == 1 && first.out.contains("2 removed that we had made, 1 left"), "\(first)")
        #expect(try desk.run("receipt", card).out.contains("4 written (3 taken back)"))
        let second = try desk.run("undo-export", card)
        #expect(second.code == 0 && second.out.contains("1 removed that we had made, 0 left"), "\(second)")
        try expectSame(card, before)
        #expect(try states(desk, card) == ["undone"])
    }

    @Test("in a mirror the exports are that folder's own")
    func elsewhere() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        let mirror = desk.path("mirror")
        try #require(try desk.run("export", card, "--mirror", mirror).code == 0)
        let first = try Tree(mirror).sidecars
        try #require(try desk.run("mark", card, names[1], "5").code == 0)
        try #require(try desk.run("export", card, "--mirror", mirror).code == 0)
        #expect(try desk.run("undo-export", card).out.contains("Nothing that was exported stands here"))
        #expect(try desk.run("undo-export", card, "--to", mirror).code == 0)
        #expect(try Tree(mirror).sidecars == first)
        #expect(try desk.run("undo-export", card, "--to", mirror).code == 0)
        #expect(Tree.files(below: mirror).count == 1, "the card's own sidecar, which the mirror began with")
    }

    @Test("on the screen U takes back one export after the other, and every count is the same")
    func screens() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        let before = try Tree(card)
        try #require(try desk.run("export", card).code == 0)
        let first = try Tree(card)
        try #require(try desk.run("mark", card, names[3], "2").code == 0)
        let script = try desk.write(
            "undo.txt",
            """
            resize 120x40
            wait idle
            key E
            wait idle
            expect text write 1 sidecar
            key Enter
            wait idle
            expect text U takes back this export: 1 sidecar
            expect text A takes back everything that was written here: 4 sidecars
            key U
            wait idle
            expect text Export taken back
            expect text 1 put back as they were
            expect text decision not exported yet
            expect text 4 written
            expect text undone since
            key Esc
            key :
            type undo-export all
            key Enter
            wait idle
            expect text Take back everything: 4 sidecars
            key Esc
            wait idle
            """)
        let run = try desk.run("replay", script, card)
        #expect(run.code == 0, "\(run)")
        #expect(try Tree(card).sidecars == first.sidecars)
        #expect(try unexported(desk, card) == 1)
        let rest = try desk.write(
            "rest.txt",
            """
            resize 120x40
            wait idle
            key :
            type undo-export
            key Enter
            wait idle
            expect text Take back the export of today
            key Enter
            wait idle
            expect text decisions not exported yet
            expect text No export stands here any more
            key U
            key Enter
            key E
            wait idle
            expect text write 4 sidecars
            """)
        let back = try desk.run("replay", rest, card)
        #expect(back.code == 0, "\(back)")
        try expectSame(card, before)
        #expect(try unexported(desk, card) == 4)
    }

    @Test("a dry run promises nothing that the writing would refuse")
    func honestDryRun() throws {
        let desk = try Desk()
        let (card, names) = try pickedCard(desk)
        chmod(sidecar(card, names[0]), 0o444)
        let dry = try desk.json("export", "--dry-run", "--json", card)
        let fates = (dry["plan"] as? [[String: Any]] ?? []).compactMap { $0["fate"] as? String }.sorted()
        #expect(fates == ["create", "create", "create", "refused"])
        let words = try desk.run("export", "--dry-run", card).out
        #expect(
            words.contains("\(names[0])") && words.contains("it is read-only") && !words.contains("already: merged"), "\(words)")
        #expect(try desk.json("receipt", "--json", card)["frames"] != nil)
        let folder = (sidecar(card, names[3]) as NSString).deletingLastPathComponent
        chmod(folder, 0o555)
        defer { chmod(folder, 0o755) }
        #expect(try desk.run("export", "--dry-run", card).out.contains("its folder is read-only"))
        let run = try desk.run("export", card)
        #expect(run.code == 1 && run.out.contains("2 written, 0 unchanged, 2 failed"), "\(run)")
        chmod(folder, 0o755)
        chmod(sidecar(card, names[0]), 0o644)
        #expect(try desk.json("export", "--json", card)["written"] as? Int == 2, "what could not be written comes with the next")
    }

    @Test("a dry run answers while another keepers holds the session, and says who does")
    func heldDryRun() throws {
        let desk = try Desk()
        let (card, _) = try pickedCard(desk)
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        let pty = try Pty([card], columns: 80, rows: 24, environment: environment)
        try #require(pty.hears("frames"))
        pty.settle()
        let dry = try desk.run("export", "--dry-run", card)
        #expect(dry.code == 0 && dry.out.contains("0  originals touched") && dry.out.contains("4  picks"), "\(dry)")
        #expect(dry.err.contains("pid \(pty.pid)") && dry.err.contains("this only looks"), "\(dry)")
        #expect(try desk.run("export", card).code != 0)
        #expect(try desk.run("undo-export", "--dry-run", card).code == 0)
        let script = try desk.write("second.txt", "wait idle\nkey E\nwait idle\nexpect text has this session open\nscreen\n")
        let second = try desk.run("replay", script, card)
        #expect(second.code == 0 && !second.out.contains("Enter write"), "\(second)")
        pty.type("q")
        #expect(pty.end() == 0)
    }

    @Test("with the card out of its reader nothing is promised")
    func pulledDryRun() throws {
        let desk = try Desk()
        let (card, _) = try pickedCard(desk)
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        let pty = try Pty([card], columns: 160, rows: 40, environment: environment)
        try #require(pty.hears("frames"))
        pty.settle()
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("pocket"))
        pty.type("E")
        #expect(pty.hears("is the card still in its reader") || pty.text.contains("cannot be listed"), "\(pty.text.suffix(2000))")
        pty.settle()
        #expect(!pty.text.contains("Enter write"))
        pty.type("\u{1B}")
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
    }
}
