import KeepersCore
import ScoringKit
import Testing

struct FormatTests {
    private let scorer = FrameScorer()

    @Test func aProgressivePictureIsDrawn() throws {
        #expect(centres(try scorer.draw(StoredBytes.progressive, 32, 32)) == ["red", "green", "blue", "yellow"])
    }

    @Test func aGreyPictureIsDrawnInGrey() throws {
        let drawn = try scorer.draw(StoredBytes.grey, 32, 32)
        let (r, g, b) = drawn[8, 8]
        #expect(r == g && g == b && abs(r - 94) <= 3)  // 0.299 * 220 + 0.587 * 40 + 0.114 * 40
        #expect(try scorer.score(StoredBytes.grey).card.measures[.colourfulness] == 0)
    }

    @Test func aPictureInInksIsDrawnInColour() throws {
        let drawn = try scorer.draw(StoredBytes.cmyk, 32, 32)
        #expect(drawn.difference(Picture.fourColours(width: 32, height: 32)) < 24)
        #expect(centres(try scorer.draw(StoredBytes.cmyk, 8, 8)) == ["red", "green", "blue", "yellow"])
    }

    @Test func adobeRGBIsConverted() throws {
        let patch = Picture(width: 32, height: 32) { _, _ in (200, 120, 60) }
        let jpeg = try patch.jpeg(quality: 100)
        let expected = sRGB(fromAdobe: (200, 120, 60))
        let drawn = try scorer.draw(jpeg, 16, 16) { $0.isAdobeRGB = true }[8, 8]
        #expect(close(drawn, expected))
        #expect(!close(try scorer.draw(jpeg, 16, 16)[8, 8], expected))
        let thumbnail = try scorer.score(jpeg) { $0.isAdobeRGB = true }.thumbnail
        #expect(close(try scorer.draw(thumbnail, 16, 16)[8, 8], expected, within: 5))
        let quick = try scorer.thumbnail(jpeg, longSide: 16) { $0.isAdobeRGB = true }
        #expect(close(try scorer.draw(quick, 16, 16)[8, 8], expected, within: 5))
    }

    @Test func anEmbeddedProfileIsConverted() throws {
        let jpeg = try Picture(width: 32, height: 32) { _, _ in (200, 120, 60) }.jpeg(quality: 100)
        let expected = sRGB(fromAdobe: (200, 120, 60))
        // In one segment, and in two that stand in the wrong order.
        for parts in [[StoredBytes.wideProfile[...]], [StoredBytes.wideProfile[..<300], StoredBytes.wideProfile[300...]]] {
            let tagged = with(parts, in: jpeg)
            #expect(close(try scorer.draw(tagged, 16, 16)[8, 8], expected))
        }
    }

    @Test func aBrokenProfileLeavesTheCamerasFlagInForce() throws {
        let jpeg = try Picture(width: 32, height: 32) { _, _ in (200, 120, 60) }.jpeg(quality: 100)
        let broken = with([StoredBytes.wideProfile[..<200]], in: jpeg)
        #expect(close(try scorer.draw(broken, 16, 16)[8, 8], (200, 120, 60)))
        let flagged = try scorer.draw(broken, 16, 16) { $0.isAdobeRGB = true }[8, 8]
        #expect(close(flagged, sRGB(fromAdobe: (200, 120, 60))))
    }

    /// Two profiles in turn, more often than the cache has room for.
    @Test func profilesAreNotMixedUp() throws {
        let jpeg = try Picture(width: 32, height: 32) { _, _ in (200, 120, 60) }.jpeg(quality: 100)
        let wide = with([StoredBytes.wideProfile[...]], in: jpeg)
        for round in 0..<8 {
            var profile = StoredBytes.wideProfile
            profile[28] = UInt8(round)  // the date: another profile, the same colours
            #expect(close(try scorer.draw(with([profile[...]], in: jpeg), 16, 16)[8, 8], sRGB(fromAdobe: (200, 120, 60))))
            #expect(close(try scorer.draw(jpeg, 16, 16)[8, 8], (200, 120, 60)))
            #expect(close(try scorer.draw(wide, 16, 16)[8, 8], sRGB(fromAdobe: (200, 120, 60))))
        }
    }
}

/// The JPEG with an ICC profile in APP2 segments, the last part first.
func with(_ parts: [ArraySlice<UInt8>], in jpeg: [UInt8]) -> [UInt8] {
    var segments: [UInt8] = []
    for (index, part) in parts.enumerated().reversed() {
        let length = 2 + 14 + part.count
        segments += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + Array("ICC_PROFILE\u{0}".utf8)
        segments += [UInt8(index + 1), UInt8(parts.count)] + part
    }
    return Array(jpeg[..<2]) + segments + Array(jpeg[2...])
}

private func close(_ a: (Int, Int, Int), _ b: (Int, Int, Int), within limit: Int = 2) -> Bool {
    abs(a.0 - b.0) <= limit && abs(a.1 - b.1) <= limit && abs(a.2 - b.2) <= limit
}
