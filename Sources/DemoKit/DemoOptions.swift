/// What a demo card shall hold; the same options give the same bytes on every machine and any number of threads.
public struct DemoOptions: Sendable {
    /// The cameras on the card: each RAW style belongs to one body.
    public enum Format: String, Sendable, CaseIterable { case nef, arw, cr2, raf, dng }

    /// Where the card is made: a folder that does not exist yet, or an empty one.
    public var directory: String
    /// Photographs to make; a RAW+JPEG pair counts once.
    public var frames: Int
    public var seed: UInt64
    public var formats: [Format] = Format.allCases
    /// Long side in pixels of the middle preview.
    public var previewLong = 1620
    /// Long side in pixels of the largest preview. Real cameras embed 6,000 and more; 2,160 keeps a frame near 1 MB and a card of 120 quick.
    public var fullLong = 2160
    /// Long side in pixels of the sensor's mosaic, which a full decode shows.
    public var mosaicLong = 768
    /// Grows every RAW file to about this many bytes by a hole that takes no disk space; its pixels then decode as black.
    public var sparseBytes: Int?
    /// Renders only this many different frames and repeats them with new names and times: 3,000 frames in seconds.
    public var distinctFrames: Int?
    /// Upright photographs (JPEG, PNG or PPM; files, or folders of them) that appear on the card among the rendered ones.
    public var photos: [String] = []
    /// Every frame shows this many of the photographs' faces side by side, blinking and smiling, instead of a scene.
    public var facesPerFrame: Int?
    /// Threads that render.
    public var jobs = 2

    public init(directory: String, frames: Int, seed: UInt64) {
        self.directory = directory
        self.frames = frames
        self.seed = seed
    }
}

/// Why no card was made, and what to do about it.
public struct DemoError: Error, Equatable, CustomStringConvertible {
    public var message: String
    public init(_ message: String) { self.message = message }
    public var description: String { message }
}
