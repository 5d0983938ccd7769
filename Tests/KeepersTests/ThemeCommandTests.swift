import Foundation
import Testing

@Suite("keepers theme")
struct ThemeCommandTests {
    private func ownTheme(_ desk: Desk, _ name: String, _ change: (String) -> String = { $0 }) throws -> String {
        let folder = desk.home + "/config/themes"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = try desk.run("theme", "show", "darkroom").out
        let path = "\(folder)/\(name).json"
        try change(text).write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("lists the program's themes and the person's own, broken ones too")
    func list() throws {
        let desk = try Desk()
        let names = {
            try desk.run("theme").out.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
                .dropLast()
        }
        #expect(Array(try names()) == ["darkroom", "high-contrast", "monochrome", "daylight", "colour-blind-safe"])
        let path = try ownTheme(desk, "mine") { $0.replacingOccurrences(of: "#000000", with: "#zzz") }
        let run = try desk.run("theme", "list")
        #expect(
            run.code == 0 && run.out.contains("mine") && run.out.contains("does not read: line 5") && run.out.contains(path),
            "\(run)")
        let themes = try desk.json("theme", "list", "--json")["themes"] as? [[String: Any]]
        #expect(themes?.count == 6 && themes?.last?["file"] as? String == path)
    }

    @Test(
        "checks every theme of the program",
        arguments: ["darkroom", "high-contrast", "monochrome", "daylight", "colour-blind-safe"])
    func builtIn(_ name: String) throws {
        let run = try Desk().run("theme", "check", name)
        #expect(run.code == 0 && run.out.hasSuffix("\(name): every word can be read\n"), "\(run)")
        #expect(run.out.contains("accent") && run.out.contains(" ok\n"))
    }

    @Test("names what cannot be read, and where a file is wrong")
    func check() throws {
        let desk = try Desk()
        let dim = try ownTheme(desk, "dim") { $0.replacingOccurrences(of: "oklch(0.72 0 0)", with: "oklch(0.4 0 0)") }
        for target in [dim, "dim"] {
            let run = try desk.run("theme", "check", target)
            #expect(run.code == 1 && run.out.contains("caption") && run.out.contains("FAILS: 4.5 is needed"), "\(run)")
            #expect(run.err.contains("1 role cannot be read well"), "\(run)")
        }
        let json = try desk.run("theme", "check", "dim", "--json")
        #expect(json.code == 1)
        #expect(try json.json()["passes"] as? Bool == false)
        let wrong = try ownTheme(desk, "wrong") {
            $0.replacingOccurrences(of: "\"accent\"", with: "\"acent\"").replacingOccurrences(
                of: "oklch(0.16 0 0)", with: "oklch(16 0 0)")
        }
        let run = try desk.run("theme", "check", wrong)
        #expect(run.code == 1, "\(run)")
        for words in [
            "line 6, column 14: 'panel' is 'oklch(16 0 0)'", "no role is called 'acent'", "the colour 'accent' is missing",
        ] {
            #expect(run.out.contains(words), "\(words): \(run)")
        }
        for words in [["check"], ["check", "/nowhere.json"], ["paint", "x"], ["show", "nobody"]] {
            let run = try desk.run(["theme"] + words)
            #expect(run.code == 2 && !run.err.isEmpty, "\(words): \(run)")
        }
    }

    @Test("NAME opens with it; a name that is none is refused before the screen is taken")
    func option() throws {
        let desk = try Desk()
        try desk.card(frames: 2)
        let run = try desk.run("--theme", "nobody", desk.path("card"))
        #expect(run.code == 2 && run.err.contains("there are darkroom, high-contrast"), "\(run)")
    }
}

@Suite("Ease on a terminal", .serialized)
struct EaseTerminalTests {
    private func open(_ desk: Desk, _ words: [String], _ more: [String: String] = [:], rows: UInt16 = 30) throws -> Pty {
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        environment["COLORTERM"] = "truecolor"
        return try Pty(words, columns: 100, rows: rows, environment: environment.merging(more) { $1 })
    }

