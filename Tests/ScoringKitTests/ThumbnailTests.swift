import KeepersCore
import ScoringKit
import Testing

struct ThumbnailTests {
    private let scorer = FrameScorer()

    @Test(arguments: [(1620, 1080, 360, 360, 240), (600, 900, 360, 240, 360), (200, 100, 360, 200, 100), (900, 3, 360, 360, 1)])
    func theLongSideIsKept(width: Int, height: Int, longSide: Int, expectedWidth: Int, expectedHeight: Int) throws {
        let jpeg = try Picture.fourColours(width: width, height: height).jpeg()
        #expect(try sizeOfJPEG(try scorer.score(jpeg, longSide: longSide).thumbnail) == (expectedWidth, expectedHeight))
        #expect(try sizeOfJPEG(try scorer.thumbnail(jpeg, longSide: longSide)) == (expectedWidth, expectedHeight))
    }

    @Test func bothWaysShowTheSamePicture() throws {
        let jpeg = try Picture.fourColours(width: 1200, height: 800).jpeg()
        let scored = try scorer.draw(try scorer.score(jpeg, longSide: 120).thumbnail, 120, 80)
        let quick = try scorer.draw(try scorer.thumbnail(jpeg, longSide: 120), 120, 80)
        #expect(scored.difference(quick) < 60)  // at the hard edges
        #expect(centres(scored) == centres(quick) && centres(quick) == ["red", "green", "blue", "yellow"])
    }

    /// Pure noise is the worst that can be asked of 60 KB.
    @Test func aGridThumbnailNeverGrowsBeyondItsShare() throws {
        var dice = Dice(state: 12)
        let noise = Picture(width: 360, height: 360) { _, _ in
            (Int.random(in: 0...255, using: &dice), Int.random(in: 0...255, using: &dice), Int.random(in: 0...255, using: &dice))
        }
        #expect(try scorer.score(try noise.jpeg()).thumbnail.count < 60_000)
    }
}
