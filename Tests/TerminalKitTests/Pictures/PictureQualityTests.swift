import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct PictureQualityTests {
    @Test func moreColoursShowMore() throws {
        let picture = sample(160, 107)
        let few = psnr(try #require(IndexedPicture(picture, colours: 64)).rgb, picture.bytes)
        let many = psnr(try #require(IndexedPicture(picture, colours: 256)).rgb, picture.bytes)
        #expect(few > 33 && many > few + 1, "\(few) dB, \(many) dB")
    }

    @Test func fewColoursAreKeptExactly() throws {
        let colours: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [242, 166, 24], [194, 94, 85], [16, 200, 16]]
        let bytes = (0..<400).flatMap { colours[$0 / 7 % 5] }
        let picture = try #require(IndexedPicture(Pixels(width: 20, height: 20, bytes: bytes), colours: 64))
        #expect(picture.colours == 5 && picture.rgb == bytes)
    }

    @Test func blackAndWhitePicturesKeepTheirGreys() throws {
        let bytes = (0..<256 * 64).flatMap { index in Array(repeating: UInt8(index % 256), count: 3) }
        let picture = try #require(IndexedPicture(Pixels(width: 256, height: 64, bytes: bytes), colours: 256))
        #expect(picture.colours > 100 && psnr(picture.rgb, bytes) > 44)
        #expect(stride(from: 0, to: picture.palette.count, by: 3).allSatisfy { Set(picture.palette[$0..<$0 + 3]).count == 1 })
    }

    /// Against a search through the whole palette: the look-up, the dither and the thrift together may cost this much.
    @Test func theIndexIsNearTheNearest() throws {
        let picture = sample(90, 60)
        let indexed = try #require(IndexedPicture(picture, colours: 64))
        var best = 0
        for pixel in 0..<90 * 60 {
            let channels = (0..<3).map { Int(picture.bytes[pixel * 3 + $0]) }
            best +=
                (0..<indexed.colours).map { colour in
                    (0..<3).reduce(0) { sum, c in
                        let difference = Int(indexed.palette[colour * 3 + c]) - channels[c]
                        return sum + difference * difference
                    }
                }.min() ?? 0
        }
        let ideal = 10 * log10(255 * 255 * 3 * 5400 / Double(best))
        #expect(psnr(indexed.rgb, picture.bytes) > ideal - 2)
    }

    @Test func theSamePictureGivesTheSameBytes() {
        let picture = sample(97, 61)
        func all() -> [[UInt8]] {
            KittyEncoder.transmit(id: 1, pixels: picture, colours: 256, chunkBytes: 4096, throughTmux: false)
                + KittyEncoder.smaller(id: 1, pixels: picture, by: 4, chunkBytes: 4096, throughTmux: false)
                + SixelEncoder.encode(picture, colours: 64, cellWidth: 10, cellHeight: 20, maxBytes: 4096).map(\.bytes)
                + [ITermEncoder.encode(picture, columns: 10, rows: 3, quality: 80, throughTmux: false)]
        }
        #expect(all() == all())
        func cells() -> [Cell] { SymbolEncoder.encode(picture, columns: 20, rows: 6, truecolour: true, ascii: false) }
        #expect(cells() == cells())
    }

    @Test func whatCannotBeShownIsEmpty() {
        let nothing = Pixels(width: 0, height: 0, bytes: [])
        let long = Pixels(width: 20_000, height: 1, bytes: Array(repeating: 0, count: 60_000))
        for picture in [nothing, long, Pixels(width: 5, height: 0, bytes: [])] {
            #expect(KittyEncoder.transmit(id: 1, pixels: picture, colours: 64, chunkBytes: 4096, throughTmux: false).isEmpty)
            #expect(KittyEncoder.smaller(id: 1, pixels: picture, by: 4, chunkBytes: 4096, throughTmux: false).isEmpty)
            #expect(SixelEncoder.encode(picture, colours: 64, cellWidth: 10, cellHeight: 20, maxBytes: 4096).isEmpty)
            #expect(ITermEncoder.encode(picture, columns: 10, rows: 3, quality: 80, throughTmux: false).isEmpty)
            #expect(SymbolEncoder.encode(picture, columns: 10, rows: 3, truecolour: true, ascii: false).isEmpty)
        }
        #expect(SixelEncoder.encode(sample(4, 4), colours: 64, cellWidth: 0, cellHeight: 0, maxBytes: 4096).isEmpty)
    }

    /// Measured against the photograph itself, as an independent decoder shows it.
    @Test(
        .enabled(if: RealPhotos.folder != nil && Tool.isInstalled("convert")), arguments: [("photos-large", 12), ("photos", 21)])
    func photographsStayGood(_ folder: String, _ count: Int) throws {
        var (few, many): ([Double], [Double]) = ([], [])
        for (name, pixels) in try RealPhotos.scaled(folder, count: count) {
            let sixel = SixelEncoder.encode(pixels, colours: 64, cellWidth: 1_000, cellHeight: 600, maxBytes: 1 << 24)
            let shown = try SixelDecoder(try #require(sixel.first).bytes).pixels.flatMap { $0 ?? [0, 0, 0] }
            few.append(psnr(shown, pixels.bytes))
            let png = IndexedPNG.encode(try #require(IndexedPicture(pixels, colours: 256)))
            many.append(psnr(try PNGReader(png).rgb, pixels.bytes))
            #expect(few[few.count - 1] >= 28 && many[many.count - 1] >= 32, "\(name)")
        }
        #expect(few.sorted()[few.count / 2] >= 33 && many.sorted()[many.count / 2] >= 37)
        print("\(folder), dB at 64 colours: \(few.sorted().map { Int($0) }), at 256: \(many.sorted().map { Int($0) })")
    }
}
