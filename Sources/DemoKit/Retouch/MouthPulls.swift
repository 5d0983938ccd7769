import CPixels
import Glibc
import KeepersCore

/// Where places of a mouth go, and a smooth field that takes them there: radial basis functions with Wendland's C2 kernel,
/// so that nothing moves beyond `radius` (Wendland 1995, "Piecewise polynomial, positive definite and compactly supported
/// radial functions of minimal degree").
struct MouthPulls {
    private(set) var places: [Retouch.Point] = []
    private(set) var weights: [Retouch.Point] = []
    private(set) var radius = 0.0

    /// Corners, upper lip and lower lip (outer and inner), and what around them has to stay.
    private static let corners = (left: [61, 76, 62, 78], right: [291, 306, 292, 308])
    private static let upperLip = [40, 39, 37, 0, 267, 269, 270, 80, 82, 13, 312, 310]
    private static let lowerLip = [91, 181, 84, 17, 314, 405, 321, 88, 87, 14, 317, 318]
    private static let cheeks = (left: [205, 207, 50], right: [425, 427, 280])
    private static let still = [2, 98, 327, 1, 152, 148, 377, 172, 397, 58, 288, 133, 362, 159, 386, 145, 374, 33, 263, 234, 454]

    static func smile(_ amount: Double, _ points: [Retouch.Point]) -> MouthPulls? {
        let face = Frame(points)
        return MouthPulls(points, face) { at in
            if corners.left.contains(at) { return face.moved(-0.13 * amount, -0.11 * amount) }
            if corners.right.contains(at) { return face.moved(0.13 * amount, -0.11 * amount) }
            if cheeks.left.contains(at) { return face.moved(-0.02 * amount, -0.06 * amount) }
            if cheeks.right.contains(at) { return face.moved(0.02 * amount, -0.06 * amount) }
            // Lips follow their nearer corner outwards, and up by the square: a curve, not a wedge.
            let across = face.across(points[at])
            let lift = upperLip.contains(at) ? 0.0 : 0.02
            return face.moved(0.13 * amount * across, amount * (lift - 0.11 * across * across))
        }
    }

    static func turned(_ amount: Double, _ points: [Retouch.Point]) -> MouthPulls? {
        let face = Frame(points)
        return MouthPulls(points, face) { at in
            if cheeks.left.contains(at) || cheeks.right.contains(at) { return face.moved(0.04 * amount, 0) }
            return face.moved(0.14 * amount, -0.10 * amount * face.across(points[at]))
        }
    }

    /// A mouth's own directions; lengths in its widths.
    private struct Frame {
        var middle: Retouch.Point
        var right: Retouch.Point
        var width: Double

        init(_ points: [Retouch.Point]) {
            let (left, other) = (points[61], points[291])
            middle = (left + other) * 0.5
            // A mouth of a narrow face seen from the side is short: the face's size counts as well.
            width = max((other - left).length, 0.35 * (points[152] - points[10]).length)
            let eyes = points[263] - points[33]
            right = eyes * (1 / max(1e-6, eyes.length))
        }

        /// -1 at the left corner, 1 at the right.
        func across(_ point: Retouch.Point) -> Double {
            let d = point - middle
            return min(max((d.x * right.x + d.y * right.y) / (0.5 * width), -1), 1)
        }

        func moved(_ across: Double, _ down: Double) -> Retouch.Point {
            Retouch.Point(x: width * (across * right.x - down * right.y), y: width * (across * right.y + down * right.x))
        }
    }

    /// nil where no such field can be found.
    private init?(_ points: [Retouch.Point], _ face: Frame, _ move: (Int) -> Retouch.Point) {
        let moving =
            Self.corners.left + Self.corners.right + Self.upperLip + Self.lowerLip + Self.cheeks.left + Self.cheeks.right
        radius = 1.5 * face.width
        guard radius.isFinite, radius >= 8 else { return nil }
        places = moving.map { points[$0] + move($0) } + Self.still.map { points[$0] }
        let pulls = moving.map { move($0) * -1 } + Self.still.map { _ in Retouch.Point(x: 0, y: 0) }
        guard let solved = Self.solve(places, pulls, radius) else { return nil }
        weights = solved
    }

    /// Weights with which the kernels meet every pull, by Gauss elimination; a small ridge keeps near places from fighting.
    private static func solve(_ places: [Retouch.Point], _ pulls: [Retouch.Point], _ radius: Double) -> [Retouch.Point]? {
        let count = places.count
        var rows = (0..<count).map { i in
            (0..<count).map { j -> Double in
                let r = min(1, (places[i] - places[j]).length / radius)
                let rest = (1 - r) * (1 - r)
                return rest * rest * (4 * r + 1) + (i == j ? 0.001 : 0)
            } + [pulls[i].x, pulls[i].y]
        }
        for column in 0..<count {
            let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            rows.swapAt(column, pivot)
            guard abs(rows[column][column]) > 1e-9 else { return nil }
            for row in column + 1..<count {
                let factor = rows[row][column] / rows[column][column]
                if factor != 0 { for at in column..<count + 2 { rows[row][at] -= factor * rows[column][at] } }
            }
        }
        var weights = [Retouch.Point](repeating: .init(x: 0, y: 0), count: count)
        for row in (0..<count).reversed() {
            var sum = Retouch.Point(x: rows[row][count], y: rows[row][count + 1])
            for column in row + 1..<count { sum = sum - weights[column] * rows[row][column] }
            weights[row] = sum * (1 / rows[row][row])
        }
        return weights
    }
}

extension Retouch {
    mutating func pull(_ pulls: MouthPulls) {
        let (x, y) = (pulls.places.map { Float($0.x) }, pulls.places.map { Float($0.y) })
        let (weightX, weightY) = (pulls.weights.map { Float($0.x) }, pulls.weights.map { Float($0.y) })
        let (left, right) = span(Double(x.min() ?? 0) - pulls.radius, Double(x.max() ?? 0) + pulls.radius, picture.width)
        let (top, bottom) = span(Double(y.min() ?? 0) - pulls.radius, Double(y.max() ?? 0) + pulls.radius, picture.height)
        x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                weightX.withUnsafeBufferPointer { weightX in
                    weightY.withUnsafeBufferPointer { weightY in
                        guard let x = x.baseAddress, let y = y.baseAddress, let weightX = weightX.baseAddress,
                            let weightY = weightY.baseAddress
                        else { return }
                        var kernel = keepers_demo_pulls(
                            x: x, y: y, weightX: weightX, weightY: weightY, count: Int32(pulls.places.count),
                            radius: Float(pulls.radius), left: left, top: top, right: right, bottom: bottom)
                        change { keepers_demo_pull($0, $1, $2, $3, &kernel) }
                    }
                }
            }
        }
    }
}
