/// An upright picture in memory: 8-bit RGB, rows packed (`width` * 3 bytes each).
public struct Pixels: Sendable, Equatable {
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]

    /// `bytes` must hold `width * height * 3` values.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width >= 0 && height >= 0 && bytes.count == width * height * 3, "a picture's bytes must fit its size")
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// Which picture, at what size: the unit that is decoded, cached, encoded and cancelled.
public struct PictureRequest: Hashable, Sendable {
    public var frame: FrameID
    /// The picture is wanted to fill exactly this many pixels (the caller keeps the aspect).
    public var pixelWidth: Int
    public var pixelHeight: Int
    /// The part of the upright picture that fills them, 0...1.
    public var crop: UnitRect
    /// The grid is served from the thumbnail, the loupe from the largest preview.
    public var quality: Quality

    /// Which of the frame's pictures; only a large one may be another than the preview.
    public var source: PictureSource
    /// What is drawn into the pixels as a help for the eye; another request than the clean picture, which stays as it is.
    public var aids: ViewingAids

    public enum Quality: UInt8, Sendable { case thumbnail, large }

    public init(
        frame: FrameID, pixelWidth: Int, pixelHeight: Int, crop: UnitRect = .whole, quality: Quality,
        source: PictureSource = .preview, aids: ViewingAids = []
    ) {
        self.frame = frame
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.crop = crop
        self.quality = quality
        self.source = source
        self.aids = aids
    }
}

/// A rectangle inside a picture, 0...1 from the top left.
public struct UnitRect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
    public static let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)
}
