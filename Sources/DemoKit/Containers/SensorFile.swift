/// A DNG that holds nothing but an uncompressed mosaic: what developing is tested and timed with.
public struct SensorFile {
    public var width: Int
    public var height: Int
    /// EXIF's number, 1 to 8.
    public var orientation = 1
    /// Without it, the file tells no white balance.
    public var tellsBalance = true
    private var values: [UInt16]

    /// `light` gives linear sRGB of the stored pixel (x, y), 0...1; more than the sensor takes is cut off.
    public init(width: Int, height: Int, light: (Int, Int) -> (red: Float, green: Float, blue: Float)) {
        self.width = width
        self.height = height
        let colour = SensorColour.of(.dng)
        let matrix = colour.fromRGB
        values = [UInt16](unsafeUninitializedCapacity: width * height) { target, count in
            for y in 0..<height {
                for x in 0..<width {
                    let row = ((y & 1) + (x & 1)) * 3
                    let (red, green, blue) = light(x, y)
                    let answer = matrix[row] * red + matrix[row + 1] * green + matrix[row + 2] * blue
                    let value = colour.black + min(1, max(0, answer)) * (colour.white - colour.black)
                    target[y * width + x] = UInt16(value)
                }
            }
            count = width * height
        }
    }

    private var image: FileImage {
        let colour = SensorColour.of(.dng)
        let piece = Piece(Sensor.bytes(values, bigEndian: false))
        let root = Directory([
            (254, .longs([0])), (256, .longs([width])), (257, .longs([height])), (258, .shorts([16])), (259, .shorts([1])),
            (262, .shorts([32803])), (271, .ascii("Keepers")), (272, .ascii("Keepers Test Sensor")), (273, .pieces([piece])),
            (274, .shorts([orientation])), (277, .shorts([1])), (278, .longs([height])), (279, .longs([piece.length])),
            (284, .shorts([1])), (33421, .shorts([2, 2])), (33422, .bytes([0, 1, 1, 2])), (50706, .bytes([1, 4, 0, 0])),
            (50707, .bytes([1, 1, 0, 0])), (50708, .ascii("Keepers Test Sensor")), (50714, .shorts([Int(colour.black)])),
            (50717, .longs([Int(colour.white)])), (50721, .signedRationals(colour.fromXYZ.map { ($0, 10000) })),
            (50778, .shorts([21])),
        ])
        if tellsBalance { root.add([(50728, .rationals(colour.neutral.map { (Int($0 * 10000), 10000) }))]) }
        return TIFF().laidOut(root, pieces: [piece])
    }

    public var bytes: [UInt8] { image.flattened }

    /// Never replaces a file.
    public func write(to path: String) throws(DemoError) { try image.write(to: path) }
}
