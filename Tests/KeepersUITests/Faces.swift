import KeepersCore
import KeepersUI

/// The sample's burst with four faces on each frame: on frame 3 all look, on frame 4 the second blinks, on frame 5 one cannot be told.
enum FaceSample {
    static func opening(settings: [String: String] = [:], place: Place? = nil) -> SessionOpening {
        var opening = Sample.opening(place: place)
        for number in 1...7 { opening.cards[FrameID(Int64(number))]?.faces = faces(number) }
        opening.cards[FrameID(8)]?.faces = []
        opening.cards[FrameID(12)]?.faces = group(20)
        opening.settings = settings
        return opening
    }

    static func faces(_ frame: Int) -> [Face] {
        (0..<4).map { index in
            let step = Double(index)
            var eyes = EyeState.open
            if frame == 4, index == 1 { eyes = .closed }
            if frame == 5, index == 2 { eyes = .unsure }
            let ear = eyes == .closed ? 0.08 : 0.31 - step * 0.01
            return face(x: 0.1 + step * 0.2, y: 0.3, size: 0.14 - step * 0.01, eyes: eyes, ear: ear)
        }
    }

    /// `count` small faces in rows of five; the third blinks, the seventh cannot be told.
    static func group(_ count: Int) -> [Face] {
        (0..<count).map { index in
            let x = 0.1 + Double(index % 5) * 0.17
            let y = 0.15 + Double(index / 5) * 0.18
            let eyes: EyeState = index == 2 ? .closed : index == 6 ? .unsure : .open
            return face(x: x, y: y, size: 0.06, eyes: eyes, ear: index == 2 ? 0.09 : 0.28)
        }
    }

    private static func face(x: Double, y: Double, size: Double, eyes: EyeState, ear: Double) -> Face {
        let box = UnitRect(x: x, y: y, width: size, height: size * 1.5)
        let left = UnitPoint(x: x + size * 0.3, y: y + size * 0.6)
        let right = UnitPoint(x: x + size * 0.7, y: y + size * 0.6)
        var face = Face(box: box, width: Int(size * 1620), confidence: 0.9, leftEye: left, rightEye: right, eyes: eyes)
        face.leftEAR = ear
        face.rightEAR = ear - 0.01
        face.smile = eyes == .closed ? 0.12 : 0.62
        face.sharpness = 1.4
        face.quality = 77
        return face
    }
}
