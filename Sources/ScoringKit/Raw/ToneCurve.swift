import CPixels
import Glibc

/// From a sensor's linear light to screen values: one curve for the whole picture, so that no part of it looks unlike the others.
///
/// It lifts the middle and keeps black and white where the sensor has them: what is white on the screen is full on the sensor.
enum ToneCurve {
    /// 65,536 values from the picture's own highlights; `pixels` as LibRaw holds them, four values each.
    static func values(of pixels: UnsafePointer<UInt16>, count: Int) -> [UInt8] {
        var bins = [UInt32](repeating: 0, count: 256)
        keepers_count_light(pixels, count, &bins)
        return values(lift: lift(bins))
    }

    /// How much steeper than linear the curve begins: so that all but the brightest hundredth ends at 72 % of white.
    /// Cameras leave about this much room above a middle grey; a night stays a night.
    static func lift(_ bins: [UInt32]) -> Double {
        let all = bins.reduce(0) { $0 + Int($1) }
        var above = 0
        let white = bins.indices.reversed().first { bin in
            above += Int(bins[bin])
            return above * 100 > all
        }
        let bright = max(0.02, Double((white ?? 255) + 1) / 257)
        guard bright < 0.99 else { return 1.3 }
        return min(3.2, max(1.3, 0.72 * (1 - bright) / (bright * 0.28)))
    }

    static func values(lift: Double) -> [UInt8] {
        (0...65_535).map { value in
            let linear = Double(value) / 65_535
            let lifted = lift * linear / (1 + (lift - 1) * linear)
            // IEC 61966-2-1.
            let encoded = lifted <= 0.0031308 ? 12.92 * lifted : 1.055 * pow(lifted, 1 / 2.4) - 0.055
            return UInt8((encoded * 255).rounded())
        }
    }
}
