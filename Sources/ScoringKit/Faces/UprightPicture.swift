import CPixels
import KeepersCore

/// A stored picture seen upright, without turning its pixels.
struct UprightPicture {
    let bitmap: Bitmap
    let orientation: Orientation

    var width: Int { orientation.upright(width: bitmap.width, height: bitmap.height).width }
    var height: Int { orientation.upright(width: bitmap.width, height: bitmap.height).height }

    /// Takes a point of the upright picture, in pixels, to the stored one.
    var toStored: Affine {
        let (w, h) = (Double(bitmap.width), Double(bitmap.height))
        func stored(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            let place = orientation.stored(UnitRect(x: x, y: y, width: 0, height: 0))
            return (place.x * w, place.y * h)
        }
        let origin = stored(0, 0)
        let right = stored(1, 0)
        let down = stored(0, 1)
        let (across, along) = (Double(width), Double(height))
        return Affine(
            a: (right.x - origin.x) / across, b: (down.x - origin.x) / along, c: origin.x, d: (right.y - origin.y) / across,
            e: (down.y - origin.y) / along, f: origin.y)
    }

    /// The stored pixels under a rectangle of the upright picture (in its pixels), cut to the picture; nil when none are left.
    func part(x: Double, y: Double, width: Double, height: Double) -> Bitmap? {
        let transform = toStored
        let one = transform.apply(Point(x: x, y: y))
        let other = transform.apply(Point(x: x + width, y: y + height))
        guard [one.x, one.y, other.x, other.y].allSatisfy(\.isFinite) else { return nil }
        func side(_ a: Double, _ b: Double, _ limit: Int) -> (start: Int, count: Int) {
            let low = max(0, min(Double(limit), min(a, b).rounded()))
            let high = max(0, min(Double(limit), max(a, b).rounded()))
            return (Int(low), Int(high - low))
        }
        let across = side(one.x, other.x, bitmap.width)
        let down = side(one.y, other.y, bitmap.height)
        guard across.count > 0, down.count > 0 else { return nil }
        return bitmap.part(x: across.start, y: down.start, width: across.count, height: down.count)
    }
}

/// A place in pixels, and for points of a face mesh the depth, in the same unit, away from the camera.
struct Point: Equatable {
    var x: Double
    var y: Double
    var z = 0.0

    func distance(_ other: Point) -> Double { ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot() }
    func middle(_ other: Point) -> Point { Point(x: (x + other.x) / 2, y: (y + other.y) / 2, z: (z + other.z) / 2) }
}

/// (x, y) becomes (a x + b y + c, d x + e y + f).
struct Affine {
    var a, b, c, d, e, f: Double

    func apply(_ point: Point) -> Point { Point(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f) }

    /// First this, then `next`.
    func then(_ next: Affine) -> Affine {
        Affine(
            a: next.a * a + next.b * d, b: next.a * b + next.b * e, c: next.a * c + next.b * f + next.c,
            d: next.d * a + next.e * d, e: next.d * b + next.e * e, f: next.d * c + next.e * f + next.f)
    }

    var kernel: keepers_affine { keepers_affine(a: a, b: b, c: c, d: d, e: e, f: f) }
}
