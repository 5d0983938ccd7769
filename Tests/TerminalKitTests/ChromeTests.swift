import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

extension OnScreen {
    @Suite(.serialized) struct ChromeTests {
        private let plain = Style(Colour(200, 200, 200), on: .black)

        private func marks(_ scene: Scene, _ mark: Chrome.Mark = .even) -> [Chrome.Mark] {
            var marks = Array(repeating: Chrome.Mark.text, count: scene.columns * scene.rows)
            for placement in scene.placements {
                for cell in cells(of: placement.rect) { marks[cell[1] * scene.columns + cell[0]] = mark }
            }
            return marks
        }

        /// The final bytes of all control sequences, and whether anything else than text lies between.
        private func finals(_ bytes: [UInt8]) -> Set<Character> {
            var found: Set<Character> = []
            var rest = bytes[...]
            while let start = rest.firstIndex(of: 0x1B) {
                let next = rest.index(after: start)
                guard next < rest.endIndex, rest[next] == UInt8(ascii: "["),
                    let end = rest[(next + 1)...].firstIndex(where: { (0x40..<0x7F).contains($0) })
                else { return ["!"] }
                found.insert(Character(Unicode.Scalar(rest[end])))
                rest = rest[(end + 1)...]
            }
            if bytes.contains(where: { $0 < 0x20 && $0 != 0x1B }) { found.insert("!") }
            return found
        }

        @Test(arguments: [ColourDepth.direct, .indexed, .sixteen, .none])
        func onlyAddressesAndAttributes(_ depth: ColourDepth) throws {
            var chrome = try Chrome(depth: depth, columns: 60, rows: 20)
            let first = chrome.draw(twoPictures(focus: 0).cells, marks: marks(twoPictures(focus: 0)), cursor: nil)
            #expect(finals(first) == ["H", "J", "m"])
            for round in 0..<40 {
                var scene = twoPictures(focus: round % 3)
                scene.write(String(repeating: "x", count: round), x: 0, y: 10 + round % 5, style: plain)
                scene.write("corner", x: 54, y: 19, style: plain)
                let bytes = chrome.draw(scene.cells, marks: marks(scene), cursor: round % 2 == 0 ? (3, 19) : nil)
                #expect(finals(bytes).isSubset(of: ["H", "m"]))
            }
        }

        @Test func nothingChangedIsNothingSent() throws {
            var chrome = try Chrome(depth: .direct, columns: 60, rows: 20)
            let scene = twoPictures(focus: 0)
            _ = chrome.draw(scene.cells, marks: marks(scene), cursor: nil)
            #expect(chrome.draw(scene.cells, marks: marks(scene), cursor: nil).isEmpty)
        }

        @Test(arguments: [ColourDepth.direct, .indexed, .sixteen, .none])
        func theOtherMarkerRewritesExactlyThePicture(_ depth: ColourDepth) throws {
            let fake = FakeTerminal(.silent)
            var chrome = try Chrome(depth: depth, columns: 60, rows: 20)
            var scene = twoPictures(focus: 0)
            _ = chrome.draw(scene.cells, marks: marks(scene), cursor: nil)
            scene.placements.removeLast()
            var both = marks(twoPictures(focus: 0))
            for cell in cells(of: scene.placements[0].rect) { both[cell[1] * 60 + cell[0]] = .odd }
            fake.play(chrome.draw(scene.cells, marks: both, cursor: nil))
            #expect(fake.touched == cells(of: scene.placements[0].rect))
        }

        /// Upright pictures are a few cells wide, and ncurses likes to write over a few cells rather than to jump.
        @Test(arguments: [ColourDepth.direct, .indexed, .none], 1...14)
        func whatChangesOnBothSidesOfANarrowPictureLeavesItAlone(_ depth: ColourDepth, _ width: Int) throws {
            let fake = FakeTerminal(.silent)
            var chrome = try Chrome(depth: depth, columns: 60, rows: 20)
            var scene = Scene(columns: 60, rows: 20, background: plain)
            for at in 0..<3 {
                let rect = CellRect(x: 4 + at * 18, y: 5, width: width, height: 3)
                scene.placements.append(
                    Placement(
                        request: PictureRequest(
                            frame: FrameID(Int64(at)), pixelWidth: 10, pixelHeight: 10, crop: .whole, quality: .thumbnail),
                        rect: rect))
            }
            let pictures = scene.placements.reduce(into: Set<[Int]>()) { $0.formUnion(cells(of: $1.rect)) }
            _ = chrome.draw(scene.cells, marks: marks(scene), cursor: nil)
            for side in ["▐", " ", "▌", "x"] {
                for placement in scene.placements {
                    for y in 5..<8 {
                        scene.write(side, x: placement.rect.x - 1, y: y, style: plain)
                        scene.write(side, x: placement.rect.x + width, y: y, style: plain)
                    }
                }
                fake.play(chrome.draw(scene.cells, marks: marks(scene), cursor: (3, 19)))
                #expect(fake.touched.isDisjoint(with: pictures))
                #expect(fake.screen[6][3] == Character(side) && fake.screen[6][4 + 36 + width] == Character(side))
            }
        }

