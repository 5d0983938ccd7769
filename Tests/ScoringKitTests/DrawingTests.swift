import KeepersCore
import ScoringKit
import Testing

struct DrawingTests {
    private let scorer = FrameScorer()

    /// The stored picture turned pixel by pixel with the domain's own definition.
    private func turned(_ picture: Picture, _ orientation: Orientation) -> Picture {
        let size = orientation.upright(width: picture.width, height: picture.height)
        var result = Picture(width: size.width, height: size.height) { _, _ in (0, 0, 0) }
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let place = orientation.upright(
                    x: (Double(x) + 0.5) / Double(picture.width), y: (Double(y) + 0.5) / Double(picture.height))
                let at = 3 * (Int(place.y * Double(size.height)) * size.width + Int(place.x * Double(size.width)))
                let (r, g, b) = picture[x, y]
                result.bytes[at] = UInt8(r)
                result.bytes[at + 1] = UInt8(g)
                result.bytes[at + 2] = UInt8(b)
            }
        }
        return result
    }

    @Test(arguments: Orientation.allCases)
    func everyOrientationStandsUpright(orientation: Orientation) throws {
        let picture = Picture.fourColours()
        let expected = turned(picture, orientation)
        let drawn = try scorer.draw(try picture.jpeg(), expected.width, expected.height) { $0.orientation = orientation }
        #expect(drawn.difference(expected) < 24)  // what JPEG does to the hard edges
        let (card, thumbnail) = try scorer.score(try picture.jpeg()) { $0.orientation = orientation }
        #expect((card.width, card.height) == (expected.width, expected.height))
        let shown = try FrameScorer().draw(thumbnail, expected.width, expected.height)
        #expect(centres(shown) == centres(expected))
    }

    @Test(arguments: Orientation.allCases)
    func aCropIsTakenFromTheUprightPicture(orientation: Orientation) throws {
        let picture = Picture.fourColours()
        let upright = turned(picture, orientation)
        let (width, height) = (upright.width / 2, upright.height / 2)
        let quarter = UnitRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        let drawn = try scorer.draw(try picture.jpeg(), width, height, crop: quarter) { $0.orientation = orientation }
        let (r, g, b) = upright[upright.width - 5, 5]
        #expect(drawn.difference(Picture(width: width, height: height) { _, _ in (r, g, b) }) < 24)
    }

    @Test(arguments: [(32, 24), (200, 150), (7, 9), (64, 48), (1, 1), (300, 2)])
    func anySizeIsDrawnExactly(width: Int, height: Int) throws {
        let drawn = try scorer.draw(try Picture.fourColours().jpeg(), width, height)
        #expect(drawn.bytes.count == width * height * 3)
        if width >= 4, height >= 4 { #expect(centres(drawn) == ["red", "green", "blue", "yellow"]) }
    }

    /// 1024 x 768 to every size that takes another DCT scale, and through the box and the filter.
    @Test(arguments: [900, 500, 300, 130, 100, 40, 9])
    func aLargePictureKeepsItsGeometryWhenReduced(width: Int) throws {
        let picture = Picture.fourColours(width: 1024, height: 768)
        let height = width * 3 / 4
        let drawn = try scorer.draw(try picture.jpeg(), width, height)
        #expect(centres(drawn) == ["red", "green", "blue", "yellow"])
        // The border between the colours lies in the middle: the outermost columns left of it are still red.
        #expect(name(drawn[width / 2 - 2, 1]) == "red")
        #expect(name(drawn[width - width / 2 + 1, 1]) == "green")
    }

    @Test func aCropLandsOnThePixelsAskedFor() throws {
        // One white column in every 16; a crop that begins on it shows it first.
        let picture = Picture(width: 256, height: 64) { x, _ in x == 96 || x == 97 ? (250, 250, 250) : (10, 10, 10) }
        let crop = UnitRect(x: 96.0 / 256, y: 0.25, width: 32.0 / 256, height: 0.5)
        let drawn = try scorer.draw(try picture.jpeg(quality: 100), 32, 32, crop: crop)
        for y in 0..<32 {
            #expect(drawn[0, y].0 > 230 && drawn[1, y].0 > 230)
            #expect(drawn[2, y].0 < 30 && drawn[31, y].0 < 30)
        }
    }

    @Test func cropsOutsideThePictureAreHeldInside() throws {
        let jpeg = try Picture.fourColours().jpeg()
        let strange: [UnitRect] = [
            UnitRect(x: -5, y: 0.5, width: 0.25, height: 0.25), UnitRect(x: 0.9, y: 0.9, width: 9, height: 9),
            UnitRect(x: .nan, y: 0, width: .infinity, height: -1), UnitRect(x: 1, y: 1, width: 0, height: 0),
        ]
        for crop in strange { #expect(try scorer.draw(jpeg, 16, 16, crop: crop).bytes.count == 768) }
        let corner = UnitRect(x: 7, y: 7, width: 0.25, height: 0.25)
        #expect(Set(centres(try scorer.draw(jpeg, 16, 16, crop: corner))) == ["yellow"])
    }

    @Test(arguments: [(0, 10), (10, 0), (-1, 10), (Int.max, Int.max), (100, 100)])
    func aTargetThatIsTooSmallIsRefused(width: Int, height: Int) throws {
        let jpeg = try Picture.fourColours().jpeg()
        var memory = [UInt8](repeating: 9, count: 100 * 100 * 3 - 1)
        let request = PictureRequest(frame: FrameID(1), pixelWidth: width, pixelHeight: height, quality: .large)
        jpeg.withUnsafeBytes { bytes in
            memory.withUnsafeMutableBytes { target in
                _ = #expect(throws: ScoringError.self) { try scorer.draw(.init(jpeg: bytes), request: request, into: target) }
            }
        }
        #expect(memory.allSatisfy { $0 == 9 })
    }

    @Test func drawingTwiceAndAfterAnotherPictureIsTheSame() throws {
        let first = try Picture.fourColours(width: 400, height: 300).jpeg()
        let second = try Picture.fourColours(width: 300, height: 400).jpeg()
        let drawn = try scorer.draw(first, 100, 75)
        #expect(try scorer.draw(first, 100, 75) == drawn)
        _ = try scorer.draw(second, 100, 75)
        #expect(try scorer.draw(first, 100, 75) == drawn)
        #expect(try FrameScorer().draw(first, 100, 75) == drawn)
    }
}

/// The colours in the middle of the four quarters.
func centres(_ picture: Picture) -> [String] {
    let (w, h) = (picture.width, picture.height)
    return [(w / 4, h / 4), (w * 3 / 4, h / 4), (w / 4, h * 3 / 4), (w * 3 / 4, h * 3 / 4)].map { name(picture[$0.0, $0.1]) }
}

func name(_ colour: (Int, Int, Int)) -> String {
    switch (colour.0 > 130, colour.1 > 130, colour.2 > 130) {
    case (true, false, false): "red"
    case (false, true, false): "green"
    case (false, false, true): "blue"
    case (true, true, false): "yellow"
    case (false, false, false): "black"
    default: "other"
    }
}
