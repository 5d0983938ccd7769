import CPixels
import Glibc
import KeepersCore

/// A face as the detector sees it, in pixels of the upright picture.
struct FoundFace {
    var x, y, width, height: Double
    var score: Double
    var leftEye, rightEye: Point

    func overlap(_ other: FoundFace) -> Double {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        guard across > 0, down > 0 else { return 0 }
        let shared = across * down
        return shared / (width * height + other.width * other.height - shared)
    }
}

/// CenterFace (Xu et al. 2019, "CenterFace: Joint Face Detection and Alignment Using Face as Point").
final class FaceFinder {
    /// A box below this is nothing, one between this and `sure` needs the mesh's word.
    static let threshold: Float = 0.35
    static let sure = 0.5
    /// The long sides, in pixels, at which a picture is looked at: always, and again when faces are small.
    private static let longSide = 640
    private static let closerLook = 1280
    /// Of the long side; what is smaller at the first look is found far better at the second.
    private static let smallFace = 0.04
    private static let mostCandidates = 2000
    private static let mostFaces = 400

    private let runtime: any NeuralRuntime
    private let path: String
    /// Compiled for a size each, the last used at the end.
    private var models: [(width: Int, height: Int, model: any NeuralModel)] = []
    private static let mostModels = 4
    private var painter = Painter()
    private var pixels = Scratch()

    init(runtime: any NeuralRuntime, pack: ModelPack) throws(ScoringError) {
        self.runtime = runtime
        path = pack.path("centerface.onnx")
        _ = try model(width: 640, height: 448)
    }

    /// Faces of `look`, a packed upright picture of `longSide`, and of `picture` where a closer look is needed; the surest first.
    func find(_ picture: UprightPicture, look: Bitmap) throws(ScoringError) -> [FoundFace] {
        let long = Double(max(picture.width, picture.height))
        let scale = long / Double(max(look.width, look.height))
        var faces = try detect(look).map { $0.scaled(by: scale) }
        if long > 1.2 * Double(Self.longSide), faces.contains(where: { $0.height < Self.smallFace * long }) {
            let size = Self.size(of: picture, longSide: min(Self.closerLook, Int(long)))
            let target = pixels.bytes(size.width * size.height * 3).assumingMemoryBound(to: UInt8.self)
            painter.draw(
                .whole, of: picture.bitmap, turned: picture.orientation, width: size.width, height: size.height, into: target)
            let closer = Bitmap(base: target, stride: 3 * size.width, width: size.width, height: size.height)
            let closerScale = long / Double(max(size.width, size.height))
            faces += try detect(closer).map { $0.scaled(by: closerScale) }
        }
        return Array(suppressed(faces).prefix(Self.mostFaces))
    }

    /// The size of the first look: `longSide` whatever the picture's own size, because small pictures hold small faces.
    static func lookSize(of picture: UprightPicture) -> (width: Int, height: Int) { size(of: picture, longSide: longSide) }

    private static func size(of picture: UprightPicture, longSide: Int) -> (width: Int, height: Int) {
        let long = Double(max(picture.width, picture.height))
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * Double(longSide) / long).rounded())) }
        return (side(picture.width), side(picture.height))
    }

    private func detect(_ look: Bitmap) throws(ScoringError) -> [FoundFace] {
        let (width, height) = Self.modelSize(look.width, look.height)
        let model = try model(width: width, height: height)
        guard let input = model.input.baseAddress, model.input.count == 3 * width * height else {
            throw ScoringError("the face model does not take a picture of \(width) x \(height)")
        }
        keepers_planes(look.base, Int32(look.width), Int32(look.height), 0, 1, 0, input, Int32(width), Int32(height))
        try model.run()
        return suppressed(decode(model, columns: width / 4, rows: height / 4))
    }

    /// Few sizes, so that few models are compiled: the short side rounded up, what is left stays black.
    private static func modelSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        func long(_ side: Int) -> Int { side <= 640 ? 640 : 1280 }
        func short(_ side: Int, _ long: Int) -> Int {
            [long / 2, long * 7 / 10, long * 3 / 4].first { side <= $0 } ?? long
        }
        if width >= height {
            let across = long(width)
            return (across, short(height, across))
        }
        let down = long(height)
        return (short(width, down), down)
    }

    private func model(width: Int, height: Int) throws(ScoringError) -> any NeuralModel {
        if let index = models.firstIndex(where: { $0.width == width && $0.height == height }) {
            let entry = models.remove(at: index)
            models.append(entry)
            return entry.model
        }
        let model = try runtime.load(path, shape: [1, 3, height, width])
        if models.count >= Self.mostModels { models.removeFirst() }
        models.append((width, height, model))
        return model
    }

    /// Every cell of the heat map above the threshold is a face: its middle, size and landmarks are read at the same cell.
    private func decode(_ model: any NeuralModel, columns: Int, rows: Int) -> [FoundFace] {
        let area = columns * rows
        let (heat, sizes, offsets, marks) = (model.output(0), model.output(1), model.output(2), model.output(3))
        guard heat.count == area, sizes.count == 2 * area, offsets.count == 2 * area, marks.count == 10 * area else { return [] }
        var cells = (0..<area).filter { heat[$0] > Self.threshold }
        if cells.count > Self.mostCandidates {
            cells.sort { heat[$0] > heat[$1] }
            cells.removeLast(cells.count - Self.mostCandidates)
        }
        return cells.compactMap { cell in
            let height = Double(exp(min(8, sizes[cell])) * 4)
            let width = Double(exp(min(8, sizes[area + cell])) * 4)
            let x = (Double(cell % columns) + Double(offsets[area + cell]) + 0.5) * 4 - width / 2
            let y = (Double(cell / columns) + Double(offsets[cell]) + 0.5) * 4 - height / 2
            func mark(_ index: Int) -> Point {
                Point(
                    x: Double(marks[(2 * index + 1) * area + cell]) * width + x,
                    y: Double(marks[2 * index * area + cell]) * height + y)
            }
            guard x.isFinite, y.isFinite, width.isFinite, height.isFinite, width > 1, height > 1 else { return nil }
            return FoundFace(
                x: x, y: y, width: width, height: height, score: Double(min(1, heat[cell])), leftEye: mark(0), rightEye: mark(1))
        }
    }

    /// Of boxes that share more than three tenths, only the surest stays; ties by place, so that the order is always the same.
    private func suppressed(_ faces: [FoundFace]) -> [FoundFace] {
        let sorted = faces.sorted { ($1.score, $0.y, $0.x) < ($0.score, $1.y, $1.x) }
        var kept: [FoundFace] = []
        for face in sorted where !kept.contains(where: { $0.overlap(face) > 0.3 || $0.holds(face) }) { kept.append(face) }
        return kept
    }
}

extension FoundFace {
    fileprivate func scaled(by factor: Double) -> FoundFace {
        func scaled(_ point: Point) -> Point { Point(x: point.x * factor, y: point.y * factor) }
        return FoundFace(
            x: x * factor, y: y * factor, width: width * factor, height: height * factor, score: score,
            leftEye: scaled(leftEye), rightEye: scaled(rightEye))
    }

    /// The other's middle lies well inside: a face in a face is the same one seen at two sizes.
    fileprivate func holds(_ other: FoundFace) -> Bool {
        let across = abs(other.x + other.width / 2 - x - width / 2) / width
        let down = abs(other.y + other.height / 2 - y - height / 2) / height
        return across < 0.3 && down < 0.3
    }
}
