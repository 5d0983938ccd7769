import KeepersCore

extension Pixels {
    /// 1 / `factor` of the width and height, each pixel the mean of up to `factor` * `factor`; nil when it cannot be shown.
    func shrunk(by factor: Int) -> Pixels? {
        guard isShowable, factor > 0 else { return nil }
        return averaged((width + factor - 1) / factor, (height + factor - 1) / factor) { ($0 * factor, ($0 + 1) * factor) }
    }

    /// Exactly `columns` * `rows` pixels, each the mean of what it covers (at least one); nil when it cannot be shown.
    func averaged(columns: Int, rows: Int) -> Pixels? {
        guard isShowable, (1...4096).contains(columns), (1...4096).contains(rows) else { return nil }
        let small = [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { out, count in
            bytes.withUnsafeBufferPointer { input in
                for y in 0..<rows {
                    let lines = Self.span(y, of: rows, in: height)
                    for x in 0..<columns {
                        mean(input, lines, Self.span(x, of: columns, in: width), into: out, at: (y * columns + x) * 3)
                    }
                }
            }
            count = columns * rows * 3
        }
        return Pixels(width: columns, height: rows, bytes: small)
    }

    private func averaged(_ columns: Int, _ rows: Int, _ span: (Int) -> (Int, Int)) -> Pixels {
        let small = [UInt8](unsafeUninitializedCapacity: columns * rows * 3) { out, count in
            bytes.withUnsafeBufferPointer { input in
                for y in 0..<rows {
                    let (top, bottom) = span(y)
                    let lines = top..<min(bottom, height)
                    for x in 0..<columns {
                        let (left, right) = span(x)
                        mean(input, lines, left..<min(right, width), into: out, at: (y * columns + x) * 3)
                    }
                }
            }
            count = columns * rows * 3
        }
        return Pixels(width: columns, height: rows, bytes: small)
    }

    private static func span(_ index: Int, of count: Int, in size: Int) -> Range<Int> {
        let start = min(size - 1, index * size / count)
        return start..<max(start + 1, min(size, (index + 1) * size / count))
    }

    private func mean(
        _ input: UnsafeBufferPointer<UInt8>, _ lines: Range<Int>, _ columns: Range<Int>,
        into out: UnsafeMutableBufferPointer<UInt8>, at place: Int
    ) {
        let area = lines.count * columns.count
        var (red, green, blue) = (area / 2, area / 2, area / 2)
        for y in lines {
            var at = (y * width + columns.lowerBound) * 3
            for _ in columns {
                red += Int(input[at])
                green += Int(input[at + 1])
                blue += Int(input[at + 2])
                at += 3
            }
        }
        out[place] = UInt8(red / area)
        out[place + 1] = UInt8(green / area)
        out[place + 2] = UInt8(blue / area)
    }
}
