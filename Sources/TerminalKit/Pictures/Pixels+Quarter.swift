import KeepersCore

extension Pixels {
    /// A quarter of the width and height, each pixel the mean of up to 4x4; nil when it cannot be shown.
    var quartered: Pixels? {
        guard isShowable else { return nil }
        let (columns, rows) = ((width + 3) / 4, (height + 3) / 4)
        let small = [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { out, count in
            bytes.withUnsafeBufferPointer { input in
                for y in 0..<rows { quarter(input, row: y, columns: columns, into: out) }
            }
            count = columns * rows * 3
        }
        return Pixels(width: columns, height: rows, bytes: small)
    }

    private func quarter(
        _ input: UnsafeBufferPointer<UInt8>, row: Int, columns: Int, into out: UnsafeMutableBufferPointer<UInt8>
    ) {
        let lines = (row * 4)..<min(row * 4 + 4, height)
        for column in 0..<columns {
            let span = (column * 4)..<min(column * 4 + 4, width)
            let area = lines.count * span.count
            for channel in 0..<3 {
                var sum = area / 2
                for line in lines { for x in span { sum += Int(input[(line * width + x) * 3 + channel]) } }
                out[(row * columns + column) * 3 + channel] = UInt8(sum / area)
            }
        }
    }
}