        @Test func wideCharactersAndMarksKeepTheirColumns() throws {
            let fake = FakeTerminal(.silent)
            var chrome = try Chrome(depth: .direct, columns: 60, rows: 20)
            var scene = Scene(columns: 60, rows: 20, background: plain)
            scene.write("日本e\u{301}👍🏽 ❤️|", x: 0, y: 0, style: plain)
            let bar = scene.cells[0..<60].firstIndex { $0.text == "|" }
            fake.play(chrome.draw(scene.cells, marks: marks(scene), cursor: nil))
            #expect(fake.screen[0].firstIndex(of: "|") == bar)
            scene.write("ab", x: 0, y: 0, style: plain)
            fake.play(chrome.draw(scene.cells, marks: marks(scene), cursor: nil))
            #expect(fake.line(0).hasPrefix("ab本"))
        }

        @Test func theLastCornerIsDrawn() throws {
            let fake = FakeTerminal(.silent)
            var chrome = try Chrome(depth: .direct, columns: 60, rows: 20)
            var scene = Scene(columns: 60, rows: 20, background: plain)
            scene.write("Z", x: 59, y: 19, style: plain)
            fake.play(chrome.draw(scene.cells, marks: marks(scene), cursor: nil))
            #expect(fake.screen[19][59] == "Z")
            scene.write("Y", x: 59, y: 19, style: plain)
            fake.play(chrome.draw(scene.cells, marks: marks(scene), cursor: nil))
            #expect(fake.screen[19][59] == "Y")
        }

        @Test func moreColoursThanNumbersForThem() throws {
            var chrome = try Chrome(depth: .direct, columns: 200, rows: 100)
            let fake = FakeTerminal(.silent, columns: 200, rows: 100)
            for round in 0..<4 {
                var scene = Scene(columns: 200, rows: 100, background: plain)
                for at in 0..<20_000 {
                    scene.cells[at] = Cell("x", Style(Colour(hex: UInt32(round * 20_000 + at + 1)), on: .black))
                }
                let bytes = chrome.draw(scene.cells, marks: marks(scene), cursor: nil)
                #expect(!bytes.isEmpty)
            }
            var last = Scene(columns: 200, rows: 100, background: plain)
            last.write("after", x: 0, y: 0, style: plain)
            fake.play(chrome.draw(last.cells, marks: marks(last), cursor: nil))
            #expect(fake.line(0) == "after")
        }

        @Test func theTerminfoIsWhatTicMakesOfItsSource() throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keepers-terminfo-\(getpid())")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let source = folder.appendingPathComponent("source.ti")
            try Terminfo.source.write(to: source, atomically: true, encoding: .utf8)
            let tic = Process()
            tic.executableURL = URL(fileURLWithPath: "/usr/bin/tic")
            tic.arguments = ["-x", "-o", folder.path, source.path]
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/tic") else {
                print("!!! SKIPPED: tic is not installed (ncurses-bin); the built-in terminfo is not compared with its source")
                return
            }
            try tic.run()
            tic.waitUntilExit()
            for (name, entry) in [("keepers-direct", Terminfo.direct), ("keepers-256", Terminfo.indexed)] {
                let compiled = try Data(contentsOf: folder.appendingPathComponent("k/\(name)"))
                #expect(compiled.base64EncodedString() == entry, "\(name) must be compiled again from Terminfo.source")
            }
        }

        @Test func theNearestFixedColour() {
            for (colour, index) in [
                (Colour(0, 0, 0), 16), (Colour(255, 255, 255), 231), (Colour(255, 0, 0), 196), (Colour(8, 8, 8), 232),
            ] {
                #expect(colour.indexed == index)
            }
            #expect((Colour(hex: 0xF2A618)).indexed == 214)
        }
    }
}
