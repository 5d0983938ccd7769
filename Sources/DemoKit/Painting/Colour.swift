/// Linear light, red green blue; 1 = a white wall in the sun.
struct Colour: Sendable, Equatable {
    var red: Float
    var green: Float
    var blue: Float

    init(_ red: Float, _ green: Float, _ blue: Float) { (self.red, self.green, self.blue) = (red, green, blue) }
    init(grey: Float) { self.init(grey, grey, grey) }

    /// From an sRGB hex number as designers write it; the cubic fit keeps to exact operations.
    init(hex: UInt32) {
        func linear(_ byte: UInt32) -> Float {
            let v = Float(byte & 255) / 255
            return v * (v * (v * 0.305306011 + 0.682171111) + 0.012522878)
        }
        self.init(linear(hex >> 16), linear(hex >> 8), linear(hex))
    }

    static func * (colour: Colour, factor: Float) -> Colour {
        Colour(colour.red * factor, colour.green * factor, colour.blue * factor)
    }
    static func * (left: Colour, right: Colour) -> Colour {
        Colour(left.red * right.red, left.green * right.green, left.blue * right.blue)
    }
    func mixed(_ other: Colour, _ share: Float) -> Colour {
        Colour(
            red + (other.red - red) * share, green + (other.green - green) * share, blue + (other.blue - blue) * share)
    }
    /// A little lighter, darker, warmer or cooler.
    func varied(_ dice: inout Dice, _ amount: Float) -> Colour {
        let tone = 1 + dice.around(amount)
        return Colour(red * tone * (1 + dice.around(amount * 0.4)), green * tone, blue * tone * (1 + dice.around(amount * 0.4)))
    }
    var values: (Float, Float, Float) { (red, green, blue) }
}
