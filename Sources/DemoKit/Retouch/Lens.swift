import CPixels

/// Missed focus and camera shake on a finished picture, by the amounts that rendered scenes have.
enum Lens {
    static func blurred(_ rgb: [UInt8], _ width: Int, _ height: Int, _ take: Take, _ dice: inout Dice) -> [UInt8] {
        let level = min(3, max(0, take.blurLevel))
        let short = Float(min(width, height))
        switch take.blur {
        case .none: return rgb
        case .focus:
            let radius = Int(([0, 0.0016, 0.004, 0.010] as [Float])[level] * short * 0.72 + 0.5)
            return changed(rgb, width, height) { keepers_demo_blur($0, Int32(width), Int32(height), Int32(max(1, radius)), $1) }
        case .shake, .motion:
            let way = ([0, 0.005, 0.012, 0.028] as [Float])[level] * short
            let lean = dice.around(0.5)
            let (dx, dy) = (way * (1 - lean * lean / 2), way * lean)
            let taps = min(24, max(2, Int(way) + 1))
            return changed(rgb, width, height) {
                keepers_demo_smear($0, Int32(width), Int32(height), dx, dy, Int32(taps), $1)
            }
        }
    }

    /// Runs a kernel of the painter, which works on four planes of floats.
    private static func changed(
        _ rgb: [UInt8], _ width: Int, _ height: Int, _ kernel: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
    ) -> [UInt8] {
        let count = width * height
        var planes = [Float](repeating: 0, count: count * 4)
        var scratch = [Float](repeating: 0, count: count)
        return planes.withUnsafeMutableBufferPointer { planes in
            scratch.withUnsafeMutableBufferPointer { scratch in
                guard let base = planes.baseAddress, let spare = scratch.baseAddress else { return rgb }
                rgb.withUnsafeBufferPointer { bytes in
                    for at in 0..<count { for plane in 0..<3 { base[plane * count + at] = Float(bytes[at * 3 + plane]) } }
                }
                kernel(base, spare)
                return [UInt8](unsafeUninitializedCapacity: count * 3) { out, filled in
                    for at in 0..<count {
                        for plane in 0..<3 { out[at * 3 + plane] = UInt8(min(255, max(0, base[plane * count + at] + 0.5))) }
                    }
                    filled = count * 3
                }
            }
        }
    }
}
