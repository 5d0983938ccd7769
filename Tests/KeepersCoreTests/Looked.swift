import KeepersCore

/// Made feature prints: pictures on a circle, so that the distance of two is 1 - cos of the angle between them.
enum Looked {
    /// `angle` in degrees 0...90 in the plane of one scene; different scenes are at right angles.
    static func features(scene: Int, angle: Double = 0) -> [UInt8] {
        var features = [UInt8](repeating: 0, count: 1280)
        for index in 0..<20 {
            features[(scene * 40 + index) % 1280] = UInt8((200 * cosine(angle)).rounded())
            features[(scene * 40 + 20 + index) % 1280] = UInt8((200 * cosine(90 - angle)).rounded())
        }
        return features
    }

    static func print(scene: Int, angle: Double = 0, lightness: Float = 0) -> Print {
        var print = Make.print(scene)
        for cell in stride(from: 0, to: 48, by: 3) { print.lab[cell] = min(100, max(0, print.lab[cell] + lightness)) }
        print.features = features(scene: scene, angle: angle)
        return print
    }

    /// Bhaskara I's approximation, exact enough for an angle and the same everywhere.
    private static func cosine(_ degrees: Double) -> Double {
        let x = 90 - degrees
        return 4 * x * (180 - x) / (40_500 - x * (180 - x))
    }

    /// A session's model of frames and their prints.
    static func model(_ frames: [(Frame, Print)], marks: [FrameID: Mark] = [:], rules: StackRules = StackRules()) -> SessionModel
    {
        var cards: [FrameID: ScoreCard] = [:]
        for (frame, print) in frames {
            cards[frame.id] = Make.card()
            cards[frame.id]?.print = print
        }
        return SessionModel(frames: frames.map(\.0), marks: marks, cards: cards, rules: rules)
    }

    static func members(_ model: SessionModel) -> [[Int64]] { model.stacks.map { $0.members.map(\.rawValue) } }
}
