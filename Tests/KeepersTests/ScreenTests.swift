import Foundation
import Testing

@Suite("The screens on a terminal", .serialized)
struct ScreenTests {
    private func open(_ desk: Desk, _ words: [String], columns: UInt16 = 80, rows: UInt16 = 24) throws -> Pty {
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        return try Pty(words, columns: columns, rows: rows, environment: environment)
    }

    private func scoredCard(_ desk: Desk) throws -> String {
        try desk.card(frames: 8)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        return desk.path("card")
    }

    @Test("take keys from a terminal that answers nothing, and give it back as it was")
    func mute() throws {
        let desk = try Desk()
        let card = try scoredCard(desk)
        let pty = try open(desk, [card])
        let before = pty.modesBefore
        try #require(pty.hears("\u{1B}[?1049h"))
        #expect(pty.modes != before, "keys come one by one, without echo")
        try #require(pty.hears("frames"))
        pty.type("p")
        pty.type("\u{1B}[C")
        pty.type("x")
        pty.settle()
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(pty.modes == before)
        let text = pty.text
        func last(_ sequence: String) -> String.Index? { text.range(of: sequence, options: .backwards)?.lowerBound }
        // Main screen, cursor shown, no mouse, no bracketed paste: each undone after it was done.
        for (on, off) in [
            ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[?1000h", "\u{1B}[?1000l"),
            ("\u{1B}[?1002h", "\u{1B}[?1002l"), ("\u{1B}[?1006h", "\u{1B}[?1006l"), ("\u{1B}[?2004h", "\u{1B}[?2004l"),
            ("\u{1B}[?2026h", "\u{1B}[?2026l"), ("\u{1B}[?1004h", "\u{1B}[?1004l"),
        ] {
            guard let begun = last(on) else { continue }
            #expect(last(off).map { $0 > begun } == true, "\(on.dropFirst()) is not taken back")
        }
        let marks = try desk.list(card).marks.values.filter { $0 != "- 0 -" }.sorted()
        #expect(marks == ["pick 0 -", "reject 0 -"])
    }

    @Test("develop the RAW under the loupe in a process of its own, and go back to the preview")
    func raw() throws {
        let desk = try Desk()
        let pty = try open(desk, [try scoredCard(desk)], columns: 120, rows: 40)
        try #require(pty.hears("frames"))
        pty.type("\r")
        try #require(pty.hears("preview"))
        pty.type("r")
        #expect(pty.hears("white balance"), "the footer tells when it is there")
        #expect(pty.hears("half in"), "and the panel what it took")
        pty.type("z")
        #expect(pty.hears("part in"), "at 100 % the part in view is developed in full")
        pty.type("q")
        #expect(pty.end() == 0)
    }

    @Test("hold the session: another keepers may look and not write, and is told who holds it")
    func holds() throws {
        let desk = try Desk()
        let card = try scoredCard(desk)
        let pty = try open(desk, [card], columns: 120, rows: 40)
        try #require(pty.hears("frames"))
        pty.type("p")
        #expect(
            eventually { (try? desk.list(card).marks.values.contains("pick 0 -")) == true }, "durable while the screens are open")
        let run = try desk.run("mark", card, "DSC_9962", "reject")
        #expect(run.code == 1)
        #expect(run.err.contains("keepers, pid \(pty.pid), since "), "\(run)")
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(try desk.run("mark", card, "DSC_9962", "reject").code == 0)
    }

    @Test("say that the card was pulled, take verdicts meanwhile, and show its pictures when it is back")
    func pulled() throws {
        let desk = try Desk()
        let card = try scoredCard(desk)
        let pty = try open(desk, [card], columns: 120, rows: 40)
        try #require(pty.hears("frames"))
        pty.settle()
        try FileManager.default.moveItem(atPath: card, toPath: card + ".gone")
        // An empty place to mount on is no card.
        try FileManager.default.createDirectory(atPath: card, withIntermediateDirectories: false)
        #expect(pty.hears("CARD OUT"))
        pty.type("p")
        #expect(
            eventually {
                (try? desk.list(card + ".gone").marks.values.contains("pick 0 -")) == true
            }, "kept while it is out")
        try FileManager.default.removeItem(atPath: card)
        try FileManager.default.moveItem(atPath: card + ".gone", toPath: card)
        #expect(pty.hears("the card is back"))
        pty.type("q")
        #expect(pty.end() == 0)
    }

    @Test("survive any size at any moment, and a terminal that goes away")
    func sizes() throws {
        let desk = try Desk()
        let card = try scoredCard(desk)
        let pty = try open(desk, [card])
        try #require(pty.hears("frames"))
        for (columns, rows) in [(1, 1), (300, 100), (20, 6), (79, 23), (2, 50), (150, 50), (0, 0), (80, 24)] as [(UInt16, UInt16)]
        {
            try pty.resize(columns: columns, rows: rows)
            pty.type("\u{1B}[B")
            pty.listen()
            usleep(20_000)
            #expect(pty.isRunning)
        }
        pty.type(" zzws?")
        pty.settle()
        pty.type("xq")
        #expect(pty.isRunning || pty.end() == 0)
        if pty.isRunning { pty.type("qq") }
        #expect(pty.end() == 0)
    }

    @Test("SIGTERM and SIGHUP end them in order: the terminal is given back, verdicts stand", arguments: [SIGTERM, SIGHUP])
    func signals(_ signal: Int32) throws {
        let desk = try Desk()
        let card = try scoredCard(desk)
        let pty = try open(desk, [card])
        let before = pty.modesBefore
        try #require(pty.hears("frames"))
        pty.type("p")
        pty.settle()
        kill(pty.pid, signal)
        let end = pty.end()
        #expect(end != nil)
        #expect(pty.modes == before)
        #expect(pty.text.range(of: "\u{1B}[?1049l") != nil)
        #expect(try desk.list(card).marks.values.contains("pick 0 -"))
    }

    @Test("show the sessions where no path is given, and open one")
    func browser() throws {
        let desk = try Desk()
        let card = try scoredCard(desk)
        let pty = try open(desk, [], columns: 100, rows: 30)
        try #require(pty.hears("card"))
        pty.settle()
        pty.type("\r")
        try #require(pty.hears("frames"))
        pty.settle()
        pty.type("p")
        pty.settle()
        pty.type("q")
        pty.settle()
        if pty.isRunning { pty.type("q") }
        #expect(pty.end() == 0)
        #expect(try desk.list(card).marks.values.contains("pick 0 -"))
    }
}
