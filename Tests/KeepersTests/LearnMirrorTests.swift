import Foundation
import Testing

/// What this program exported, given to `keepers learn`.
@Suite("Past decisions of our own")
struct LearnMirrorTests {
    /// A demo card with its bursts, measured, every stack decided: its suggestion picked, the others rejected.
    private func decided(_ desk: Desk) throws -> (card: String, marks: [String: String]) {
        let card = desk.path("card")
        try #require(try desk.run("demo", card, "--frames", "60").code == 0)
        try #require(try desk.run("score", card).code == 0)
        let stacks = try #require(try desk.json("stacks", card, "--json")["stacks"] as? [[String: Any]])
        var lines = 0
        for stack in stacks where stack["kind"] as? String == "burst" {
            let members = try #require(stack["members"] as? [String])
            for (index, path) in members.enumerated() where lines < 24 {
                try #require(try desk.run("mark", card, path, index == 0 ? "pick" : "reject").code == 0)
                lines += 1
            }
        }
        try #require(lines > 4)
        return (card, try desk.list(card).marks)
    }

    private func number(_ json: [String: Any], _ name: String) -> Int? { json[name] as? Int }

    @Test("a mirror, which holds sidecars only, finds its photos in the card that is given with it")
    func mirror() throws {
        let desk = try Desk()
        let (card, _) = try decided(desk)
        try #require(try desk.run("export", card, "--mirror", desk.path("mirror")).code == 0)
        let alone = try desk.json("learn", desk.path("mirror"), "--json", "--report")
        let photos = try #require(number(alone, "photos"))
        #expect(photos > 4 && number(alone, "withPixels") == 0)
        for order in [[desk.path("mirror"), card], [card, desk.path("mirror")]] {
            let both = try desk.json(["learn"] + order + ["--json", "--report"], home: desk.path("other"))
            #expect(number(both, "withPixels") == photos && number(both, "photos") == photos, "\(both)")
            #expect(number(both, "picks") == number(alone, "picks") && number(both, "rejects") == number(alone, "rejects"))
        }
        // With an empty store it teaches as the card's own sidecars would.
        let lesson = try #require(
            try desk.json("learn", desk.path("mirror"), card, "--json", home: desk.path("other"))["lesson"] as? [String: Any])
        #expect(number(lesson, "examples") ?? 0 > 0 && number(lesson, "knownHere") == 0, "\(lesson)")
        let text = try desk.run("learn", desk.path("mirror"), card, "--report", home: desk.path("other")).out
        #expect(text.contains("as the photos in \(card) do"), "\(text)")
    }

    @Test("photos taken after a mirror was written, and trees that do not fit, are none of its own")
    func strangers() throws {
        let desk = try Desk()
        let (card, _) = try decided(desk)
        try #require(try desk.run("export", card, "--mirror", desk.path("mirror")).code == 0)
        // The counter began anew: the sidecars are older than every photo.
        let old = Date(timeIntervalSince1970: 946_684_800)
        for path in Tree.files(below: desk.path("mirror")) {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: desk.path("mirror/\(path)"))
        }
        #expect(number(try desk.json("learn", desk.path("mirror"), card, "--json", "--report"), "withPixels") == 0)
        // Another card that shares few names.
        let few = desk.path("few")
        try #require(try desk.run("export", card, "--mirror", desk.path("fresh")).code == 0)
        let sidecars = Tree.files(below: desk.path("fresh")).filter { $0.hasSuffix(".xmp") }
        let one = try #require(sidecars.first)
        let stem = (one as NSString).deletingPathExtension + "."
        let photo = try #require(Tree.files(below: card).first { $0.hasPrefix(stem) && !$0.hasSuffix(".xmp") })
        let target = "\(few)/\(photo)"
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(card)/\(photo)", toPath: target)
        #expect(number(try desk.json("learn", desk.path("fresh"), few, "--json", "--report"), "withPixels") == 0)
    }

    @Test("decisions that were made here are said to be known, and are learned once")
    func known() throws {
        let desk = try Desk()
        let (card, _) = try decided(desk)
        try #require(try desk.run("export", card).code == 0)
        let run = try desk.run("learn", card)
        #expect(run.out.contains("known from this program already"), "\(run)")
        #expect(!run.out.contains("No burst among them"), "\(run)")
        let lesson = try #require(try desk.json("learn", card, "--json")["lesson"] as? [String: Any])
        #expect(number(lesson, "knownHere") ?? 0 > 4 && number(lesson, "fromThisProgram") ?? 0 > 0, "\(lesson)")
        let empty = try desk.run("learn", card, home: desk.path("other"))
        #expect(!empty.out.contains("known from this program") && !empty.out.contains("No burst among them"), "\(empty)")
    }
}
