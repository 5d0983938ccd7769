import KeepersCore

/// A picture without colours of its own, dithered by a 4x4 Bayer matrix: densities of block characters, in four greys where the
/// terminal has 16 colours, or letters of rising weight where it has no blocks.
enum ShadeEncoder {
    /// A character in a grey, and how light a cell of it looks (0...255).
    private struct Shade {
        var text: Character
        var grey: UInt8
        var light: Int
    }

    private static let blocks = zip(" ░▒▓█", [0, 64, 128, 191, 255]).map { Shade(text: $0, grey: 255, light: $1) }
    /// About how much of a cell each letter fills in a console's font; the white of the whole scale is the "@".
    private static let letters = zip(" .:-=+*%#@", 0..<10).map { Shade(text: $0, grey: 255, light: $1 * 255 / 9) }
    private static let greys = [
        Shade(text: " ", grey: 0, light: 0), Shade(text: "░", grey: 85, light: 21), Shade(text: "▒", grey: 85, light: 43),
        Shade(text: "▓", grey: 85, light: 64), Shade(text: "▒", grey: 170, light: 85), Shade(text: "▓", grey: 170, light: 128),
        Shade(text: "█", grey: 170, light: 170), Shade(text: "▓", grey: 255, light: 191), Shade(text: "█", grey: 255, light: 255),
    ]
    private static let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// `columns` * `rows` cells, row by row. `greys`: 16 colours can be used; `ascii`: for terminals without UTF-8.
    static func encode(_ pixels: Pixels, columns: Int, rows: Int, greys hasGreys: Bool = false, ascii: Bool = false) -> [Cell] {
        guard pixels.width > 0, pixels.height > 0, columns > 0, rows > 0 else { return [] }
        let shades = ascii ? letters : hasGreys ? greys : blocks
        var cells: [Cell] = []
        cells.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let light = luminance(pixels, column, row, columns, rows)
                let shade = shades[level(light, bayer[row % 4 * 4 + column % 4], shades)]
                cells.append(Cell(shade.text, Style(Colour(shade.grey, shade.grey, shade.grey))))
            }
        }
        return cells
    }

    /// The matrix decides on which side of a step between two shades a cell falls.
    private static func level(_ light: Int, _ threshold: Int, _ shades: [Shade]) -> Int {
        let upper = max(1, shades.firstIndex { $0.light > light } ?? shades.count - 1)
        let (low, high) = (shades[upper - 1].light, shades[upper].light)
        return (light - low) * 16 >= (high - low) * threshold + (high - low) / 2 ? upper : upper - 1
    }

    /// The cell's mean Rec. 709 luma, 0...255, from up to 4x8 samples.
    private static func luminance(_ pixels: Pixels, _ column: Int, _ row: Int, _ columns: Int, _ rows: Int) -> Int {
        var sum = 0
        for sampleY in 0..<8 {
            let y = min(pixels.height - 1, (row * 8 + sampleY) * pixels.height / (rows * 8))
            for sampleX in 0..<4 {
                let x = min(pixels.width - 1, (column * 4 + sampleX) * pixels.width / (columns * 4))
                let at = (y * pixels.width + x) * 3
                sum += 54 * Int(pixels.bytes[at]) + 183 * Int(pixels.bytes[at + 1]) + 19 * Int(pixels.bytes[at + 2])
            }
        }
        return sum / (32 * 256)
    }
}
