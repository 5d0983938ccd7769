import Foundation
import Testing

@Suite("Decisions from before stand until somebody changes them")
struct StandingTests {
    private func sidecar(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
          xmlns:photomechanic="http://ns.camerabits.com/photomechanic/1.0/" \(attributes)/>
        </rdf:RDF></x:xmpmeta>
        """
    }

    /// A card of which the first three RAWs were picked with four stars in Lightroom, the fourth was rejected, the fifth tagged.
    private func card(_ desk: Desk) throws -> (card: String, raws: [String]) {
        let raws = try desk.card { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }.map(\.path)
        try #require(raws.count >= 6)
        let pick = #"xmpDM:pick="1" xmpDM:good="true" xmp:Rating="4" xmp:Label="Yellow""#
        for (index, words) in [pick, pick, pick, #"xmpDM:pick="-1""#, #"photomechanic:Tagged="True""#].enumerated() {
            let stem = (raws[index] as NSString).deletingPathExtension
            _ = try desk.write("card/\(stem).xmp", sidecar(words))
        }
        return (desk.path("card"), raws)
    }

    private func text(_ desk: Desk, _ path: String) throws -> String {
        let name = desk.path("card/" + (path as NSString).deletingPathExtension + ".xmp")
        return try String(contentsOfFile: name, encoding: .utf8)
    }

    @Test("filters, lists, tables and show know them")
    func shown() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        let name = (raws[0] as NSString).lastPathComponent
        let sidecar = (name as NSString).deletingPathExtension + ".xmp"
        let show = try desk.run("show", card, raws[0]).out
        #expect(show.contains("verdict     pick, ★4, yellow before, in \(sidecar)\n"), "\(show)")
        let list = try desk.run("list", card, "--filter", "picked stars=4 yellow").out
        #expect(list.contains("◆ pick ★4 yellow") && list.contains("3 of "), "\(list)")
        #expect(try desk.run("list", card).out.contains("4 picks (4 before), 1 reject, "))
        let object = try desk.json("list", "--json", card)
        let frame = try #require((object["frames"] as? [[String: Any]])?.first { $0["path"] as? String == raws[0] })
        #expect(frame["verdict"] is NSNull && frame["stars"] as? Int == 0, "what was decided here is nothing")
        let standing = try #require(frame["standing"] as? [String: Any])
        #expect(standing["verdict"] as? String == "pick" && standing["stars"] as? Int == 4)
        #expect(standing["label"] as? String == "yellow")
        let picks = try desk.run("export", card, "--list", desk.path("picks.txt"), "--names")
        #expect(picks.err.contains("4 lines in ") && picks.err.contains(", all of them picked before"), "\(picks)")
        try #require(try desk.run("mark", card, raws[5], "pick").code == 0)
        #expect(try desk.run("export", card, "--list", desk.path("more.txt")).err.contains(", 4 of them picked before"))
        let table = try desk.run("export", card, "--csv", "-").out.split(separator: "\r\n").map(String.init)
        #expect(table[0].hasSuffix(",standingVerdict,standingStars,standingLabel") && table.count == 7, "\(table)")
        #expect(table.contains { $0.hasPrefix(raws[0]) && $0.hasSuffix(",pick,4,yellow") })
        #expect(try desk.run("list", card, "--filter", "mine").out.contains("1 of "))
        #expect(try desk.run("mark", card, "reject", "--filter", "all", "--dry-run").out.contains("5 picked left alone"))
    }

    @Test("what is cleared goes from the sidecar, by name; what was never touched stays; undone it comes back")
    func cleared() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        let untouched = try text(desk, raws[2])
        for (path, word) in [(raws[0], "clear"), (raws[1], "pick"), (raws[1], "clear"), (raws[1], "0"), (raws[4], "clear")] {
            try #require(try desk.run("mark", card, path, word).code == 0)
        }
        try #require(try desk.run("mark", card, raws[3], "none").code == 0)
        try #require(try desk.run("mark", card, raws[3], "pick").code == 0)
        let mark = try desk.run("mark", card, raws[0], "none").out
        #expect(mark.contains("★4 before, in ") && mark.contains("; pick, yellow taken off, in "), "\(mark)")
        let dry = try desk.run("export", "--dry-run", card)
        for line in [
            "2  will be unflagged (undo-export brings it back)\n          \(raws[0]): pick\n          \(raws[1]): pick\n",
            "1  loses its stars (undo-export brings it back)\n          \(raws[1]): ★4\n",
            "1  loses its label (undo-export brings it back)\n          \(raws[0]): yellow\n",
            "1  says otherwise than before (undo-export brings it back)\n          \(raws[3]): reject → pick\n",
            "1  keeps a mark that only the program which made it can take off\n          \(raws[4]): pick\n",
        ] { #expect(dry.out.contains(line), "\(line) in \(dry)") }
        try #require(try desk.run("export", card).code == 0)
        let (first, second) = (try text(desk, raws[0]), try text(desk, raws[1]))
        for text in [first, second] { #expect(text.contains(#"xmpDM:pick="0""#) && !text.contains("xmpDM:good"), "\(text)") }
        #expect(first.contains(#"xmp:Rating="4""#) && !first.contains("xmp:Label"))
        #expect(!second.contains("xmp:Rating") && second.contains(#"xmp:Label="Yellow""#))
        #expect(try text(desk, raws[2]) == untouched && (try text(desk, raws[3])).contains(#"pick="1""#))
        // It says so still, and a second export has nothing to do.
        #expect(try desk.run("show", card, raws[0]).out.contains("pick, yellow taken off"))
        #expect(try desk.run("export", "--dry-run", card).out.contains("say so already") == true)
    }

    @Test("with the card out they are known as they were when it was in")
    func absent() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try #require(try desk.run("mark", card, raws[0], "clear").code == 0)
        let here = try desk.run("export", card, "--list", "-").out
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("drawer"))
        #expect(try desk.run("export", card, "--list", "-").out == here && here.split(separator: "\n").count == 3)
        #expect(try desk.run("list", card, "--filter", "stars=4 yellow").out.contains("3 of "))
        #expect(try desk.run("show", card, raws[1]).out.contains("verdict     pick, ★4, yellow before, in its sidecar\n"))
    }

    @Test("a clear that clears nothing is no decision, and says so")
    func nothing() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        for word in ["clear", "0", "none"] {
            #expect(try desk.run("mark", card, raws[5], word).out == "\(raws[5])  no verdict; nothing to clear\n")
        }
        #expect(!(try desk.run("journal", card).out.contains("step\t")))
    }

    @Test("a journal carries what was cleared onto another card, once")
    func journal() throws {
        let desk = try Desk()
        let (card, raws) = try card(desk)
        try #require(try desk.run("mark", card, raws[0], "clear").code == 0)
        let file = try desk.write("a.journal", try desk.run("journal", card).out)
        let other = desk.path("other")
        #expect(try desk.run(["journal", card, "--apply", file], home: other).out.hasPrefix("1 step changed 1 frame"))
        #expect(try desk.run(["journal", card, "--apply", file], home: other).out.hasPrefix("0 steps"))
        #expect(try desk.run(["list", card, "--filter", "picked"], home: other).out.contains("3 of "))
    }
}
