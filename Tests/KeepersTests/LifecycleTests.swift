import Foundation
import Testing

@Suite("The screens give the terminal back and take it again", .serialized)
struct LifecycleTests {
    private func open(_ desk: Desk, columns: UInt16 = 80, rows: UInt16 = 24) throws -> Pty {
        try desk.card(frames: 8)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        let pty = try Pty([desk.path("card")], columns: columns, rows: rows, environment: environment)
        try #require(pty.hears("frames"))
        pty.settle()
        return pty
    }

    /// The modes with which the keyboard is read, without what the kernel keeps beside them.
    private func isAsBefore(_ pty: Pty) -> Bool { pty.modes == pty.modesBefore }

    private func state(_ pty: Pty) -> Substring {
        let text = (try? String(contentsOfFile: "/proc/\(pty.pid)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: " ").dropFirst(2).first ?? ""
    }

    private func leaves(_ pty: Pty, since: Int) -> Bool {
        let text = String(decoding: pty.output[since...], as: UTF8.self)
        return text.contains("\u{1B}[?25h") && text.contains("\u{1B}[?2004l") && text.hasSuffix("\u{1B}[?1049l")
    }

    @Test(
        "when the program breaks: a crash, an abort, a kill by name",
        arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGTERM, SIGHUP, SIGQUIT])
    func deaths(_ signal: Int32) throws {
        let desk = try Desk()
        let pty = try open(desk)
        let since = pty.output.count
        kill(pty.pid, signal)
        #expect(pty.end() == -signal, "it still dies of the signal, so that the shell knows")
        #expect(isAsBefore(pty))
        #expect(leaves(pty, since: since))
    }

    /// A terminal program sets the window's size when it has started us: before, amid and after our first look at it.
    @Test("and fill the window, whenever in the start it gets its size")
    func sizeWhileStarting() throws {
        let desk = try Desk()
        try desk.card(frames: 8)
        try #require(try desk.run("score", desk.path("card")).code == 0)
        var environment = desk.surroundings(desk.home)
        environment["TERM"] = "xterm-256color"
        for delay: UInt32 in [0, 1_000, 3_000, 6_000, 12_000, 24_000] {
            let pty = try Pty([desk.path("card")], columns: 0, rows: 0, environment: environment)
            usleep(delay)
            try pty.resize(columns: 97, rows: 33)
            try #require(pty.hears("frames"))
            pty.settle()
            let drawn = DrawnScreen(columns: 97, rows: 33, pty.output)
            #expect(String(drawn.rows[32]).contains("? keys"), "after \(delay) µs the last row is\n\(drawn.text)")
            pty.type("q")
            #expect(pty.end() == 0)
        }
    }

    @Test("while stopped, by :suspend and from outside, and draw the same again", arguments: [false, true])
    func stops(_ fromOutside: Bool) throws {
        let desk = try Desk()
        let pty = try open(desk)
        pty.type("p")
        pty.settle()
        for _ in 0..<2 {
            let before = DrawnScreen(columns: 80, rows: 24, pty.output)
            let since = pty.output.count
            if fromOutside { kill(pty.pid, SIGTSTP) } else { pty.type(":suspend\r") }
            #expect(
                eventually {
                    pty.listen()
                    return state(pty) == "T"
                })
            pty.listen()
            #expect(isAsBefore(pty), "the shell's line is as it was")
            #expect(leaves(pty, since: since))
            let resumed = pty.output.count
            kill(pty.pid, SIGCONT)
            pty.settle()
            #expect(!isAsBefore(pty))
            let bytes = Array(pty.output[resumed...])
            #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[?1049h"))
            let after = DrawnScreen(columns: 80, rows: 24, bytes)
            #expect(after.rows.dropLast(3) == before.rows.dropLast(3), "\(after.text)\n\(before.text)")
        }
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(isAsBefore(pty))
        #expect(try desk.list(desk.path("card")).marks.values.contains("pick 0 -"))
    }

    @Test("after a hundred sizes in two seconds, and after none at all", arguments: [(100, 30), (80, 24), (40, 12)])
    func storm(_ columns: Int, _ rows: Int) throws {
        let desk = try Desk()
        let pty = try open(desk)
        let sizes: [(UInt16, UInt16)] = [(1, 1), (200, 60), (0, 0), (37, 11), (132, 43), (2, 50), (81, 25), (300, 3)]
        for step in 0..<100 {
            let (width, height) = sizes[step % sizes.count]
            try pty.resize(columns: width, rows: height)
            // There and back: at an end a notice would stand in the footer until the next key.
            if step % 7 == 0 { pty.type(step % 2 == 0 ? "\u{1B}[C" : "\u{1B}[D") }
            pty.listen()
            usleep(20_000)
        }
        try pty.resize(columns: UInt16(columns), rows: UInt16(rows))
        pty.settle()
        #expect(pty.isRunning)
        // The last clear is the last size's: what was drawn since must be what a redraw of the whole screen gives.
        let text = String(decoding: pty.output, as: UTF8.self)
        let clear = try #require(text.range(of: "\u{1B}[2J", options: .backwards))
        let drawn = DrawnScreen(columns: columns, rows: rows, Array(text[clear.lowerBound...].utf8))
        let since = pty.output.count
        pty.type("\u{0C}")
        pty.settle()
        let again = DrawnScreen(columns: columns, rows: rows, Array(pty.output[since...]))
        #expect(drawn == again, "\(drawn.text)\n\(again.text)")
        #expect(again.text.contains("keepers"), "\(again.text)")
        pty.type("q")
        #expect(pty.end() == 0)
        #expect(isAsBefore(pty))
    }
}
