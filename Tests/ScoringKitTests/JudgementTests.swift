import Foundation
import ScoringKit
import Testing

@testable import KeepersCore

/// Degradations of known kind through the whole of scoring: what each costs, and who wins beside it, as a text that a change of a
/// weight or a measure must change. Recorded only when KEEPERS_RECORD is set, and read before it is committed.
@Suite struct JudgementTests {
    /// One frame of a stack: its name, its picture, and the faces that a model would have found in it.
    private struct Take {
        var name: String
        var card: ScoreCard
    }

    private static let stacks: Result<[(name: String, takes: [Take])], any Error> = Result { try made() }

    private static func take(
        _ name: String, _ texture: Texture, _ faces: [Face]? = nil, _ quality: Int32 = 92,
        _ more: (inout Measures) -> Void = { _ in }
    ) throws -> Take {
        var card = try FrameScorer().score(try texture.jpeg(quality: quality)).card
        card.faces = faces
        more(&card.measures)
        return Take(name: name, card: card)
    }

    private static func couple(
        _ left: EyeState, _ right: EyeState, smile: Double = 0.2, quality: Double = 80, scale: Double = 1
    ) -> [Face] {
        [face(0.3, 0.12 * scale, left, smile, quality), face(0.6, 0.1 * scale, right, smile, quality)]
    }

    private static func made() throws -> [(name: String, takes: [Take])] {
        let scene = Texture(seed: 2)
        let other = Texture(seed: 1)
        let spots = spots()
        return [
            (
                "blur",
                [
                    try take("sharp", scene), try take("blur 0.5", scene.blurred(0.5)), try take("blur 1", scene.blurred(1)),
                    try take("blur 2", scene.blurred(2)), try take("blur 4", scene.blurred(4)),
                ]
            ),
            (
                "shake",
                [
                    try take("still", spots), try take("moved 3", spots.moved(3)), try take("moved 6", spots.moved(6)),
                    try take("moved 12", spots.moved(12)),
                ]
            ),
            (
                "noise",
                [
                    try take("clean", scene), try take("noise 4", scene.noisy(4)), try take("noise 8", scene.noisy(8)),
                    try take("noise 16", scene.noisy(16)),
                ]
            ),
            (
                "exposure",
                [
                    try take("as metered", scene), try take("-1 EV", scene.exposed(-1)), try take("-2 EV", scene.exposed(-2)),
                    try take("-4 EV", scene.exposed(-4)), try take("+1 EV", scene.exposed(1)),
                    try take("+2 EV", scene.exposed(2)),
                ]
            ),
            (
                "eyes",
                [
                    try take("all open", scene, couple(.open, .open)), try take("one closed", scene, couple(.open, .closed)),
                    try take("main closed", scene, couple(.closed, .open)),
                    try take("both closed", scene, couple(.closed, .closed)),
                    try take("laughing", scene, couple(.closed, .closed, smile: 0.9)),
                    try take("can't tell", scene, couple(.unsure, .open)),
                ]
            ),
            (
                "faces",
                [
                    try take("good", scene, couple(.open, .open)), try take("unclear", scene, couple(.open, .open, quality: 50)),
                    try take("one missing", scene, [face(0.3, 0.12, .open, 0.2, 80)]),
                    try take("smiling", scene, couple(.open, .open, smile: 0.8)),
                    try take("cropped", scene, couple(.open, .open, scale: 1.6)),
                ]
            ),
            (
                "other faults",
                [
                    try take("plain", other), try take("moving", other.blurred(1)) { $0[.motionBlur] = 0.7 },
                    try take("steady", other.blurred(1)) { $0[.motionBlur] = 0.1 },
                    try take("receipt", other) { $0[.utility] = 0.8 },
                ]
            ),
            ("a tie", [try take("one", scene), try take("two", scene, nil, 93), try take("three", scene.blurred(2))]),
        ]
    }

