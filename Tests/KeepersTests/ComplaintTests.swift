import Foundation
import Testing

/// What users of other programs complain about, each as a script of keys in Fixtures/replays/complaints.
@Suite("Complaints about keys, filters, undo and views side by side")
struct ComplaintTests {
    private static let options = [
        "azerty": ["--layout", "azerty"], "vim": ["--profile", "vim"], "lightroom": ["--profile", "lightroom"],
    ]

    @Test("are each a script that holds")
    func scripts() throws {
        let folder = "\(projectFolder)/Fixtures/replays/complaints"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }.sorted()
        #expect(names.count >= 13)
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        for name in names {
            let options = ComplaintTests.options[String(name.dropLast(4))] ?? []
            let run = try desk.run(["replay"] + options + ["\(folder)/\(name)", card], home: try desk.copyHome(name))
            #expect(run.code == 0, "\(name): \(run.err)")
        }
    }

    @Test("200 keys in one chunk, byte by byte, and with resizes between them give the same verdicts on a terminal")
    func typingAhead() throws {
        let desk = try Desk()
        try desk.card(frames: 24)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        var state: UInt64 = 4
        // No rows: how many frames a row has is the window's affair.
        let keys = (0..<200).map { _ -> Character in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Array("pxPXlhll1256s.tu")[Int(state >> 33) % 16]
        }
        let typed = Array("lh" + String(keys))
        let script = try desk.write("same.txt", typed.map { "key \($0)\n" }.joined())
        try #require(try desk.run("replay", script, card, home: try desk.copyHome("script")).code == 0)
        let expected = try desk.list(card, home: desk.path("homes/script")).marks
        try #require(Set(expected.values).count > 3)
        for (name, length) in [("whole", typed.count), ("single", 1), ("pasted", 40)] {
            let home = try desk.copyHome(name)
            var environment = desk.surroundings(home)
            environment["TERM"] = "xterm-256color"
            let pty = try Pty([card], columns: 120, rows: 40, environment: environment)
            try #require(pty.hears("\u{1B}[?1049h"))
            for start in stride(from: 0, to: typed.count, by: length) {
                pty.type(String(typed[start..<min(typed.count, start + length)]))
                if name == "pasted" { pty.type("\u{1B}[200~ppxx\nKPX\u{1B}[201~") }
                if name == "single", start % 20 == 0 { try pty.resize(columns: UInt16(100 + start % 40), rows: 40) }
            }
            pty.settle()
            pty.type("q")
            #expect(pty.end() == 0)
            #expect(try desk.list(card, home: home).marks == expected, "\(name)")
        }
    }
}
