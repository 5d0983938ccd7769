import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen {
    /// First looks, where only some columns of a picture are in view.
    @Suite(.serialized) struct PartLookTests {
        private let rect = CellRect(x: 2, y: 2, width: 30, height: 8)

        private func request(_ frame: Int64) -> PictureRequest {
            PictureRequest(frame: FrameID(frame), pixelWidth: 300, pixelHeight: 160, quality: .large)
        }

        /// `line`: the first column of the second picture.
        private func scene(_ line: Int) -> Scene {
            var scene = Scene(columns: 60, rows: 20, background: Style(Colour(200, 200, 200), on: Colour(12, 12, 12)))
            let one = CellRect(x: rect.x, y: rect.y, width: line, height: rect.height)
            let two = CellRect(x: rect.x + line, y: rect.y, width: rect.width - line, height: rect.height)
            scene.placements = [
                Placement(request: request(1), rect: rect, clip: one), Placement(request: request(2), rect: rect, clip: two),
            ]
            return scene
        }

        private func far(_ manner: FakeTerminal.Manner) throws -> Bench {
            let bench = try Bench(manner, ["COLORTERM": "truecolor", "SSH_CONNECTION": "1 2 3 4"])
            bench.settle(after: 4000)
            bench.terminal.setQuality(.low)
            bench.settle()
            bench.fake.forget()
            return bench
        }

        private func settle(_ bench: Bench) { for _ in 0..<4 { bench.settle(after: 500) } }

        @Test func kittyCutsASmallLookInItsOwnPixels() throws {
            let bench = try far(.kitty)
            bench.terminal.present(scene(10))
            settle(bench)
            #expect(bench.terminal.isAtRest)
            let placed = bench.fake.strings.map(\.text).filter { $0.contains("a=p") }
            // A quarter of 300x160; 10 of 30 columns are to the left of the slider.
            #expect(placed.contains { $0.contains("x=0,y=0,w=25,h=40,c=10,r=8") }, "\(placed)")
            #expect(placed.contains { $0.contains("x=25,y=0,w=50,h=40,c=20,r=8") })
            #expect(placed.contains { $0.contains("x=0,y=0,w=100,h=160,c=10,r=8") })
            #expect(placed.contains { $0.contains("x=100,y=0,w=200,h=160,c=20,r=8") })
        }

        @Test func aSliderThatMovesWhileAPictureComesEndsWhereItStands() throws {
            let bench = try far(.kitty)
            bench.fake.answersReady = false
            bench.terminal.present(scene(10))
            bench.settle()
            bench.terminal.present(scene(14))
            bench.settle()
            bench.fake.answersReady = true
            settle(bench)
            #expect(bench.terminal.isAtRest)
            let last = bench.fake.strings.map(\.text).filter { $0.contains("a=p") }.suffix(2)
            #expect(last.allSatisfy { $0.contains("w=140,h=160,c=14") || $0.contains("w=160,h=160,c=16") }, "\(last)")
        }

        @Test func sixelShowsCellsOfTheColumnsInViewFirst() throws {
            let bench = try far(.xtermSixel)
            bench.terminal.present(scene(10))
            settle(bench)
            #expect(bench.terminal.isAtRest && bench.terminal.stage.tiles.allSatisfy { $0.look == .whole })
            let text = String(decoding: bench.fake.received, as: UTF8.self)
            let sixel = try #require(text.range(of: "\u{1B}P"))
            #expect(text[..<sixel.lowerBound].contains("48;5;"), "colours of cells come before pixels")
            let sixels = bench.fake.strings.filter { $0.text.hasPrefix("P") }
            #expect(sixels.contains { $0.x == rect.x } && sixels.contains { $0.x == rect.x + 10 })
        }

        @Test func symbolsUnderASliderEndAsIfDrawnAtOnce() throws {
            func screen(_ lines: [Int]) throws -> [String] {
                let bench = try far(.plain)
                for line in lines {
                    bench.terminal.present(scene(line))
                    bench.settle(after: 30)
                }
                settle(bench)
                #expect(bench.terminal.isAtRest)
                return (0..<20).map { bench.fake.line($0) }
            }
            let fresh = try screen([12])
            #expect(fresh.contains { $0.count > 20 })
            #expect(try screen([15, 16, 29, 2, 7, 6, 22, 12]) == fresh)
        }

        /// What waits of a picture that fills the screen must not be drawn over what stands there by then.
        @Test(arguments: [FakeTerminal.Manner.plain, .xtermSixel]) func aSliderLaidOverAPictureUnderWayCoversIt(
            manner: FakeTerminal.Manner
        ) throws {
            func end(_ clipped: Bool) throws -> (screen: [String], tiles: [Look?]) {
                let bench = try far(manner)
                if clipped {
                    var whole = scene(12)
                    whole.placements = [Placement(request: request(1), rect: rect)]
                    bench.terminal.present(whole)
                    bench.settle()
                }
                bench.terminal.present(scene(12))
                settle(bench)
                #expect(bench.terminal.isAtRest)
                return ((0..<20).map { bench.fake.line($0) }, bench.terminal.stage.tiles.map(\.look))
            }
            let (fresh, covered) = (try end(false), try end(true))
            #expect(fresh.screen == covered.screen && fresh.tiles == covered.tiles)
        }

        @Test func theSameViewDevelopedNeedsNoFirstLook() throws {
            let bench = try far(.kitty)
            var scene = scene(12)
            scene.placements = [Placement(request: request(1), rect: rect)]
            bench.terminal.present(scene)
            settle(bench)
            bench.fake.forget()
            var developed = request(1)
            developed.source = .rawHalf
            scene.placements = [Placement(request: developed, rect: rect)]
            bench.terminal.present(scene)
            settle(bench)
            let said = bench.fake.strings.map(\.text).filter { $0.hasPrefix("_G") }
            #expect(said.filter { $0.contains("a=t") }.count == 1, "\(said.map { $0.prefix(40) })")
            let placed = try #require(said.firstIndex { $0.contains("a=p") })
            #expect(said[placed...].contains { $0.contains("a=d,d=i") } && !said[..<placed].contains { $0.contains("a=d") })
        }

        @Test func placeholdersHaveNoFirstLook() throws {
            let effort = Effort(quality: .low)
            #expect(effort.looks(.placeholders, .direct, PictureKey(request: request(1))) == [.whole])
        }
    }
}
