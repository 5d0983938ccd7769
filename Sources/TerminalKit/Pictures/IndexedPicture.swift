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

    /// nil for a picture that no terminal could show (`Pixels.isShowable`).
    /// - Parameter colours: 2...255 are used; 256 means 255, as one index stays free inside the look-up.
    init?(_ pixels: Pixels, colours: Int, dither: Int = 0) {
        guard pixels.isShowable else { return nil }
        width = pixels.width
        height = pixels.height
        let wanted = min(max(colours, 2), Int(KEEPERS_QUANT_MAX))
        let area = width * height
        let swatches = [UInt8](unsafeUninitializedCapacity: wanted * 3) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = Int(keepers_quant_palette(pixels.bytes, area, Int32(wanted), base)) * 3
        }
        palette = swatches
        let (columns, lines) = (width, height)
        indices = [UInt8](unsafeUninitializedCapacity: area) { buffer, count in
            guard let base = buffer.baseAddress, !swatches.isEmpty else { return }
            let result = keepers_quant_map(
                pixels.bytes, columns, lines, swatches, Int32(swatches.count / 3), Int32(dither), base)
            count = result == 0 ? area : 0
        }
        guard indices.count == area else { return nil }
    }
}

extension Pixels {
    /// Neither empty nor larger than any screen: the encoders answer others with nothing.
    var isShowable: Bool {
        width > 0 && height > 0 && width <= 16_384 && height <= 16_384 && width * height <= 1 << 26
    }
}
