import CPixels
import KeepersCore

/// Draws a part of a stored picture upright at an exact size, in one buffer's memory.
struct Painter: ~Copyable {
    private var shrunk = Scratch()
    private var working = Scratch()
    private var unturned = Scratch()

    /// `part` is in the upright picture; `target` takes `width` * `height` * 3 bytes.
    mutating func draw(
        _ part: UnitRect, of picture: Bitmap, turned orientation: Orientation, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) {
        let stored = orientation.upright(width: width, height: height)  // swapping sides undoes itself
        let rect = orientation.stored(part).clamped.pixels(width: picture.width, height: picture.height)
        if orientation == .upright {
            scale(rect, of: picture, width: width, height: height, into: target)
            return
        }
        let canvas = unturned.bytes(width * height * 3).assumingMemoryBound(to: UInt8.self)
        scale(rect, of: picture, width: stored.width, height: stored.height, into: canvas)
        keepers_turn(
            canvas, 3 * stored.width, Int32(stored.width), Int32(stored.height), Int32(orientation.rawValue), target)
    }

    /// Shrinks by a whole factor first where there is one, then draws the rest with the good filter.
    private mutating func scale(
        _ rect: keepers_rect, of picture: Bitmap, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        let factor = min(128, Int(min(rect.width / Double(width), rect.height / Double(height))))
        guard factor >= 2 else {
            resample(rect, of: picture, width: width, height: height, into: target)
            return
        }
        // Four blocks more on each side, for the filter's reach.
        let across = blocks(rect.x, rect.width, of: picture.width, factor: factor)
        let down = blocks(rect.y, rect.height, of: picture.height, factor: factor)
        let columns = across.count
        let rows = down.count
        let small = shrunk.bytes(columns * rows * 3).assumingMemoryBound(to: UInt8.self)
        let sums = working.bytes(columns * factor * 3 * MemoryLayout<UInt16>.size).assumingMemoryBound(to: UInt16.self)
        let source = picture.part(x: across.start, y: down.start, width: columns * factor, height: rows * factor)
        keepers_shrink(source.base, source.stride, Int32(source.width), Int32(source.height), Int32(factor), small, sums)
        let scaled = keepers_rect(
            x: (rect.x - Double(across.start)) / Double(factor), y: (rect.y - Double(down.start)) / Double(factor),
            width: rect.width / Double(factor), height: rect.height / Double(factor))
        let reduced = Bitmap(base: small, stride: 3 * columns, width: columns, height: rows)
        resample(scaled, of: reduced, width: width, height: height, into: target)
    }

    private mutating func resample(
        _ rect: keepers_rect, of picture: Bitmap, width: Int, height: Int, into target: UnsafeMutablePointer<UInt8>
    ) {
        // A block cut off at the edge makes the part stick out by less than a pixel.
        var part = rect
        part.width = min(part.width, Double(picture.width))
        part.height = min(part.height, Double(picture.height))
        part.x = max(0, part.x)
        part.y = max(0, part.y)
        let need = keepers_resample_scratch(Int32(picture.width), Int32(picture.height), part, Int32(width), Int32(height))
        precondition(need > 0, "a part inside its picture can be drawn")
        keepers_resample(
            picture.base, picture.stride, Int32(picture.width), Int32(picture.height), part, target, 3 * width, Int32(width),
            Int32(height), working.bytes(need))
    }
}

/// Whole blocks of `factor` pixels that cover a side's part, with a margin where the picture has one.
private func blocks(_ start: Double, _ length: Double, of size: Int, factor: Int) -> (start: Int, count: Int) {
    let first = max(0, Int(start) - 4 * factor)
    let end = min(size, Int((start + length).rounded(.up)) + 4 * factor)
    return (first, max(1, (end - first) / factor))
}

extension Orientation {
    /// Where a part of the upright picture lies in the stored one: the inverse of `upright(x:y:)`.
    func stored(_ part: UnitRect) -> UnitRect {
        let right = 1 - part.x - part.width
        let below = 1 - part.y - part.height
        let (x, y) =
            switch self {
            case .upright: (part.x, part.y)
            case .mirrored: (right, part.y)
            case .turned180: (right, below)
            case .mirroredTurned180: (part.x, below)
            case .mirroredTurned270: (part.y, part.x)
            case .turned90: (part.y, right)
            case .mirroredTurned90: (below, right)
            case .turned270: (below, part.x)
            }
        return swapsSides
            ? UnitRect(x: x, y: y, width: part.height, height: part.width)
            : UnitRect(x: x, y: y, width: part.width, height: part.height)
    }
}

extension UnitRect {
    /// Inside 0...1 and never empty, whatever was asked for.
    var clamped: UnitRect {
        let least = 1e-4
        let width = width.isFinite ? min(1, max(least, width)) : 1
        let height = height.isFinite ? min(1, max(least, height)) : 1
        return UnitRect(
            x: x.isFinite ? min(1 - width, max(0, x)) : 0, y: y.isFinite ? min(1 - height, max(0, y)) : 0, width: width,
            height: height)
    }

    func pixels(width: Int, height: Int) -> keepers_rect {
        keepers_rect(
            x: x * Double(width), y: y * Double(height), width: self.width * Double(width), height: self.height * Double(height))
    }
}
