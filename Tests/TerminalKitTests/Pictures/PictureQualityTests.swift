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
                + KittyEncoder.firstLook(id: 1, pixels: picture, chunkBytes: 4096, throughTmux: false)
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
            #expect(KittyEncoder.firstLook(id: 1, pixels: picture, chunkBytes: 4096, throughTmux: false).isEmpty)
            #expect(SixelEncoder.encode(picture, colours: 64, cellWidth: 10, cellHeight: 20, maxBytes: 4096).isEmpty)
            #expect(ITermEncoder.encode(picture, columns: 10, rows: 3, quality: 80, throughTmux: false).isEmpty)
            #expect(SymbolEncoder.encode(picture, columns: 10, rows: 3, truecolour: true, ascii: false).isEmpty)
        }
        #expect(SixelEncoder.encode(sample(4, 4), colours: 64, cellWidth: 0, cellHeight: 0, maxBytes: 4096).isEmpty)
    }

    /// Measured against the photograph itself as programs of other people show it, in both palettes and both protocols.
    @Test(
        .enabled(if: RealPhotos.folder != nil && Tool.isInstalled("convert") && Tool.isInstalled("sixel2png")),
        arguments: [("photos-large", 12), ("photos", 21)])
    func photographsStayGood(_ folder: String, _ count: Int) throws {
        for (colours, least, median) in [(64, 28.0, 33.0), (256, 32.0, 37.0)] {
            var (sixel, kitty): ([Double], [Double]) = ([], [])
            for (name, pixels) in try RealPhotos.scaled(folder, count: count) {
                sixel.append(psnr(try Decoded.sixel(pixels, colours: colours).bytes, pixels.bytes))
                kitty.append(psnr(try Decoded.kitty(pixels, colours: colours).bytes, pixels.bytes))
                #expect(min(sixel[sixel.count - 1], kitty[kitty.count - 1]) >= least, "\(name) in \(colours) colours")
            }
            for (name, values) in [("sixel", sixel.sorted()), ("kitty", kitty.sorted())] {
                let middle = (values[values.count / 2] + values[(values.count - 1) / 2]) / 2
                #expect(middle >= median, "\(name), \(colours) colours")
                print("\(folder), \(name), \(colours) colours, dB: median \(middle), \(values[0]) to \(values[values.count - 1])")
            }
        }
    }

    /// Sizes that are no multiples of anything, and cells of odd heights: every pixel lands where it belongs.
    @Test(
        .enabled(if: Tool.isInstalled("convert") && Tool.isInstalled("sixel2png")),
        arguments: [(1, 1), (7, 5), (61, 97), (160, 107), (333, 41)])
    func geometryIsExact(_ width: Int, _ height: Int) throws {
        let picture = sample(width, height)
        let shown = try #require(IndexedPicture(picture, colours: 64))
        let kitty = try Decoded.kitty(picture, colours: 64)
        #expect((kitty.width, kitty.height) == (width, height) && kitty.bytes == shown.rgb)
        let sixel = try Decoded.sixel(picture, colours: 64)
        #expect((sixel.width, sixel.height) == (width, height))
        // Registers count in hundredths.
        let off = zip(sixel.bytes, shown.rgb).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(off <= 2, "\(off) levels")
    }
}

/// Our bytes as decoders of other people show them.
enum Decoded {
    /// Every band by libsixel, put where it says it belongs; what no band covers stays magenta.
    static func sixel(_ picture: Pixels, colours: Int) throws -> Pixels {
        let bands = SixelEncoder.encode(picture, colours: colours, cellWidth: 9, cellHeight: 19, maxBytes: 60_000)
        var bytes = (0..<picture.width * picture.height).flatMap { _ in [255, 0, 255] as [UInt8] }
        for band in bands {
            let png = try Tool.run(["sixel2png"], input: Data(band.bytes))
            let part = try #require(Tool.pixels(ppm: try Tool.run(["convert", "png:-", "-depth", "8", "ppm:-"], input: png)))
            let columns = min(part.width, picture.width - band.pixelColumn)
            // sixel2png fills up to whole sixel lines.
            for y in 0..<min(part.height, picture.height - band.pixelRow) {
                let to = ((band.pixelRow + y) * picture.width + band.pixelColumn) * 3
                bytes.replaceSubrange(
                    to..<to + columns * 3, with: part.bytes[y * part.width * 3..<(y * part.width + columns) * 3])
            }
        }
        return Pixels(width: picture.width, height: picture.height, bytes: bytes)
    }

    /// The payloads joined and decoded by ImageMagick.
    static func kitty(_ picture: Pixels, colours: Int) throws -> Pixels {
        let chunks = KittyEncoder.transmit(id: 7, pixels: picture, colours: colours, chunkBytes: 4096, throughTmux: false)
        let text = chunks.map { chunk in
            let words = String(decoding: chunk, as: UTF8.self).dropLast(2)
            return words.split(separator: ";", maxSplits: 1).dropFirst().joined()
        }.joined()
        let png = try #require(Data(base64Encoded: text))
        return try #require(Tool.pixels(ppm: try Tool.run(["convert", "png:-", "-depth", "8", "ppm:-"], input: png)))
    }
}
