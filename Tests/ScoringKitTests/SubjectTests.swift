import KeepersCore
import Testing

@testable import ScoringKit

/// What counts as the subject, and that its measures follow it and not the background.
struct SubjectTests {
    private static func face(_ x: Double, _ y: Double, _ size: Double) -> Face {
        Face(
            box: UnitRect(x: x, y: y, width: size, height: size), width: Int(size * 1000), confidence: 0.9,
            leftEye: UnitPoint(x: x + 0.3 * size, y: y + 0.4 * size), rightEye: UnitPoint(x: x + 0.7 * size, y: y + 0.4 * size))
    }

    private func area(_ faces: [Face]?, focus: UnitPoint? = nil, _ orientation: Orientation = .upright) -> SubjectArea? {
        let size = orientation.upright(width: 1200, height: 800)
        return subjectArea(faces: faces, focus: focus, orientation: orientation, width: size.width, height: size.height)
    }

    @Test func facesComeBeforeTheFocusPointAndThatBeforeNothing() {
        let focus = UnitPoint(x: 0.5, y: 0.5)
        #expect(area([Self.face(0.4, 0.3, 0.2)], focus: focus)?.kind == .faces)
        #expect(area([], focus: focus)?.kind == .focusPoint)
        #expect(area(nil, focus: focus)?.kind == .focusPoint)
        #expect(area(nil) == nil && area([]) == nil)
        #expect(area(nil, focus: UnitPoint(x: .nan, y: 2)) == nil)
        // Too small to be judged.
        #expect(area([Self.face(0.4, 0.3, 0.02)], focus: focus)?.kind == .focusPoint)
    }

    @Test func onlyFacesThatMatterCount() throws {
        let large = Self.face(0.4, 0.3, 0.2)
        #expect(try #require(area([large, Self.face(0.1, 0.1, 0.06)])).keen.count == 1)
        #expect(try #require(area([large, Self.face(0.2, 0.3, 0.19)])).keen.count == 2)
        let crowd = (0..<12).map { Self.face(0.07 * Double($0), 0.4, 0.06) }
        #expect(try #require(area(crowd)).keen.count == 5)
    }

    @Test(arguments: Orientation.allCases)
    func theEyesAreSoughtWhereTheyAreStored(orientation: Orientation) throws {
        let face = Self.face(0.2, 0.1, 0.3)
        let stored = orientation.upright(width: 1200, height: 800)
        let rect = try #require(
            subjectArea(faces: [face], focus: nil, orientation: orientation, width: stored.width, height: stored.height)
        ).keen[0]
        for eye in [face.leftEye, face.rightEye] {
            let inside = [(rect.left, rect.top), (rect.right, rect.bottom)].map { corner in
                orientation.upright(x: Double(corner.0) / Double(stored.width), y: Double(corner.1) / Double(stored.height))
            }
            let (xs, ys) = (inside.map(\.x).sorted(), inside.map(\.y).sorted())
            #expect(xs[0] < eye.x && eye.x < xs[1] && ys[0] < eye.y && eye.y < ys[1])
        }
    }

    @Test func anAngleTurnsWithThePicture() {
        let rising = Orientation.allCases.map { $0.upright(angle: 30) }
        for (angle, expected) in zip(rising, [30.0, 150, 30, 150, 60, 120, 60, 120]) { #expect(abs(angle - expected) < 1e-9) }
        for orientation in Orientation.allCases {
            for angle in [0.0, 90, 179.9] { #expect((0..<180).contains(orientation.upright(angle: angle))) }
        }
    }

    /// A sharp scene, its middle blurred, and the focus point there: the background is sharper than the subject.
    @Test func aSoftSubjectBeforeASharpBackgroundIsToldByItsFocusPoint() throws {
        let scene = Negative(.deadLeaves(seed: 3))
        let middle = (x: 456, y: 180, width: 240, height: 220)
        let scorer = FrameScorer()
        var last = Double.infinity
        for radius in [0, 1, 2, 4] {
            let frame = radius == 0 ? scene : scene.with(scene.blurred(radius), in: middle)
            let card = try scorer.score(try frame.jpeg()) {
                $0.focus = UnitPoint(x: 0.5, y: 290.0 / 448)
            }.card
            #expect(card.subject == .focusPoint)
            let subject = try #require(card.measures[.subjectSharpness])
            let background = try #require(card.measures[.backgroundSharpness])
            #expect(subject < 0.7 * last)
            #expect(background > 0.3)
            last = subject
            let expected: BlurKind = radius < 1 ? .none : .softSubject
            #expect(BlurKind.diagnose(card.measures, subject: card.subject) == expected)
        }
        let soft = try scorer.score(try scene.blurred(4).jpeg()) { $0.focus = UnitPoint(x: 0.5, y: 290.0 / 448) }.card
        #expect(BlurKind.diagnose(soft.measures, subject: soft.subject) == .nothingSharp)
    }

    @Test func theSubjectHasItsOwnExposure() throws {
        let scene = Negative(.deadLeaves(seed: 3))
        let place = (x: 456, y: 180, width: 240, height: 220)
        let scorer = FrameScorer()
        func measures(_ steps: Double) throws -> Measures {
            let frame = scene.with(Negative(scene.exposed(steps).picture()), in: place)
            return try scorer.score(try frame.jpeg()) { $0.focus = UnitPoint(x: 0.5, y: 290.0 / 448) }.card.measures
        }
        let (dark, plain, bright) = (try measures(-3), try measures(0), try measures(2))
        func values(_ measure: Measure) throws -> [Double] { try [dark, plain, bright].map { try #require($0[measure]) } }
        let (light, burnt, black) = (
            try values(.subjectBrightness), try values(.subjectHighlights), try values(.subjectShadows)
        )
        #expect(light[0] < light[1] && light[1] < light[2])
        #expect(burnt[0] <= burnt[1] && burnt[1] < burnt[2])
        #expect(black[2] <= black[1] && black[1] <= black[0])
        // The rest of the picture stayed as it was.
        #expect(abs(try #require(bright[.clippedHighlights]) - #require(plain[.clippedHighlights])) < 0.15)
    }

    @Test func aPlainWallUnderTheFocusPointTellsNothing() throws {
        let card = try FrameScorer().score(try Picture.deadLeaves(seed: 3).jpeg()) { $0.focus = UnitPoint(x: 0.5, y: 0.02) }.card
        #expect(card.subject == .sharpestTiles)
        #expect(card.measures[.subjectSharpness] == card.measures[.sharpness])
        #expect(card.measures[.backgroundSharpness] == nil)
    }
}
