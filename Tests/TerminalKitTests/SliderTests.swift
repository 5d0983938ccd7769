import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen {
    /// Two pictures under one slider: what a move sends, and what stands on the screen afterwards.
    @Suite(.serialized) struct SliderTests {
        private let rect = CellRect(x: 2, y: 2, width: 30, height: 8)

        /// A face's corners, one edge of which lies in the columns over which the slider moves.
        private let corners = [
            Overlay(rect: UnitRect(x: 0.5, y: 0.25, width: 0.2, height: 0.5), text: "", colour: Colour(hex: 0xF2A618))
        ]

        private func request(_ frame: Int64, _ rect: CellRect) -> PictureRequest {
            PictureRequest(frame: FrameID(frame), pixelWidth: rect.width * 10, pixelHeight: rect.height * 20, quality: .large)
        }

        /// `line`: the first column of the second picture.
        private func scene(_ line: Int) -> Scene {
            var scene = Scene(columns: 60, rows: 20, background: Style(Colour(200, 200, 200), on: Colour(12, 12, 12)))
            let one = CellRect(x: rect.x, y: rect.y, width: line, height: rect.height)
            let two = CellRect(x: rect.x + line, y: rect.y, width: rect.width - line, height: rect.height)
            for (frame, clip) in [(1, one), (2, two)] as [(Int64, CellRect)] {
                let placement = Placement(request: request(frame, rect), rect: rect, overlays: corners, clip: clip)
                if placement.visible.width > 0 { scene.placements.append(placement) }
                scene.prefetch.append(request(frame, rect))
                scene.prefetchOverlays[request(frame, rect)] = corners
            }
            return scene
        }

        private func bench(_ manner: FakeTerminal.Manner, _ line: Int) throws -> Bench {
            let bench = try Bench(manner, ["COLORTERM": "truecolor"])
            bench.settle(after: 2000)
            bench.terminal.present(scene(line))
            bench.settle()
            bench.settle()
            return bench
        }

        private func move(_ bench: Bench, to line: Int) -> Int {
            bench.fake.forget()
            bench.terminal.present(scene(line))
            bench.settle(deliver: false)
            #expect(bench.terminal.isAtRest)
            return bench.fake.received.count
        }

        @Test func kittyMovesThePicturesEdgesWithoutAPixel() throws {
            let bench = try bench(.kitty, 15)
            for line in [16, 15, 3, 29] {
                let bytes = move(bench, to: line)
                let graphics = bench.fake.strings.filter { $0.text.hasPrefix("_G") }.map(\.text)
                #expect(graphics.count == 2 && graphics.allSatisfy { $0.contains("a=p") }, "\(graphics)")
                #expect(graphics.contains { $0.contains("x=0,y=0,w=\(line * 10),h=160,c=\(line),r=8") })
                #expect(graphics.contains { $0.contains("x=\(line * 10),y=0,w=\(300 - line * 10),h=160,c=\(30 - line),r=8") })
                #expect(bytes < 260, "\(bytes)")
            }
        }

        @Test func kittysEndsShowOneWholePicture() throws {
            let bench = try bench(.kitty, 15)
            _ = move(bench, to: 30)
            var text = bench.fake.strings.map(\.text).joined()
            #expect(text.contains("c=30,r=8") && !text.contains("w=300") && text.contains("a=d,d=i"))
            _ = move(bench, to: 0)
            text = bench.fake.strings.map(\.text).joined()
            #expect(text.contains("c=30,r=8") && text.contains("a=d,d=i") && !text.contains("a=t"))
        }

        @Test func symbolsResendTheColumnThatChangedAlone() throws {
            let bench = try bench(.plain, 15)
            #expect(bench.terminal.pictureMode == .symbols(truecolour: true))
            for (line, column) in [(16, 15), (15, 15), (14, 14)] {
                let bytes = move(bench, to: line)
                // Where both have the same corner its cells are the same.
                let all = Set((0..<8).map { [rect.x + column, rect.y + $0] })
                #expect(bench.fake.touched.isSubset(of: all) && bench.fake.touched.count >= 6)
                #expect(bytes < 8 * 90, "\(bytes)")
            }
            #expect(move(bench, to: 24) > 0)
            #expect(bench.fake.touched == Set((14..<24).flatMap { x in (0..<8).map { [rect.x + x, rect.y + $0] } }))
        }

        @Test func symbolsStandAsIfDrawnAtOnceWhereverTheSliderHasBeen() throws {
            func screen(_ lines: [Int]) throws -> [String] {
                let bench = try bench(.plain, lines[0])
                for line in lines.dropFirst() { _ = move(bench, to: line) }
                return (0..<20).map { bench.fake.line($0) }
            }
            let fresh = try screen([12])
            #expect(try screen([15, 16, 30, 2, 0, 7, 6, 5, 21, 22, 12]) == fresh)
            #expect(fresh.contains { $0.count > 20 })
        }

        @Test func sixelSendsTheStripThatChanged() throws {
            let bench = try bench(.xtermSixel, 15)
            for (line, columns) in [(16, 15..<16), (13, 13..<16), (20, 13..<20)] {
                let bytes = move(bench, to: line)
                let sixels = bench.fake.strings.filter { $0.text.hasPrefix("P") }
                #expect(!sixels.isEmpty && sixels.allSatisfy { columns.contains($0.x - rect.x) }, "\(line)")
                #expect(sixels.contains { $0.x == rect.x + columns.lowerBound && $0.y == rect.y })
                #expect(bench.fake.touched.isDisjoint(with: cells(of: rect)), "no cell is erased")
                #expect(bytes < columns.count * 10 * 160 * 4, "\(bytes)")
            }
        }

        /// Moves that come faster than strips can be encoded.
        @Test(arguments: [FakeTerminal.Manner.xtermSixel, .plain, .kitty]) func nothingIsLeftOutInAHurry(
            manner: FakeTerminal.Manner
        ) throws {
            let bench = try bench(manner, 15)
            var state: UInt64 = 7
            for _ in 0..<60 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bench.terminal.present(scene(Int(state >> 33) % 31))
                _ = bench.terminal.takeCancelled()
                if state >> 40 % 3 == 0 { _ = bench.terminal.handle() }
            }
            bench.terminal.present(scene(11))
            bench.settle()
            bench.settle()
            #expect(bench.terminal.isAtRest)
            for tile in bench.terminal.stage.tiles where manner != .kitty { #expect(tile.missing.isEmpty) }
            #expect(bench.terminal.stage.tiles.map(\.placement.visible.width).sorted() == [11, 19])
        }

        @Test(arguments: [FakeTerminal.Manner.xtermSixel, .plain, .kitty]) func aBlendWaitsForBothPicturesAndIsMadeOnce(
            manner: FakeTerminal.Manner
        ) throws {
            let bench = try bench(manner, 15)
            bench.terminal.present(blended(.fade(step: 2)))
            #expect(bench.terminal.takeRequests().isEmpty, "both are here")
            bench.settle()
            #expect(bench.terminal.isAtRest)
            bench.terminal.present(blended(.fade(step: 3)))
            bench.settle()
            bench.fake.forget()
            bench.terminal.present(blended(.fade(step: 2)))
            bench.settle(deliver: false)
            // The two differ by one blue in 255: their symbols are the same, and symbols that stand are not sent again.
            #expect(bench.terminal.isAtRest && bench.fake.received.isEmpty == (manner == .plain))
            if manner == .kitty { #expect(bench.fake.received.count < 200, "\(bench.fake.received.count)") }
        }

        @Test func aBlendAsksForBothAndSaysWhichIsMissing() throws {
            let bench = try Bench(.xtermSixel)
            bench.settle()
            bench.terminal.present(blended(.difference))
            let requests = bench.terminal.takeRequests()
            bench.settle(deliver: false)
            bench.fake.forget()
            #expect(Set(requests.map(\.frame)) == [FrameID(1), FrameID(2)])
            bench.terminal.deliver(requests[0], pixels: Bench.picture(requests[0]))
            bench.settle(deliver: false)
            #expect(bench.fake.strings.isEmpty && !bench.terminal.isAtRest)
            bench.terminal.deliverFailed(requests[1], text: "the card is gone")
            bench.settle(deliver: false)
            #expect(bench.terminal.isAtRest)
            #expect((0..<20).contains { bench.fake.line($0).contains("the card is gone") })
        }

        private func blended(_ mode: Blend.Mode) -> Scene {
            var scene = scene(0)
            let blend = Blend(with: request(2, rect), mode: mode, background: .black)
            scene.placements = [Placement(request: request(1, rect), rect: rect, clip: rect, blend: blend)]
            return scene
        }
    }
}

/// Two pictures mixed: the C loops against plain Swift.
@Suite struct BlendTests {
    private func noise(_ width: Int, _ height: Int, seed: UInt64) -> Pixels {
        var state = seed
        return Pixels(
            width: width, height: height,
            bytes: (0..<width * height * 3).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 40)
            })
    }

    private func at(_ picture: Pixels, _ x: Int, _ y: Int, _ channel: Int, _ width: Int, _ height: Int) -> Int? {
        let (px, py) = (x - (width - picture.width) / 2, y - (height - picture.height) / 2)
        guard px >= 0, py >= 0, px < picture.width, py < picture.height else { return nil }
        return Int(picture.bytes[(py * picture.width + px) * 3 + channel])
    }

    private func reference(_ one: Pixels, _ two: Pixels, _ blend: Blend) -> Pixels {
        let (width, height) = (max(one.width, two.width), max(one.height, two.height))
        let ground = [blend.background.red, blend.background.green, blend.background.blue].map(Int.init)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    let (a, b) = (at(one, x, y, channel, width, height), at(two, x, y, channel, width, height))
                    switch blend.mode {
                    case .fade(let step):
                        let mixed = (a ?? ground[channel]) * (4 - step) + (b ?? ground[channel]) * step
                        bytes.append(UInt8((mixed + 2) / 4))
                    case .difference:
                        if let a, let b {
                            bytes.append(UInt8(min(255, abs(a - b) * 4)))
                        } else {
                            bytes.append(UInt8(ground[channel]))
                        }
                    }
                }
            }
        }
        return Pixels(width: width, height: height, bytes: bytes)
    }

    @Test(arguments: [((7, 5), (7, 5)), ((9, 4), (3, 11)), ((1, 1), (6, 2)), ((8, 8), (5, 5)), ((4, 9), (9, 4))])
    func theLoopsAreRight(first: (Int, Int), second: (Int, Int)) {
        let (one, two) = (noise(first.0, first.1, seed: 3), noise(second.0, second.1, seed: 9))
        let request = PictureRequest(frame: FrameID(2), pixelWidth: 1, pixelHeight: 1, quality: .large)
        for mode in [Blend.Mode.difference] + (0...4).map({ .fade(step: $0) }) {
            let blend = Blend(with: request, mode: mode, background: Colour(10, 20, 30))
            #expect(one.blended(with: two, blend) == reference(one, two, blend), "\(mode)")
        }
    }

    @Test func theEndsOfAFadeAreThePicturesAndAPictureDiffersNotFromItself() {
        let (one, two) = (noise(40, 30, seed: 1), noise(40, 30, seed: 2))
        let request = PictureRequest(frame: FrameID(2), pixelWidth: 1, pixelHeight: 1, quality: .large)
        func mixed(_ mode: Blend.Mode, _ other: Pixels) -> Pixels {
            one.blended(with: other, Blend(with: request, mode: mode, background: .black))
        }
        #expect(mixed(.fade(step: 0), two) == one && mixed(.fade(step: 4), two) == two)
        #expect(mixed(.fade(step: -9), two) == one && mixed(.fade(step: 99), two) == two)
        #expect(mixed(.difference, one).bytes.allSatisfy { $0 == 0 })
        #expect(mixed(.difference, Pixels(width: 0, height: 0, bytes: [])).bytes.isEmpty)
    }
}
