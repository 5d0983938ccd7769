import CPixels
import Glibc
import KeepersCore

/// The lines that one eye is made of, as heights across the line between its corners.
struct Lid {
    enum Side { case left, right }
    private var kernel = keepers_demo_lid()
    private var corner: Retouch.Point
    private var along: Retouch.Point
    private var reach = 0.0

    /// Points of the mesh from the outer corner to the inner; the last two lines lie on the brow and below the eye.
    private static let left = (
        upper: [33, 246, 161, 160, 159, 158, 157, 173, 133], lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
        brow: [46, 53, 52, 65, 55], cheek: [31, 228, 229, 230, 231, 232, 233]
    )
    private static let right = (
        upper: [263, 466, 388, 387, 386, 385, 384, 398, 362], lower: [263, 249, 390, 373, 374, 380, 381, 382, 362],
        brow: [276, 283, 282, 295, 285], cheek: [261, 448, 449, 450, 451, 452, 453]
    )

    init(_ side: Side, of points: [Retouch.Point]) {
        let lines = side == .left ? Self.left : Self.right
        // From left to right in the picture, so that "down" is down.
        let (first, last) = side == .left ? (lines.upper[0], lines.upper[8]) : (lines.upper[8], lines.upper[0])
        // Lids begin a little outside the corners of the eye, where their shadow lies.
        let outside = 0.2
        along = points[last] - points[first]
        corner = points[first] - along * outside
        along = along * (1 + 2 * outside)
        guard along.length >= 2 else { return }
        let upper = heights(lines.upper.map { points[$0] })
        let lower = heights(lines.lower.map { points[$0] })
        let brow = heights(lines.brow.map { points[$0] })
        let cheek = heights(lines.cheek.map { points[$0] })
        // The mesh lies a little inside what must be covered.
        let margin = 0.12
        let most = zip(upper, lower).map { $1 - $0 }.max() ?? 0
        var (browLine, upperLine, lowerLine, cheekLine): ([Float], [Float], [Float], [Float]) = ([], [], [], [])
        for column in upper.indices {
            let u = Double(column) / Double(upper.count - 1)
            let open = max(0, lower[column] - upper[column])
            let cover = margin * open + 0.22 * max(0, most) * min(1, 8 * u * (1 - u))
            upperLine.append(Float(upper[column] - cover))
            lowerLine.append(Float(max(lower[column], upper[column]) + 0.5 * cover))
            browLine.append(
                Float(min(upper[column] - max(3, 0.75 * open), upper[column] + 0.85 * (brow[column] - upper[column]))))
            cheekLine.append(Float(max(lower[column] + max(3, 0.75 * open), cheek[column])))
            reach = max(reach, abs(Double(browLine[column])), abs(Double(cheekLine[column])))
        }
        copy(browLine, &kernel.brow)
        copy(upperLine, &kernel.upper)
        copy(lowerLine, &kernel.lower)
        copy(cheekLine, &kernel.cheek)
    }

    /// nil for an eye too small to have lids.
    func closing(_ amount: Double, width: Int, height: Int) -> keepers_demo_lid? {
        guard along.length >= 4, reach.isFinite else { return nil }
        var lid = kernel
        (lid.cornerX, lid.cornerY) = (Float(corner.x), Float(corner.y))
        (lid.alongX, lid.alongY) = (Float(along.x), Float(along.y))
        (lid.amount, lid.lift) = (Float(amount), 0.2)
        (lid.lashes, lid.lashWidth) = (Float(0.8 * amount), Float(max(1.2, 0.055 * along.length)))
        let (from, to) = (corner, corner + along)
        (lid.left, lid.right) = span(min(from.x, to.x) - reach, max(from.x, to.x) + reach, width)
        (lid.top, lid.bottom) = span(min(from.y, to.y) - reach, max(from.y, to.y) + reach, height)
        return lid
    }

    /// The height of a line over equal steps from corner to corner.
    private func heights(_ line: [Retouch.Point]) -> [Double] {
        let length = along.length
        let places = line.map { point -> (u: Double, v: Double) in
            let d = point - corner
            return (
                (d.x * along.x + d.y * along.y) / (length * length), (d.y * along.x - d.x * along.y) / length
            )
        }.sorted { $0.u < $1.u }
        let columns = Int(KEEPERS_LID_COLUMNS)
        return (0..<columns).map { column in
            let u = Double(column) / Double(columns - 1)
            guard let next = places.firstIndex(where: { $0.u > u }) else { return places[places.count - 1].v }
            guard next > 0 else { return places[0].v }
            let (a, b) = (places[next - 1], places[next])
            return a.v + (b.v - a.v) * (u - a.u) / max(1e-9, b.u - a.u)
        }
    }

    private func copy<Columns>(_ line: [Float], _ columns: inout Columns) {
        withUnsafeMutableBytes(of: &columns) { field in line.withUnsafeBytes { field.copyMemory(from: $0) } }
    }
}

/// Whole pixels from `low` up to, not including, `high` inside 0..<`size`.
func span(_ low: Double, _ high: Double, _ size: Int) -> (Int32, Int32) {
    guard low.isFinite, high.isFinite else { return (0, 0) }
    return (
        Int32(min(max(low.rounded(.down), 0), Double(size))), Int32(min(max(high.rounded(.up), 0), Double(size)))
    )
}

extension Retouch {
    mutating func close(_ lid: Lid, _ amount: Double) {
        guard var kernel = lid.closing(amount, width: picture.width, height: picture.height) else { return }
        change { keepers_demo_close($0, $1, $2, $3, &kernel) }
    }

    /// Draws into a copy of the picture.
    mutating func change(_ draw: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int32, Int32) -> Void) {
        let before = picture
        let after = [UInt8](unsafeUninitializedCapacity: before.bytes.count) { buffer, count in
            before.bytes.withUnsafeBufferPointer { source in
                guard let base = buffer.baseAddress, let from = source.baseAddress else { return }
                base.initialize(from: from, count: source.count)
                draw(from, base, Int32(before.width), Int32(before.height))
                count = source.count
            }
        }
        picture = Pixels(width: before.width, height: before.height, bytes: after)
    }
}
