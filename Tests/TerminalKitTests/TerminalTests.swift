import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

/// Everything that draws: ncurses keeps one screen in globals, so these tests run one by one.
@Suite(.serialized) struct OnScreen {}

extension OnScreen {
    /// Whole sessions on a pty against fake terminals.
    @Suite(.serialized) struct TerminalTests {
        @Test func aSixelTerminalIsRecognisedAndShowsPictures() throws {
            let bench = try Bench(.xtermSixel)
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.terminal.pictureMode == .sixel)
            #expect(bench.terminal.geometry == Geometry(columns: 60, rows: 20, cellWidth: 10, cellHeight: 20))
            #expect(bench.terminal.report.terminal == "XTerm(379)")
            let sixels = bench.fake.strings.filter { $0.text.hasPrefix("P0;1q") || $0.text.hasPrefix("Pq") }
            #expect(sixels.contains { $0.x == 2 && $0.y == 2 })
            #expect(sixels.contains { $0.x == 16 && $0.y == 2 })
            #expect(bench.fake.line(0) == " keepers")
            #expect(bench.fake.line(6) == "  ◆ PICK        open")
        }

        @Test func movingTheFocusTouchesNoPicture() throws {
            let bench = try Bench(.xtermSixel)
            for focus in [0, 0, 1] {
                bench.settle()
                bench.fake.forget()
                bench.terminal.present(twoPictures(focus: focus))
            }
            bench.settle()
            #expect(bench.fake.line(6) == "  open          ◆ PICK")
            let pictures = Set(twoPictures(focus: 0).placements.flatMap { cells(of: $0.rect) })
            #expect(bench.fake.touched.isDisjoint(with: pictures))
            #expect(bench.fake.strings.isEmpty)
            // Only cursor addresses and attributes: nothing scrolls or erases.
            #expect(Set(bench.fake.controls.keys).isSubset(of: ["H", "m", "n", "b"]))
        }

