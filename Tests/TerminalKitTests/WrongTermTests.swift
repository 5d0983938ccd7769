import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen {
    /// What SSH, sudo and old shell files make of TERM: the terminal's own answers count, and nothing is sent that something on the way
    /// would print.
    @Suite("A wrong TERM, and SSH within SSH", .serialized) struct WrongTermTests {
        struct Case: CustomTestStringConvertible, Sendable {
            var manner: FakeTerminal.Manner
            var environment: [String: String]
            var mode: PictureMode
            var testDescription: String { "\(manner) with \(environment.sorted { $0.key < $1.key })" }
        }

        private static let far = ["SSH_CONNECTION": "10.0.0.2 1 10.0.0.1 22", "SSH_TTY": "/dev/pts/9"]

        static let cases = [
            Case(manner: .kitty, environment: ["TERM": "nonexistent-9"], mode: .kitty),
            Case(manner: .kitty, environment: ["TERM": ""], mode: .kitty),
            Case(manner: .kitty, environment: ["TERM": "vt100"], mode: .kitty),
            Case(manner: .xtermSixel, environment: ["TERM": "xterm-kitty"], mode: .sixel),
            Case(manner: .plain, environment: ["TERM": "xterm-kitty"], mode: .symbols(truecolour: true)),
            Case(manner: .plain, environment: ["TERM": "foot-extra"].merging(far) { $1 }, mode: .symbols(truecolour: true)),
            // One ssh behind the other: only the answers come from further away.
            Case(manner: .kitty, environment: ["TERM": "xterm-256color"].merging(far) { $1 }, mode: .kitty),
            // tmux on the laptop, keepers two hops away, where nothing says TMUX.
            Case(manner: .tmuxKitty, environment: ["TERM": "tmux-256color"].merging(far) { $1 }, mode: .kitty),
            Case(manner: .tmuxKitty, environment: ["TERM": "xterm-256color"].merging(far) { $1 }, mode: .kitty),
            // A TERM left over from screen hides a terminal that could do more: symbols, and nothing that screen would print.
            Case(
                manner: .kitty, environment: ["TERM": "screen.xterm-256color"].merging(far) { $1 },
                mode: .symbols(truecolour: true)),
        ]

        @Test(arguments: cases)
        func theAnswersCount(_ it: Case) throws {
            let bench = try Bench(it.manner, it.environment)
            for _ in 0..<4 { bench.settle(after: 100) }
            bench.terminal.present(twoPictures(focus: 0))
            for _ in 0..<4 { bench.settle(after: 100) }
            let mode = bench.terminal.pictureMode
            #expect(mode.name == it.mode.name, "\(bench.terminal.report.reason)")
            #expect(bench.fake.line(0) == " keepers" && bench.fake.line(6) == "  ◆ PICK        open")
            #expect(bench.type("x") == [.key(Key("x"))], "no answer is left over in front of a key")
            if it.environment["TERM"]?.hasPrefix("screen") == true {
                #expect(!bench.fake.strings.contains { $0.text.hasPrefix("G") || $0.text.hasPrefix("_G") })
            }
            if it.manner == .tmuxKitty {
                let pictures = bench.fake.strings.filter { $0.text.contains("a=t,f=100") }
                #expect(pictures.count >= 2 && pictures.allSatisfy { $0.text.hasPrefix("Ptmux;") })
            }
            bench.terminal.close()
            bench.fake.pump()
            #expect(bench.fake.controls["?l"] != nil, "the alternate screen is left")
        }

        /// A far terminal whose answers never come whole: the line broke in the middle of one.
        @Test func anAnswerThatEndsInTheMiddle() throws {
            let bench = try Bench(.kitty, Self.far)
            bench.fake.holdsAnswers = true
            bench.settle(after: 4000)
            let late = bench.fake.release()
            #expect(late.count > 20)
            var events = bench.type(String(decoding: late[..<(late.count / 2)], as: UTF8.self))
            events += bench.settle(after: 5000)
            events += bench.type("p")
            events += bench.settle(after: 5000)
            #expect(events.allSatisfy { $0 == .key(Key("p")) } && events.count <= 1, "half an answer is no key: \(events)")
            #expect(bench.type("x") == [.key(Key("x"))])
        }

        /// mosh answers DA1 as a plain terminal and swallows every other question.
        @Test func moshGetsSymbols() throws {
            let bench = try Bench(.silent, ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
            bench.settle(after: 40)
            _ = bench.type("\u{1B}[?62c")
            #expect(!bench.terminal.isProbing && bench.terminal.pictureMode == .symbols(truecolour: true))
            bench.fake.forget()
            bench.terminal.present(twoPictures(focus: 0))
            for _ in 0..<4 { bench.settle(after: 200) }
            #expect(bench.fake.strings.isEmpty && bench.fake.line(6) == "  ◆ PICK        open")
            #expect(bench.fake.screen[3][3] != " ", "a picture in symbols")
        }
    }
}
