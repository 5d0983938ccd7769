import CPixels
import KeepersCore

/// One self-contained sixel picture: a rectangle of a larger one that starts on a cell boundary, small enough to be one job.
struct SixelBand: Equatable {
    /// Where the rectangle starts in the whole picture, in pixels: multiples of the cell's size.
    var pixelColumn: Int
    var pixelRow: Int
    var bytes: [UInt8]
}

/// DEC sixel graphics: six pixel rows at a time, one pass per colour. Source: VT330/VT340 Programmer Reference, chapter 14.
enum SixelEncoder {
    /// Rectangles that together cover `pixels` exactly, top to bottom and left to right, all in one palette. Each is as high as
    /// the fewest cell rows that hold whole sixel lines (at most six), and as wide as `maxBytes` allows but at least one cell;
    /// only then may it exceed `maxBytes`. Registers are defined anew in each where used, so any may be left out or come late.
    static func encode(_ pixels: Pixels, colours: Int, cellWidth: Int, cellHeight: Int, maxBytes: Int) -> [SixelBand] {
        guard cellWidth > 0, cellHeight > 0, let picture = IndexedPicture(pixels, colours: colours) else { return [] }
        var tiler = SixelTiler(picture: picture, cellWidth: cellWidth, cellHeight: cellHeight, maxBytes: max(maxBytes, 1))
        return tiler.bands()
    }
}

/// Cuts an indexed picture into sixel pictures of a limited size.
private struct SixelTiler {
    let picture: IndexedPicture
    let cellWidth: Int
    let cellHeight: Int
    let maxBytes: Int
    /// Bytes per pixel of the last rectangle, so that the next is rarely cut too wide.
    var density = 1.0

    mutating func bands() -> [SixelBand] {
        var bands: [SixelBand] = []
        let high = bandHeight
        for top in stride(from: 0, to: picture.height, by: high) {
            let height = min(high, picture.height - top)
            var left = 0
            while left < picture.width {
                let width = min(fittingWidth(height), picture.width - left)
                bands.append(band(left, top, width, height))
                left += lastWidth
            }
        }
        return bands
    }

    private var lastWidth = 0

    init(picture: IndexedPicture, cellWidth: Int, cellHeight: Int, maxBytes: Int) {
        self.picture = picture
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.maxBytes = maxBytes
    }

    /// The fewest cell rows whose pixels make whole sixel lines.
    private var bandHeight: Int {
        (1...6).map { $0 * cellHeight }.first { $0 % 6 == 0 } ?? cellHeight * 6
    }

    /// Whole cells, aimed a little below the limit.
    private func fittingWidth(_ height: Int) -> Int {
        let aim = Double(maxBytes) * 0.85 / (density * Double(height))
        return max(1, Int(min(aim, 1e6)) / cellWidth) * cellWidth
    }

    /// The widest rectangle from (`left`, `top`) that fits, at most `width` wide.
    private mutating func band(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> SixelBand {
        var width = width
        while true {
            let narrowest = width <= cellWidth
            let bytes = tile(left, top, width, height, narrowest ? width * height * 16 + 8192 : maxBytes)
            if !bytes.isEmpty || narrowest {
                density = max(0.05, Double(bytes.count) / Double(width * height))
                lastWidth = width
                return SixelBand(pixelColumn: left, pixelRow: top, bytes: bytes)
            }
            width = max(1, width / cellWidth * 2 / 3) * cellWidth
        }
    }

    private func tile(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ capacity: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = keepers_sixel_tile(
                picture.indices, picture.width, left, top, width, height, picture.palette, Int32(picture.colours), base, capacity)
        }
    }
}
