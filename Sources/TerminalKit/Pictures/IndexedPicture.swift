import CPixels
import KeepersCore

/// A picture reduced to a palette: what sixel and PNG8 are made from.
struct IndexedPicture {
    let width: Int
    let height: Int
    /// R, G, B of each colour: the photo's, dark to bright, then the stencil's.
    let palette: [UInt8]
    /// One palette index per pixel, rows packed.
    let indices: [UInt8]

    var colours: Int { palette.count / 3 }

    /// nil for a picture that no terminal could show (`Pixels.isShowable`), or without memory.
    /// - Parameters:
    ///   - stencil: is drawn in exactly its own colours: they are none that the picture's pixels could be given.
    ///   - colours: 2...255 are used; 256 means 255, as one index stays free inside the look-up.
    init?(_ pixels: Pixels, stencil: Stencil = .empty, colours: Int) {
        guard pixels.isShowable else { return nil }
        width = pixels.width
        height = pixels.height
        let allowed = min(max(colours, 2), Int(KEEPERS_QUANT_MAX))
        // Few: the picture needs the palette.
        let inks = stencil.colours.prefix(min(16, allowed - 2))
        let photo = Self.palette(pixels, colours: allowed - inks.count)
        guard let indices = Self.indices(pixels, photo) else { return nil }
        palette = photo + inks.flatMap { [$0.red, $0.green, $0.blue] }
        self.indices = Self.painted(indices, stencil, width: width, inks: inks, first: photo.count / 3)
    }

    /// Fills in colours beyond the last of `inks` take the last.
    private static func painted(
        _ indices: [UInt8], _ stencil: Stencil, width: Int, inks: ArraySlice<Colour>, first: Int
    ) -> [UInt8] {
        guard !inks.isEmpty else { return indices }
        var painted = indices
        for fill in stencil.fills {
            let index = UInt8(clamping: first + (inks.firstIndex(of: fill.colour) ?? inks.endIndex - 1))
            for y in fill.area.top..<fill.area.bottom {
                for x in fill.area.left..<fill.area.right where y * width + x < painted.count { painted[y * width + x] = index }
            }
        }
        return painted
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
