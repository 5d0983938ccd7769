public import KeepersCore

/// One sidecar to put in place: everything that the committer needs to know, decided beforehand.
public struct CommitOrder: Equatable, Sendable, Wired {
    public enum Act: Equatable, Sendable {
        case write([UInt8])
        /// Undo of an export that made the file.
        case remove
    }

    /// Index of the session's source.
    public var root: Int
    /// Relative to the source, `/` separated; "" = the source's own folder.
    public var directory: String
    /// Ends in `.xmp`, without `/`.
    public var name: String
    /// What must stand there now; nil = nothing may.
    public var expected: Digest?
    public var act: Act

    public init(root: Int, directory: String, name: String, expected: Digest?, act: Act) {
        self.root = root
        self.directory = directory
        self.name = name
        self.expected = expected
        self.act = act
    }

    /// From the sidecar's path relative to its source.
    public init(root: Int, path: String, expected: Digest?, act: Act) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[..<$0]) } ?? ""
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        self.init(root: root, directory: directory, name: name, expected: expected, act: act)
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(Int32(clamping: root))
        writer.put(directory)
        writer.put(name)
        writer.put(expected) { $1.write(to: &$0) }
        switch act {
        case .remove: writer.put(false)
        case .write(let content):
            writer.put(true)
            writer.put(content)
        }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        root = Int(try reader.number(Int32.self))
        directory = try reader.text()
        name = try reader.text()
        expected = try reader.optional { (r) throws(WireError) in try Digest(from: &r) }
        act = try reader.flag() ? .write(try reader.blob()) : .remove
    }
}

/// What became of an order. Except after `written` and `removed` the file is as it was.
public enum CommitResult: Equatable, Sendable, Wired {
    /// In place, read back, and this is its digest.
    case written(Digest)
    case removed
    /// Somebody changed, made or deleted it since it was read; nil = it is gone.
    case changedSince(Digest?)
    /// The file, its folder or the whole volume may not be written.
    case readOnly(String)
    case isSymlink
    case noSpace
    /// The system's error number (0 = none), and what happened, what is safe, what to do.
    case failed(Int32, String)

    /// What happened, what is safe, what to do; nil when all went well.
    public var sentence: String? {
        switch self {
        case .written, .removed: nil
        case .changedSince(nil): "it was deleted since it was read; nothing was written; export again"
        case .changedSince: "another program changed it since it was read; its change is kept; export again to merge"
        case .readOnly(let what): "\(what) is read-only; nothing was written; allow writing and export again"
        case .isSymlink: "it is a symbolic link, which we neither follow nor replace; nothing was written"
        case .noSpace: "the disk is full; the sidecar is as it was; free some space and export again"
        case .failed(_, let sentence): sentence
        }
    }

    public func write(to writer: inout ByteWriter) {
        switch self {
        case .written(let digest):
            writer.put(UInt8(0))
            digest.write(to: &writer)
        case .removed: writer.put(UInt8(1))
        case .changedSince(let digest):
            writer.put(UInt8(2))
            writer.put(digest) { $1.write(to: &$0) }
        case .readOnly(let what):
            writer.put(UInt8(3))
            writer.put(what)
        case .isSymlink: writer.put(UInt8(4))
        case .noSpace: writer.put(UInt8(5))
        case .failed(let number, let sentence):
            writer.put(UInt8(6))
            writer.put(number)
            writer.put(sentence)
        }
    }

    public init(from reader: inout ByteReader) throws(WireError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .written(try Digest(from: &reader))
        case 1: self = .removed
        case 2: self = .changedSince(try reader.optional { (r) throws(WireError) in try Digest(from: &r) })
        case 3: self = .readOnly(try reader.text())
        case 4: self = .isSymlink
        case 5: self = .noSpace
        case 6: self = .failed(try reader.number(Int32.self), try reader.text())
        default: throw WireError("unknown commit result")
        }
    }
}
