import KeepersCore

extension Make {
    /// A face of `size` of the picture's width, its box's top left at (`x`, `y`).
    static func face(
        x: Double = 0.4, y: Double = 0.3, size: Double = 0.1, eyes: EyeState = .open, ear: Double? = nil, smile: Double? = nil,
        quality: Double? = nil, confidence: Double = 0.9
    ) -> Face {
        let box = UnitRect(x: x, y: y, width: size, height: size * 1.5)
        var face = Face(
            box: box, width: Int(size * 1500), confidence: confidence,
            leftEye: UnitPoint(x: x + size * 0.3, y: y + size * 0.5), rightEye: UnitPoint(x: x + size * 0.7, y: y + size * 0.5),
            eyes: eyes)
        face.leftEAR = ear ?? (eyes == .closed ? 0.08 : eyes == .open ? 0.28 : 0.11)
        face.smile = smile
        face.quality = quality
        return face
    }

    /// A burst of one camera, tenths of a second apart, of these cards.
    static func burst(
        _ cards: [ScoreCard], existing: [FrameID: Existing] = [:], taste: [FrameID: Double] = [:],
        marks: [FrameID: Mark] = [:], camera rating: [Int: Int] = [:]
    ) -> SessionModel {
        let frames = cards.indices.map { index in
            var frame = frame(Int64(index + 1), at: time(0, sub: padded(index * 10, 3)))
            frame.header.shot.cameraRating = rating[index + 1]
            return frame
        }
        let byFrame = Dictionary(uniqueKeysWithValues: zip(frames.map(\.id), cards))
        return SessionModel(frames: frames, marks: marks, cards: byFrame, existing: existing, taste: taste)
    }

    static func card(sharpness: Double = 1, bright: Double = 0, brightness: Double = 0.45, faces: [Face]?) -> ScoreCard {
        var card = card(sharpness: sharpness, bright: bright)
        card.measures[.brightness] = brightness
        card.faces = faces
        return card
    }
}
