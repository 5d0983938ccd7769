import Foundation
import Testing

/// The judgement of the demo card from end to end: card, previews, measures, stacks, best, order and words.
@Suite("Judgement of the demo card", .serialized)
struct JudgementTests {
    @Test("each stack's best or tie, each frame's place and composite are as the golden says")
    func golden() throws {
        let desk = try Desk()
        let card = desk.path("card")
        try DemoCard.makeWhole(at: card)
        #expect(try desk.run("score", card).code == 0)
        let listed = try desk.list(card)
        let stacks = try #require(try desk.json("stacks", "--json", card)["stacks"] as? [[String: Any]])
        var text = ""
        for stack in stacks {
            let members = try #require(stack["members"] as? [String])
            let best = stack["suggestedBest"] as? String
            let tie = stack["tie"] as? [String] ?? []
            text += "\(stack["kind"] ?? "?") of \(members.count)  "
            text += best.map { "best: \(stem($0))" } ?? (tie.isEmpty ? "none" : "tie: \(tie.map(stem).joined(separator: ", "))")
            text += "\n"
            for member in members { text += "  " + line(try listed.frame(member)) }
        }
        text += "singles\n"
        let stacked = Set(stacks.flatMap { $0["members"] as? [String] ?? [] })
        for path in listed.paths where !stacked.contains(path) { text += "  " + line(try listed.frame(path)) }
        try expectGolden(text, "judgement/demo.txt")
    }

    @Test("show gives the reasons as data and as text")
    func reasonsAsData() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        #expect(try desk.run("score", card).code == 0)
        let stacks = try #require(try desk.json("stacks", "--json", card)["stacks"] as? [[String: Any]])
        var checked = 0
        for member in stacks.flatMap({ $0["members"] as? [String] ?? [] }).prefix(4) {
            let shown = try desk.json("show", "--json", card, member)
            let reasons = try #require(shown["reasons"] as? [String])
            let data = try #require(shown["reasonData"] as? [[String: Any]])
            #expect(data.compactMap { $0["text"] as? String } == reasons)
            for reason in data {
                #expect(
                    Set(reason.keys)
                        == ["kind", "text", "measure", "part", "face", "value", "other", "rival", "place", "placeIf"])
                if reason["kind"] as? String == "place" {
                    #expect(reason["place"] as? Int == shown["place"] as? Int)
                    checked += 1
                }
            }
            let text = try desk.run("show", card, member).out
            #expect(text.contains("sharpness"))
            if let place = shown["place"] as? Int {
                #expect(
                    text.contains { _ in true }
                        && text.split(separator: "\n").contains { $0.hasPrefix("composite") && $0.contains("\(place)") })
            }
        }
        #expect(checked > 0)
    }

    private func stem(_ path: String) -> String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }

    /// `DSC_0001  91.2  1st of 4: sharper …`
    private func line(_ frame: [String: Any]) -> String {
        let composite = (frame["scores"] as? [String: Any])?["composite"] as? Double
        let words = (frame["reasons"] as? [String])?.first ?? ""
        return "\(stem(frame["path"] as? String ?? "?"))  \(composite.map { String(format: "%.1f", $0) } ?? "-")  \(words)\n"
    }
}
