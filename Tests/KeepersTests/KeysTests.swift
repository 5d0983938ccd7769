import Foundation
import Testing

@Suite("Keys of one's own", .serialized)
struct KeysTests {
    private func save(_ desk: Desk, _ text: String) throws {
        try FileManager.default.createDirectory(atPath: desk.home + "/config", withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: desk.home + "/config/keys"))
    }

    @Test("are printed as a file that can be saved and is then the same")
    func printed() throws {
        let desk = try Desk()
        let run = try desk.run("keys", "--profile", "vim", "--layout", "azerty")
        #expect(run.code == 0 && run.err.isEmpty && run.out.contains("\nr 4             stars 4\n"))
        #expect(run.out.hasPrefix("# keepers keys; yours are in \(desk.home)/config/keys, not there yet"))
        try save(desk, run.out)
        let again = try desk.run("keys")
        #expect(again.code == 0 && again.err.isEmpty)
        #expect(again.out.split(separator: "\n").dropFirst() == run.out.split(separator: "\n").dropFirst())
        let check = try desk.run("keys", "--check", desk.home + "/config/keys")
        #expect(check.code == 0 && check.out == "every line holds: profile vim, layout azerty\n")
    }

    @Test("that do not read are named with line and key, and all others hold")
    func broken() throws {
        let desk = try Desk()
        let file = try desk.write("mine", "profile lightroom\ny pik\nQ keep\ng first\nunbind w\nQ first\n")
        let check = try desk.run("keys", "--check", file)
        #expect(check.code == 1 && check.err == "keepers: 2 lines ignored; all others hold\n")
        #expect(
            check.out == """
                \(file): line 2: y: no command 'pik'; did you mean pick?
                \(file): line 6: Q is bound in line 3 already
                no key does: why

                """)
        #expect(try desk.run("keys", "--check", desk.path("nowhere")).code == 2)
        let bad = try desk.run("keys", "--profile", "emacs")
        #expect(bad.code == 2 && bad.err.contains("there are studio, lightroom, photomechanic, vim, darktable"))
        #expect(try desk.run("--layout", "dvorak", desk.folder).code == 2)
        // What cannot be read at all is said, and the built-in keys hold.
        try FileManager.default.createDirectory(atPath: desk.home + "/config/keys", withIntermediateDirectories: true)
        let run = try desk.run("keys")
        #expect(run.code == 0 && run.err.contains("the built-in keys hold") && run.out.contains("\np               pick\n"))
    }

    @Test("hold on the screens, and a profile that was chosen is remembered")
    func onTheScreens() throws {
        let desk = try Desk()
        try desk.card(frames: 8)
        let card = desk.path("card")
        try #require(try desk.run("score", card).code == 0)
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        try save(desk, "y reject\nz nonsense\n")
        func play(_ words: [String], _ keys: [String], hears: [String]) throws {
            let pty = try Pty(words + [card], columns: 120, rows: 40, environment: environment)
            for words in hears { #expect(pty.hears(words), "\(words)") }
            for key in keys {
                pty.type(key)
                pty.settle()
            }
            #expect(pty.end() == 0)
            #expect(!pty.text.contains("\u{1B}[?1000h"), "the mouse is the terminal's own")
        }
        try play(["--profile", "vim"], ["l", "2", "y", "ZZ"], hears: ["\u{1B}[?1049h", "line 2: z: no command"])
        #expect(try desk.list(card).marks.values.count { $0 == "reject 0 -" } == 2)
        #expect(try desk.run("keys").out.contains("\nprofile vim\n"), "remembered")
        try play([], [":profile studio\r", "u", "q"], hears: ["\u{1B}[?1049h", "frames"])
        #expect(try desk.run("keys").out.contains("\nprofile studio\n"))
        #expect(try desk.list(card).marks.values.count { $0 == "reject 0 -" } == 1)
        try save(desk, "profile darktable\n")
        #expect(try desk.run("keys").out.contains("\nprofile darktable\n"), "the file decides")
    }

    @Test("of the mouse are asked for and remembered")
    func mouse() throws {
        let desk = try Desk()
        try desk.card(frames: 4)
        let card = desk.path("card")
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        let first = try Pty([card], columns: 80, rows: 24, environment: environment)
        try #require(first.hears("frames"))
        first.type(":mouse on\r")
        #expect(first.hears("\u{1B}[?1000h"))
        first.type("q")
        #expect(first.end() == 0)
        let second = try Pty([card], columns: 80, rows: 24, environment: environment)
        #expect(second.hears("\u{1B}[?1000h"))
        second.type(":mouse off\r")
        #expect(second.hears("\u{1B}[?1000l"))
        second.type("q")
        #expect(second.end() == 0)
    }
}