    /// Detail in every direction, between plain parts: where movement shows.
    private static func spots() -> Texture {
        var texture = Texture(seed: 4)
        for y in 0..<texture.height {
            for x in 0..<texture.width {
                var dice = Dice(state: UInt64(x / 6 + 1000 * (y / 6)))
                texture.luma[y * texture.width + x] = x % 256 < 64 ? 90 : Double.random(in: 60...200, using: &dice)
            }
        }
        return texture
    }

    private static func face(_ x: Double, _ size: Double, _ eyes: EyeState, _ smile: Double, _ quality: Double) -> Face {
        var face = Face(
            box: UnitRect(x: x - size / 2, y: 0.3, width: size, height: size), width: 120, confidence: 0.9,
            leftEye: UnitPoint(x: x - size / 4, y: 0.3), rightEye: UnitPoint(x: x + size / 4, y: 0.3), eyes: eyes)
        face.leftEAR = eyes == .closed ? 0.07 : eyes == .open ? 0.28 : 0.11
        face.smile = smile
        face.quality = quality
        return face
    }

    /// Each stack with its best or tie, each frame with its place, composite and first reason.
    private func judged(_ weights: Weights = .standard) throws -> String {
        var text = ""
        for (name, takes) in try Self.stacks.get() {
            var frames: [Frame] = []
            var cards: [FrameID: ScoreCard] = [:]
            for (index, take) in takes.enumerated() {
                var shot = ShotData()
                shot.capturedAt = CaptureTime(wallSeconds: 0, nanoseconds: Int32(index) * 1_000_000)
                let id = FrameID(Int64(index + 1))
                frames.append(
                    Frame(id: id, source: 0, path: take.name, size: 0, modified: 0, header: FrameHeader(kind: .nef, shot: shot)))
                cards[id] = take.card
                // One scene, whatever became of it: what is looked at here is the choice, not the stacking.
                cards[id]?.print = Print(hash: 0x0F1E_2D3C_4B5A_6978, lab: (0..<48).map { Float($0 * 17 % 60) })
            }
            let model = SessionModel(frames: frames, cards: cards, weights: weights)
            let stack = try #require(model.stacks.first, "\(name) is no stack")
            #expect(stack.members.count == takes.count)
            func named(_ id: FrameID) -> String { takes[Int(id.rawValue) - 1].name }
            let verdict =
                stack.suggestedBest.map { "best: \(named($0))" } ?? "tie: \(stack.tie.map(named).joined(separator: ", "))"
            text += "\(name)  \(verdict)\n"
            for id in stack.members {
                let composite = model.composite(id).map { fixed($0, 1) } ?? "-"
                text += "  \(model.place(of: id).map(String.init) ?? "-")  \(composite)  \(named(id)): \(model.reasonLine(id))\n"
            }
        }
        return text
    }

    @Test func everyDegradationCostsWhatTheGoldenSays() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Fixtures/judgement/degradations.txt"
        )
        .standardizedFileURL
        let text = try judged()
        if ProcessInfo.processInfo.environment["KEEPERS_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)), "differs from Fixtures/judgement/degradations.txt")
    }

    /// No weight can be changed unseen, and a change that flips a winner shows as another best.
    @Test func aChangedWeightShowsInTheGolden() throws {
        let plain = try judged()
        for part in Scores.Part.allCases {
            var weights = Weights.standard
            switch weights[part] {
            case .share(let share): weights[part] = .share(share * 1.5)
            case .cost(let points): weights[part] = .cost(points * 1.5)
            }
            #expect(try judged(weights) != plain, "\(part) weighs half as much again, and no line changed")
        }
        func bests(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix(" ") } }
        var blind = Weights.standard
        blind[.eyes] = .cost(0)
        blind[.expression] = .cost(0)
        #expect(bests(try judged(blind)) != bests(plain))
        var lightOnly = Weights.standard
        lightOnly[.sharpness] = .share(0.01)
        #expect(bests(try judged(lightOnly)) != bests(plain))
    }
}
