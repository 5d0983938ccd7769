// The fixed colours of xterm's table, as terminals without 24 bits show them.
extension Colour {
    /// The nearest of xterm's fixed colours, 16...255 (a 6x6x6 cube and 24 greys).
    public var indexed: Int {
        func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
        let (r, g, b) = (step(red), step(green), step(blue))
        let mean = (Int(red) + Int(green) + Int(blue)) / 3
        let grey = 232 + min(23, max(0, (mean - 3) / 10))
        let cube = 16 + 36 * r + 6 * g + b
        return distance(to: Colour(indexed: grey)) < distance(to: Colour(indexed: cube)) ? grey : cube
    }

    /// What a terminal shows for one of the fixed colours, 16...255; others are taken for the nearest of these.
    public init(indexed: Int) {
        let number = min(255, max(16, indexed))
        func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + step * 40) }
        if number >= 232 {
            let shade = UInt8(8 + (number - 232) * 10)
            self.init(shade, shade, shade)
        } else {
            let cube = number - 16
            self.init(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
    }

    /// This colour as a terminal of 256 colours shows it.
    public var quantised: Colour { Colour(indexed: indexed) }

    private func distance(to other: Colour) -> Int {
        let (dr, dg, db) = (
            Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
        )
        return dr * dr + dg * dg + db * db
    }
}
