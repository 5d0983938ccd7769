public import KeepersCore

/// What somebody decided about one photo in another program, as that program kept it.
public struct PastDecision: Equatable, Sendable {
    /// The frame's place in a stack of the catalog.
    public struct StackPlace: Equatable, Sendable {
        public var id: Int64
        /// 1 = the picture on top.
        public var position: Int
        public init(id: Int64, position: Int) {
            self.id = id
            self.position = position
        }
    }

    /// Absolute folder as the other program knew it, `/` at its end; "" where it did not say.
    public var folder: String
    /// File name with its extension.
    public var name: String
    public var capturedAt: CaptureTime?
    public var camera: String?
    public var serial: String?
    /// nil = neither picked nor rejected, which is not "bad" but unknown.
    public var verdict: Verdict?
    /// 1...5; nil = no stars were given.
    public var stars: Int?
    /// The label's own words, in whatever language.
    public var labelText: String?
    public var label: ColourLabel?
    /// Another rendering of a photo that has an entry of its own.
    public var isVirtualCopy = false
    public var stack: StackPlace?
    /// Somebody developed it; nil = not said.
    public var isEdited: Bool?
    /// The photo's number in its catalog, by which the catalog's previews are named; nil where it has none.
    public var catalogNumber: Int64?
    /// Where the catalog keeps a picture of its own of it: an absolute path; nil where it keeps none.
    public var preview: String?
    /// How that picture must be turned.
    public var previewOrientation: Orientation = .upright
    /// Why what it says cannot be trusted; then it has no verdict.
    public var conflict: String?

    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    public var path: String { folder + name }
}
