import Foundation
import Testing

@Suite("The command line")
struct UsageTests {
    @Test(
        "that does not read ends with 2, says why, and points to the help",
        arguments: [
            (["list"], "PATH... is missing"), (["list", "--bogus", "x"], "unknown option '--bogus'"),
            (["list", "-j", "x"], "unknown option '-j'"), (["list", "x", "--filter"], "option '--filter' needs a value"),
            (["list", "x", "--json=yes"], "option '--json' takes no value"),
            (["mark", "x", "y"], "PATH... FRAME VERDICT is missing"),
            (["sessions", "x"], "too many operands: 'x'"),
            (["score", "x", "--workers", "0"], "--workers is a number from 1 to 8"),
            (["score", "x", "--workers", "two"], "--workers is a number from 1 to 8"), (["demo"], "DIR is missing"),
            (["demo", "x", "--frames", "0"], "--frames is a number from 1"),
            (["demo", "x", "--seed", "-1"], "--seed is a whole number"),
            (["replay", "x"], "SCRIPT PATH... is missing"), (["--bogus"], "unknown option '--bogus'"),
            (["list", ""], "is empty"),
            (["--data"], "option '--data' needs a value"),
        ])
    func refused(_ words: [String], _ complaint: String) throws {
        let desk = try Desk()
        let run = try desk.run(words)
        #expect(run.code == 2, "\(run)")
        #expect(run.out.isEmpty)
        #expect(run.err.contains(complaint), "\(run)")
        #expect(run.err.contains("--help'"), "\(run)")
        #expect(run.err.split(separator: "\n").count == 1, "one line: \(run)")
        #expect(!FileManager.default.fileExists(atPath: desk.home))
    }

    @Test(
        "that names what is not there or not unique ends with 2 as well",
        arguments: [
            (["show", "CARD", "NOSUCH"], "no frame is called 'NOSUCH'"),
            (["mark", "CARD", "NOSUCH", "pick"], "no frame is called"),
            (["mark", "CARD", "DSCF0715", "frob"], "'frob' is no verdict"),
            (["mark", "CARD", "DSCF0715", "6"], "'6' is no verdict"),
            (["mark", "CARD", "DSCF0715", "-1"], "unknown option '-1'"),
            (["mark", "CARD", "SAME", "pick"], "is not one frame but 2"),
            (["list", "CARD", "--filter", "verdict=good"], "a verdict is pick, reject, maybe or none"),
            (["list", "CARD", "--filter", "stars>=9"], "stars are 0 to 5"), (["list", "CARD", "--filter", "pick &"], "column"),
            (["list", "CARD", "--sort", "luck"], "--sort is one of"), (["export", "CARD", "--profile", "x"], "--profile is"),
            (["privacy", "CARD/nothing"], "is no folder"),
        ])
    func notThere(_ words: [String], _ complaint: String) throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        // Two folders with a frame of one name, as when a camera's counter began anew.
        for folder in ["A", "B"] {
            try DemoCard.copy(desk.path("card/DCIM/103_FUJI/DSCF0715.RAF"), desk.path("card/\(folder)/SAME.RAF"))
        }
        let run = try desk.run(words.map { $0.replacingOccurrences(of: "CARD", with: desk.path("card")) })
        #expect(run.code == 2, "\(run)")
        #expect(run.out.isEmpty)
        #expect(run.err.contains(complaint), "\(run)")
    }

    @Test("takes options before, between and behind, with a blank or an equals sign, and -- ends them")
    func orders() throws {
        let desk = try Desk()
        try desk.card("-odd", frames: 1)
        let card = desk.path("-odd")
        let forms = [
            ["list", "--json", "--sort", "name", card], ["list", card, "--sort=name", "--json"],
            ["list", "--json", "--sort=name", "--", card],
        ]
        let answers = try forms.map { try desk.run($0) }
        #expect(answers.allSatisfy { $0.code == 0 && $0.complaints.isEmpty }, "\(answers)")
        #expect(Set(answers.map(\.out)).count == 1)
    }

    @Test("--data outranks KEEPERS_HOME")
    func data() throws {
        let desk = try Desk()
        try desk.card(frames: 1)
        #expect(try desk.run("list", desk.path("card"), "--data", desk.path("other")).code == 0)
        #expect(FileManager.default.fileExists(atPath: desk.path("other/data")))
        #expect(!FileManager.default.fileExists(atPath: desk.home))
    }

    @Test("with a word that is no command and no folder says so, even where there is no terminal")
    func unknownWord() throws {
        let run = try Desk().run("lsit")
        #expect(run.code == 1)
        #expect(run.out.isEmpty)
        #expect(run.err.contains("lsit: No such file or directory"), "\(run)")
        #expect(run.err.contains("keepers --help"), "\(run)")
    }

    @Test("without a terminal the screens say so in plain words")
    func noTerminal() throws {
        let desk = try Desk()
        try desk.card(frames: 1)
        let run = try desk.run(desk.path("card"))
        #expect(run.code == 1)
        #expect(run.out.isEmpty)
        #expect(run.err.contains("terminal"), "\(run)")
        #expect(run.err.contains("keepers list"), "\(run)")
    }
}
