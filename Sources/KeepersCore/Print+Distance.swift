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

    /// Spread of lightness over the grid: black, white and flat frames have almost none and are never called alike.
    public var isFlat: Bool {
        let lightness = stride(from: 0, to: lab.count, by: 3).map { Double(lab[$0]) }
        guard let low = lightness.min(), let high = lightness.max() else { return true }
        return high - low < 4
    }

    /// Two shots of one subject a moment apart: some structure and about the same colours.
    public func isAlike(_ other: Print) -> Bool {
        !isFlat && !other.isFlat && bits(to: other) <= Print.alikeBits && colourDistance(to: other) <= Print.alikeColour
    }

    static let alikeBits = 22
    static let alikeColour = 14.0
}
