import Foundation
import Testing

@Suite("What is wrong with the folders")
struct TroubleTests {
    /// Every command that opens a session.
    private func commands(_ path: String) -> [[String]] {
        [
            ["list", path], ["list", "--json", path], ["score", path], ["show", path, "X"], ["mark", path, "X", "pick"],
            ["stacks", path],
            ["export", path], ["export", "--dry-run", path], ["undo-export", path],
        ]
    }

    private func expectFailure(_ run: Run, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(run.code == 1, "\(run)", sourceLocation: sourceLocation)
        #expect(run.out.isEmpty, "\(run)", sourceLocation: sourceLocation)
        #expect(run.err.hasPrefix("keepers"), "\(run)", sourceLocation: sourceLocation)
        for word in words { #expect(run.err.contains(word), "\(run)", sourceLocation: sourceLocation) }
    }

    @Test("a path that does not exist")
    func missingPath() throws {
        let desk = try Desk()
        for words in commands(desk.path("gone")) {
            expectFailure(try desk.run(words), desk.path("gone"), "No such file or directory", "card")
        }
        // Looking at nothing founds no session.
        #expect((try desk.json("sessions", "--json")["sessions"] as? [Any])?.isEmpty == true)
    }

    @Test("a file where a folder should be")
    func filePath() throws {
        let desk = try Desk()
        let file = try desk.write("photo.nef", "x")
        for words in commands(file) { expectFailure(try desk.run(words), file, "is a file") }
    }

    @Test("an empty folder is a session without frames")
    func emptyFolder() throws {
        let desk = try Desk()
        try FileManager.default.createDirectory(atPath: desk.path("card"), withIntermediateDirectories: true)
        let card = desk.path("card")
        #expect(try desk.list(card).frames.isEmpty)
        for words in [
            ["list", card], ["score", card], ["stacks", card], ["export", card], ["export", "--dry-run", card],
            ["undo-export", card],
        ] {
            let run = try desk.run(words)
            #expect(run.code == 0 && run.complaints.isEmpty, "\(words): \(run)")
        }
        #expect(Tree.files(below: card).isEmpty && Tree.folders(below: card).isEmpty)
        let script = try desk.write("keys.txt", "wait idle\nkeys p x K Right Enter z s v E Esc\nwait idle\nscreen\n")
        let run = try desk.run("replay", script, card)
        #expect(run.code == 0, "\(run)")
    }

    @Test("a known session whose card is not here")
    func missingCard() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        #expect(try desk.run("mark", card, "DSCF0715", "pick").code == 0)
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("drawer"))
        // What only looks answers from the store, and says so (AbsentTests); the rest is refused.
        for words in commands(card) {
            let run = try desk.run(words)
            if ["list", "show", "stacks"].contains(words[0]) {
                #expect(run.err.contains("\(card) is not there (is the card in its reader?)"), "\(words): \(run)")
            } else {
                expectFailure(run, card, "is the card in its reader?")
            }
        }
        // Back again, everything is as it was.
        try FileManager.default.moveItem(atPath: desk.path("drawer"), toPath: card)
        #expect(try desk.list(card).marks["DCIM/103_FUJI/DSCF0715.RAF"] == "pick 0 -")
    }

    @Test("a home that cannot be made")
    func unwritableHome() throws {
        let desk = try Desk()
        try desk.card(frames: 1)
        for home in ["/proc/keepers", try desk.write("file", "x")] {
            expectFailure(try desk.run("list", desk.path("card"), home: home), home, "--data")
        }
    }

    @Test("the same folder twice is one source, and a folder inside another is refused")
    func doubledPaths() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        #expect(try desk.list(card, card).frames.count == 2)
        #expect(try desk.list(card, card + "/../card/").all["sources"] as? [String] == [card])
        let run = try desk.run("list", card, card + "/DCIM")
        #expect(run.code == 2, "\(run)")
        #expect(run.err.contains("lies inside"), "\(run)")
        #expect(run.out.isEmpty)
        #expect(try desk.list(card).frames.count == 2)
    }

    @Test("a data folder that may only be read, and a store that may only be read", .enabled(if: Desk.hasNobody))
    func readOnlyData() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        chmod(desk.folder, 0o755)
        #expect(try desk.run("mark", card, "DSCF0715", "pick").code == 0)
        // Readable for nobody, but not writable.
        for path in Tree.files(below: desk.home) { chmod("\(desk.home)/\(path)", 0o444) }
        for folder in [desk.home] + Tree.folders(below: desk.home) { chmod(folder, 0o555) }
        for words in [["mark", card, "DSCF0715", "reject"], ["score", card], ["export", card]] {
            let run = try desk.runAsNobody(words, home: desk.home)
            #expect(run.code == 1, "\(words): \(run)")
            #expect(run.out.isEmpty, "\(words): \(run)")
            #expect(run.err.contains(desk.home), "\(words): \(run)")
        }
        let doctor = try desk.runAsNobody(["doctor"], home: desk.home)
        #expect(doctor.code == 1 && (doctor.out + doctor.err).contains("cannot be changed"), "\(doctor)")
        expectFailure(
            try desk.runAsNobody(["list", card], home: desk.path("nobodys/none")), "cannot be made (Permission denied)")
        #expect(Tree.files(below: card).allSatisfy { !$0.hasSuffix(".xmp") })
        for folder in [desk.home] + Tree.folders(below: desk.home) { chmod(folder, 0o700) }
        for path in Tree.files(below: desk.home) { chmod("\(desk.home)/\(path)", 0o600) }
        #expect(try desk.list(card).marks["DCIM/103_FUJI/DSCF0715.RAF"] == "pick 0 -")
    }

    @Test("a card that may not be read", .enabled(if: Desk.hasNobody))
    func unreadableCard() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        chmod(desk.folder, 0o777)
        chmod(desk.path("card"), 0o700)
        if getuid() != 0 { chmod(desk.path("card"), 0) }
        let run = try desk.runAsNobody(["list", desk.path("card")], home: desk.path("nobodys"))
        expectFailure(run, "may not be read", "Permission denied")
    }

    @Test("a folder that may not be read is named, and its verdicts wait", .enabled(if: Desk.hasNobody))
    func unreadableFolder() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        chmod(desk.folder, 0o777)
        let home = desk.path("nobodys")
        #expect(try desk.runAsNobody(["mark", card, "DSCF0715", "pick"], home: home).code == 0)
        chmod(card + "/DCIM/103_FUJI", 0)
        for words in [["list", card], ["list", "--json", card], ["score", card]] {
            let run = try desk.runAsNobody(words, home: home)
            #expect(run.code == 0, "\(run)")
            #expect(run.err.contains("DCIM/103_FUJI: could not be opened (Permission denied)"), "\(run)")
        }
        let listed = try desk.runAsNobody(["list", "--json", card], home: home).json()
        #expect((listed["unlisted"] as? [String])?.count == 1)
        chmod(card + "/DCIM/103_FUJI", 0o755)
        let back = try desk.runAsNobody(["list", card], home: home)
        #expect(back.complaints.isEmpty && back.out.contains("PICK"), "\(back)")
    }

    @Test("files that the card did not give once are read and measured the next time", .enabled(if: Desk.hasNobody))
    func passingFailures() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        chmod(desk.folder, 0o777)
        let home = desk.path("nobodys")
        let files = Tree.files(below: card).map { "\(card)/\($0)" }
        func allow(_ mode: mode_t) { for file in files { chmod(file, mode) } }
        func problems(_ words: [String]) throws -> [Any] {
            try #require(try desk.runAsNobody(words, home: home).json()["problems"] as? [Any])
        }
        // Gone while the headers were read ...
        allow(0)
        #expect(try !problems(["score", "--json", card]).isEmpty)
        allow(0o644)
        #expect(try desk.runAsNobody(["list", card], home: home).code == 0)
        // ... and again while they were measured.
        allow(0)
        #expect(try !problems(["score", "--json", card]).isEmpty)
        allow(0o644)
        #expect(try problems(["score", "--json", card]).isEmpty)
    }

    @Test("a spawner that was killed costs no frame: the command says so, the next one goes on")
    func killedSpawner() throws {
        let desk = try Desk()
        try desk.card(frames: 12)
        let card = desk.path("card")
        #expect(try desk.run("list", card).code == 0)
        let score = try desk.start(["score", card])
        var spawner: Int32?
        #expect(
            eventually {
                spawner = Processes.offspring(of: score.pid).first
                return spawner != nil
            })
        if let spawner { kill(spawner, SIGKILL) }
        let run = score.end()
        #expect(run.code == 1 && run.err.contains("start keepers again"), "\(run)")
        let again = try desk.json("score", "--json", card)
        #expect((again["problems"] as? [Any])?.isEmpty == true && again["measured"] as? Int == again["frames"] as? Int)
    }

    @Test("programs that open one new card at the same moment found one session")
    func openedAtOnce() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        for round in 0..<4 {
            let home = desk.path("home\(round)")
            let runs = try (0..<4).map { _ in try desk.start(["score", card], home: home) }.map { $0.end() }
            #expect(runs.contains { $0.code == 0 } && runs.allSatisfy { $0.code < 2 }, "\(runs)")
            #expect((try desk.json("sessions", "--json", home: home)["sessions"] as? [Any])?.count == 1)
        }
    }

    @Test("privacy on a card that may only be read says what was not tried", .enabled(if: Desk.hasNobody))
    func privacyOnAReadOnlyCard() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        chmod(desk.folder, 0o777)
        let run = try desk.runAsNobody(["privacy", desk.path("card")], home: desk.path("nobodys"))
        #expect(run.code == 0 && !run.out.contains("the kernel did not refuse"), "\(run)")
        #expect(run.out.contains("not tried in the committer"), "\(run)")
    }

    @Test("a store that is damaged is named with the way out, and set aside on request")
    func damagedStore() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let card = desk.path("card")
        #expect(try desk.run("list", card).code == 0)
        let store = desk.home + "/data/keepers.sqlite"
        for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + log) }
        try Data("this is no database, whatever its name says".utf8).write(to: URL(fileURLWithPath: store))
        let run = try desk.run("list", card)
        expectFailure(run, store, "doctor --set-aside")
        #expect(try desk.run("doctor").code == 1)
        #expect(try desk.run("doctor", "--set-aside").code == 0)
        #expect(try desk.list(card).frames.count == 2)
        #expect(Tree.files(below: desk.home).contains { $0.contains("keepers.sqlite.damaged-") })
    }
}
