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
    /// The long side, in pixels, at which every picture is looked at, and the most at which it is looked at again, in tiles.
    private static let longSide = 640
    private static let closerLook = 1216
    /// Of the long side; what is smaller at the first look is found far better at the second.
    private static let smallFace = 0.04
    /// Of the long side; larger ones are the first look's business, and in a tile they may be cut.
    private static let largestOfTile = 0.06
    private static let mostCandidates = 2000
    private static let mostFaces = 400

    private let runtime: any NeuralRuntime
    private let path: String
    /// Compiled for a size each, the last used at the end.
    private var models: [(width: Int, height: Int, model: any NeuralModel)] = []
    private static let mostModels = 3
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
            faces += try lookCloser(at: picture)
        }
        return Array(suppressed(faces).prefix(Self.mostFaces))
    }

    /// Small faces, in four tiles of the picture at nearly twice the size: the same model serves, and its memory.
    private func lookCloser(at picture: UprightPicture) throws(ScoringError) -> [FoundFace] {
        let long = max(picture.width, picture.height)
        let size = Self.size(of: picture, longSide: min(Self.closerLook, long))
        let target = pixels.bytes(size.width * size.height * 3).assumingMemoryBound(to: UInt8.self)
        painter.draw(
            .whole, of: picture.bitmap, turned: picture.orientation, width: size.width, height: size.height, into: target)
        let first = Self.size(of: picture, longSide: Self.longSide)
        let tile = Self.modelSize(first.width, first.height)
        let closer = Bitmap(base: target, stride: 3 * size.width, width: size.width, height: size.height)
        let scale = Double(long) / Double(max(size.width, size.height))
        let limit = Self.largestOfTile * Double(long)
        var out: [FoundFace] = []
        for y in Self.starts(size.height, tile.height) {
            for x in Self.starts(size.width, tile.width) {
                let part = closer.part(
                    x: x, y: y, width: min(tile.width, size.width - x), height: min(tile.height, size.height - y))
                for face in try detect(part, tile: tile) where !face.isCut(part, x: x, y: y, of: closer) {
                    let whole = face.moved(x: Double(x), y: Double(y)).scaled(by: scale)
                    if whole.height < limit { out.append(whole) }
                }
            }
        }
        return out
    }

    /// One tile where the side fits, else two that reach its ends and overlap.
    private static func starts(_ side: Int, _ tile: Int) -> [Int] { side <= tile ? [0] : [0, side - tile] }

    /// The size of the first look: `longSide` whatever the picture's own size, because small pictures hold small faces.
    static func lookSize(of picture: UprightPicture) -> (width: Int, height: Int) { size(of: picture, longSide: longSide) }

    private static func size(of picture: UprightPicture, longSide: Int) -> (width: Int, height: Int) {
        let long = Double(max(picture.width, picture.height))
        func side(_ length: Int) -> Int { max(1, Int((Double(length) * Double(longSide) / long).rounded())) }
        return (side(picture.width), side(picture.height))
    }

    private func detect(_ look: Bitmap, tile: (width: Int, height: Int)? = nil) throws(ScoringError) -> [FoundFace] {
        let (width, height) = tile ?? Self.modelSize(look.width, look.height)
        let model = try model(width: width, height: height)
        guard let input = model.input.baseAddress, model.input.count == 3 * width * height else {
            throw ScoringError("the face model does not take a picture of \(width) x \(height)")
        }
        keepers_planes(look.base, look.stride, Int32(look.width), Int32(look.height), 0, 1, 0, input, Int32(width), Int32(height))
        try model.run()
        return suppressed(decode(model, columns: width / 4, rows: height / 4))
    }

    /// Few sizes, so that few models are compiled: the short side rounded up, what is left stays black.
    private static func modelSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        let short = [320, 448, 480].first { min(width, height) <= $0 } ?? longSide
        return width >= height ? (longSide, short) : (short, longSide)
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

    fileprivate func moved(x: Double, y: Double) -> FoundFace {
        var face = self
        face.x += x
        face.y += y
        for eye in [\FoundFace.leftEye, \FoundFace.rightEye] {
            face[keyPath: eye].x += x
            face[keyPath: eye].y += y
        }
        return face
    }

    /// Touches an edge at which the picture goes on: the neighbouring tile has it whole.
    fileprivate func isCut(_ tile: Bitmap, x left: Int, y top: Int, of picture: Bitmap) -> Bool {
        (left > 0 && x < 2) || (top > 0 && y < 2)
            || (left + tile.width < picture.width && x + width > Double(tile.width - 2))
            || (top + tile.height < picture.height && y + height > Double(tile.height - 2))
    }

    /// The other's middle lies well inside: a face in a face is the same one seen at two sizes.
    fileprivate func holds(_ other: FoundFace) -> Bool {
        let across = abs(other.x + other.width / 2 - x - width / 2) / width
        let down = abs(other.y + other.height / 2 - y - height / 2) / height
        return across < 0.3 && down < 0.3
    }
}
