import KeepersCore
import ScoringKit
import Testing

/// One scene degraded step by step: a measure must follow every step.
struct MeasureTests {
    private let scorer = FrameScorer()

    private func sharpness(_ texture: Texture, quality: Int32 = 92) throws -> Double {
        try #require(try scorer.score(try texture.jpeg(quality: quality)).card.measures[.sharpness])
    }

    @Test(arguments: [1, 2] as [UInt64])
    func sharpnessFallsWithEveryStepOfBlur(seed: UInt64) throws {
        let scene = Texture(seed: seed)
        let sharp = try sharpness(scene)
        #expect(sharp > 0.5)
        var last = sharp
        for sigma in [0.5, 1, 2, 4] {
            let blurred = try sharpness(scene.blurred(sigma))
            #expect(blurred < last * 0.8)
            last = blurred
        }
        #expect(last < sharp / 20)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func noiseIsMeasuredAndNeverRaisesSharpness(seed: UInt64) throws {
        let scene = Texture(seed: seed)
        let soft = scene.blurred(1.5)
        var (sharp, blurred) = (try sharpness(scene), try sharpness(soft))
        var noise = try #require(try scorer.score(try scene.jpeg()).card.measures[.noise])
        #expect(noise < 1.5)
        for deviation in [4.0, 8, 16] {
            let measures = try scorer.score(try scene.noisy(deviation).jpeg()).card.measures
            let louder = try #require(measures[.noise])
            #expect(louder > noise && abs(louder - deviation) < 0.45 * deviation)
            noise = louder
            let withNoise = try #require(measures[.sharpness])
            #expect(withNoise <= sharp * 1.02)
            sharp = withNoise
            // A soft frame may only lose its value to noise, not win one.
            if let softWithNoise = try scorer.score(try soft.noisy(deviation).jpeg()).card.measures[.sharpness] {
                #expect(softWithNoise <= blurred * 1.02)
                blurred = softWithNoise
            }
        }
    }

    @Test func sharpnessDoesNotDependOnContrastOrCompression() throws {
        let scene = Texture(seed: 2)
        let plain = try sharpness(scene)
        for (other, quality) in [(scene.exposed(-1), 92), (scene.exposed(0.7), 92), (scene, 75), (scene, 98)]
            as [(Texture, Int32)]
        {
            let ratio = try sharpness(other, quality: quality) / plain
            #expect(ratio > 0.75 && ratio < 1.34)
        }
    }

    @Test func textureAllOverIsNotCalledBlurred() throws {
        var gravel = Texture(seed: 1)
        var dice = Dice(state: 8)
        gravel.luma = gravel.luma.map { _ in 128 + 90 * dice.normal() }
        let card = try scorer.score(try gravel.blurred(0.9).jpeg(quality: 98)).card
        #expect(card.measures[.sharpness] == nil && card.measures[.noise] == nil)
        #expect(card.caveat == "noise and texture look alike: sharpness cannot be told")
        #expect(card.measures[.brightness] != nil)
    }

    @Test func movementShowsAsDirection() throws {
        // Spots of 6 x 6 pixels and random brightness, between plain parts.
        var spots = Texture(seed: 4)
        for y in 0..<spots.height {
            for x in 0..<spots.width {
                var dice = Dice(state: UInt64(x / 6 + 1000 * (y / 6)))
                spots.luma[y * spots.width + x] = x % 256 < 64 ? 90 : Double.random(in: 60...200, using: &dice)
            }
        }
        let still = try #require(try scorer.score(try spots.jpeg()).card.measures[.directionality])
        let moved = try #require(try scorer.score(try spots.moved(12).jpeg()).card.measures[.directionality])
        #expect(still < 1.5 && moved > 2 * still)
    }

    @Test func exposureIsCountedAtBothEnds() throws {
        // A quarter black, a quarter white, a quarter pure red, a quarter grey.
        let picture = Picture(width: 64, height: 64) { x, y in
            switch (x < 32, y < 32) {
            case (true, true): (0, 0, 0)
            case (false, true): (255, 255, 255)
            case (true, false): (255, 0, 0)
            case (false, false): (128, 128, 128)
            }
        }
        let measures = try scorer.score(try picture.jpeg(quality: 100)).card.measures
        #expect(abs((measures[.clippedShadows] ?? -1) - 0.25) < 0.01)
        #expect(abs((measures[.clippedHighlights] ?? -1) - 0.5) < 0.01)
        #expect(abs((measures[.brightness] ?? -1) - (0 + 255 + 76 + 128) / 4 / 255) < 0.01)
        #expect(abs((measures[.contrast] ?? -1) - 0.367) < 0.01)
        #expect((measures[.colourfulness] ?? -1) > 100)
    }

    @Test func aSmallPictureIsNotJudgedForSharpness() throws {
        let small = try scorer.score(try Picture.fourColours(width: 999, height: 60).jpeg()).card
        #expect(small.caveat == "too small to judge")
        #expect(small.measures[.sharpness] == nil && small.measures[.noise] == nil && small.measures[.directionality] == nil)
        #expect(small.measures[.brightness] != nil && small.print != nil)
        let enough = try scorer.score(try Picture.fourColours(width: 1000, height: 60).jpeg()).card
        #expect(enough.caveat == nil && enough.measures[.sharpness] != nil)
        #expect(enough.model == FrameScorer.model)
    }

    @Test func aBlackFrameHasNoDetailAndNoNoiseToTell() throws {
        let black = try Picture(width: 1024, height: 96) { _, _ in (0, 0, 0) }.jpeg()
        for iso in [nil, 100, 102_400, -1, .max] {
            let measures = try scorer.score(black) { $0.iso = iso }.card.measures
            #expect(measures[.sharpness] == 0 && measures[.noise] == nil)
            #expect(measures[.clippedShadows] == 1)
        }
    }

    @Test func theCardIsTheSameWhateverCameBefore() throws {
        let jpeg = try Texture(seed: 6).jpeg()
        let first = try scorer.score(jpeg)
        _ = try scorer.score(try Picture.fourColours(width: 1400, height: 300).jpeg(), longSide: 90)
        _ = try? scorer.score([0xFF, 0xD8, 0xFF, 0xD9])
        let second = try scorer.score(jpeg)
        #expect(first.card == second.card && first.thumbnail == second.thumbnail)
        // The thumbnail's size changes nothing that is measured.
        #expect(try FrameScorer().score(jpeg, longSide: 64).card == first.card)
    }

    @Test func turningChangesNoMeasureButTheLook() throws {
        let jpeg = try Texture(seed: 6).jpeg()
        let upright = try scorer.score(jpeg).card
        let turned = try scorer.score(jpeg) { $0.orientation = .turned270 }.card
        // The look is drawn anew, and level edges count before plumb ones.
        for measure in Measure.allCases where ![.colourfulness, .utility, .tilt].contains(measure) {
            #expect(turned.measures[measure] == upright.measures[measure])
        }
        #expect((turned.width, turned.height) == (upright.height, upright.width))
    }
}
