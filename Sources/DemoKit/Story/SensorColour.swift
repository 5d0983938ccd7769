/// How a body's sensor sees colour, so that a RAW developer that knows the real camera brings back the rendered one.
struct SensorColour: Sendable, Equatable {
    /// CIE XYZ (D65) to the sensor's red, green and blue, row by row, times 10,000: what LibRaw prints for these cameras.
    var fromXYZ: [Int]
    /// Values of darkness and of full light in the uncompressed file, as LibRaw takes them for these cameras.
    var black: Float
    var white: Float

    static func of(_ format: DemoOptions.Format) -> SensorColour {
        switch format {
        case .nef:
            SensorColour(fromXYZ: [9020, -2890, -715, -4535, 12436, 2348, -934, 1919, 7086], black: 600, white: 65535)
        case .arw:
            SensorColour(fromXYZ: [7374, -2389, -551, -5435, 13162, 2519, -1006, 1795, 6552], black: 0, white: 16383)
        case .cr2:
            SensorColour(fromXYZ: [7034, -804, -1014, -4420, 12564, 2058, -851, 1994, 5758], black: 0, white: 15490)
        case .raf:
            SensorColour(fromXYZ: [11673, -4760, -1041, -3988, 12058, 2166, -771, 1417, 5569], black: 0, white: 65535)
        case .dng:
            SensorColour(fromXYZ: [7415, -2052, -721, -5186, 12788, 2682, -1446, 2157, 6773], black: 512, white: 16383)
        }
    }

    /// Linear sRGB to XYZ (IEC 61966-2-1).
    private static let toXYZ: [Float] = [
        0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920, 0.9503041,
    ]

    /// Linear sRGB to the sensor's colours; a white wall gives at most 1.
    var fromRGB: [Float] {
        var product = [Float](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for step in 0..<3 {
                    let own = Float(fromXYZ[row * 3 + step]) / 10000
                    product[row * 3 + column] += own * SensorColour.toXYZ[step * 3 + column]
                }
            }
        }
        let brightest = SensorColour.rowSums(product).max() ?? 1
        return product.map { $0 / brightest }
    }

    /// The sensor's answer to a white wall: DNG's AsShotNeutral.
    var neutral: [Float] { SensorColour.rowSums(fromRGB) }

    private static func rowSums(_ matrix: [Float]) -> [Float] {
        stride(from: 0, to: 9, by: 3).map { matrix[$0] + matrix[$0 + 1] + matrix[$0 + 2] }
    }
}
