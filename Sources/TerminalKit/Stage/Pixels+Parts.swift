import CPixels
import KeepersCore

extension Pixels {
    /// Both pictures centred on one canvas, mixed as `blend` says; empty where one of them cannot be shown.
    func blended(with other: Pixels, _ blend: Blend) -> Pixels {
        let (wide, high) = (max(width, other.width), max(height, other.height))
        guard isShowable, other.isShowable else { return Pixels(width: 0, height: 0, bytes: []) }
        let ground = blend.background.hex
        let mixed = [UInt8](unsafeUninitializedCapacity: wide * high * 3) { out, count in
            bytes.withUnsafeBufferPointer { one in
                other.bytes.withUnsafeBufferPointer { two in
                    guard let one = one.baseAddress, let two = two.baseAddress, let canvas = out.baseAddress else { return }
                    let first = keepers_picture(rgb: one, width: Int32(width), height: Int32(height))
                    let second = keepers_picture(rgb: two, width: Int32(other.width), height: Int32(other.height))
                    switch blend.mode {
                    case .fade(let step):
                        let weight = Int32(min(Blend.lastFade, max(0, step)))
                        keepers_fade(first, second, weight, ground, canvas, Int32(wide), Int32(high))
                    case .difference:
                        keepers_difference(first, second, Int32(Blend.differenceGain), ground, canvas, Int32(wide), Int32(high))
                    }
                    count = wide * high * 3
                }
            }
        }
        return Pixels(width: mixed.isEmpty ? 0 : wide, height: mixed.isEmpty ? 0 : high, bytes: mixed)
    }

    /// Pixel columns `from` up to, not including, `to`.
    func slice(from: Int, to: Int) -> Pixels {
        let (start, end) = (min(max(0, from), width), min(max(0, to), width))
        guard start < end else { return Pixels(width: 0, height: 0, bytes: []) }
        var out: [UInt8] = []
        out.reserveCapacity((end - start) * height * 3)
        for y in 0..<height { out += bytes[(y * width + start) * 3..<(y * width + end) * 3] }
        return Pixels(width: end - start, height: height, bytes: out)
    }
}
