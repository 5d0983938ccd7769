import Foundation
import Testing

@Suite("keepers taste")
struct TasteCommandTests {
    @Test("tells what is missing before there is anything to learn from, and keeps what it is told")
    func fromNothing() throws {
        let desk = try Desk()
        let first = try desk.run("taste")
        #expect(first.code == 0 && first.err.isEmpty, "\(first)")
        #expect(first.out.contains("no: 0 examples so far, 40 are the least to learn from"))
        #expect(try desk.run("taste", "off").out.contains("switched off"))
        #expect(try desk.run("taste").out.contains("switched off"))
        #expect(try !desk.run("taste", "on").out.contains("switched off"))
        // Nothing to learn from is no failure, and nothing to reset neither.
        #expect(try desk.run("taste", "train").code == 0)
        #expect(try desk.run("taste", "reset").code == 0)
        let json = try JSONSerialization.jsonObject(with: Data(try desk.run("taste", "--json").out.utf8)) as? [String: Any]
        #expect(json?["used"] as? Bool == false)
        #expect(json?["examples"] as? Int == 0)
        #expect(json?["learned"] is NSNull)
    }

    @Test("refuses a word that it does not know, by name")
    func unknown() throws {
        let run = try Desk().run("taste", "salty")
        #expect(run.code == 2)
        #expect(run.out.isEmpty)
        #expect(run.err.contains("'salty'"))
    }

    @Test("counts a pick against its rejected siblings once, and after a reset only new ones")
    func counts() throws {
        let desk = try Desk()
        try desk.card(frames: 40)
        let card = desk.path("card")
        #expect(try desk.run("score", card).code == 0)
        // In time order, to the first stack, the last of its fan.
        let keep = try desk.write("keep.txt", "wait idle\nkey T\nkey }\nkey s\nkeys Right Right Right Right Right K\nwait idle\n")
        #expect(try desk.run("replay", keep, card).code == 0)
        #expect(try desk.run("taste").out.contains("examples   1: "))
        #expect(try desk.run("taste", "reset").out.contains("examples   0: "))
    }
}
