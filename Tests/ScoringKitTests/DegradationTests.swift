import KeepersCore
import ScoringKit
import Testing

/// Natural-looking scenes made worse in steps: each measure follows its own fault and leaves the others' alone.
struct DegradationTests {
    private let scorer = FrameScorer()

    private func measures(_ negative: Negative) throws -> Measures { try scorer.score(try negative.jpeg()).card.measures }

    @Test(arguments: [11, 12] as [UInt64])
    func sharpnessFallsWithBlurAndNeitherRisesWithNoise(seed: UInt64) throws {
        let scene = Negative(.deadLeaves(seed: seed))
        let plain = try measures(scene)
        let sharp = try #require(plain[.sharpness])
        var last = sharp
        for radius in [1, 2, 4] {
            let blurred = try #require(try measures(scene.blurred(radius))[.sharpness])
            #expect(blurred < 0.7 * last)
            last = blurred
        }
        var noise = try #require(plain[.noise])
        for grain in [4.0, 8, 16] {
            let noisy = try measures(scene.noisy(grain))
            let louder = try #require(noisy[.noise])
            #expect(louder > noise)
            noise = louder
            #expect((noisy[.sharpness] ?? 0) <= 1.02 * sharp)
            // Noise is louder in the shadows than in the sky, and is still no detail.
            #expect((try measures(scene.blurred(2).noisy(grain))[.sharpness] ?? 0) < 0.1 * sharp)
        }
    }

    @Test func exposureMovesBrightnessAndBothEnds() throws {
        let scene = Negative(.deadLeaves(seed: 13))
        let steps = try [-6.0, -3, -1, 0, 1, 3].map { try measures(scene.exposed($0)) }
        for (darker, brighter) in zip(steps, steps.dropFirst()) {
            func rise(_ measure: Measure) throws -> Double { try #require(brighter[measure]) - #require(darker[measure]) }
            #expect(try rise(.brightness) > 0.01)
            #expect(try rise(.clippedHighlights) >= 0)
            #expect(try rise(.clippedShadows) <= 0)
        }
        #expect(try #require(steps.last?[.clippedHighlights]) > #require(steps[3][.clippedHighlights]))
        #expect(try #require(steps.first?[.clippedShadows]) > #require(steps[3][.clippedShadows]))
    }

    @Test(arguments: [0, 37, 90, 141] as [Double])
    func aSmearIsToldWithItsDirection(angle: Double) throws {
        let scene = Negative(.deadLeaves(seed: 14))
        for length in [8.0, 16, 32] {
            let smeared = try measures(scene.smeared(length, angle))
            #expect(try #require(smeared[.motionBlur]) >= 0.5)
            #expect(apart(try #require(smeared[.motionAngle]), angle) < 12)
            #expect(BlurKind.diagnose(smeared, subject: .sharpestTiles) == .motion)
        }
        // Turned on its side, the frame is smeared across.
        let side = try scorer.score(try scene.smeared(16, angle).jpeg()) { $0.orientation = .turned90 }.card.measures
        #expect(apart(try #require(side[.motionAngle]), angle + 90) < 12)
    }

    @Test func whatIsSharpOrOutOfFocusIsNotSmeared() throws {
        let scene = Negative(.deadLeaves(seed: 15))
        for frame in [scene, scene.blurred(1), scene.blurred(2), scene.blurred(4), scene.noisy(8), scene.blurred(2).noisy(6)] {
            #expect((try measures(frame)[.motionBlur] ?? 0) < 0.3)
        }
    }

    /// Posts, a horizon, waves: nothing varies along them, sharp or not, and that is no smear.
    @Test func railingsAndHorizonsAreNoSmears() throws {
        let railing = Picture(width: 1152, height: 448) { x, _ in x % 30 < 12 ? (40, 42, 45) : (170, 180, 200) }
        let horizon = Picture(width: 1152, height: 448) { x, y in y < 200 + x / 90 ? (190, 200, 230) : (40, 60, 90) }
        let waves = Picture(width: 1152, height: 448) { _, y in y % 24 < 12 ? (60, 80, 110) : (120, 140, 160) }
        for picture in [railing, horizon, waves] {
            for frame in [Negative(picture), Negative(picture).noisy(4), Negative(picture).blurred(2)] {
                #expect((try measures(frame)[.motionBlur] ?? 0) < 0.3)
            }
        }
    }

    @Test func aLeaningHorizonIsMeasuredInDegrees() throws {
        let shelves = Picture(width: 1400, height: 700) { x, y in
            (y / 60 + x / 200) % 2 == 0 ? (60, 70, 80) : (180, 170, 160)
        }
        for degrees in [-6.0, -2.5, 0, 4, 8] {
            let jpeg = try shelves.turned(degrees).jpeg()
            let tilt = try #require(try scorer.score(jpeg).card.measures[.tilt])
            #expect(abs(tilt - degrees) < 0.6)
            let turned = try #require(try scorer.score(jpeg) { $0.orientation = .turned270 }.card.measures[.tilt])
            let mirrored = try #require(try scorer.score(jpeg) { $0.orientation = .mirrored }.card.measures[.tilt])
            #expect(abs(turned - degrees) < 0.6 && abs(mirrored + degrees) < 0.6)
        }
        #expect(try scorer.score(try Picture.deadLeaves(seed: 16).jpeg()).card.measures[.tilt] == nil)
    }

    @Test func pagesAndScreensAreToldFromPhotographs() throws {
        // Lines of dark strokes on white, as print looks; panels, a bar and some text, as a screen does.
        func isStroke(_ x: Int, _ y: Int) -> Bool { y % 24 < 12 && (x * 7 + y / 24 * 5) % 11 < 4 && x % 90 > 12 }
        let page = Picture(width: 1200, height: 800) { x, y in
            isStroke(x, y) && x > 80 && x < 1120 ? (20, 20, 20) : (250, 250, 248)
        }
        let screen = Picture(width: 1200, height: 800) { x, y in
            if y < 60 { return (40, 60, 120) }
            if x < 240 { return isStroke(x, y) && x < 160 ? (230, 230, 230) : (50, 50, 54) }
            return isStroke(x, y) && x < 900 && y < 300 ? (200, 200, 205) : (32, 33, 36)
        }
        func utility(_ picture: Picture, fromCamera: Bool) throws -> Double {
            try #require(try scorer.score(try picture.jpeg()) { $0.isFromCamera = fromCamera }.card.measures[.utility])
        }
        #expect(try utility(page, fromCamera: true) > 0.5)
        #expect(try utility(screen, fromCamera: false) > 0.5)
        #expect(try utility(screen, fromCamera: true) < 0.5)
        // Burnt out white with some dark left looks like a page and is a spoilt photograph.
        let burnt = Picture(width: 1200, height: 800) { x, y in isStroke(x, y) ? (20, 20, 20) : (255, 255, 255) }
        #expect(try utility(burnt, fromCamera: true) < 0.3)
        for photo in [Picture.deadLeaves(seed: 17), Picture(width: 1200, height: 800) { _, _ in (0, 0, 0) }] {
            #expect(try utility(photo, fromCamera: false) < 0.1)
        }
    }
}

/// Degrees between two directions without an arrow.
func apart(_ one: Double, _ other: Double) -> Double {
    let difference = abs(one - other).truncatingRemainder(dividingBy: 180)
    return min(difference, 180 - difference)
}
