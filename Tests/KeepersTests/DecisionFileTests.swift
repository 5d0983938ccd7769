import Foundation
import Testing

@Suite("export --list, --csv, --json FILE, --sheet, and share-telemetry")
struct DecisionFileTests {
    /// Frames in a folder whose name needs quoting, three of them decided.
    private func decidedCard(_ desk: Desk) throws -> (card: String, frames: [DemoCard.Truth]) {
        let frames = try desk.card(frames: 6)
        let card = desk.path("card")
        try FileManager.default.moveItem(atPath: "\(card)/DCIM", toPath: "\(card)/Müller, \"Anna\"")
        for (index, mark) in [(0, "pick"), (1, "reject"), (2, "pick"), (2, "5"), (2, "green")] {
            let path = frames[index].path.replacingOccurrences(of: "DCIM", with: "Müller, \"Anna\"")
            try #require(try desk.run("mark", card, path, mark).code == 0)
        }
        return (card, frames)
    }

    private func path(_ frame: DemoCard.Truth) -> String { frame.path.replacingOccurrences(of: "DCIM", with: "Müller, \"Anna\"") }

    /// RFC 4180 by its grammar.
    private func rows(_ csv: String) -> [[String]] {
        var (rows, row, field): ([[String]], [String], String) = ([], [], "")
        var isQuoted = false
        var scalars = Array(csv.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                field += "\""
                scalars.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(field)
                field = ""
            case "\r" where !isQuoted: continue
            case "\n" where !isQuoted:
                rows.append(row + [field])
                (row, field) = ([], "")
            default: field.unicodeScalars.append(scalar)
            }
        }
        return rows
    }

    @Test("the list holds the picks, a path or a name a line, or what a filter names")
    func list() throws {
        let desk = try Desk()
        let (card, frames) = try decidedCard(desk)
        let run = try desk.run("export", card, "--list", "-")
        #expect(
            Set(run.out.split(separator: "\n").map(String.init)) == Set([0, 2].map { "\(card)/\(path(frames[$0]))" }), "\(run)")
        let names = try desk.run("export", card, "--list", desk.path("names.txt"), "--names", "--filter", "rejected")
        #expect(names.code == 0 && names.out.isEmpty, "\(names)")
        #expect(
            try String(contentsOfFile: desk.path("names.txt"), encoding: .utf8) == URL(fileURLWithPath: frames[1].path)
                .lastPathComponent + "\n")
        #expect(Tree.files(below: card).allSatisfy { !$0.hasSuffix(".xmp") }, "a list is no export of sidecars")
        #expect(try desk.run("export", card, "--list", "-", "--filter", "stars>>").code == 2)
    }

    @Test("the table is RFC 4180 and says the same as the JSON")
    func table() throws {
        let desk = try Desk()
        let (card, frames) = try decidedCard(desk)
        try #require(try desk.run("export", card, "--csv", desk.path("d.csv"), "--json", desk.path("d.json")).code == 0)
        let text = try String(contentsOfFile: desk.path("d.csv"), encoding: .utf8)
        #expect(text.unicodeScalars.filter { $0 == "\n" }.count == 4 && text.hasSuffix("\r\n"))
        let rows = rows(text)
        let head = [
            "path", "source", "verdict", "stars", "label", "capturedAt", "score", "stack", "reason", "by", "decidedAt",
            "standingVerdict", "standingStars", "standingLabel",
        ]
        #expect(rows[0] == head)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: desk.path("d.json")))) as? [String: Any])
        let decisions = try #require(json["decisions"] as? [[String: Any]])
        #expect(decisions.count == 3 && rows.count == 4)
        for (row, decision) in zip(rows.dropFirst(), decisions) {
            for (name, value) in zip(head, row) where name != "score" {
                let other = decision[name].map { $0 is NSNull ? "" : "\($0)" }
                #expect(other == value, "\(name)")
            }
        }
        let row = try #require(rows.first { $0[0] == path(frames[2]) })
        #expect(row[1] == card && row[2] == "pick" && row[3] == "5" && row[4] == "green" && row[9] == "command line")
        // Not measured is empty, never 0.
        #expect(row[6].isEmpty)
        #expect(try desk.run("export", card, "--dry-run", "--json").json()["plan"] != nil, "the switch is as it was")
    }

    @Test("a file that is there is not overwritten, and a command that fails leaves none")
    func files() throws {
        let desk = try Desk()
        let (card, _) = try decidedCard(desk)
        let mine = try desk.write("mine.csv", "mine")
        let run = try desk.run("export", card, "--csv", mine)
        #expect(run.code == 2 && run.err.contains("not overwritten"), "\(run)")
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
        #expect(try desk.run("export", card, "--list", desk.path("a.txt"), "--filter", "nonsense=").code == 2)
        #expect(!FileManager.default.fileExists(atPath: desk.path("a.txt")))
        #expect(try desk.run("export", card, "--list", desk.path("gone/a.txt")).code == 1)
    }

    @Test("the contact sheet is pages of PNG with every pick on them; too many pages or a wrong name are refused")
    func sheet() throws {
        let desk = try Desk()
        let (card, _) = try decidedCard(desk)
        let run = try desk.run("export", card, "--sheet", desk.path("picks.png"))
        #expect(run.code == 0 && run.err.contains("2 pictures in"), "\(run)")
        let png = try Data(contentsOf: URL(fileURLWithPath: desk.path("picks.png")))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && Array(png[16..<20]) == [0, 0, 0x09, 0xB0], "2480 pixels wide")
        // Not white everywhere: the pictures are there.
        #expect(png.count > 50_000)
        #expect(try desk.run("export", card, "--sheet", desk.path("picks.jpg")).code == 2)
        #expect(try desk.run("export", card, "--sheet", desk.path("b.png"), "--filter", "stars=1").code == 1)
        #expect(!FileManager.default.fileExists(atPath: desk.path("b.png")))
    }

    @Test("telemetry asks first, overwrites nothing, and holds no word of the card")
    func telemetry() throws {
        let desk = try Desk()
        let (card, frames) = try decidedCard(desk)
        try #require(try desk.run("score", card).code == 0)
        let file = desk.path("t.json")
        // Nobody says y.
        let asked = try desk.run("share-telemetry", file)
        #expect(
            asked.code == 0 && asked.out.contains("measure.sharpness") && asked.out.contains("Nothing was written."), "\(asked)")
        #expect(!FileManager.default.fileExists(atPath: file))
        let run = try desk.run("share-telemetry", file, "--yes")
        #expect(run.code == 0, "\(run)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let rows = try #require(json["rows"] as? [[String: Any]])
        let fields = try #require(json["fields"] as? [[String: Any]]).compactMap { $0["name"] as? String }
        #expect(rows.count == 3 && rows.allSatisfy { Set($0.keys) == Set(fields) })
        for field in fields { #expect(run.out.contains("  \(field) "), "\(field) is shown before it is written") }
        #expect(rows.contains { $0["measure.sharpness"] is Double })
        // Every word that the card, the session and this machine could have given away.
        var secrets: Set<String> = ["Müller", "Anna", "card", desk.folder, "keepers-test", "2026", NSUserName()]
        for frame in frames {
            secrets.formUnion([frame.stem, frame.camera, frame.serial, frame.path, frame.time ?? "", frame.trueTime])
            secrets.formUnion(frame.camera.split(separator: " ").map(String.init))
            secrets.formUnion(frame.path.split(separator: "/").map(String.init))
        }
        for secret in secrets where secret.count >= 4 { #expect(!text.contains(secret), "\(secret) is in it") }
        // Words are ours alone: each text value is one of a short list.
        let words = Set(rows.flatMap { $0.values.compactMap { $0 as? String } })
        #expect(
            words.isSubset(of: ["pick", "reject", "maybe", "single", "burst", "retry", "bracket", "best", "tie", "other", "none"]
            ), "\(words)")
        let again = try desk.run("share-telemetry", file, "--yes")
        #expect(again.code == 2 && again.err.contains("not overwritten"))
        #expect(try desk.run("share-telemetry", desk.path("u.json"), "--yes", home: desk.path("empty")).code == 1)
        #expect(!FileManager.default.fileExists(atPath: desk.path("u.json")))
    }
}
