public import KeepersCore

/// One file on a card, as the listing saw it.
public struct ListedFile: Equatable, Sendable, Wired {
    /// Relative to the root, `/` separated.
    public var path: String
    /// Bytes.
    public var size: Int64
    /// Nanoseconds since 1970 as the volume says.
    public var modified: Int64
    public var isFrame: Bool

    public init(path: String, size: Int64, modified: Int64, isFrame: Bool) {
        self.path = path
        self.size = size
        self.modified = modified
        self.isFrame = isFrame
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(size)
        writer.put(modified)
        writer.put(isFrame)
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(path: try reader.text(), size: try reader.number(), modified: try reader.number(), isFrame: try reader.flag())
    }
}

/// Everything below a card's root.
public struct Listing: Equatable, Sendable, Wired {
    /// Frames only, sorted by the bytes of their paths.
    public var files: [ListedFile]
    /// How many files are no frames (films, voice notes, sidecars), by lower-case extension; "" for none.
    public var others: [String: Int]
    /// Paths of the `.xmp` files, sorted; they are counted in `others` too.
    public var sidecars: [String]
    /// What could not be listed, in words, named.
    public var problems: [String]

    public init(files: [ListedFile] = [], others: [String: Int] = [:], sidecars: [String] = [], problems: [String] = []) {
        self.files = files
        self.others = others
        self.sidecars = sidecars
        self.problems = problems
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(list: files) { $1.write(to: &$0) }
        writer.put(list: others.sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put(Int64($1.value))
        }
        writer.put(list: sidecars) { $0.put($1) }
        writer.put(list: problems) { $0.put($1) }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        let files = try reader.list { (r) throws(WireError) in try ListedFile(from: &r) }
        let counts = try reader.list { (r) throws(WireError) in (try r.text(), Int(try r.number(Int64.self))) }
        self.init(
            files: files, others: Dictionary(counts, uniquingKeysWith: { $1 }),
            sidecars: try reader.list { (r) throws(WireError) in try r.text() },
            problems: try reader.list { (r) throws(WireError) in try r.text() })
    }
}

/// How far a listing goes before it says so and stops: a broken volume can show endless folders.
public struct ListingLimits: Sendable {
    /// Folders inside folders.
    public var depth = 24
    /// Directory entries of all kinds.
    public var entries = 2_000_000

    public init(depth: Int = 24, entries: Int = 2_000_000) {
        self.depth = depth
        self.entries = entries
    }
}
