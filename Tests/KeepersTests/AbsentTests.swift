import Foundation
import Testing

/// The card is in the drawer: what was decided is in the store.
@Suite("A card that is not there")
struct AbsentTests {
    private func session(_ desk: Desk) throws -> (card: String, raws: [DemoCard.Truth], listed: Listed) {
        let raws = try desk.card { !$0.path.hasSuffix("JPG") && !$0.path.hasSuffix("DNG") && $0.pair == nil }
        let card = desk.path("card")
        try #require(raws.count >= 4)
        for (frame, word) in zip(raws, ["pick", "reject", "4"]) {
            try #require(try desk.run("mark", card, frame.path, word).code == 0)
        }
        return (card, raws, try desk.list(card))
    }

    @Test(
        "list, show, journal, receipt and the lists of export come from the store, and say once that the card was not looked at")
    func looking() throws {
        let desk = try Desk()
        let (card, raws, before) = try session(desk)
        let journal = try desk.run("journal", card).out
        let receipt = try desk.run("receipt", card).out
        let csv = try desk.run("export", card, "--csv", "-").out
        let names = try desk.run("export", card, "--list", "-").out
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("drawer"))
        let line = "card is not there (is the card in its reader?)"
        for (words, expected) in [
            (["journal", card], journal), (["receipt", card], receipt), (["export", card, "--csv", "-"], csv),
            (["export", card, "--list", "-"], names), (["journal", card + "/"], journal),
        ] {
            let run = try desk.run(words)
            #expect(run.code == 0 && run.out == expected, "\(words): \(run)")
            #expect(
                run.err.components(separatedBy: line).count == 2 && run.err.contains("no sidecar was looked at"), "\(run.err)")
        }
        let absent = try desk.list(card)
        #expect(absent.marks == before.marks && absent.paths == before.paths)
        #expect(absent.all["absent"] as? [String] == [card] && before.all["absent"] as? [String] == [])
        let list = try desk.run("list", card)
        #expect(list.code == 0 && list.err.contains(line), "\(list)")
        let show = try desk.run("show", card, raws[0].path)
        #expect(show.code == 0 && show.out.contains("PICK"), "\(show)")
        #expect(try desk.run("export", card, "--json", desk.path("all.json")).code == 0)
        #expect(FileManager.default.fileExists(atPath: desk.path("all.json")))
    }

    @Test("what decides or writes is refused as before, and nothing changes; the card is the same session when it is back")
    func deciding() throws {
        let desk = try Desk()
        let (card, raws, before) = try session(desk)
        let file = try desk.write("evening.txt", try desk.run("journal", card).out)
        try FileManager.default.moveItem(atPath: card, toPath: desk.path("drawer"))
        for words in [
            ["mark", card, raws[3].path, "pick"], ["export", card], ["export", card, "--dry-run"],
            ["settle", card, "--all", "mine"],
            ["undo-export", card], ["journal", card, "--apply", file], ["stacks", card, "--gap", "2"],
            ["export", card, "--sheet", desk.path("sheet.png")], ["export", card, "--mirror", desk.path("mirror")],
        ] {
            let run = try desk.run(words)
            #expect(run.code != 0 && run.err.contains("is the card in its reader?"), "\(words): \(run)")
        }
        #expect(!FileManager.default.fileExists(atPath: desk.path("mirror")))
        let unknown = try desk.run("list", desk.path("never"))
        #expect(unknown.code != 0 && unknown.err.contains("is the card in its reader?"), "\(unknown)")
        try FileManager.default.moveItem(atPath: desk.path("drawer"), toPath: card)
        let back = try desk.list(card)
        #expect(back.marks == before.marks && back.paths == before.paths)
    }
}
