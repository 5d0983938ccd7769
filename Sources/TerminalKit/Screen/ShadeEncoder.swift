import KeepersCore

/// A picture without any colour: five densities of block characters, dithered by a 4x4 Bayer matrix.
enum ShadeEncoder {
    private static let shades: [Character] = [" ", "░", "▒", "▓", "█"]
    private static let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    static func encode(_ pixels: Pixels, columns: Int, rows: Int) -> [Cell] {
        guard pixels.width > 0, pixels.height > 0, columns > 0, rows > 0 else { return [] }
        var cells: [Cell] = []
        cells.reserveCapacity(columns * rows)
        let style = Style(Colour(255, 255, 255))
        for row in 0..<rows {
            for column in 0..<columns {
                let light = luminance(pixels, column, row, columns, rows)
                let threshold = bayer[row % 4 * 4 + column % 4] * 16 + 8
                // Four steps between five shades; the matrix decides which side of a step a cell falls to.
                let level = min(4, (light * 4 + threshold) / 256)
                cells.append(Cell(shades[level], style))
            }
        }
        return cells
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
