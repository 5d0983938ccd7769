import Foundation
import Testing

/// `keepers journal` from outside: kept as text, carried to another card, compared.
@Suite struct JournalTests {
    private func verdicts(_ desk: Desk, _ card: String) throws -> [String: String] {
        let frames = try #require(try desk.json("list", card, "--json")["frames"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: frames.map {
                let words = [$0["verdict"] as? String ?? "none", "\($0["stars"] ?? 0)", $0["label"] as? String ?? "none"]
                return ($0["path"] as? String ?? "", words.joined(separator: " "))
            })
    }

    @Test func comesBackOnARestoredCardAndIsComparedWithAnothers() throws {
        let desk = try Desk()
        let card = desk.path("card")
        try desk.run("demo", card, "--frames", "12", "--seed", "3")
        let paths = try verdicts(desk, card).keys.sorted()
        for (path, word) in [(paths[0], "pick"), (paths[1], "reject"), (paths[0], "4"), (paths[2], "red"), (paths[1], "maybe")] {
            #expect(try desk.run("mark", card, path, word).code == 0)
        }
        let before = try verdicts(desk, card)
        let journal = try desk.run("journal", card)
        #expect(journal.out.hasPrefix("keepers journal 1\nsession\t"))
        #expect(journal.out.split(separator: "\n").count { $0.hasPrefix("step\t") } == 5)
        let file = try desk.write("evening.txt", journal.out)

        // Another machine, the card restored into another folder.
        let restored = desk.path("restored/deeper")
        try FileManager.default.createDirectory(atPath: desk.path("restored"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: card, toPath: restored)
        let other = desk.path("other-home")
        let dry = try desk.run(["journal", restored, "--apply", file, "--dry-run"], home: other)
        #expect(dry.out.contains("5 steps would change 3 frames; 3 of 3 frames found"))
        #expect(try desk.run(["journal", restored, "--apply", file], home: other).code == 0)
        let after = try desk.json(["list", restored, "--json"], home: other)
        let frames = try #require(after["frames"] as? [[String: Any]])
        for frame in frames {
            let path = try #require(frame["path"] as? String)
            let words = [
                frame["verdict"] as? String ?? "none", "\(frame["stars"] ?? 0)", frame["label"] as? String ?? "none",
            ]
            #expect(words.joined(separator: " ") == before[path])
        }
        #expect(
            try desk.run(["journal", restored, "--apply", file], home: other).out.hasPrefix("0 steps"),
            "a second time changes nothing")

        #expect(try desk.run(["mark", restored, paths[0], "reject"], home: other).code == 0)
        #expect(try desk.run(["mark", restored, paths[5], "pick"], home: other).code == 0)
        let theirs = try desk.write("anna.txt", desk.run(["journal", restored], home: other).out)
        let difference = try desk.run("journal", card, "--diff", theirs)
        #expect(difference.out.contains("You disagree on 1 of 2 frames that both judged; 0 only you judged, 1 only they."))
        let json = try desk.json("journal", card, "--diff", theirs, "--json")
        #expect((json["verdicts"] as? [[String: Any]])?.first?["path"] as? String == paths[0])
    }

    /// The part of it that fits would be taken for all of it.
    @Test func aJournalThatIsTooLongIsRefusedWhole() throws {
        let desk = try Desk()
        let card = desk.path("card")
        try desk.run("demo", card, "--frames", "4")
        try desk.run("mark", card, "DSCF0715", "pick")
        let own = try desk.run("journal", card).out
        let file = try desk.write("long.txt", own + String(repeating: "\n", count: 17 << 20))
        let run = try desk.run("journal", card, "--apply", file)
        #expect(run.code == 2 && run.err.contains("longer than"), "\(run)")
    }

    @Test func aDamagedJournalIsRefusedWithItsLine() throws {
        let desk = try Desk()
        let card = desk.path("card")
        try desk.run("demo", card, "--frames", "4")
        let file = try desk.write("bad.txt", "keepers journal 1\nsession\tx\nstep\tone\t\tuser\t\t\n")
        let run = try desk.run("journal", card, "--apply", file)
        #expect(run.code == 2)
        #expect(run.err.contains("line 3"))
    }
}
