import CPixels
import Glibc

/// How surely a picture is smeared along one direction.
struct Smear {
    /// 0...1; 0.5 divides what is called smeared from what is not.
    var sureness: Double
    /// Degrees 0..<180 from horizontal, counterclockwise, of the picture as stored.
    var angle: Double
}

/// Gradient sums of one picture at full, quarter and eighth size, block by block at the same places.
struct GradientScales {
    var full: [keepers_gradients]
    var quarter: [keepers_gradients]
    var eighth: [keepers_gradients]

    /// Of a block at full size; 16 and 8 pixels at the smaller sizes.
    static let side = 64
}

/// Tells a smear along one direction from focus blur, and from pictures of railings, horizons and waves.
///
/// A smear takes the fine gradients along its direction and leaves those across it. So for each of twelve directions the gradient energy at
/// full size is divided by that at quarter and at eighth size, in the blocks that keep most: focus blur lowers the ratio
/// in every direction alike, a sharp picture keeps it high everywhere, a smear lowers it in one. Railings have little energy along
/// themselves at any scale, which says nothing: blocks whose gradients at eighth size all point one way are not asked,
/// and where too few others are left the answer is nil. (The spectrum's directional notch, as in Yitzhaky and Kopeika 1997, without
/// their assumption of even speed.)
func judgeSmear(_ scales: GradientScales) -> Smear? {
    let blocks = scales.eighth.indices.filter { scales.eighth[$0].pointsManyWays }
    guard blocks.count >= max(8, scales.eighth.count / 20) else { return nil }
    // Noise stays in the fine energy: it fills every direction alike, so that a frame that drowns in it shows none.
    let full = DirectionalEnergy(scales.full, side: 64, withoutNoise: false)
    let quarter = DirectionalEnergy(scales.quarter, side: 16, withoutNoise: true)
    let eighth = DirectionalEnergy(scales.eighth, side: 8, withoutNoise: true)
    let near = kept(of: full, against: quarter, in: blocks, share: 0.08)
    let far = kept(of: full, against: eighth, in: blocks, share: 0.40)
    var weakest: Int?
    for direction in near.indices {
        guard let own = near[direction], let more = far[direction], near[across(direction)] != nil, far[across(direction)] != nil
        else { continue }
        if let best = weakest, let a = near[best], let b = far[best], a + b <= own + more { continue }
        weakest = direction
    }
    guard let weakest, let along = near[weakest], let alongFar = far[weakest], let over = near[across(weakest)],
        let overFar = far[across(weakest)]
    else { return nil }
    // Half sure when 1.35 times as much is kept across as along, and a third along.
    let gap = min(over - along, overFar - alongFar)
    let isDirected = (gap - 0.1) / 0.4
    let isBlurred = (-0.6 - along) / 0.8
    let angle = Double(weakest) * DirectionalEnergy.step + refinement(near, far, at: weakest)
    return Smear(
        sureness: min(1, max(0, min(isDirected, isBlurred))), angle: (angle + 180).truncatingRemainder(dividingBy: 180))
}

private func across(_ direction: Int) -> Int { (direction + DirectionalEnergy.count / 2) % DirectionalEnergy.count }

/// Degrees from `direction` to the lowest point of a parabola through it and its neighbours.
private func refinement(_ near: [Double?], _ far: [Double?], at direction: Int) -> Double {
    func depth(_ offset: Int) -> Double? {
        let place = (direction + offset + DirectionalEnergy.count) % DirectionalEnergy.count
        guard let one = near[place], let other = far[place] else { return nil }
        return one + other
    }
    guard let left = depth(-1), let middle = depth(0), let right = depth(1) else { return 0 }
    let bend = left - 2 * middle + right
    return bend > 0.01 ? DirectionalEnergy.step * max(-0.5, min(0.5, (left - right) / (2 * bend))) : 0
}

/// For each direction the logarithm of the share of coarse energy that is still there at the fine size,
/// over the `share` of all blocks that keep most; nil where too few blocks have any energy that way.
private func kept(
    of fine: DirectionalEnergy, against coarse: DirectionalEnergy, in blocks: [Int], share: Double
) -> [Double?] {
    let most = max(4, Int(share * Double(fine.blocks)))
    // Keeps a faint gradient, whose ratio is chance, from counting as much as a strong one.
    let ballast = 200.0
    return (0..<DirectionalEnergy.count).map { direction in
        let (fines, coarses) = (fine.values[direction], coarse.values[direction])
        let asked = blocks.filter { coarses[$0] > 40 }
        guard asked.count >= 4 else { return nil }
        let best = asked.map { fines[$0] / (coarses[$0] + ballast) }.greatest(most)
        var (above, below) = (0.0, 0.0)
        for place in best {
            above += fines[asked[place]]
            below += coarses[asked[place]] + ballast
        }
        return log(above / below + 1e-4)
    }
}

/// Squared gradients a pixel along each of twelve directions.
private struct DirectionalEnergy {
    static let count = 12
    static let step = 180.0 / Double(count)
    let blocks: Int
    /// Direction by direction, block by block; direction 0 is horizontal, then counterclockwise.
    let values: [[Double]]

    /// `withoutNoise`: less twice what the flattest blocks show.
    init(_ sums: [keepers_gradients], side: Int, withoutNoise: Bool) {
        blocks = sums.count
        let scale = 1 / Double(side * side)
        var values = (0..<Self.count).map { direction in
            let angle = Double(direction) * Self.step * .pi / 180
            let (c, s) = (cos(angle), sin(angle))
            return sums.map { scale * (c * c * Double($0.xx) + s * s * Double($0.yy) - 2 * c * s * Double($0.xy)) }
        }
        guard withoutNoise else {
            self.values = values
            return
        }
        // A tenth of the blocks hold little but noise, which is the same in every direction.
        let noise = values.map { row in
            var row = row
            return row.select(row.count / 10)
        }
        let floor = 2 * (noise.min() ?? 0)
        for direction in values.indices {
            for block in values[direction].indices { values[direction][block] = max(0, values[direction][block] - floor) }
        }
        self.values = values
    }
}

extension keepers_gradients {
    /// Whether a block of the eighth-size picture has contrast, and not along one direction alone.
    fileprivate var pointsManyWays: Bool {
        let middle = Double(xx + yy) / 2
        let half = Double(xx - yy) / 2
        let apart = (half * half + Double(xy) * Double(xy)).squareRoot()
        return middle + apart > 6400 && middle - apart > 0.15 * (middle + apart)
    }
}