    private func card(_ desk: Desk) throws -> String {
        try desk.card(frames: 8)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        return desk.path("card")
    }

    private static let light = "48;2;238;238;238m"

    @Test(":theme shows another at once and the next start remembers it; --theme holds for one time")
    func remembers() throws {
        let desk = try Desk()
        let card = try card(desk)
        var pty = try open(desk, [card])
        try #require(pty.hears("frames"))
        #expect(!pty.text.contains(Self.light))
        pty.type(":theme daylight\r")
        #expect(pty.hears(Self.light))
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
        pty = try open(desk, [card])
        #expect(pty.hears(Self.light), "remembered")
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
        pty = try open(desk, ["--theme", "high-contrast", card])
        try #require(pty.hears("frames"))
        pty.settle()
        #expect(!pty.text.contains(Self.light))
        pty.type(":theme nobody\r")
        #expect(pty.hears("no theme is called"))
        pty.type("q")
        #expect(pty.end() == 0)
        pty = try open(desk, [card])
        #expect(pty.hears(Self.light), "one time is one time")
        pty.type("q")
        #expect(pty.end() == 0)
    }

    @Test("a remembered theme whose file is gone keeps nobody from the pictures")
    func gone() throws {
        let desk = try Desk()
        let card = try card(desk)
        let folder = desk.home + "/config/themes"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try desk.run("theme", "show", "daylight").out.write(toFile: folder + "/mine.json", atomically: true, encoding: .utf8)
        var pty = try open(desk, [card])
        try #require(pty.hears("frames"))
        pty.type(":theme mine\r")
        #expect(pty.hears(Self.light))
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
        try FileManager.default.removeItem(atPath: folder + "/mine.json")
        pty = try open(desk, [card])
        #expect(pty.hears("shown in darkroom: no theme is called 'mine'"))
        pty.type("q")
        #expect(pty.end() == 0)
    }

    @Test("NO_COLOR: no colour is sent at all, verdicts stand out by attributes")
    func noColour() throws {
        let desk = try Desk()
        let card = try card(desk)
        let pty = try open(desk, [card], ["NO_COLOR": "1", "KEEPERS_PICTURES": "none"])
        try #require(pty.hears("frames"))
        pty.type("p")
        pty.settle()
        pty.type(":theme daylight\r")
        pty.settle()
        #expect(pty.text.contains("kept for elsewhere"))
        pty.type("q")
        #expect(pty.end() == 0)
        let colours = pty.text.matches(of: /\u{1B}\[[0-9;]*\b(3[0-79]|38|4[0-79]|48|9[0-7]|10[0-7])\b[0-9;]*m/).map {
            String($0.0.dropFirst())
        }
        // 39 and 49 give the terminal's own colours back.
        #expect(colours.filter { !["[39;49m", "[39m", "[49m"].contains($0) } == [])
        #expect(pty.text.contains("\u{1B}[7m") || pty.text.contains(";7m"), "a pick is reversed")
    }

    @Test("for a screen reader: lines, keys as ever, and no sequence that places or colours")
    func spoken() throws {
        let desk = try Desk()
        let card = try card(desk)
        let pty = try open(desk, ["--screen-reader", card])
        try #require(pty.hears("8 frames, 0 picks"))
        pty.settle()
        pty.type("p")
        #expect(pty.hears(": pick\r\n"))
        pty.type("\u{1B}[C")
        pty.type("x")
        #expect(pty.hears(": reject\r\n"))
        pty.type("/")
        #expect(pty.hears("filter or name: "))
        pty.type("picked\r")
        #expect(pty.hears("filter or name: picked\r\n"))
        #expect(pty.hears("filter picked: 1 entry"))
        pty.type("\u{1B}")
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(pty.modes == pty.modesBefore)
        let sequences = Set(pty.text.matches(of: /\u{1B}[^a-zA-Z]*[a-zA-Z]/).map { String($0.0.dropFirst()) })
        #expect(sequences == ["[?2004h", "[?2004l"], "only pasting is told apart")
        #expect(pty.text.contains("Receipt: ") && pty.text.contains("1 pick, 1 reject"))
        let marks = try desk.list(card).marks.values.filter { $0 != "- 0 -" }.sorted()
        #expect(marks == ["pick 0 -", "reject 0 -"])
    }

    @Test("the screen reader is remembered where it is asked for")
    func spokenSetting() throws {
        let desk = try Desk()
        let card = try card(desk)
        var pty = try open(desk, ["--screen-reader", card])
        try #require(pty.hears("8 frames"))
        pty.type(":screen-reader on\r")
        #expect(pty.hears("from the next start on"))
        pty.type("q")
        #expect(pty.end() == 0)
        pty = try open(desk, [card])
        #expect(pty.hears("8 frames, 0 picks"))
        #expect(!pty.text.contains("\u{1B}[?1049h"))
        pty.type("q")
        #expect(pty.end() == 0)
    }

    @Test("kill -9 of the spoken program leaves every verdict")
    func spokenKilled() throws {
        let desk = try Desk()
        let card = try card(desk)
        let pty = try open(desk, ["--screen-reader", card])
        try #require(pty.hears("8 frames"))
        pty.settle()
        pty.type("p")
        try #require(pty.hears(": pick\r\n"))
        kill(pty.pid, SIGKILL)
        #expect(pty.end() == -SIGKILL)
        #expect(try desk.list(card).marks.values.contains("pick 0 -"))
    }
}

@Suite("Two programs on one session", .serialized)
struct TwoProgramsTests {
    private func open(_ desk: Desk, _ words: [String]) throws -> Pty {
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        return try Pty(words, columns: 150, rows: 50, environment: environment)
    }

