import Foundation
import KeepersCore
import Testing

@testable import DemoKit

/// What a retouched picture keeps, on a face of a few drawn lines: no model is needed.
@Suite struct RetouchPixelTests {
    /// A mesh with eyes and a mouth where a face of 200x200 pixels has them; all other points lie in its middle.
    private static let points: [UnitPoint] = {
        var points = [UnitPoint](repeating: UnitPoint(x: 0.5, y: 0.5), count: 478)
        func put(_ indices: [Int], from: (Double, Double), to: (Double, Double), bend: Double) {
            for (at, index) in indices.enumerated() {
                let u = Double(at) / Double(indices.count - 1)
                points[index] = UnitPoint(
                    x: (from.0 + (to.0 - from.0) * u) / 200, y: (from.1 + (to.1 - from.1) * u + bend * 4 * u * (1 - u)) / 200)
            }
        }
        put([33, 246, 161, 160, 159, 158, 157, 173, 133], from: (50, 80), to: (90, 80), bend: -6)
        put([33, 7, 163, 144, 145, 153, 154, 155, 133], from: (50, 80), to: (90, 80), bend: 6)
        put([46, 53, 52, 65, 55], from: (46, 62), to: (92, 62), bend: -2)
        put([31, 228, 229, 230, 231, 232, 233], from: (46, 96), to: (92, 96), bend: 2)
        put([263, 466, 388, 387, 386, 385, 384, 398, 362], from: (150, 80), to: (110, 80), bend: -6)
        put([263, 249, 390, 373, 374, 380, 381, 382, 362], from: (150, 80), to: (110, 80), bend: 6)
        put([276, 283, 282, 295, 285], from: (154, 62), to: (108, 62), bend: -2)
        put([261, 448, 449, 450, 451, 452, 453], from: (154, 96), to: (108, 96), bend: 2)
        put([61, 40, 39, 37, 0, 267, 269, 270, 291], from: (75, 145), to: (125, 145), bend: -5)
        put([76, 91, 181, 84, 17, 314, 405, 321, 306], from: (75, 145), to: (125, 145), bend: 5)
        points[10] = UnitPoint(x: 0.5, y: 0.1)
        points[152] = UnitPoint(x: 0.5, y: 0.9)
        return points
    }()

    /// Skin with dark eyeballs and a red mouth.
    private static let picture: Pixels = {
        var bytes: [UInt8] = []
        for y in 0..<200 {
            for x in 0..<200 {
                func inside(_ cx: Int, _ cy: Int, _ w: Int, _ h: Int) -> Bool {
                    (x - cx) * (x - cx) * h * h + (y - cy) * (y - cy) * w * w < w * w * h * h
                }
                let eye = inside(70, 80, 20, 6) || inside(130, 80, 20, 6)
                bytes += eye ? [30, 30, 40] : inside(100, 145, 25, 5) ? [170, 60, 60] : [210, 170, 140]
            }
        }
        return Pixels(width: 200, height: 200, bytes: bytes)
    }()

    private func pixel(_ picture: Pixels, _ x: Int, _ y: Int) -> [UInt8] {
        Array(picture.bytes[(y * picture.width + x) * 3..<(y * picture.width + x) * 3 + 3])
    }

    /// Rows of the left eye's middle column that are darker than skin.
    private func darkRows(_ picture: Pixels) -> Int { (60..<100).count { pixel(picture, 70, $0)[0] < 120 } }

    @Test func lidsComeDownOverTheEye() throws {
        var seen: [Int] = []
        for amount in [0, 0.25, 0.5, 0.75, 1] {
            var retouch = try #require(Retouch(Self.picture, landmarks: Self.points))
            retouch.closeEyes(amount)
            seen.append(darkRows(retouch.picture))
            #expect(pixel(retouch.picture, 70, 50) == [210, 170, 140] && pixel(retouch.picture, 100, 145) == [170, 60, 60])
        }
        #expect(seen[0] == 11 && seen == seen.sorted(by: >) && seen[4] <= 4, "\(seen)")
    }

    @Test func nothingIsDoneForNothing() throws {
        var retouch = try #require(Retouch(Self.picture, landmarks: Self.points))
        retouch.closeEyes(0)
        retouch.smile(0)
        retouch.turnMouth(0)
        retouch.closeEyes(-3)
        retouch.smile(.nan)
        #expect(retouch.picture == Self.picture)
    }

    @Test func theOtherEyeStays() throws {
        var retouch = try #require(Retouch(Self.picture, landmarks: Self.points))
        retouch.closeEyes(1, .right)
        #expect(darkRows(retouch.picture) == 11 && pixel(retouch.picture, 130, 76)[0] > 120)
    }

