import Foundation
import Testing

@Suite("Sessions are recognised")
struct RecognitionTests {
    private func sessions(_ desk: Desk) throws -> [[String: Any]] {
        try #require(try desk.json("sessions", "--json")["sessions"] as? [[String: Any]])
    }

    private func move(_ desk: Desk, _ from: String, _ to: String) throws {
        let target = URL(fileURLWithPath: desk.path(to))
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: desk.path(from), toPath: target.path)
    }

    @Test("when the card is mounted elsewhere: same verdicts, nothing measured twice")
    func moved() throws {
        let desk = try Desk()
        try desk.card("first/card", frames: 6)
        try #require(try desk.run("score", desk.path("first/card")).code == 0)
        try #require(try desk.run("mark", desk.path("first/card"), "DSCF0716", "pick").code == 0)
        let before = try desk.list(desk.path("first/card"))
        try move(desk, "first/card", "second/NO NAME")
        let after = try desk.list(desk.path("second/NO NAME"))
        #expect(after.marks == before.marks)
        #expect(after.frames.allSatisfy { $0["source"] as? String == desk.path("second/NO NAME") })
        #expect(try desk.json("score", "--json", desk.path("second/NO NAME"))["scored"] as? Int == 0)
        let known = try sessions(desk)
        #expect(known.count == 1)
        #expect(known[0]["sources"] as? [String] == [desk.path("second/NO NAME")])
        #expect(known[0]["picks"] as? Int == 1)
    }

    @Test("a second card joins the session, and is not shown while it is not given; its verdicts stay")
    func joinedCards() throws {
        let desk = try Desk()
        let first = try desk.card("one") { $0.camera == "NIKON D750" }
        let second = try desk.card("two") { $0.camera == "ILCE-7M3" }
        let (one, two) = (desk.path("one"), desk.path("two"))
        try #require(try desk.run("mark", one, first[0].stem, "pick").code == 0)
        let both = try desk.list(one, two)
        #expect(both.frames.count == first.count + second.count)
        #expect(try both.frame(first[0].path)["verdict"] as? String == "pick", "the first card's verdicts come along")
        try #require(try desk.run("mark", one, two, second[0].stem, "reject").code == 0)
        #expect(Set(try desk.list(one).paths) == Set(first.map(\.path)))
        let alone = try desk.list(two)
        #expect(Set(alone.paths) == Set(second.map(\.path)))
        #expect(try alone.frame(second[0].path)["verdict"] as? String == "reject")
        #expect(try desk.list(one, two).marks.count == both.frames.count)
    }

    @Test("another card at the same path is another session, and the first one comes back with its card")
    func otherCard() throws {
        let desk = try Desk()
        let truth = try DemoCard.truth()
        try DemoCard.make(at: desk.path("mnt"), truth.prefix(5))
        try #require(try desk.run("mark", desk.path("mnt"), "DSCF0716", "pick").code == 0)
        try move(desk, "mnt", "drawer")
        try DemoCard.make(at: desk.path("mnt"), truth.suffix(5))
        let other = try desk.list(desk.path("mnt"))
        #expect(Set(other.paths) == Set(truth.suffix(5).map(\.path)))
        #expect(other.marks.values.allSatisfy { $0 == "- 0 -" })
        #expect(try sessions(desk).count == 2)
        try FileManager.default.removeItem(atPath: desk.path("mnt"))
        try move(desk, "drawer", "mnt")
        #expect(try desk.list(desk.path("mnt")).marks["DCIM/103_FUJI/DSCF0716.RAF"] == "pick 0 -")
        #expect(try sessions(desk).count == 2)
    }

    @Test("two cards are one session in either order, and both may be exported")
    func twoSources() throws {
        let desk = try Desk()
        let first = try desk.card("one") { $0.camera == "NIKON D750" }
        let second = try desk.card("two") { $0.camera == "ILCE-7M3" }
        let (one, two) = (desk.path("one"), desk.path("two"))
        let listed = try desk.list(one, two, "--sort", "time")
        #expect(listed.frames.count == first.count + second.count)
        #expect(listed.all["sources"] as? [String] == [one, two])
        for frame in listed.frames {
            #expect(frame["source"] as? String == (frame["camera"] as? String == "NIKON D750" ? one : two))
        }
        let order = (first + second).sorted { $0.trueTime < $1.trueTime }.map(\.path)
        #expect(listed.paths == order)
        try #require(try desk.run("mark", one, two, "DSC_9962", "pick").code == 0)
        try #require(try desk.run("mark", two, one, "DSC04318", "reject").code == 0)
        #expect(try sessions(desk).count == 1)
        let swapped = try desk.list(two, one)
        #expect(swapped.marks.values.filter { $0 != "- 0 -" }.sorted() == ["pick 0 -", "reject 0 -"])
        #expect(try desk.json("export", "--json", two, one)["written"] as? Int == 2)
        #expect(FileManager.default.fileExists(atPath: one + "/DCIM/100NIKON/DSC_9962.xmp"))
        #expect(FileManager.default.fileExists(atPath: two + "/DCIM/101MSDCF/DSC04318.xmp"))
    }

    @Test("a changed file is a new frame without a verdict; an added one joins; a removed one goes and returns")
    func changedFiles() throws {
        let desk = try Desk()
        let truth = try desk.card(frames: 8)
        let card = desk.path("card")
        for stem in ["DSCF0715", "DSCF0716", "DSC_9962"] { try #require(try desk.run("mark", card, stem, "pick").code == 0) }
        // One changed, one gone, one new.
        let changed = "\(card)/\(truth[0].path)"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: changed))
        bytes.append(contentsOf: [0, 0, 0, 0])
        try bytes.write(to: URL(fileURLWithPath: changed))
        try FileManager.default.moveItem(atPath: "\(card)/\(truth[1].path)", toPath: desk.path("kept.raf"))
        try FileManager.default.moveItem(atPath: "\(card)/\(truth[1].pair ?? "")", toPath: desk.path("kept.jpg"))
        try DemoCard.copy("\(card)/\(truth[2].path)", "\(card)/DCIM/103_FUJI/DSCF0999.RAF")
        let marks = try desk.list(card).marks
        #expect(marks[truth[0].path] == "- 0 -")
        #expect(marks[truth[1].path] == nil)
        #expect(marks["DCIM/103_FUJI/DSCF0999.RAF"] == "- 0 -")
        #expect(marks["DCIM/100NIKON/DSC_9962.NEF"] == "pick 0 -")
        try FileManager.default.moveItem(atPath: desk.path("kept.raf"), toPath: "\(card)/\(truth[1].path)")
        try FileManager.default.moveItem(atPath: desk.path("kept.jpg"), toPath: "\(card)/\(truth[1].pair ?? "")")
        #expect(try desk.list(card).marks[truth[1].path] == "pick 0 -")
    }
}
