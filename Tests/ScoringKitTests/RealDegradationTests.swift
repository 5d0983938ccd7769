import KeepersCore
import ScoringKit
import Testing

/// Real photographs made worse in steps; where KEEPERS_REAL names a folder. Prints its figures.
@Suite(.enabled(if: RealPhotos.root != nil))
struct RealDegradationTests {
    private let scorer = FrameScorer()

    private func measures(_ negative: Negative, fromCamera: Bool = true) throws -> Measures {
        try scorer.score(try negative.jpeg()) { $0.isFromCamera = fromCamera }.card.measures
    }

    private func photos(_ folders: [String]) throws -> [(path: String, negative: Negative)] {
        try RealPhotos.paths(folders).compactMap { path in
            try RealPhotos.photo(path, scorer: scorer).map { (path, Negative($0)) }
        }
    }

    /// Adjacent steps, of which each must move `measure` the right way.
    private func follow(
        _ steps: [Measures], _ measure: Measure, into tally: inout Tally, isRight: (Double, Double) -> Bool
    ) {
        for (one, next) in zip(steps, steps.dropFirst()) {
            guard let before = one[measure], let after = next[measure] else { continue }
            tally.count(isRight(before, after))
        }
    }

    @Test(arguments: [["photos", "photos-large"], ["faces"]])
    func everyMeasureFollowsItsFault(folders: [String]) throws {
        var tallies: [String: Tally] = [:]
        for (_, scene) in try photos(folders) {
            let plain = try measures(scene)
            let blurred = [plain] + (try [1, 2, 4].map { try measures(scene.blurred($0)) })
            let noisy = [plain] + (try [4.0, 8, 16].map { try measures(scene.noisy($0)) })
            let exposed = try [-3.0, -1.5, 0, 1, 2].map { try measures(scene.exposed($0)) }
            follow(blurred, .sharpness, into: &tallies["blur: sharpness falls", default: Tally()]) { $1 < $0 }
            follow(blurred, .subjectSharpness, into: &tallies["blur: subject sharpness falls", default: Tally()]) { $1 < $0 }
            follow(noisy, .noise, into: &tallies["noise: noise rises", default: Tally()]) { $1 > $0 }
            follow(noisy, .sharpness, into: &tallies["noise: sharpness does not rise", default: Tally()]) { $1 <= 1.02 * $0 }
            follow(exposed, .brightness, into: &tallies["exposure: brightness rises", default: Tally()]) { $1 > $0 }
            follow(exposed, .clippedHighlights, into: &tallies["exposure: highlights clip", default: Tally()]) { $1 >= $0 }
            follow(exposed, .clippedShadows, into: &tallies["exposure: shadows open", default: Tally()]) { $1 <= $0 }
        }
        for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            print("MEASURED \(folders[0])…: \(name): \(tally.text)")
            #expect(tally.share >= 0.98)
        }
        #expect(tallies.count == 7)
    }

    @Test func smearsAreToldFromFocusBlur() throws {
        var (found, angles, falseSharp, falseSoft) = (Tally(), Tally(), Tally(), Tally())
        for (index, (_, scene)) in try photos(["photos", "photos-large", "faces"]).enumerated() {
            for (step, length) in [8.0, 16, 32].enumerated() {
                let angle = Double((index * 29 + step * 53) % 180)
                let smeared = try measures(scene.smeared(length, angle))
                let isFound = (smeared[.motionBlur] ?? 0) >= 0.5
                found.count(isFound)
                if isFound, let told = smeared[.motionAngle] { angles.count(apart(told, angle) <= 15) }
            }
            falseSharp.count((try measures(scene)[.motionBlur] ?? 0) >= 0.5)
            for radius in [1, 2, 4] { falseSoft.count((try measures(scene.blurred(radius))[.motionBlur] ?? 0) >= 0.5) }
        }
        print(
            "MEASURED smears of 8 to 32 px found: \(found.text), within 15 degrees: \(angles.text); "
                + "falsely on sharp \(falseSharp.text), on blurred \(falseSoft.text)")
        #expect(found.share >= 0.9)
        #expect(angles.share >= 0.95)
        #expect(falseSharp.share <= 0.05 && falseSoft.share <= 0.05)
    }

    /// Faces as a detector gives them: box, then the eyes, all in shares of the picture.
    private static let portraits: [(path: String, numbers: [Double])] = [
        ("faces/facerec__obama-1080p.jpg", [0.458, 0.092, 0.122, 0.294, 0.492, 0.204, 0.552, 0.203]),
        ("faces/facerec__obama.jpg", [0.4, 0.055, 0.28, 0.325, 0.472, 0.188, 0.61, 0.182]),
        ("faces/facerec__obama3.jpg", [0.454, 0.11, 0.178, 0.152, 0.515, 0.166, 0.602, 0.168]),
        ("faces/facerec__obama_partial_face.jpg", [0, 0.055, 0.38, 0.325, 0.046, 0.183, 0.291, 0.18]),
        ("faces/facerec__obama_and_biden.jpg", [0.572, 0.25, 0.093, 0.177, 0.594, 0.321, 0.636, 0.308]),
        ("photos/immich__craft-beer.jpg", [0.464, 0.224, 0.086, 0.183, 0.486, 0.294, 0.527, 0.293]),
    ]

    @Test func aSoftFaceBeforeASharpBackgroundIsMissedFocus() throws {
        var (monotone, told) = (Tally(), Tally())
        for (path, n) in Self.portraits {
            let photo = try #require(try RealPhotos.photo(path, scorer: scorer))
            let scene = Negative(photo)
            let face = Face(
                box: UnitRect(x: n[0], y: n[1], width: n[2], height: n[3]), width: Int(n[2] * Double(photo.width)),
                confidence: 0.9, leftEye: UnitPoint(x: n[4], y: n[5]), rightEye: UnitPoint(x: n[6], y: n[7]))
            let person = (
                x: Int((n[0] - n[2]) * Double(photo.width)), y: Int((n[1] - 0.6 * n[3]) * Double(photo.height)),
                width: Int(3 * n[2] * Double(photo.width)), height: Int(4.6 * n[3] * Double(photo.height))
            )
            var last = Double.infinity
            for radius in [0, 1, 2, 4] {
                let frame = radius == 0 ? scene : scene.with(scene.blurred(radius), in: person)
                let (measures, subject) = measured(frame.picture(), faces: [face])
                #expect(subject == .faces)
                let sharpness = try #require(measures[.subjectSharpness])
                monotone.count(sharpness < last)
                last = sharpness
                let kind = BlurKind.diagnose(measures, subject: subject)
                if radius == 0 { told.count(kind == BlurKind.none) }
                if radius >= 2 { told.count(kind == .softSubject) }
            }
        }
        print("MEASURED soft faces: sharpness falls \(monotone.text), diagnosed \(told.text)")
        #expect(monotone.share >= 0.98 && told.share >= 0.9)
    }

    @Test func photographsAreNoPapers() throws {
        var fired: [String] = []
        let paths = RealPhotos.paths(["photos", "photos-large", "faces", "near-duplicates", "burst"])
        for path in paths {
            let card = try? scorer.score(try RealPhotos.bytes(path)) { $0.isFromCamera = false }.card
            if (card?.measures[.utility] ?? 0) >= 0.5 { fired.append(path) }
        }
        print("MEASURED utility, camera unknown, fires on \(fired.count) of \(paths.count): \(fired)")
        // A photographed page of handwriting, which is one.
        #expect(fired.filter { !$0.contains("handwritten-notes") }.count * 50 <= paths.count)
    }

    @Test func aTurnedPictureLeansMore() throws {
        var (order, amount) = (Tally(), Tally())
        for path in RealPhotos.paths(["photos", "photos-large", "faces"]) {
            guard let photo = try RealPhotos.photo(path, scorer: scorer, longSide: 1280) else { continue }
            let steps = try [-4.0, 0, 4].map { try measures(Negative(photo.turned($0)))[.tilt] }
            for (one, next) in zip(steps, steps.dropFirst()) {
                guard let one, let next else { continue }
                order.count(next > one)
                amount.count(abs(next - one - 4) <= 1.5)
            }
        }
        print("MEASURED tilt: turned 4 degrees more, rises in \(order.text), by 2.5 to 5.5 degrees in \(amount.text)")
        #expect(order.share >= 0.98 && order.all >= 8)
    }
}
