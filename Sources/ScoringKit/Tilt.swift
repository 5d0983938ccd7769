import CPixels
import KeepersCore

/// Degrees clockwise by which the horizon, or what was built level and plumb, leans in the upright picture; nil without strong evidence.
///
/// A horizon, a shelf or a wall shows as one narrow peak among the directions of nearly level or nearly plumb edges. The peak must stand
/// 2.2 times above its surroundings; level and plumb edges that contradict each other tell nothing.
func judgeTilt(_ leans: keepers_leans, pixels: Int, orientation: Orientation) -> Double? {
    let level = peak(withUnsafeBytes(of: leans.level) { Array($0.bindMemory(to: UInt32.self)) }, pixels: pixels)
    let plumb = peak(withUnsafeBytes(of: leans.plumb) { Array($0.bindMemory(to: UInt32.self)) }, pixels: pixels)
    guard let stored = agreed(orientation.swapsSides ? plumb : level, orientation.swapsSides ? level : plumb) else { return nil }
    return orientation.isMirrored ? -stored : stored
}

/// Plumb lines converge upwards, so level ones have the word where there are both.
private func agreed(_ level: Double?, _ plumb: Double?) -> Double? {
    guard let level, let plumb else { return level ?? plumb }
    return abs(level - plumb) <= 2 ? level : nil
}

/// Degrees of the one direction that stands out, at most 10 either way.
private func peak(_ bins: [UInt32], pixels: Int) -> Double? {
    let smooth = bins.indices.map { bin -> Double in
        let around = max(0, bin - 1)...min(bins.count - 1, bin + 1)
        return Double(around.reduce(0) { $0 &+ bins[$1] }) / Double(around.count)
    }
    let middle = bins.count / 2
    // A peak at the edge of the range belongs to a line that leans more.
    guard let top = (middle - 21...middle + 21).max(by: { smooth[$0] < smooth[$1] }), abs(top - middle) <= 20 else { return nil }
    var sorted = smooth
    let usual = sorted.select(sorted.count / 2)
    // The peak's edges cover at least a thousandth of the picture at full weight.
    let weight = (top - 2...top + 2).reduce(0.0) { $0 + Double(bins[$1]) }
    guard smooth[top] > 2.2 * usual, weight > 0.96 * Double(pixels) else { return nil }
    var (sum, moment) = (0.0, 0.0)
    for bin in top - 2...top + 2 {
        let above = max(0, Double(bins[bin]) - usual)
        sum += above
        moment += above * Double(bin - middle)
    }
    return sum > 0 ? moment / sum / 2 : nil
}

extension Orientation {
    var isMirrored: Bool {
        switch self {
        case .mirrored, .mirroredTurned180, .mirroredTurned270, .mirroredTurned90: true
        case .upright, .turned180, .turned90, .turned270: false
        }
    }
}
