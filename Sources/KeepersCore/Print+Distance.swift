extension Print {
    /// Differing bits of the two dHashes, 0...64.
    public func bits(to other: Print) -> Int { (hash ^ other.hash).nonzeroBitCount }

    /// Mean CIE76 distance of the 4 x 4 Lab grids; prints of another shape are infinitely far.
    public func colourDistance(to other: Print) -> Double {
        guard lab.count == other.lab.count, lab.count % 3 == 0, !lab.isEmpty else { return .infinity }
        var sum = 0.0
        for cell in stride(from: 0, to: lab.count, by: 3) {
            let l = Double(lab[cell] - other.lab[cell])
            let a = Double(lab[cell + 1] - other.lab[cell + 1])
            let b = Double(lab[cell + 2] - other.lab[cell + 2])
            sum += (l * l + a * a + b * b).squareRoot()
        }
        return sum / Double(lab.count / 3)
    }

    /// Black, or hardly any spread of lightness over the grid: such frames are never called alike.
    public var isFlat: Bool {
        guard let low = lightness.min(), let high = lightness.max() else { return true }
        return high - low < 4 || high < Print.black
    }

    /// Mean L of the grid, 0...100; nil for a print without one.
    public var meanLightness: Double? {
        let cells = lightness
        return cells.isEmpty ? nil : cells.reduce(0, +) / Double(cells.count)
    }

    private var lightness: [Double] { stride(from: 0, to: lab.count, by: 3).map { Double(lab[$0]) } }

    /// Where no cell is lighter than this, the frame is black, whatever its noise.
    private static let black = 6.0
}

/// How much two pictures may differ: by their feature prints where both have one, else by dHash and colours.
public struct Likeness: Hashable, Sendable {
    /// Cosine distance of the feature prints.
    public var distance: Double
    public var bits: Int
    public var colour: Double

    public init(distance: Double, bits: Int, colour: Double) {
        self.distance = distance
        self.bits = bits
        self.colour = colour
    }

    /// Two shots of one subject a moment apart: people move and the camera follows.
    public static let burst = Likeness(distance: 0.35, bits: 22, colour: 14)
    /// The same picture again.
    public static let same = Likeness(distance: 0.15, bits: 10, colour: 8)
    /// One scene, where more than looks says so: at another exposure, or in the midst of a burst.
    public static let scene = Likeness(distance: 0.60, bits: 26, colour: .infinity)
}
