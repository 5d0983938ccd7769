import CPixels
import KeepersCore

/// A picture reduced to a palette: what sixel and PNG8 are made from.
struct IndexedPicture {
    let width: Int
    let height: Int
    /// R, G, B of each colour, dark to bright.
    let palette: [UInt8]
    /// One palette index per pixel, rows packed.
    let indices: [UInt8]

    var colours: Int { palette.count / 3 }

    /// nil for a picture that no terminal could show (`Pixels.isShowable`), or without memory.
    /// - Parameter colours: 2...255 are used; 256 means 255, as one index stays free inside the look-up.
    init?(_ pixels: Pixels, colours: Int) {
        guard pixels.isShowable else { return nil }
        width = pixels.width
        height = pixels.height
        palette = Self.palette(pixels, colours: min(max(colours, 2), Int(KEEPERS_QUANT_MAX)))
        guard let indices = Self.indices(pixels, palette) else { return nil }
        self.indices = indices
    }

    private static func palette(_ pixels: Pixels, colours: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: colours * 3) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = 3 * Int(keepers_quant_palette(pixels.bytes, pixels.width * pixels.height, Int32(colours), base))
        }
    }

    /// Few colours need more dither against steps in skies and skin; the bytes that it costs are saved again in texture.
    private static func indices(_ pixels: Pixels, _ palette: [UInt8]) -> [UInt8]? {
        guard !palette.isEmpty else { return nil }
        let colours = palette.count / 3
        let (dither, thrift): (Int32, Int32) = colours <= 128 ? (150, 120) : (100, 100)
        let area = pixels.width * pixels.height
        let indices = [UInt8](unsafeUninitializedCapacity: area) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            let result = keepers_quant_map(
                pixels.bytes, pixels.width, pixels.height, palette, Int32(colours), dither, thrift, base)
            count = result == 0 ? area : 0
        }
        return indices.count == area ? indices : nil
    }
}

extension Pixels {
    /// Neither empty nor larger than any screen: the encoders answer others with nothing.
    var isShowable: Bool {
        width > 0 && height > 0 && width <= 16_384 && height <= 16_384 && width * height <= 1 << 26
    }
}
