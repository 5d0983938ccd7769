import CPixels
import Glibc
import KeepersCore

extension Print {
    /// The print of an upright sRGB picture; nil below 9 x 8 pixels.
    ///
    /// The hash compares the mean luma of neighbouring cells, the first comparison in the highest bit, 1 = brighter to the right.
    init?(of picture: Bitmap) {
        guard picture.width >= 9, picture.height >= 8 else { return nil }
        let cells = means(picture, columns: 9, rows: 8)
        var hash: UInt64 = 0
        for row in 0..<8 {
            for column in 0..<8 {
                let cell = row * 9 + column
                hash = hash << 1 | (luma(cells, cell + 1) > luma(cells, cell) ? 1 : 0)
            }
        }
        let grid = means(picture, columns: 4, rows: 4)
        let lab = (0..<16).flatMap { cieLab(red: grid[3 * $0], green: grid[3 * $0 + 1], blue: grid[3 * $0 + 2]) }
        self.init(hash: hash, lab: lab)
    }
}

private func means(_ picture: Bitmap, columns: Int, rows: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: columns * rows * 3) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        keepers_cell_means(
            picture.base, picture.stride, Int32(picture.width), Int32(picture.height), Int32(columns), Int32(rows), base)
        count = columns * rows * 3
    }
}

private func luma(_ cells: [Float], _ index: Int) -> Float {
    0.299 * cells[3 * index] + 0.587 * cells[3 * index + 1] + 0.114 * cells[3 * index + 2]
}

/// CIE 1976 L*a*b* under D65 of an sRGB colour whose channels are 0...255 (IEC 61966-2-1; CIE 15:2004).
func cieLab(red: Float, green: Float, blue: Float) -> [Float] {
    func linear(_ channel: Float) -> Double {
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    func compressed(_ value: Double) -> Double { value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116 }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    let x = compressed((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
    let y = compressed(0.2126729 * r + 0.7151522 * g + 0.0721750 * b)
    let z = compressed((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    return [Float(116 * y - 16), Float(500 * (x - y)), Float(200 * (y - z))]
}
