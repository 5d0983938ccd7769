/// Which picture of a frame is shown large.
public enum PictureSource: UInt8, Sendable, CaseIterable {
    /// The largest intact JPEG that the camera put into the file.
    case preview
    /// The JPEG file beside a RAW.
    case pair
    /// The sensor's data, four photosites to a pixel: there in a moment.
    case rawHalf
    /// The sensor's data in full, developed where it is looked at.
    case raw

    /// Developed here from the sensor's data.
    public var isDeveloped: Bool { self == .rawHalf || self == .raw }
}

/// What may be drawn into a picture's pixels as a help for the eye, measured on the source's own pixels.
public struct ViewingAids: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sharpest edges are coloured.
    public static let peaking = ViewingAids(rawValue: 1)
    /// Stripes where a channel is full, and where nothing is left of the shadows.
    public static let clipping = ViewingAids(rawValue: 2)
    static let all: ViewingAids = [.peaking, .clipping]
}

/// How light lies in a picture: counts of its stored pixels in 64 steps from black to white.
public struct Histogram: Equatable, Sendable {
    public static let steps = 64

    /// 64 counts each.
    public var luminance: [UInt32]
    public var red: [UInt32]
    public var green: [UInt32]
    public var blue: [UInt32]
    /// Share of pixels with no channel above 4, and with a channel at 254 or more; 0...1.
    public var shadows: Double
    public var highlights: Double

    public init(
        luminance: [UInt32], red: [UInt32], green: [UInt32], blue: [UInt32], shadows: Double, highlights: Double
    ) {
        self.luminance = luminance
        self.red = red
        self.green = green
        self.blue = blue
        self.shadows = shadows
        self.highlights = highlights
    }
}

/// What a worker found out about a picture while it drew it, told to the screens.
public struct PictureFacts: Equatable, Sendable {
    /// Upright size of the whole picture in its own full pixels.
    public var width: Int
    public var height: Int
    public var histogram: Histogram?
    public var development: Development?

    /// How a RAW came to be a picture.
    public struct Development: Equatable, Sendable {
        /// What this drawing cost, as measured just now: reading and developing, not what was there already.
        public var milliseconds: Int
        /// Memory of the pictures that are kept for panning, and what they may take.
        public var keptBytes: Int
        public var budgetBytes: Int
        /// The file tells the camera's white balance; otherwise it is daylight.
        public var hasCameraBalance: Bool
        /// The drawn part has the sensor's full resolution.
        public var isFull: Bool

        public init(milliseconds: Int, keptBytes: Int, budgetBytes: Int, hasCameraBalance: Bool, isFull: Bool) {
            self.milliseconds = milliseconds
            self.keptBytes = keptBytes
            self.budgetBytes = budgetBytes
            self.hasCameraBalance = hasCameraBalance
            self.isFull = isFull
        }
    }

    public init(width: Int, height: Int, histogram: Histogram? = nil, development: Development? = nil) {
        self.width = width
        self.height = height
        self.histogram = histogram
        self.development = development
    }
}
