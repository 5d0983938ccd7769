import KeepersCore
import ScoringKit
import Testing

struct LetterboxTests {
    private let scorer = FrameScorer()

    /// A 160 x 120 thumbnail of a 3:2 frame: bars of 6 or 7 rows above and below.
    private static func barred(_ shade: Int = 0) -> Picture {
        let inner = Picture.fourColours(width: 160, height: 106)
        return Picture(width: 160, height: 120) { x, y in
            (7..<113).contains(y) ? inner[x, y - 7] : (shade, shade, shade)
        }
    }

    private static func frame(_ input: inout FrameScorer.Input) {
        input.fullWidth = 6000
        input.fullHeight = 4000
    }

    @Test func barsAboveAndBelowAreCutOff() throws {
        let (card, thumbnail) = try scorer.score(try Self.barred().jpeg(), Self.frame)
        #expect((card.width, card.height) == (160, 106))
        #expect(try sizeOfJPEG(thumbnail) == (160, 106))
        let drawn = try scorer.draw(try Self.barred().jpeg(), 160, 106, Self.frame)
        #expect(name(drawn[20, 1]) == "red" && name(drawn[20, 104]) == "blue")
        #expect(try sizeOfJPEG(try scorer.thumbnail(try Self.barred().jpeg(), longSide: 80, Self.frame)) == (80, 53))
    }

    @Test func barsAreCutOffBeforeThePictureIsTurned() throws {
        let (card, _) = try scorer.score(try Self.barred().jpeg()) {
            Self.frame(&$0)
            $0.orientation = .turned90
        }
        #expect((card.width, card.height) == (106, 160))
    }

    @Test func barsLeftAndRightAreCutOff() throws {
        let inner = Picture.fourColours(width: 1440, height: 1080)
        let picture = Picture(width: 1920, height: 1080) { x, y in
            (240..<1680).contains(x) ? inner[x - 240, y] : (0, 0, 0)
        }
        let fields: Fields = {
            $0.fullWidth = 4608
            $0.fullHeight = 3456
        }
        let (card, thumbnail) = try scorer.score(try picture.jpeg(), fields)
        #expect((card.width, card.height) == (1440, 1080))
        #expect(try sizeOfJPEG(thumbnail) == (360, 270))
        // At a reduced decode the bars shrink with the picture.
        #expect(name(try scorer.draw(try picture.jpeg(), 200, 150, fields)[0, 10]) == "red")
    }

    /// Strong compression rings into the bars.
    @Test(arguments: [50, 75, 90] as [Int32]) func barsAreKnownThroughCompression(quality: Int32) throws {
        #expect(try scorer.score(try Self.barred().jpeg(quality: quality, subsampled: true), Self.frame).card.height == 106)
    }

    @Test func pictureContentIsNeverCutOff() throws {
        // Rows of another shade where bars would be: a real picture of another shape.
        #expect(try scorer.score(try Self.barred(80).jpeg(), Self.frame).card.height == 120)
        #expect(try scorer.score(try Self.barred(20).jpeg(), Self.frame).card.height == 120)
        var oneSpot = Self.barred()
        for x in 60..<70 { for c in 0..<3 { oneSpot.bytes[3 * (3 * 160 + x) + c] = 180 } }
        #expect(try scorer.score(try oneSpot.jpeg(), Self.frame).card.height == 120)
    }

    @Test func aBlackPictureOfTheFramesShapeStaysWhole() throws {
        let black = Picture(width: 150, height: 100) { _, _ in (0, 0, 0) }
        #expect(try scorer.score(try black.jpeg(), Self.frame).card.height == 100)
        // 6048 x 4024 and 1620 x 1080 differ by a quarter of a percent: that is rounding, not bars.
        let card = try scorer.score(try black.jpeg()) {
            $0.fullWidth = 6048
            $0.fullHeight = 4024
        }.card
        #expect((card.width, card.height) == (150, 100))
    }

    @Test(arguments: [(0, 0), (-6000, 4000), (1, Int.max), (Int.max, 1)])
    func sizesThatMakeNoSenseChangeNothing(width: Int, height: Int) throws {
        let card = try scorer.score(try Picture.fourColours().jpeg()) {
            $0.fullWidth = width
            $0.fullHeight = height
        }.card
        #expect((card.width, card.height) == (64, 48))
    }
}
