import KeepersCore
import Testing

@testable import IngestKit

@Suite("Lightroom's own previews")
struct LightroomPreviewTests {
    @Test func everyLevelIsAPictureAndNoLevelIsMixedUp() throws {
        let levels = [jpeg(160, 107), jpeg(810, 540, filler: 3000), jpeg(1620, 1080, filler: 9000)]
        let bytes = lightroomPreview(levels, colours: "AdobeRGB")
        let header = read(bytes, "0A1B.lrprev")
        #expect(header.kind == .jpeg)
        #expect(header.problem == nil)
        #expect(header.shot.isAdobeRGB)
        #expect(header.previews.map(\.width) == [160, 810, 1620])
        #expect(header.previews.count { $0.isShowable } == 3)
        for (preview, level) in zip(header.previews, levels) {
            #expect(Array(bytes[Int(preview.offset)..<Int(preview.offset + preview.length)]) == level)
        }
        #expect(header.scoringPreview?.width == 1620)
    }

    @Test func oneLevelByItselfReadsToo() {
        let level = section("level_6", jpeg(2048, 1365))
        let header = read(level, "5D06293B-69a3bce92b8a7c577c317413b8148255_2048")
        #expect(header.scoringPreview?.width == 2048)
        #expect(!header.shot.isAdobeRGB)
    }

    @Test func whatIsCutShortKeepsTheWholeLevels() {
        let bytes = lightroomPreview([jpeg(160, 107), jpeg(1620, 1080, filler: 9000)])
        let header = read(Array(bytes[..<(bytes.count - 700)]), "a.lrprev")
        #expect(header.previews.filter(\.isShowable).map(\.width) == [160])
    }

    /// Lengths of a liar: past the end, zero, so large that their sum wraps.
    @Test(arguments: [0, 1, 1 << 20, UInt64.max, UInt64.max - 40, UInt64(Int64.max)])
    func lengthsThatLieFindNothingAndEnd(length: UInt64) {
        for place in [8, 16] {
            var bytes = lightroomPreview([jpeg(160, 107), jpeg(1620, 1080)])
            bytes.replaceSubrange(place..<(place + 8), with: big(length))
            let header = read(bytes, "a.lrprev")
            #expect(header.previews.allSatisfy { $0.offset + $0.length <= UInt64(bytes.count) || !$0.intact })
        }
    }

    /// On a card such a file is nobody's frame.
    @Test func itIsNoFrameByItsContent() {
        #expect(sniff(lightroomPreview([jpeg(160, 107)]), name: "a") == nil)
    }
}