    @Test func cornersOfTheMouthGoUp() throws {
        var retouch = try #require(Retouch(Self.picture, landmarks: Self.points))
        retouch.smile(1)
        func isRed(_ x: Int, _ y: Int) -> Bool { pixel(retouch.picture, x, y)[1] < 120 }
        #expect((60..<76).contains { x in (134..<144).contains { isRed(x, $0) } }, "wider and higher than it was")
        #expect(pixel(retouch.picture, 70, 80) == [30, 30, 40], "the eyes stay")
    }

    @Test func oddMeshesAreNoFaces() throws {
        #expect(Retouch(Self.picture, landmarks: []) == nil)
        #expect(Retouch(Self.picture, landmarks: Array(repeating: UnitPoint(x: .nan, y: 0), count: 478)) == nil)
        #expect(Retouch(Self.picture, landmarks: Array(repeating: UnitPoint(x: 1e300, y: 0), count: 478)) == nil)
        // All in one place, or beyond the edges: nothing to draw, and nothing outside is drawn.
        for place in [(0.5, 0.5), (-1, 2), (2, -1), (0, 0)] {
            var retouch = try #require(
                Retouch(Self.picture, landmarks: Array(repeating: UnitPoint(x: place.0, y: place.1), count: 478)))
            retouch.closeEyes(1)
            retouch.smile(1)
            retouch.turnMouth(-1)
            #expect(retouch.picture.bytes.count == Self.picture.bytes.count)
        }
        var far = try #require(
            Retouch(Self.picture, landmarks: Self.points.map { UnitPoint(x: $0.x * 3 - 1, y: $0.y * 3 - 1) }))
        far.closeEyes(1)
        far.smile(1)
        #expect(far.picture.bytes.count == Self.picture.bytes.count)
    }

    @Test func portraitsTakeTheFramesOfABurst() throws {
        let story = Story.plan(
            frames: 120, seed: 1, bodies: Body.all(for: DemoOptions.Format.allCases), photos: [true, false, true])
        for photo in [0, 2] {
            let shot = try #require(story.shots.first { $0.photo == photo })
            #expect(shot.frames.count >= 3 && shot.kind == "burst" && shot.orientation == .upright)
            let best = shot.frames.filter { $0.best == .yes }
            #expect(best.count == 1 && best[0].smile >= 0.7 && !best[0].eyesClosed && best[0].blur == .none)
            for other in shot.frames where other.best != .yes {
                #expect((other.eyesClosed || other.blur != .none || other.mouth != 0) && other.smile <= 0.3)
            }
        }
        #expect(story.shots.first { $0.photo == 1 }?.frames.count == 1)
    }

    /// Four faces side by side fill the frame, and the first blinks when the plan says so.
    @Test func facesStandSideBySide() throws {
        let cards = try Cards()
        var photo = try #require(try Photo.load([try Self.file(in: cards.root)]).first)
        photo.faces = [Self.points]
        let shot = try #require(
            Story.plan(frames: 4, seed: 1, bodies: Body.all(for: [.nef]), photos: []).shots.first)
        func frame(_ closed: Bool) -> [UInt8] {
            var take = shot.frames[0]
            (take.eyesClosed, take.blur) = (closed, .none)
            return Portraits.side(by: 4, of: [photo], shot, take, width: 240, height: 160)
        }
        let (open, closed) = (frame(false), frame(true))
        #expect(open.count == 240 * 160 * 3)
        let changed = (0..<240 * 160).filter { open[$0 * 3..<$0 * 3 + 3] != closed[$0 * 3..<$0 * 3 + 3] }
        #expect(!changed.isEmpty && changed.allSatisfy { $0 % 240 < 120 && $0 / 240 < 80 })
        #expect(Set(stride(from: 0, to: open.count, by: 3).map { open[$0] }).contains(210), "skin")
    }

    @Test func aCardOfFacesNeedsAFace() throws {
        let cards = try Cards()
        var options = cards.options("card", frames: 2)
        (options.photos, options.facesPerFrame) = ([try Self.file(in: cards.root)], 4)
        let error = #expect(throws: DemoError.self) { try DemoCard.make(options) { _ in } }
        #expect(error?.message.contains("portraits") == true)
        let truth = try DemoCard.make(options, findFaces: { _ in [Self.points] }) { _ in }
        #expect(truth.frames.allSatisfy { $0.scene == "faces" && $0.smile != nil && $0.eyes != .none })
    }

    private static func file(in folder: String) throws -> String {
        let path = folder + "/retouched.ppm"
        try (Data("P6\n200 200\n255\n".utf8) + Data(picture.bytes)).write(to: URL(fileURLWithPath: path))
        return path
    }
}
