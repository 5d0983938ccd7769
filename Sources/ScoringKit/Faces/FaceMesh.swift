import CPixels
import Glibc
import KeepersCore

/// A turned square of the upright picture, in its pixels.
struct FaceCrop {
    var middle: Point
    var side: Double
    /// Radians, > 0 leans clockwise.
    var roll: Double

    /// Takes a place in the crop, 0...`pixels` on each side, to the upright picture.
    func toUpright(pixels: Double) -> Affine {
        let step = side / pixels
        let (across, down) = (cos(roll) * step, sin(roll) * step)
        let half = pixels / 2
        return Affine(
            a: across, b: -down, c: middle.x - (across - down) * half, d: down, e: across,
            f: middle.y - (across + down) * half)
    }
}

/// 478 points laid over a face, and what they say. MediaPipe's face landmarker v1: Kartynnik et al. 2019, "Real-time Facial Surface Geometry".
struct FaceMesh {
    /// In the crop, 0...256; z is depth in the same unit, > 0 away from the camera.
    var points: [Point]
    /// 0...1
    var presence: Double
    var crop: FaceCrop
    /// 52 values, 0...1, in MediaPipe's order; empty until asked for.
    var shapes: [Double] = []

    /// A point in pixels of the upright picture.
    func upright(_ index: Int) -> Point { crop.toUpright(pixels: FaceMesher.side).apply(points[index]) }
}

/// Lays the mesh in two passes: the first turns and centres the face, the second measures it.
final class FaceMesher {
    static let side = 256.0
    private static let pixels = 256

    private let mesh: any NeuralModel
    private let shapes: any NeuralModel
    private var pixels = Scratch()
    private var sums = Scratch()

    init(runtime: any NeuralRuntime, pack: ModelPack) throws(ScoringError) {
        mesh = try runtime.load(pack.path("face_landmarks_detector.tflite"), shape: [1, Self.pixels, Self.pixels, 3])
        shapes = try runtime.load(pack.path("face_blendshapes.tflite"), shape: nil)
        guard mesh.input.count == 3 * Self.pixels * Self.pixels, shapes.input.count == 2 * Self.shapePoints.count else {
            throw ScoringError("the face mesh's models do not take what they should; faces are not measured")
        }
    }

    /// nil when the mesh sees no face there.
    func lay(on face: FoundFace, in picture: UprightPicture) throws(ScoringError) -> FaceMesh? {
        let middle = Point(x: face.x + face.width / 2, y: face.y + face.height / 2)
        let roll = atan2(face.rightEye.y - face.leftEye.y, face.rightEye.x - face.leftEye.x)
        let first = FaceCrop(middle: middle, side: 1.4 * max(face.width, face.height), roll: roll.isFinite ? roll : 0)
        guard let rough = try fit(first, picture) else { return nil }
        guard let second = closer(rough), var fine = try fit(second, picture), fine.presence >= 0.5 else { return nil }
        fine.shapes = try shapes(of: fine)
        return fine
    }

    /// The picture, or where the crop is much larger than the mesh's input, what lies under it, made smaller by a whole factor first:
    /// one point a pixel would skip most of it. With where the crop's pixels lie therein.
    private func shrunk(_ crop: FaceCrop, _ picture: UprightPicture) -> (Bitmap, Affine) {
        let place = crop.toUpright(pixels: Self.side).then(picture.toStored)
        let bitmap = picture.bitmap
        let factor = min(16, Int((crop.side / Self.side).rounded()))
        guard factor > 1 else { return (bitmap, place) }
        let corners = [(0, 0), (Self.side, 0), (0, Self.side), (Self.side, Self.side)].map { place.apply(Point(x: $0, y: $1)) }
        func reach(_ values: [Double], _ limit: Int) -> (start: Int, count: Int) {
            let low = max(0, min(Double(limit), (values.min() ?? 0).rounded(.down) - Double(factor)))
            let high = max(0, min(Double(limit), (values.max() ?? 0).rounded(.up) + Double(factor)))
            return (Int(low), Int(high - low))
        }
        let (across, down) = (reach(corners.map(\.x), bitmap.width), reach(corners.map(\.y), bitmap.height))
        let (width, height) = (across.count / factor, down.count / factor)
        guard width > 0, height > 0 else { return (bitmap, place) }
        let part = bitmap.part(x: across.start, y: down.start, width: across.count, height: down.count)
        let target = pixels.bytes(3 * width * height).assumingMemoryBound(to: UInt8.self)
        let row = sums.bytes(2 * 3 * across.count).assumingMemoryBound(to: UInt16.self)
        keepers_shrink(
            part.base, part.stride, Int32(across.count), Int32(down.count), Int32(factor), target, row)
        let scale = 1 / Double(factor)
        let into = Affine(
            a: scale, b: 0, c: -Double(across.start) * scale, d: 0, e: scale, f: -Double(down.start) * scale)
        return (Bitmap(base: target, stride: 3 * width, width: width, height: height), place.then(into))
    }

