import Foundation
import Testing

/// The folder of pictures from real cameras, named by KEEPERS_REAL.
private let real: String? = {
    let folder = ProcessInfo.processInfo.environment["KEEPERS_REAL"]
    if folder == nil { print("!!! SKIPPED: KEEPERS_REAL is not set; no bracket of a real camera is looked for") }
    return folder
}()

@Suite("Stacks and clocks")
struct StacksTests {
    @Test("as JSON have the promised fields, their members in time order, a best or a tie")
    func stacks() throws {
        let desk = try Desk()
        let truth = try desk.card(frames: 24)
        let card = desk.path("card")
        let before = try desk.json("stacks", "--json", card)
        #expect((before["stacks"] as? [Any])?.isEmpty == true, "without prints time alone stacks nothing")
        #expect(try desk.run("score", card).code == 0)
        let json = try desk.json("stacks", "--json", card)
        #expect(Set(json.keys) == ["stacks", "duplicates", "duplicateGroups", "rules"])
        let stacks = try #require(json["stacks"] as? [[String: Any]])
        #expect(stacks.count >= 3)
        let order = Dictionary(
            uniqueKeysWithValues: truth.sorted { $0.trueTime < $1.trueTime }.enumerated().map { ($1.path, $0) })
        let listed = try desk.list(card)
        for stack in stacks {
            #expect(Set(stack.keys) == ["id", "kind", "members", "suggestedBest", "tie", "best", "byHand"])
            let members = try #require(stack["members"] as? [String])
            let tie = try #require(stack["tie"] as? [String])
            let kind = try #require(stack["kind"] as? String)
            #expect(members.count > 1)
            #expect(members.compactMap { order[$0] } == members.compactMap { order[$0] }.sorted())
            #expect(Set(tie).isSubset(of: members))
            if kind == "bracket" {
                #expect(tie.isEmpty && stack["suggestedBest"] is NSNull)
            } else if let best = stack["suggestedBest"] as? String {
                #expect(members.contains(best) && tie.isEmpty)
            } else {
                #expect(["burst", "retry"].contains(kind) && tie.count > 1, "neither best nor tie: \(stack)")
            }
            for member in members { #expect(try listed.frame(member)["stack"] as? Int == stack["id"] as? Int) }
        }
        let groups = try #require(json["duplicateGroups"] as? [[String: Any]])
        #expect(groups.compactMap { $0["members"] as? [String] } == json["duplicates"] as? [[String]])
        for group in groups {
            let members = try #require(group["members"] as? [String])
            #expect(members.contains(try #require(group["representative"] as? String)))
            #expect(["sameAgain", "twoCameras"].contains(group["kind"] as? String))
        }
    }

    @Test("keep what was said about gap and threshold")
    func rules() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        #expect(try desk.run("score", card).code == 0)
        func rules(_ words: String...) throws -> [String: Any] {
            try #require(try desk.json(["stacks", "--json", card] + words)["rules"] as? [String: Any])
        }
        func bursts() throws -> Int {
            let stacks = try #require(try desk.json("stacks", "--json", card)["stacks"] as? [[String: Any]])
            return stacks.count { $0["kind"] as? String == "burst" }
        }
        #expect(try rules()["gap"] as? Double == 1 && rules()["duplicateThreshold"] as? Double == 0.15)
        let usual = try bursts()
        #expect(try rules("--gap", "0", "--dupe-threshold=0.2")["gap"] as? Double == 0)
        #expect(try rules()["duplicateThreshold"] as? Double == 0.2 && rules()["gap"] as? Double == 0)
        #expect(try bursts() < usual)
        _ = try rules("--gap", "1")
        #expect(try bursts() == usual)
        for words in [["--gap", "soon"], ["--gap", "61"], ["--dupe-threshold", "-1"], ["--dupe-threshold", "nan"]] {
            let run = try desk.run(["stacks", card] + words)
            #expect(run.code == 2 && run.err.contains(words[0]))
        }
    }

    @Test("clock proposes nothing where nothing tells, and says so")
    func clock() throws {
        let desk = try Desk()
        try desk.card(frames: 12)
        let card = desk.path("card")
        let json = try desk.json("clock", "--json", card)
        #expect(Set(json.keys) == ["proposals", "rules"] && (json["proposals"] as? [Any])?.isEmpty == true)
        let text = try desk.run("clock", card)
        #expect(text.code == 0 && text.out.contains("nothing is proposed") && text.out.contains("not measured yet"))
        let apply = try desk.run("clock", card, "--apply", "1")
        #expect(apply.code == 2 && apply.err.contains("there is none"))
        #expect(try desk.run("clock", card, "--apply", "1", "--reset").code == 2)
        #expect(try desk.run("clock", card, "--reset").code == 0)
    }

    @Test("two pairs that a camera bracketed are two brackets", .enabled(if: real != nil))
    func realBrackets() throws {
        let desk = try Desk()
        let card = try #require(real) + "/burst"
        #expect(try desk.run("score", card).code == 0)
        let stacks = try #require(try desk.json("stacks", "--json", card)["stacks"] as? [[String: Any]])
        let brackets = stacks.filter { $0["kind"] as? String == "bracket" }
        func pair(_ numbers: Int...) -> [String] { numbers.map { "dsoprea__DSC0\($0).JPG" } }
        #expect(brackets.map { $0["members"] as? [String] } == [pair(8194, 8195), pair(8196, 8197)])
        #expect(brackets.allSatisfy { $0["suggestedBest"] is NSNull && ($0["tie"] as? [String])?.isEmpty == true })
    }
}
