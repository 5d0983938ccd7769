import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen {
    /// Multiplexers, consoles and lines that are not what one hopes for.
    @Suite(.serialized) struct ModesTests {
        private let tmux = ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"]

        private func text(_ bench: Bench) -> String { String(decoding: bench.fake.received, as: UTF8.self) }

        @Test func aNewKittyOutsideTmuxShowsPicturesAsText() throws {
            let bench = try Bench(.tmuxNewKitty, tmux)
            bench.settle()
            #expect(bench.terminal.pictureMode == .placeholders)
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            let passed = bench.fake.strings.map(\.text).filter { $0.hasPrefix("Ptmux;") }
            #expect(passed.count { $0.contains("a=t,f=100") } == 2, "the pictures go past tmux")
            #expect(passed.count { $0.contains("a=p,U=1") && $0.contains(",c=10,r=4") } == 2)
            #expect(!passed.contains { $0.contains("[6n") }, "nobody asks where the pane is")
            for (row, x) in [(2, 2), (5, 11), (2, 16), (5, 25)] { #expect(bench.fake.screen[row][x] == "\u{10EEEE}") }
            #expect(bench.fake.screen[6][2] == "◆" && bench.fake.screen[2][12] != "\u{10EEEE}")
            // Row 2 of the first picture: row mark, column 0, the id's high byte; a palette colour is its low byte.
            let ids = bench.terminal.shelf.images.values.map(\.id)
            for id in ids {
                let marks = PlaceholderEncoder.marks
                #expect(
                    text(bench).contains(
                        "\u{1B}[38;5;\(id & 0xFF);48;2;12;12;12m\u{10EEEE}\(marks[2])\(marks[0])\(marks[Int(id >> 24)])"))
            }
            bench.fake.forget()
            #expect(bench.type("\u{1B}[I") == [.focus(true)])
            #expect(bench.fake.controls["J"] == nil, "tmux has painted them again itself")
            bench.terminal.present(twoPictures(focus: 1))
            bench.settle()
            #expect(bench.fake.touched.isDisjoint(with: cells(of: CellRect(x: 2, y: 2, width: 10, height: 4))))
            bench.terminal.present(twoPictures(focus: 1, frames: [1]))
            bench.settle()
            #expect(bench.fake.screen[3][17] == " ", "what is gone is overwritten")
            bench.fake.forget()
            bench.terminal.close()
            bench.fake.pump()
            #expect(ids.allSatisfy { id in bench.fake.strings.contains { $0.text.contains("a=d,d=I,i=\(id)") } })
        }

        @Test func olderOnesAreNotAskedForIt() {
            func mode(_ multiplexer: String, _ outside: String, _ answers: Bool) -> PictureMode {
                var probe = Probe(environment: tmux)
                _ = probe.begin(now: 0)
                let yes = Reply.kitty(id: Probe.kittyQuestion, placement: nil, message: "OK")
                let more = Reply.kitty(id: Probe.placeholderQuestion, placement: nil, message: "OK")
                for reply in [.version(multiplexer), .attributes([1, 2]), yes] + (answers ? [more] : [])
                    + [Reply.version(outside), .attributes([62])]
                { _ = probe.take(reply, now: 1) }
                return probe.findings.pictures.mode
            }
            #expect(mode("tmux 3.4", "kitty(0.28.0)", true) == .placeholders)
            #expect(mode("tmux 3.5a", "ghostty 1.0.1", true) == .placeholders)
            #expect(mode("tmux 3.4", "kitty(0.26.5)", false) == .kitty)
            #expect(mode("tmux 3.3a", "kitty(0.42.1)", true) == .kitty, "tmux drops the third mark")
            #expect(mode("tmux 3.4", "WezTerm 20240203", true) == .kitty, "it answers to keys that it does not know")
        }

        @Test func placeholderIdsAreOnesThatTextCanName() {
            var seen: Set<UInt32> = []
            for count in 0..<20_000 as Range<UInt32> {
                let id = PlaceholderEncoder.id(count)
                #expect(id & 0x00FF_FF00 == 0 && id & 0xFF != 0 && Int(id >> 24) < PlaceholderEncoder.marks.count)
                seen.insert(id)
            }
            #expect(seen.count == 20_000)
            #expect(PlaceholderEncoder.marks.count == 108 && Set(PlaceholderEncoder.marks).count == 108)
            #expect(PlaceholderEncoder.marks.allSatisfy { $0.utf8.count == 2 && $0.unicodeScalars.count == 1 })
            #expect(
                PlaceholderEncoder.pieces(id: PlaceholderEncoder.id(0), columns: 0..<3, rows: 500, background: nil).count == 108)
        }

        @Test func tmuxThatDrawsSixelGetsItUnwrapped() throws {
            let bench = try Bench(.tmuxSixel, tmux)
            bench.settle()
            #expect(bench.terminal.pictureMode == .sixel)
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.strings.contains { $0.text.hasPrefix("P0;1q") && $0.x == 2 && $0.y == 2 })
            #expect(!bench.fake.strings.contains { $0.text.hasPrefix("Ptmux;") && $0.text.contains("P0;1q") })
        }

        @Test func whatTmuxKnowsAndCannotTellIsSaid() {
            var probe = Probe(environment: tmux)
            _ = probe.begin(now: 0)
            for reply in [Reply.version("tmux 3.4"), .attributes([1, 2, 4])] { _ = probe.take(reply, now: 1) }
            let report = probe.findings.report(size: Device.Size(rows: 24, columns: 80, pixelWidth: 0, pixelHeight: 0))
            #expect(report.pictureMode == .symbols(truecolour: true))
            #expect(report.reason.contains("set -g allow-passthrough on"))
            #expect(report.lines[1] == "multiplexer   tmux 3.4, passes nothing on, draws sixel")
        }

        /// GNU screen and mosh show text and hide the terminal.
        @Test(arguments: [["TERM": "screen", "STY": "1.x"], ["TERM": "screen-256color", "SSH_CONNECTION": "a b c d"]])
        func multiplexersThatPassNothingOnGetSymbols(_ environment: [String: String]) throws {
            let bench = try Bench(.plain, environment)
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.terminal.pictureMode == .symbols(truecolour: false))
            #expect(bench.fake.strings.isEmpty, "no string goes to what might show it")
            #expect(bench.fake.line(6) == "  ◆ PICK        open" && bench.fake.screen[3][3] != "\u{A0}")
        }

        /// GNU screen within tmux prints what is wrapped for tmux: nothing may be before something says that it is tmux.
        @Test func aMultiplexerWithinAnotherIsAskedWhichItIs() {
            let nested = ["TERM": "screen", "TMUX": "/tmp/x,1,0", "STY": "1.x"]
            var probe = Probe(environment: nested)
            _ = probe.begin(now: 0)
            #expect(probe.take(.attributes([1, 2]), now: 1).isEmpty && !probe.isAsking)
            #expect(probe.findings.pictures.mode == .symbols(truecolour: false))
            probe = Probe(environment: nested)
            _ = probe.begin(now: 0)
            _ = probe.take(.version("tmux 3.3a"), now: 1)
            #expect(String(decoding: probe.take(.attributes([1, 2]), now: 1), as: UTF8.self).hasPrefix("\u{1B}Ptmux;"))
        }

        @Test func withoutUTF8EverythingIsASCII() throws {
            let bench = try Bench(.silent, ["LC_ALL": "POSIX", "TERM": "vt220"])
            bench.settle(after: 2000)
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.received.allSatisfy { $0 < 0x80 })
            #expect(bench.fake.line(6) == "  + PICK        open")
            let picture = cells(of: CellRect(x: 2, y: 2, width: 10, height: 4)).map { bench.fake.screen[$0[1]][$0[0]] }
            #expect(Set(picture).count > 2, "the picture is there in letters")
            bench.terminal.present(twoPictures(focus: 0, frames: []))
            bench.settle()
            for y in 2..<6 { #expect(bench.fake.line(y).isEmpty, "and goes again") }
        }

        /// A locale that SSH did not carry over says nothing about the terminal.
        @Test func theTerminalsOwnAnswerBringsTheSignsBack() throws {
            let bench = try Bench(.plain, ["LC_ALL": ""])
            bench.settle()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.line(6) == "  ◆ PICK        open")
            let latin = FakeTerminal(.plain)
            latin.columnsOfLetter = 2
            var probe = Probe(environment: ["TERM": "xterm"])
            #expect(String(decoding: probe.begin(now: 0), as: UTF8.self).contains("é\u{1B}[6n"))
            _ = probe.take(.cursor(row: 1, column: 3), now: 1)
            #expect(probe.findings.repertoire == .ascii && !probe.awaitsLetter)
            probe = Probe(environment: ["TERM": "xterm", "LANG": "fr_FR.utf8"])
            #expect(!String(decoding: probe.begin(now: 0), as: UTF8.self).contains("é"))
        }

        @Test func theLinuxConsoleHasSixteenColoursAndItsOwnLetters() throws {
            let bench = try Bench(.silent, ["TERM": "linux"])
            bench.settle(after: 2000)
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.line(6) == "  + PICK        open")
            let sent = text(bench)
            #expect(!sent.contains("[38;") && !sent.contains("[48;"), "no colours that it does not know")
            #expect(sent.contains("\u{1B}[93m"), "amber is its bright yellow")
            let picture = cells(of: CellRect(x: 2, y: 2, width: 10, height: 4)).map { bench.fake.screen[$0[1]][$0[0]] }
            #expect(picture.allSatisfy { " ░▒▓█".contains($0) } && Set(picture).count > 1)
        }

        @Test func coloursOfSixteen() {
            #expect(Colour(hex: 0xF2A618).basic == 11 && Colour(hex: 0xC25E55).basic == 9 && Colour(hex: 0x2E2E2E).basic == 8)
            #expect(
                Colour(255, 255, 255).basic == 15 && Colour(hex: 0x8A8A8A).basic == 7 && Colour(hex: 0x0C0C0C).basicGround == 0)
        }

        @Test func lettersOfOtherAlphabetsKeepTheirPlace() {
            let style = Style(Colour(255, 255, 255))
            func spelled(_ text: String, _ repertoire: Repertoire) -> String {
                String(PlainText.spelled(text.map { Cell($0, style) }, in: repertoire).map { $0.text ?? "_" })
            }
            #expect(spelled("Zoë Łukasz ÉTÉ — “née” …", .ascii) == "Zoe Lukasz ETE - \"nee\" ~")
            #expect(spelled("Zoë ★★ ━━ ░▒", .console) == "Zoë ** == ░▒")
            #expect(spelled("е\u{301}", .ascii) == "?" && spelled("e\u{301}", .ascii) == "e")
            #expect(PlainText.spelled([Cell("色", style), Cell(nil, style)], in: .ascii).map(\.text) == ["?", " "])
        }

        /// The answers of a far terminal come after all patience, and in pieces: they better the mode, and none becomes a key.
        @Test func lateAnswersInPiecesAreNoKeys() throws {
            let bench = try Bench(.kitty, ["SSH_CONNECTION": "a b c d", "LC_ALL": ""])
            bench.fake.holdsAnswers = true
            bench.settle(after: 4000)
            #expect(bench.terminal.pictureMode == .symbols(truecolour: false))
            #expect(!bench.terminal.isProbing)
            let late = bench.fake.release()
            var events: [InputEvent] = []
            for byte in late {
                bench.fake.type([byte])
                events += bench.settle(after: 30)
            }
            #expect(events.isEmpty)
            #expect(bench.terminal.pictureMode == .kitty)
            bench.terminal.present(twoPictures(focus: 0))
            bench.settle()
            #expect(bench.fake.line(6) == "  ◆ PICK        open")
        }

        @Test func aPasteWhoseEndIsLostSwallowsNoKeysForLong() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            #expect(bench.type("\u{1B}[200~xp").isEmpty)
            #expect(bench.settle(after: 250) == [.paste("xp")])
            #expect(bench.type("m") == [.key(Key("m"))])
        }

        @Test func theDoctorsLinesSayWhatWasMeasured() throws {
            let bench = try Bench(.kitty)
            bench.settle(after: 7)
            let lines = bench.terminal.report.lines
            #expect(lines.contains { $0.hasPrefix("answers       the first after ") && $0.hasSuffix(" ms, on this machine") })
            #expect(lines.contains("letters       all of Unicode: the locale"))
            #expect(lines.contains("keyboard      kitty's protocol"))
            let mute = try Terminal.probeForTest(["TERM": "linux", "SSH_TTY": "x"])
            #expect(mute.contains("colours       16"))
            #expect(mute.contains { $0.hasPrefix("letters       ASCII only") })
            #expect(mute.contains { $0.hasPrefix("answers       none came (through SSH)") })
        }
    }
}

extension Terminal {
    /// What the doctor says of a terminal that answers nothing.
    static func probeForTest(_ environment: [String: String]) throws -> [String] {
        let fake = FakeTerminal(.silent)
        var time: UInt64 = 0
        return try probe(device: fake.path, environment: environment) {
            time += 1_000_000_000
            return time
        }.lines
    }
}
