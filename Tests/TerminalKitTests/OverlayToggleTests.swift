import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen {
    /// Turning overlays on and off works with the pixels that are here.
    @Suite(.serialized) struct OverlayToggleTests {
        private func scene(_ shows: Bool, text: String = "1 closed") -> Scene {
            var scene = twoPictures(focus: 0)
            guard shows else { return scene }
            let rect = UnitRect(x: 0.2, y: 0.3, width: 0.5, height: 0.6)
            scene.placements[0].overlays = [Overlay(rect: rect, text: text, colour: Colour(hex: 0xF2A618))]
            return scene
        }

        @Test func sixelCoversThePictureWithoutAskingOrErasing() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.terminal.present(scene(false))
            bench.settle()
            var seen: [[String]] = []
            for shows in [true, false, true] {
                bench.fake.forget()
                bench.terminal.present(scene(shows))
                #expect(bench.terminal.takeRequests().isEmpty)
                bench.settle(deliver: false)
                #expect(bench.fake.touched.isDisjoint(with: Set(cells(of: scene(true).placements[0].rect))))
                #expect(!bench.fake.strings.isEmpty && bench.fake.strings.allSatisfy { $0.x < 14 && $0.y >= 2 })
                seen.append(bench.fake.strings.map(\.text))
            }
            #expect(seen[0] == seen[2] && seen[0] != seen[1])
        }

        @Test func kittyShowsTheNewOneBeforeTheOldOneGoes() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            bench.terminal.present(scene(false))
            bench.settle()
            for (shows, commands) in [
                (true, ["a=t", "a=p", "a=d"]), (false, ["a=p", "a=d"]), (true, ["a=p", "a=d"]),
            ] {
                bench.fake.forget()
                bench.terminal.present(scene(shows))
                #expect(bench.terminal.takeRequests().isEmpty)
                bench.settle(deliver: false)
                let sent = bench.fake.strings.compactMap { string in commands.first(where: string.text.contains) }
                #expect(sent == commands)
            }
            #expect(bench.terminal.outgoing.isEmpty)
        }

        /// Faces that change while the picture with the last ones is still on its way.
        @Test func kittyIsLeftWithOnePictureAfterManyChanges() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            bench.terminal.present(scene(false))
            bench.settle()
            for number in 1...5 { bench.terminal.present(scene(true, text: "\(number) open")) }
            bench.settle()
            #expect(bench.terminal.outgoing.isEmpty)
            bench.terminal.present(scene(true, text: "9 open"))
            var empty = scene(false)
            empty.placements = []
            bench.terminal.present(empty)
            bench.settle()
            #expect(bench.terminal.outgoing.isEmpty)
            // Every placement that was made is gone again, in the end: shown and hidden ids agree.
            let text = String(decoding: bench.fake.received, as: UTF8.self)
            let shown = Set(matches(of: "a=p,i=(\\d+,p=\\d+)", in: text))
            let hidden = Set(matches(of: "a=d,d=i,i=(\\d+,p=\\d+)", in: text))
            #expect(!shown.isEmpty && shown.isSubset(of: hidden))
        }

        private func matches(of pattern: String, in text: String) -> [String] {
            guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
            return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
                Range(match.range(at: 1), in: text).map { String(text[$0]) }
            }
        }

        @Test func symbolsShowWordsOverThePicture() throws {
            let bench = try Bench(.plain)
            bench.settle(after: 2000)
            bench.terminal.present(scene(true))
            bench.settle()
            #expect(bench.terminal.pictureMode == .symbols(truecolour: false))
            #expect((2..<6).contains { bench.fake.line($0).contains("1 closed") })
            bench.terminal.present(scene(false))
            #expect(bench.terminal.takeRequests().isEmpty)
            bench.settle(deliver: false)
            #expect(!(2..<6).contains { bench.fake.line($0).contains("1 closed") })
        }

        /// What is not a number equals not even itself; such an overlay must not keep its picture from being found.
        @Test func meaninglessOverlaysAreLeftOut() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            var odd = scene(false)
            odd.placements[0].overlays = [
                Overlay(rect: UnitRect(x: .nan, y: 0, width: 1, height: 1), text: "x", colour: .black)
            ]
            bench.terminal.present(odd)
            bench.settle()
            #expect(bench.fake.strings.contains { $0.x == 2 && $0.y == 2 })
            #expect(bench.terminal.stage.tiles.allSatisfy { $0.state == .shown })
        }

        @Test func aPreparedPictureServesWithOverlaysToo() throws {
            let bench = try Bench(.kitty)
            bench.settle()
            var first = scene(false)
            first.placements = []
            first.prefetch = [scene(true).placements[0].request]
            bench.terminal.present(first)
            bench.settle()
            bench.terminal.present(scene(true))
            #expect(bench.terminal.takeRequests().map(\.frame) == [FrameID(2)])
        }
    }
}
