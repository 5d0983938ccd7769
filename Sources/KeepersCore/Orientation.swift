/// EXIF orientation 1 to 8: how stored pixels must be turned to stand upright (EXIF 2.32, tag 0x0112).
public enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1, mirrored, turned180, mirroredTurned180, mirroredTurned270, turned90, mirroredTurned90, turned270

    /// Unknown values count as upright, as every viewer does.
    public init(exif value: Int) { self = Orientation(rawValue: value) ?? .upright }

    public var swapsSides: Bool { rawValue >= 5 }

    /// The upright size of a picture stored as `width` x `height`.
    public func upright(width: Int, height: Int) -> (width: Int, height: Int) {
        swapsSides ? (height, width) : (width, height)
    }

    /// Where the stored point (`x`, `y`), each 0...1 from the top left, stands in the upright picture.
    public func upright(x: Double, y: Double) -> (x: Double, y: Double) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (1 - x, y)
        case .turned180: (1 - x, 1 - y)
        case .mirroredTurned180: (x, 1 - y)
        case .mirroredTurned270: (y, x)
        case .turned90: (1 - y, x)
        case .mirroredTurned90: (1 - y, 1 - x)
        case .turned270: (y, 1 - x)
        }
    }
}