        @Test func anotherPictureInTheSamePlaceIsErasedFirst() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0, frames: [7, 2]))
            bench.settle(deliver: false)
            let rect = twoPictures(focus: 0).placements[0].rect
            #expect(cells(of: rect).isSubset(of: bench.fake.touched))
            #expect(bench.fake.strings.isEmpty)
            bench.settle()
            #expect(bench.fake.strings.contains { $0.x == 2 && $0.y == 2 })
            #expect(bench.fake.strings.allSatisfy { $0.x < 14 })
        }

        @Test func kittyIsHandedEachPictureOnce() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.terminal.pictureMode == .kitty)
            #expect(bench.fake.kittyImages.count == 2)
            var empty = twoPictures(focus: 0)
            empty.placements = []
            bench.terminal.present(empty)
            bench.settle()
            #expect(bench.fake.strings.filter { $0.text.contains("a=d,d=i") }.count == 2)
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 1))
            bench.settle()
            #expect(bench.fake.strings.filter { $0.text.contains("a=t") }.isEmpty)
            let places = bench.fake.strings.filter { $0.text.contains("a=p") }
            #expect(places.map { [$0.x, $0.y] } == [[2, 2], [16, 2]])
            #expect(bench.fake.controls["?h"] == 1, "the frame lies between 2026h and 2026l")
        }

        @Test func kittyForgotAPictureAndGetsItAgain() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            var empty = twoPictures(focus: 0)
            empty.placements = []
            bench.terminal.present(empty)
            bench.settle()
            bench.fake.kittyImages = []
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.kittyImages.count == 2)
            #expect(bench.fake.strings.filter { $0.text.contains("a=p") }.count >= 4)
        }

        @Test func aSilentTerminalShowsSymbolsAfterAMoment() throws {
            let bench = try Bench(.silent, columns: 0, rows: 0, pixels: (0, 0))
            #expect(bench.terminal.geometry == Geometry(columns: 80, rows: 24))
            bench.terminal.present(twoPictures(focus: 0, columns: 80, rows: 24))
            #expect(bench.terminal.takeRequests().isEmpty, "nothing is decoded before the first answers may have come")
            bench.settle(after: 150)
            bench.settle(after: 2000)
            #expect(bench.terminal.pictureMode == .symbols(truecolour: false))
            #expect(bench.terminal.statistics.pictureBytes > 500)
            bench.settle(after: 2000)
            bench.settle(after: 2000)
            #expect(!bench.terminal.report.answered)
        }

        @Test func lateAnswersBetterTheMode() throws {
            let bench = try Bench(.silent)
            bench.settle(after: 1500)
            #expect(bench.terminal.pictureMode == .symbols(truecolour: false))
            _ = bench.type("\u{1B}[?62;4;22c")
            #expect(bench.terminal.pictureMode == .sixel)
        }

        @Test func inTmuxThePicturesGoOutsideToThePane() throws {
            let bench = try Bench(.tmuxKitty, ["TERM": "tmux-256color", "TMUX": "/tmp/tmux-0/default,1,0"])
            bench.settle()
            bench.settle(after: 100)
            bench.settle(after: 100)
            #expect(bench.terminal.pictureMode == .kitty)
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            // The pane starts at column 31, row 4 of the terminal outside; the picture at 3, 3 of the pane.
            #expect(bench.fake.strings.contains { $0.text.contains("\u{1B}\u{1B}[6;33H") && $0.text.contains("a=p") })
            #expect(!bench.fake.strings.contains { $0.text.hasPrefix("_G") }, "tmux takes it for a title")
        }

        @Test func keysTypedAheadAllArrive() throws {
            let bench = try Bench(.xtermSixel)
            bench.terminal.present(twoPictures(focus: 0))
            bench.fake.type("pxm")
            let events = bench.type("é\u{1B}[A\u{1B}[1;5A\u{1B}OP12") + bench.settle(after: 100)
            let names = (bench.events + events).compactMap { event -> String? in
                if case .key(let key) = event { key.name } else { nil }
            }
            #expect(Array(names.prefix(9)) == ["p", "x", "m", "é", "Up", "Ctrl-Up", "F1", "1", "2"])
        }

        @Test func anotherSizeIsToldAndDrawn() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            bench.fake.resize(40, 12, (400, 240))
            bench.terminal.refreshSize()
            #expect(bench.terminal.geometry.columns == 40)
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 1, columns: 40, rows: 12))
            bench.settle()
            #expect(bench.fake.line(6) == "  open          ◆ PICK")
            #expect(bench.fake.controls["J"] == 1)
            #expect(bench.fake.strings.contains { $0.x == 16 && $0.y == 2 })
        }

        /// kitty takes all placements off with the screen's text: those of pictures that it holds must come after the clear.
        @Test func kittyShowsHeldPicturesAfterTheScreenWasCleared() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            bench.fake.resize(80, 24, (800, 480))
            bench.terminal.refreshSize()
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0, columns: 80, rows: 24))
            bench.settle()
            let sent = String(decoding: bench.fake.received, as: UTF8.self)
            let clear = try #require(
                sent.range(of: "\u{1B}[2J", options: .backwards) ?? sent.range(of: "\u{1B}[J", options: .backwards))
            #expect(sent[clear.upperBound...].components(separatedBy: "a=p").count == 3, "both are placed behind the last clear")
        }

        @Test func aNamedProblemStandsInThePicturesPlace() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            let requests = bench.terminal.takeRequests()
            #expect(requests.count == 2)
            bench.terminal.deliverFailed(requests[0], text: "a.NEF ends early")
            bench.settle()
            #expect((2..<6).map { bench.fake.line($0).prefix(12) }.joined().contains("a.NEF"))
            #expect(bench.terminal.takeRequests().isEmpty)
        }

        @Test func whatIsNoLongerWantedIsCancelled() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            let requests = bench.terminal.takeRequests()
            bench.terminal.present(twoPictures(focus: 0, frames: [1, 9]))
            #expect(bench.terminal.takeCancelled() == [requests[1]])
            #expect(bench.terminal.takeCancelled().isEmpty)
            #expect(bench.terminal.takeRequests().map(\.frame) == [FrameID(9)])
            bench.terminal.deliver(requests[1], pixels: Bench.picture(requests[1]))
            #expect(bench.terminal.encoding.isEmpty, "nothing is encoded for nobody")
        }

        @Test func withoutColoursNoneIsSent() throws {
            let bench = try Bench(.plain, ["NO_COLOR": "1"])
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.line(6) == "  ◆ PICK        open")
            let text = String(decoding: bench.fake.received, as: UTF8.self)
            #expect(!text.contains("\u{1B}[38") && !text.contains("\u{1B}[48"))
            #expect(text.contains("\u{1B}[1m"))
            #expect(bench.fake.screen[3][3] != "\u{A0}", "the picture is there in shades")
        }

        @Test func closingRestoresTheScreenAndTheModes() throws {
            let fake = FakeTerminal(.kitty)
            var before = termios()
            let slave = open(fake.path, O_RDWR | O_NOCTTY)
            defer { close(slave) }
            tcgetattr(slave, &before)
            var time: UInt64 = 1
            let terminal = try Terminal(device: fake.path, environment: ["TERM": "xterm-kitty"], handlesSignals: false) { time }
            var during = termios()
            tcgetattr(slave, &during)
            #expect(during.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
            for _ in 0..<4 {
                fake.pump()
                _ = terminal.handle()
                time += 400_000_000
            }
            terminal.close()
            terminal.close()
            fake.pump()
            let text = String(decoding: fake.received, as: UTF8.self)
            #expect(text.hasSuffix("\u{1B}[?1049l"))
            for part in ["\u{1B}[<u", "\u{1B}[?25h", "\u{1B}[?7h", "\u{1B}[?2004l", "a=d,d=A"] { #expect(text.contains(part)) }
            var after = termios()
            tcgetattr(slave, &after)
            #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag && after.c_oflag == before.c_oflag)
        }

        @Test func aDroppedLinkIsNoticed() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.fake.hangUp()
            _ = bench.terminal.handle()
            bench.terminal.present(twoPictures(focus: 0))
            _ = bench.terminal.handle()
            #expect(bench.terminal.isGone)
        }

        @Test func noTerminalIsSaidInWords() {
            #expect(throws: TerminalError.noTerminal("/nowhere/tty", ENOENT)) {
                _ = try Terminal(device: "/nowhere/tty", environment: [:], handlesSignals: false) { 0 }
            }
            #expect(TerminalError.noTerminal("/nowhere/tty", ENOENT).description.contains("keepers list"))
        }

        @Test func aTerminalThatStopsReadingHoldsPicturesBackOnlyForAWhile() throws {
            let bench = try Bench(.xtermSixel, ["SSH_CONNECTION": "1 2 3 4"], columns: 100, rows: 40, pixels: (1000, 800))
            bench.settle()
            bench.fake.answersReady = false
            var scene = Scene(columns: 100, rows: 40, background: Style(.black))
            let request = PictureRequest(frame: FrameID(5), pixelWidth: 900, pixelHeight: 700, quality: .large)
            scene.placements = [Placement(request: request, rect: CellRect(x: 1, y: 1, width: 90, height: 35))]
            bench.terminal.present(scene)
            bench.settle()
            let held = bench.terminal.statistics.pictureBytes
            #expect(held < 40_000)
            scene.write("still quick", x: 0, y: 39, style: Style(Colour(255, 255, 255)))
            bench.terminal.present(scene)
            bench.settle()
            #expect(bench.fake.line(39) == "still quick", "text does not wait for pictures")
            #expect(bench.terminal.statistics.pictureBytes == held)
            bench.settle(after: 1500)
            #expect(bench.terminal.statistics.pictureBytes > held)
        }
    }

    @Test func theDoctorAsksWithoutTakingTheScreen() throws {
        let fake = FakeTerminal(.kitty)
        let thread = Thread { for _ in 0..<400 where !fake.isDone { fake.pump(); usleep(1000) } }
        thread.start()
        var time: UInt64 = 0
        let report = try Terminal.probe(device: fake.path, environment: ["TERM": "xterm-kitty"]) {
            time += 1_000_000
            return time
        }
        fake.isDone = true
        while !thread.isFinished { usleep(500) }
        #expect(report.pictureMode == .kitty && report.terminal == "kitty(0.26.5)" && report.keyboardProtocol)
        #expect(report.lines.contains { $0.contains("pictures      kitty") })
        #expect(!String(decoding: fake.received, as: UTF8.self).contains("1049"))
    }
}
