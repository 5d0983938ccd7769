import KeepersCore

/// The part of each picture that shows one person's face, cut so that the eyes stand at the same place and equally far apart on all.
struct FaceCrop {
    /// A face on one frame, in pixels of its upright picture.
    private struct Eyes {
        var x: Double
        var y: Double
        var apart: Double
        var width: Double
        var height: Double
    }

    /// Widths of a crop in distances between the eyes: a head with its hair, and the least in which a face can be told.
    private static let widest = 3.4
    private static let narrowest = 2.2
    /// Of a face's box lie so far apart the eyes that look at us; of a head turned away fewer can be measured.
    private static let usualShare = 0.42
    /// Where the eyes stand in the crop, from its top.
    private static let eyeLine = 0.42

    private let aspect: Double
    private let scale: Double

    /// `aspect`: of the crops, width : height in pixels. Near a picture's edge there is less to cut from: all crops are as wide, in eyes,
    /// as the narrowest allows.
    init(_ faces: [(face: Face, width: Int, height: Int)], aspect: Double) {
        self.aspect = aspect
        let limits = faces.compactMap { Self.eyes($0.face, $0.width, $0.height) }.map { eyes in
            min(
                2 * eyes.x, 2 * (eyes.width - eyes.x), eyes.y * aspect / Self.eyeLine,
                (eyes.height - eyes.y) * aspect / (1 - Self.eyeLine)) / eyes.apart
        }
        scale = min(Self.widest, max(Self.narrowest, limits.min() ?? Self.widest))
    }

    /// nil for a face whose place makes no sense.
    func rect(of face: Face, width: Int, height: Int) -> UnitRect? {
        guard let eyes = Self.eyes(face, width, height) else { return nil }
        // Never larger than the picture, never beyond its edge.
        let wide = min(scale * eyes.apart, eyes.width, eyes.height * aspect)
        let high = wide / aspect
        let x = min(eyes.width - wide, max(0, eyes.x - wide / 2))
        let y = min(eyes.height - high, max(0, eyes.y - high * Self.eyeLine))
        return UnitRect(x: x / eyes.width, y: y / eyes.height, width: wide / eyes.width, height: high / eyes.height)
    }

    private static func eyes(_ face: Face, _ width: Int, _ height: Int) -> Eyes? {
        let (wide, high) = (Double(width), Double(height))
        let (left, right) = (face.leftEye, face.rightEye)
        guard wide > 0, high > 0, left.x.isFinite, left.y.isFinite, right.x.isFinite, right.y.isFinite, face.box.width > 0,
            face.box.width.isFinite
        else { return nil }
        let (x, y) = ((right.x - left.x) * wide, (right.y - left.y) * high)
        let measured = (x * x + y * y).squareRoot()
        let usual = usualShare * face.box.width * wide
        let apart = max(measured, 0.7 * usual)
        guard apart >= 1, apart.isFinite else { return nil }
        let middle = (x: (left.x + right.x) / 2 * wide, y: (left.y + right.y) / 2 * high)
        guard middle.x > 0, middle.y > 0, middle.x < wide, middle.y < high else { return nil }
        return Eyes(x: middle.x, y: middle.y, apart: apart, width: wide, height: high)
    }
}
