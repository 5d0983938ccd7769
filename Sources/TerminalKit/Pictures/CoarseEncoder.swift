import KeepersCore

/// A picture as cells of one colour each, for a first look: runs of nearly the same colour share one, because every change of
/// colour costs eleven bytes.
enum CoarseEncoder {
    /// How far a cell may be from its run's colour, summed over red, green and blue.
    private static let tolerance = 30

    /// `columns` * `rows` blanks on xterm's fixed colours, row by row; none for a picture or a grid that cannot be shown.
    static func encode(_ pixels: Pixels, columns: Int, rows: Int) -> [Cell] {
        guard let small = pixels.averaged(columns: columns, rows: rows) else { return [] }
        var cells: [Cell] = []
        cells.reserveCapacity(columns * rows)
        for y in 0..<rows {
            var run: Colour?
            for x in 0..<columns {
                let at = (y * columns + x) * 3
                let own = Colour(small.bytes[at], small.bytes[at + 1], small.bytes[at + 2])
                if let last = run, own.distance(to: last) <= tolerance {} else { run = own }
                cells.append(Cell(" ", Style(.black, on: (run ?? own).fixed)))
            }
        }
        return cells
    }
}

extension Colour {
    fileprivate func distance(to other: Colour) -> Int {
        abs(Int(red) - Int(other.red)) + abs(Int(green) - Int(other.green)) + abs(Int(blue) - Int(other.blue))
    }

    /// The nearest of xterm's fixed colours.
    fileprivate var fixed: Colour {
        let index = indexed
        if index >= 232 {
            let grey = UInt8(8 + (index - 232) * 10)
            return Colour(grey, grey, grey)
        }
        func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + step * 40) }
        let cube = index - 16
        return Colour(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    }
}