    private func fit(_ crop: FaceCrop, _ picture: UprightPicture) throws(ScoringError) -> FaceMesh? {
        guard let input = mesh.input.baseAddress, (4...1e6).contains(crop.side) else { return nil }
        let (bitmap, place) = shrunk(crop, picture)
        keepers_crop(
            bitmap.base, bitmap.stride, Int32(bitmap.width), Int32(bitmap.height), place.kernel, Int32(Self.pixels), input)
        try mesh.run()
        let (values, flag) = (mesh.output(0), mesh.output(1))
        guard values.count == 478 * 3, flag.count == 1, values.allSatisfy(\.isFinite) else { return nil }
        let points = (0..<478).map {
            Point(x: Double(values[3 * $0]), y: Double(values[3 * $0 + 1]), z: Double(values[3 * $0 + 2]))
        }
        return FaceMesh(points: points, presence: 1 / (1 + exp(-Double(flag[0]))), crop: crop)
    }

    /// A square one and a half times as large as the mesh, turned so that the eyes are level.
    private func closer(_ mesh: FaceMesh) -> FaceCrop? {
        let (left, right) = (mesh.upright(33), mesh.upright(263))
        let roll = atan2(right.y - left.y, right.x - left.x)
        // Measured along the new axes, in the upright picture.
        let (c, s) = (cos(roll), sin(roll))
        var (low, high) = (Point(x: .infinity, y: .infinity), Point(x: -.infinity, y: -.infinity))
        for index in mesh.points.indices {
            let point = mesh.upright(index)
            let (across, down) = (c * point.x + s * point.y, c * point.y - s * point.x)
            low = Point(x: min(low.x, across), y: min(low.y, down))
            high = Point(x: max(high.x, across), y: max(high.y, down))
        }
        let middle = low.middle(high)
        let side = 1.5 * max(high.x - low.x, high.y - low.y)
        guard side.isFinite, side >= 4, roll.isFinite else { return nil }
        return FaceCrop(middle: Point(x: c * middle.x - s * middle.y, y: s * middle.x + c * middle.y), side: side, roll: roll)
    }

    private func shapes(of mesh: FaceMesh) throws(ScoringError) -> [Double] {
        for (place, index) in Self.shapePoints.enumerated() {
            shapes.input[2 * place] = Float(mesh.points[index].x)
            shapes.input[2 * place + 1] = Float(mesh.points[index].y)
        }
        try shapes.run()
        return shapes.output(0).map { Double(min(1, max(0, $0))) }
    }

    /// The points that the blendshape model takes, in its order.
    private static let shapePoints = [
        0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80, 81, 82,
        84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153, 154, 155, 157,
        158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270,
        276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334,
        336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398,
        400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
    ]
}

// MARK: what the points say

extension FaceMesh {
    /// "Left" and "right" as seen in the picture. Contours: outer corner, two upper, inner corner, two lower points.
    private static let leftEye = [33, 160, 158, 133, 153, 144]
    private static let rightEye = [362, 385, 387, 263, 373, 380]

    var leftEyeMiddle: Point { upright(33).middle(upright(133)) }
    var rightEyeMiddle: Point { upright(362).middle(upright(263)) }
    var leftEAR: Double { aspect(Self.leftEye) }
    var rightEAR: Double { aspect(Self.rightEye) }

    /// Eye aspect ratio: Soukupova and Cech 2016, "Real-Time Eye Blink Detection using Facial Landmarks", equation 1.
    private func aspect(_ eye: [Int]) -> Double {
        let p = eye.map { points[$0] }
        let width = p[0].distance(p[3])
        return width > 0 ? (p[1].distance(p[5]) + p[2].distance(p[4])) / (2 * width) : 0
    }

    /// Blendshapes by MediaPipe's numbers: eyeBlink 9 and 10, jawOpen 25, mouthSmile 44 and 45.
    var blink: Double { min(shape(9), shape(10)) }
    var mouthOpen: Double { shape(25) }
    var smile: Double { (shape(44) + shape(45)) / 2 }
    private func shape(_ index: Int) -> Double { shapes.indices.contains(index) ? shapes[index] : 0 }

    /// Degrees, from the line between the eyes' outer corners and that from forehead to chin.
    var yaw: Double { degrees(points[263].z - points[33].z, points[263].x - points[33].x) }
    var pitch: Double { degrees(points[152].z - points[10].z, points[152].y - points[10].y) }
    /// The crop's, and what is left of it in the mesh.
    var roll: Double {
        let rest = atan2(points[263].y - points[33].y, points[263].x - points[33].x)
        let sum = (crop.roll + rest) * 180 / .pi
        return sum > 180 ? sum - 360 : sum < -180 ? sum + 360 : sum
    }
    private func degrees(_ opposite: Double, _ along: Double) -> Double { atan2(opposite, along) * 180 / .pi }
}
