import Foundation
import Testing

@Suite("keepers receipt")
struct ReceiptCommandTests {
    private func receipt(_ desk: Desk, _ words: String...) throws -> [String: Any] {
        try desk.json(["receipt"] + words + ["--json"])
    }

    @Test("counts what was decided at the screens, and changes with it")
    func counts() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        let empty = try desk.run("receipt", card)
        #expect(empty.code == 0 && empty.out.contains("no decision was made in this session yet"), "\(empty)")
        let script = try desk.write("evening.txt", "wait idle\nkeys p\ntype /stack\nkeys Enter K\nkeys Home Right m\n")
        try #require(try desk.run("replay", script, card).code == 0)
        let after = try receipt(desk, card)
        let list = try desk.list(card)
        func count(_ verdict: String) -> Int { list.marks.values.count { $0.hasPrefix(verdict) } }
        #expect(after["frames"] as? Int == list.frames.count && after["picks"] as? Int == count("pick"))
        #expect(after["rejects"] as? Int == count("reject") && after["maybes"] as? Int == count("maybe"))
        #expect(after["decided"] as? Int == count("pick") + count("reject") + count("maybe"))
        let agreement = try #require(after["agreement"] as? [String: Any])
        let told = ["compared", "ties", "withoutSuggestion", "suggestionNotKept"].compactMap { agreement[$0] as? Int }.reduce(
            0, +)
        #expect(told >= 1 && agreement["suggestionNotKept"] as? Int == 0, "K chose in a stack: \(agreement)")
        let newest = try receipt(desk)
        #expect(newest["picks"] as? Int == count("pick"), "without a card: the session opened last")
        let text = try desk.run("receipt", card).out
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 } && text.contains("at the keys"), "\(text)")
    }

    @Test("says what Lightroom will not see: before and after an export, and after its undo")
    func unseen() throws {
        let desk = try Desk()
        try desk.card(frames: 8)
        let card = desk.path("card")
        let names = try desk.list(card).marks.keys.filter { !$0.lowercased().hasSuffix("jpg") && !$0.hasSuffix("DNG") }.sorted()
        for (name, verdict) in zip(names, ["pick", "reject", "maybe"]) {
            try #require(try desk.run("mark", card, name, verdict).code == 0)
        }
        func unexported() throws -> Int {
            let unseen = try #require(try receipt(desk, card)["lightroomWillNotSee"] as? [String: Any])
            #expect(unseen["maybes"] as? Int == 1)
            return try #require(unseen["unexported"] as? Int)
        }
        #expect(try unexported() == 2)
        try #require(try desk.run("export", card).code == 0)
        #expect(try unexported() == 0)
        let exports = try #require(try receipt(desk, card)["exports"] as? [[String: Any]])
        #expect(exports.count == 1 && exports[0]["written"] as? Int == 2 && exports[0]["state"] as? String == "finished")
        try #require(try desk.run("mark", card, names[0], "3").code == 0)
        #expect(try unexported() == 0, "three stars are what a pick wrote already")
        try #require(try desk.run("mark", card, names[0], "reject").code == 0)
        #expect(try unexported() == 1, "changed since the export")
        try #require(try desk.run("undo-export", card).code == 0)
        #expect(try unexported() == 2)
    }

    @Test("is printed when the screens are left, and says so where nothing was decided")
    func atTheEnd() throws {
        let desk = try Desk()
        try desk.card(frames: 8)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        for (keys, words) in [("", "no decision was made"), ("p", "1 pick")] {
            let pty = try Pty([card], columns: 80, rows: 24, environment: environment)
            try #require(pty.hears("frames"))
            pty.type(keys)
            pty.settle()
            pty.type("q")
            #expect(pty.end() == 0)
            let tail = pty.text.components(separatedBy: "\u{1B}[?1049l").last ?? ""
            #expect(tail.contains("Receipt: card") && tail.contains(words), "on the restored screen: \(tail)")
        }
    }

    @Test("with no session says how to begin")
    func none() throws {
        let run = try Desk().run("receipt")
        #expect(run.code == 1 && run.err.contains("keepers /media/card"), "\(run)")
    }
}
