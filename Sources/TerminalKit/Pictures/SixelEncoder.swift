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
    /// the fewest cell rows that make whole sixel lines (at most six; the last may be lower), and as wide as `maxBytes` allows
    /// but at least one cell; only then may it exceed `maxBytes`. Registers are defined anew in each where they are used, and
    /// nothing outside the rectangle is touched, so any may come late or never. Empty for a picture that cannot be shown.
    static func encode(
        _ pixels: Pixels, stencil: Stencil = .empty, colours: Int, cellWidth: Int, cellHeight: Int, maxBytes: Int
    ) -> [SixelBand] {
        guard (1...1024).contains(cellWidth), (1...1024).contains(cellHeight) else { return [] }
        guard let picture = IndexedPicture(pixels, stencil: stencil, colours: colours) else { return [] }
        let cutter = SixelCutter(picture: picture, cellWidth: cellWidth, cellHeight: cellHeight, maxBytes: maxBytes)
        return cutter.bands()
    }
}

/// Cuts an indexed picture into sixel pictures of a limited size.
private struct SixelCutter {
    let picture: IndexedPicture
    let cellWidth: Int
    let cellHeight: Int
    let maxBytes: Int

    private struct Area {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    func bands() -> [SixelBand] {
        var bands: [SixelBand] = []
        // Bytes per pixel of the rectangle before, so that the next is seldom tried too wide.
        var density = 1.0
        for top in stride(from: 0, to: picture.height, by: bandHeight) {
            var area = Area(x: 0, y: top, width: 0, height: min(bandHeight, picture.height - top))
            while area.x < picture.width {
                area.width = min(likelyWidth(area.height, density), picture.width - area.x)
                let bytes = encoded(&area)
                bands.append(SixelBand(pixelColumn: area.x, pixelRow: area.y, bytes: bytes))
                density = max(0.05, Double(bytes.count) / Double(area.width * area.height))
                area.x += area.width
            }
        }
        return bands
    }

    /// The fewest cell rows whose pixels make whole sixel lines.
    private var bandHeight: Int { (1...6).map { $0 * cellHeight }.first { $0 % 6 == 0 } ?? 6 * cellHeight }

    /// Whole cells, aimed somewhat below the limit.
    private func likelyWidth(_ height: Int, _ density: Double) -> Int {
        let pixels = 0.85 * Double(max(0, maxBytes)) / (density * Double(height))
        return max(1, Int(min(pixels, 65_536)) / cellWidth) * cellWidth
    }

    /// The sixel picture of `area`, which is narrowed until it fits or is one cell wide.
    private func encoded(_ area: inout Area) -> [UInt8] {
        while area.width > cellWidth {
            let bytes = encoded(area, capacity: maxBytes)
            if !bytes.isEmpty { return bytes }
            area.width = max(1, area.width / cellWidth * 2 / 3) * cellWidth
        }
        // The most that a rectangle can take: a gap and a run per pixel, a definition and a return per colour and line.
        return encoded(area, capacity: area.width * area.height * 16 + (area.height / 6 + 1) * 256 * 32)
    }

    private func encoded(_ area: Area, capacity: Int) -> [UInt8] {
        guard capacity > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = keepers_sixel_tile(
                picture.indices, picture.width, area.x, area.y, area.width, area.height, picture.palette,
                base, capacity)
        }
    }
}
