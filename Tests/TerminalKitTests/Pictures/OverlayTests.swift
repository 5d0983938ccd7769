import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct OverlayTests {
    private let amber = Colour(hex: 0xF2A618)

    private func face(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ text: String = "") -> Overlay {
        Overlay(rect: UnitRect(x: x, y: y, width: width, height: height), text: text, colour: amber)
    }

    /// The three bytes at a pixel.
    private func pixel(_ rgb: [UInt8], _ width: Int, _ x: Int, _ y: Int) -> [UInt8] {
        Array(rgb[(y * width + x) * 3..<(y * width + x) * 3 + 3])
    }

    /// Amber within what a colour register of hundredths loses.
    private func isAmber(_ rgb: [UInt8], tolerance: Int = 2) -> Bool {
        zip(rgb, [0xF2, 0xA6, 0x18]).allSatisfy { abs(Int($0) - $1) <= tolerance }
    }

    /// A face of 40x48 pixels at (60, 32) in a picture of 200x120: its corners lie at (60, 32), (99, 32), (60, 79), (99, 79).
    private var one: [Overlay] { [face(0.3, 32.0 / 120, 0.2, 0.4)] }

    private func expectCorners(_ rgb: [UInt8], tolerance: Int = 2) {
        for (x, y) in [(60, 32), (61, 33), (69, 32), (60, 41), (99, 32), (90, 33), (60, 79), (99, 79), (98, 70), (69, 78)] {
            #expect(isAmber(pixel(rgb, 200, x, y), tolerance: tolerance), "\(x),\(y): \(pixel(rgb, 200, x, y))")
        }
        for (x, y) in [(59, 31), (62, 34), (70, 33), (100, 80), (59, 42)] {
            #expect(pixel(rgb, 200, x, y).allSatisfy { $0 <= 0x10 + UInt8(tolerance) }, "a dark line goes around")
        }
        for (x, y) in [(80, 32), (80, 79), (60, 56), (99, 56), (80, 56)] {
            #expect(!isAmber(pixel(rgb, 200, x, y), tolerance: 40), "only the corners are drawn")
        }
    }

    @Test func pixelsOutsideTheLinesStayAsTheyAre() {
        let picture = sample(200, 120)
        let stencil = Stencil(one, width: 200, height: 120)
        let painted = picture.painted(stencil)
        expectCorners(painted.bytes, tolerance: 0)
        var changed = 0
        for y in 0..<120 {
            for x in 0..<200 where pixel(painted.bytes, 200, x, y) != pixel(picture.bytes, 200, x, y) {
                changed += 1
                #expect((59...100).contains(x) && (31...80).contains(y))
                let isAtEdge = (x < 63 || x > 96) || (y < 35 || y > 76)
                #expect(isAtEdge, "\(x),\(y) lies inside the face")
            }
        }
        #expect(changed > 100 && changed < 4 * 2 * 4 * 11)
        #expect(picture.painted(Stencil([], width: 200, height: 120)) == picture)
    }

    @Test(arguments: [64, 256]) func kittyShowsThemInExactlyTheirColour(_ colours: Int) throws {
        let picture = sample(200, 120)
        let stencil = Stencil(one, width: 200, height: 120)
        let plain = try #require(IndexedPicture(picture, colours: colours)).rgb
        let settings = EncodingSettings(mode: .kitty, depth: .direct, cellWidth: 10, cellHeight: 20)
        let request = PictureRequest(frame: FrameID(1), pixelWidth: 200, pixelHeight: 120, quality: .large)
        let encoded = EncodedPicture(
            picture, LookKey(picture: PictureKey(request: request, overlays: one)), settings, .init(), id: 2)
        if colours == 256 { expectCorners(try png(encoded.transfer).rgb, tolerance: 0) }
        let escapes = KittyEncoder.transmit(
            id: 2, pixels: picture, stencil: stencil, colours: colours, chunkBytes: 4096, throughTmux: false)
        let shown = try png(escapes)
        #expect(shown.palette.count <= min(colours, 255) * 3)
        expectCorners(shown.rgb, tolerance: 0)
        expectTheSamePhoto(shown.rgb, plain, stencil)
    }

    /// Where nothing is drawn, two colours fewer in the palette are all that may differ.
    private func expectTheSamePhoto(_ shown: [UInt8], _ plain: [UInt8], _ stencil: Stencil) {
        var (left, right): ([UInt8], [UInt8]) = ([], [])
        for y in 0..<120 {
            for x in 0..<200
            where !stencil.fills.contains(where: { $0.area.shared(with: Area(left: x, top: y, right: x + 1, bottom: y + 1)) > 0 })
            {
                left += pixel(shown, 200, x, y)
                right += pixel(plain, 200, x, y)
            }
        }
        #expect(psnr(left, right) > 38, "\(psnr(left, right)) dB")
    }

    private func png(_ escapes: [[UInt8]]) throws -> PNGReader {
        let text = escapes.map { escape in
            String(decoding: escape, as: UTF8.self).dropLast(2).split(separator: ";").last.map(String.init) ?? ""
        }
        return try PNGReader(Array(try #require(Data(base64Encoded: text.joined()))))
    }

    @Test(arguments: [64, 256]) func sixelShowsThem(_ colours: Int) throws {
        let bands = SixelEncoder.encode(
            sample(200, 120), stencil: Stencil(one, width: 200, height: 120), colours: colours, cellWidth: 200,
            cellHeight: 120, maxBytes: 1 << 20)
        let shown = try SixelDecoder(try #require(bands.first).bytes)
        expectCorners(shown.pixels.flatMap { $0 ?? [0, 0, 0] })
    }

    @Test(.enabled(if: Tool.isInstalled("convert"))) func itermShowsThem() throws {
        let request = PictureRequest(frame: FrameID(1), pixelWidth: 200, pixelHeight: 120, quality: .large)
        let settings = EncodingSettings(mode: .iterm2, depth: .direct, cellWidth: 10, cellHeight: 20)
        let encoded = EncodedPicture(
            sample(200, 120), LookKey(picture: PictureKey(request: request, overlays: one)), settings, .init(), id: 0)
        var rgb: [UInt8] = []
        for piece in encoded.pieces {
            let text = String(decoding: piece.bytes, as: UTF8.self).dropLast().split(separator: ":").last ?? ""
            let jpeg = try #require(Data(base64Encoded: String(text)))
            rgb += try #require(Tool.pixels(ppm: try Tool.run(["convert", "jpg:-", "-depth", "8", "ppm:-"], input: jpeg))).bytes
        }
        #expect(rgb.count == 200 * 120 * 3)
        // Colour has half the resolution in these JPEGs: the lines are brighter and yellower than what lies around them.
        for (x, y) in [(62, 32), (60, 36), (97, 33), (62, 78)] {
            let at = pixel(rgb, 200, x, y).map { Int($0) }
            #expect(at[0] > at[2] + 60 && at[0] > 130, "\(x),\(y): \(at)")
        }
    }

    @Test func labelsStandAboveElseBelowAndNeverOverEachOther() {
        let overlays = [
            face(0.1, 0.4, 0.1, 0.2, "1 open .31"), face(0.13, 0.42, 0.1, 0.2, "2 closed .08"),
            face(0.16, 0.41, 0.1, 0.2, "3 can't tell"), face(0.5, 0.0, 0.2, 0.3, "4 smile 80%"),
            face(0.95, 0.5, 0.2, 0.2, "5 open .29"), face(1.5, 0.5, 0.2, 0.2, "6 elsewhere"), face(0.7, 0.7, 0.1, 0.1),
        ]
        let plan = OverlayPlan(overlays, width: 600, height: 400, gap: 2) { ($0.label.count * 6, $0.label.isEmpty ? 0 : 11) }
        #expect(plan.items.count == 6, "what does not touch the picture is left out")
        let plates = plan.items.map(\.plate)
        for (at, plate) in plates.enumerated() where !plate.isEmpty {
            #expect(plate.left >= 0 && plate.top >= 0 && plate.right <= 600 && plate.bottom <= 400)
            for other in plates[..<at] { #expect(plate.shared(with: other) == 0) }
        }
        #expect(plates[0].bottom == plan.items[0].box.top - 2, "above")
        #expect(plates[3].top == plan.items[3].box.bottom + 2, "no room above: below")
        #expect(plates[4].right == 600 && plates[5].isEmpty)
    }

    @Test func lettersAreDrawnInTheirDots() throws {
        let overlays = [face(0.2, 0.5, 0.3, 0.3, "i1 Ü")]
        let stencil = Stencil(overlays, width: 120, height: 80)
        let painted = Pixels(width: 120, height: 80, bytes: Array(repeating: 128, count: 120 * 80 * 3)).painted(stencil)
        let plate = try #require(
            OverlayPlan(overlays, width: 120, height: 80, gap: 2) { _ in (27, 11) }.items.first?.plate)
        let text = (plate.top..<plate.bottom).map { y in
            String((plate.left..<plate.right).map { isAmber(pixel(painted.bytes, 120, $0, y), tolerance: 0) ? "#" : "." })
        }
        #expect(
            text == [
                "...........................",
                "...........................",
                "....#.....#................",
                ".........##................",
                "...##.....#................",
                "....#.....#................",
                "....#.....#................",
                "....#.....#................",
                "...###...###...............",
                "...........................",
                "...........................",
            ])
    }

    @Test func everyLetterOfALabelHasFiveBySevenDots() {
        let shapes = "abcdefghijklmnopqrstuvwxyz0123456789.'%".map { OverlayFont.rows(of: $0) ?? [] }
        #expect(shapes.allSatisfy { $0.count == 7 && $0.allSatisfy { $0 < 32 } && $0.contains { $0 != 0 } })
        #expect(Set(shapes).count == shapes.count, "no two look alike")
        #expect(face(0, 0, 1, 1, "2 Closed\u{1B}[31m é").label == Array("2 closed  31m  "))
        #expect(face(0, 0, 1, 1, String(repeating: "long ", count: 400)).label.count == 40)
    }

    @Test func oddPlacesNeverDrawOutside() {
        let odd: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, -0.4, 0, 0.999, 1, 3, 1e-300]
        let picture = sample(37, 23)
        var drawn = 0
        for (at, x) in odd.enumerated() {
            for y in odd {
                for size in odd {
                    var overlay = face(x, y, size, odd[(at + 3) % odd.count], "9 closed .04")
                    if at % 2 == 0 { overlay.shape = .cross }
                    let stencil = Stencil([overlay], width: 37, height: 23)
                    #expect(
                        stencil.fills.allSatisfy {
                            $0.area.left >= 0 && $0.area.top >= 0 && $0.area.right <= 37 && $0.area.bottom <= 23
                        })
                    drawn += stencil.fills.count
                    let cells = Array(repeating: Cell("▒", Style(amber)), count: 40)
                    #expect(CellOverlays.draw([overlay], over: cells, columns: 8, ascii: false).count == 40)
                }
            }
        }
        #expect(drawn > 100)
        #expect(Stencil([face(0, 0, 1, 1, "x")], width: 0, height: 5).fills.isEmpty)
        let many = Array(repeating: face(0, 0, 1, 1, "many"), count: 20_000)
        #expect(OverlayPlan(many, width: 37, height: 23, gap: 2) { _ in (20, 11) }.items.count == OverlayPlan.limit)
        // A picture that arrives in another size than it was wanted in keeps its lines inside.
        #expect(picture.painted(Stencil(one, width: 200, height: 120)).bytes.count == picture.bytes.count)
    }

    @Test func manyColoursShareTheEndOfThePalette() throws {
        let overlays = (0..<40).map { at in
            Overlay(
                rect: UnitRect(x: Double(at) / 40, y: 0.1, width: 0.02, height: 0.5), text: "",
                colour: Colour(UInt8(at), 255, 0))
        }
        for colours in [2, 3, 16, 64] {
            let stencil = Stencil(overlays, width: 400, height: 100)
            let picture = try #require(IndexedPicture(sample(400, 100), stencil: stencil, colours: colours))
            #expect(picture.colours <= colours && picture.indices.allSatisfy { Int($0) < picture.colours })
        }
    }

    private func text(_ cells: [Cell], _ columns: Int) -> [String] {
        stride(from: 0, to: cells.count, by: columns).map { String(cells[$0..<$0 + columns].map { $0.text ?? " " }) }
    }

    @Test func cellsShowCornersAndWords() {
        let cells = Array(repeating: Cell("▒", Style(Colour(200, 160, 130))), count: 24 * 8)
        let overlays = [
            face(0.25, 0.25, 0.25, 0.5, "1 closed"), face(0.75, 0.0, 0.125, 0.125, "2 open"),
            Overlay(rect: UnitRect(x: 0, y: 0.875, width: 0.04, height: 0.125), shape: .cross, colour: amber),
        ]
        let drawn = CellOverlays.draw(overlays, over: cells, columns: 24, ascii: false)
        #expect(
            text(drawn, 24) == [
                "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒[▒]▒▒▒",
                "▒▒▒▒▒▒1 closed▒▒▒▒2 open",
                "▒▒▒▒▒▒┌▒▒▒▒┐▒▒▒▒▒▒▒▒▒▒▒▒",
                "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
                "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
                "▒▒▒▒▒▒└▒▒▒▒┘▒▒▒▒▒▒▒▒▒▒▒▒",
                "▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
                "┼▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒",
            ])
        #expect(drawn[2 * 24 + 6].style.foreground == amber)
        // One of a throng: a box of one row without a word would hide the face and tell nothing.
        #expect(CellOverlays.draw([face(0.5, 0.5, 0.125, 0.125, "")], over: cells, columns: 24, ascii: false) == cells)
        let ascii = CellOverlays.draw(overlays, over: cells, columns: 24, ascii: true)
        #expect(ascii.allSatisfy { $0.text == "▒" || $0.text?.isASCII == true })
        #expect(text(ascii, 24)[2] == "▒▒▒▒▒▒+▒▒▒▒+▒▒▒▒▒▒▒▒▒▒▒▒")
    }
}