    private func card(_ desk: Desk) throws -> String {
        try desk.card(frames: 8)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        return desk.path("card")
    }

    @Test("the second looks, is told who holds it, and takes over when the first leaves or is killed", arguments: [true, false])
    func takesOver(_ isKilled: Bool) throws {
        let desk = try Desk()
        let card = try card(desk)
        let first = try open(desk, [card])
        try #require(first.hears("frames"))
        first.type("p")
        first.settle()
        let second = try open(desk, [card])
        try #require(second.hears("READ-ONLY"))
        #expect(second.text.contains("keepers, pid \(first.pid), since "))
        #expect(second.text.contains(", on pts/"))
        second.type("\u{1B}[C")
        second.type("x")
        second.type("y")
        second.settle()
        #expect(try desk.list(card).marks.values.filter { $0 == "reject 0 -" }.isEmpty)
        if isKilled { kill(first.pid, SIGKILL) } else { first.type("q") }
        #expect(first.end() == (isKilled ? -SIGKILL : 0))
        #expect(second.hears("y makes it yours to write"), "noticed by itself")
        second.type("y")
        #expect(second.hears("yours to write now"))
        second.settle()
        second.type("x")
        #expect(eventually { (try? desk.list(card).marks.values.contains("reject 0 -")) == true })
        #expect(try desk.list(card).marks.values.contains("pick 0 -"), "the first one's verdict stands")
        // It holds the session now.
        let run = try desk.run("mark", card, "DSC_9962", "maybe")
        #expect(run.code == 1 && run.err.contains("pid \(second.pid), since "), "\(run)")
        second.type("q")
        #expect(second.end() == 0)
    }

    @Test("a killed holder leaves no lock behind: the next opens for writing at once")
    func noStaleLock() throws {
        let desk = try Desk()
        let card = try card(desk)
        for _ in 0..<3 {
            let pty = try open(desk, [card])
            try #require(pty.hears("frames"))
            kill(pty.pid, SIGKILL)
            #expect(pty.end() == -SIGKILL)
            #expect(!pty.text.contains("READ-ONLY"))
            let run = try desk.run("mark", card, "DSC_9962", "pick")
            #expect(run.code == 0, "\(run)")
        }
    }
}
