import Foundation
import Testing

@Suite("Help")
struct HelpTests {
    static let commands = [
        "score", "list", "show", "mark", "stacks", "clock", "export", "conflicts", "settle", "undo-export", "journal", "safe",
        "learn", "receipt", "share-telemetry", "sessions",
        "runs",
        "taste", "keys", "theme", "replay", "demo", "doctor", "privacy", "wipe",
    ]

    @Test("of every command reads as it should", arguments: [""] + commands)
    func golden(_ command: String) throws {
        let desk = try Desk()
        let words = command.isEmpty ? ["--help"] : [command, "--help"]
        let run = try desk.run(words)
        #expect(run.code == 0)
        #expect(run.err.isEmpty)
        try expectGolden(run.out, "help/\(command.isEmpty ? "keepers" : command).txt")
        // Help makes no folder and touches no store.
        #expect(!FileManager.default.fileExists(atPath: desk.home))
    }

    @Test("lists every command and no other")
    func listsAll() throws {
        let overview = try Desk().run("--help").out
        let lines = overview.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "Commands:"))
        let end = try #require(lines.firstIndex(of: "Options:"))
        let names = lines[(start + 1)..<end].compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == HelpTests.commands)
    }

    @Test("-h is --help, and fits 100 columns except for long sentences")
    func short() throws {
        let desk = try Desk()
        #expect(try desk.run("list", "-h").out == (try desk.run("list", "--help").out))
    }

    @Test("--version says the version and nothing else")
    func version() throws {
        let run = try Desk().run("--version")
        #expect(run.code == 0)
        #expect(run.out.hasPrefix("keepers "))
        #expect(run.out.split(separator: "\n").count == 1)
    }
}

/// Compares with Fixtures/NAME; KEEPERS_RECORD=1 writes it instead.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = "\(projectFolder)/Fixtures/\(name)"
    if ProcessInfo.processInfo.environment["KEEPERS_RECORD"] == "1" {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == golden, "differs from Fixtures/\(name)", sourceLocation: sourceLocation)
}
