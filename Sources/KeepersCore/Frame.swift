/// One embedded picture of a frame, where it lies and whether it can be trusted.
public struct Preview: Hashable, Sendable {
    public enum Codec: String, Sendable { case jpeg, bitmap, hevc }

    /// Stored size in pixels, before orientation.
    public var width: Int
    public var height: Int
    /// Where the walker found it, for people: "IFD0", "SubIFD 1", "PRVW", "MakerNote", "RAF header", "LibRaw 2".
    public var source: String
    public var codec: Codec
    /// Byte range in the file; `length` 0 means that only LibRaw can fetch it (`libRawIndex`).
    public var offset: UInt64
    public var length: UInt64
    /// Whole: starts as its codec must, ends inside the file, and its headers make sense.
    public var intact: Bool
    public var libRawIndex: Int?

    public init(
        width: Int, height: Int, source: String, codec: Codec = .jpeg, offset: UInt64, length: UInt64, intact: Bool,
        libRawIndex: Int? = nil
    ) {
        self.width = width
        self.height = height
        self.source = source
        self.codec = codec
        self.offset = offset
        self.length = length
        self.intact = intact
        self.libRawIndex = libRawIndex
    }

    public var longSide: Int { max(width, height) }
    public var isShowable: Bool { intact && codec == .jpeg }
}

/// What EXIF said about the shot; nil where it said nothing.
public struct ShotData: Equatable, Sendable {
    public var capturedAt: CaptureTime?
    public var make: String?
    public var camera: String?
    public var serial: String?
    public var lens: String?
    /// Seconds.
    public var exposureTime: Double?
    public var aperture: Double?
    public var iso: Int?
    /// Millimetres.
    public var focalLength: Double?
    /// EV.
    public var exposureBias: Double?
    /// The camera's own words on bracketing where a well-known tag gives them; 0 = off.
    public var bracketMode: Int?
    public var orientation: Orientation = .upright
    public var latitude: Double?
    public var longitude: Double?
    /// 1...5 stars set in the camera; 0 and absent are both "no decision".
    public var cameraRating: Int?
    /// Centre of the AF point, 0...1 of the stored picture, from the top left.
    public var focusX: Double?
    public var focusY: Double?
    /// Size of the whole picture in stored pixels, where the file tells.
    public var fullWidth: Int?
    public var fullHeight: Int?
    /// The previews are AdobeRGB (ColorSpace, Interop R03, or the maker note says so).
    public var isAdobeRGB = false

    public init() {}
}

/// What the header reader learned about one file, without decoding a pixel.
public struct FrameHeader: Equatable, Sendable {
    public var kind: FileKind
    public var shot: ShotData
    /// Every embedded picture, smallest first.
    public var previews: [Preview]
    /// What a person must know when the file is damaged or lies; nil when all is well.
    public var problem: String?

    public init(kind: FileKind, shot: ShotData = ShotData(), previews: [Preview] = [], problem: String? = nil) {
        self.kind = kind
        self.shot = shot
        self.previews = previews
        self.problem = problem
    }
}

/// One photograph of a session: a RAW, a JPEG, or a strict pair of both.
public struct Frame: Equatable, Sendable, Identifiable {
    public var id: FrameID
    /// Index into the session's sources.
    public var source: Int
    /// Relative to its source, `/` separated.
    public var path: String
    public var size: Int64
    /// Nanoseconds since 1970 as the volume says.
    public var modified: Int64
    public var header: FrameHeader
    /// The JPEG's relative path when this is a RAW+JPEG pair.
    public var pair: String?

    public init(id: FrameID, source: Int, path: String, size: Int64, modified: Int64, header: FrameHeader, pair: String? = nil) {
        self.id = id
        self.source = source
        self.path = path
        self.size = size
        self.modified = modified
        self.header = header
        self.pair = pair
    }

    public var kind: FileKind { header.kind }
    public var shot: ShotData { header.shot }
    public var previews: [Preview] { header.previews }
    public var problem: String? { header.problem }

    /// `DSC_8871.NEF`
    public var fileName: String { lastSlash.map { String(path[path.utf8.index(after: $0)...]) } ?? path }
    /// `DCIM/100NIKON`; empty for the source's own folder.
    public var folder: String { lastSlash.map { String(path[..<$0]) } ?? "" }
    /// A byte, as for the kernel: asked of thousands of frames between two keys.
    private var lastSlash: String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }
    /// The camera body: two of one model are told by their serial numbers.
    public var body: String { "\(shot.camera ?? "?")\u{1}\(shot.serial ?? "?")" }
    /// `DSC_8871`
    public var stem: String { fileStem(fileName) }
}

/// A file name without its last extension.
public func fileStem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
}
