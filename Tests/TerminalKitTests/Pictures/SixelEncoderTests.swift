import Foundation
import KeepersCore
import Testing

@testable import TerminalKit

@Suite struct SixelEncoderTests {
    /// Puts all bands back together; fails where two overlap, a pixel is missing, or a band leaves the cell grid.
    private func assembled(_ bands: [SixelBand], _ width: Int, _ height: Int, _ cell: (Int, Int)) throws -> [UInt8] {
        var out: [[UInt8]?] = Array(repeating: nil, count: width * height)
        for band in bands {
            #expect(band.pixelColumn % cell.0 == 0 && band.pixelRow % cell.1 == 0)
            let part = try SixelDecoder(band.bytes)
            for y in 0..<part.height {
                for x in 0..<part.width {
                    let at = (band.pixelRow + y) * width + band.pixelColumn + x
                    try #require(band.pixelColumn + x < width && band.pixelRow + y < height && out[at] == nil)
                    out[at] = part.pixels[y * part.width + x]
                }
            }
        }
        return try out.flatMap { try #require($0, "a pixel is missing") }
    }

    /// Registers hold hundredths: what the terminal can show of a palette.
    private func inHundredths(_ rgb: [UInt8]) -> [UInt8] {
        rgb.map { value in
            let hundredths = (Int(value) * 100 + 127) / 255
            return UInt8((hundredths * 255 + 50) / 100)
        }
    }

    @Test(arguments: [(1, 1, 20), (7, 5, 17), (161, 107, 20), (50, 121, 19), (33, 36, 18)])
    func everyPixelIsDrawnOnce(_ width: Int, _ height: Int, _ cellHeight: Int) throws {
        let picture = sample(width, height)
        for colours in [64, 256] {
            let bands = SixelEncoder.encode(picture, colours: colours, cellWidth: 9, cellHeight: cellHeight, maxBytes: 4096)
            let shown = try assembled(bands, width, height, (9, cellHeight))
            let meant = try #require(IndexedPicture(picture, colours: colours))
            #expect(shown == inHundredths(meant.rgb))
        }
    }

    @Test(arguments: [2_000, 12_000, 1_000_000]) func bandsAreSmallEnoughForOneJob(_ limit: Int) throws {
        let picture = sample(320, 200)
        let bands = SixelEncoder.encode(picture, colours: 64, cellWidth: 10, cellHeight: 20, maxBytes: limit)
        #expect(bands.allSatisfy { $0.bytes.count <= limit })
        #expect(limit < 1_000_000 || bands.count == 4)
        _ = try assembled(bands, 320, 200, (10, 20))
    }

    @Test func aLimitThatCannotBeKeptStillShowsThePicture() throws {
        let picture = sample(64, 48)
        for limit in [-5, 0, 1, 70] {
            let bands = SixelEncoder.encode(picture, colours: 64, cellWidth: 16, cellHeight: 24, maxBytes: limit)
            #expect(bands.count == 8)
            _ = try assembled(bands, 64, 48, (16, 24))
        }
    }

    @Test func bandsHoldWholeSixelLines() {
        for (cellHeight, band) in [(20, 60), (18, 18), (19, 114), (15, 30)] {
            let bands = SixelEncoder.encode(
                sample(8, 300), colours: 64, cellWidth: 8, cellHeight: cellHeight, maxBytes: 1 << 20)
            #expect(bands.map(\.pixelRow) == Array(stride(from: 0, to: 300, by: band)))
        }
    }

    @Test func flatAreasCostAlmostNothing() {
        let white = Pixels(width: 600, height: 400, bytes: Array(repeating: 255, count: 720_000))
        let bands = SixelEncoder.encode(white, colours: 256, cellWidth: 10, cellHeight: 20, maxBytes: 16_384)
        #expect(bands.reduce(0) { $0 + $1.bytes.count } < 2_000)
    }

    @Test(.enabled(if: Tool.isInstalled("sixel2png") && Tool.isInstalled("convert")))
    func libsixelShowsTheSame() throws {
        let picture = sample(120, 61)
        let bands = SixelEncoder.encode(picture, colours: 64, cellWidth: 10, cellHeight: 61, maxBytes: 1 << 20)
        let png = try Tool.run(["sixel2png"], input: Data(try #require(bands.first).bytes))
        let ppm = try Tool.run(["convert", "png:-", "-depth", "8", "ppm:-"], input: png)
        let read = try #require(Tool.pixels(ppm: ppm))
        #expect(read.width == 120 && read.height >= 61 && read.height <= 66)
        let meant = try #require(IndexedPicture(picture, colours: 64))
        // Two roundings of hundredths may differ by one of 255.
        #expect(zip(read.bytes, meant.rgb).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }
}
