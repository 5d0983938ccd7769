public import KeepersCore

/// One file to copy into the target folder; both paths are fixed beforehand.
public struct CopyOrder: Equatable, Sendable, Wired {
    /// Index of the session's source.
    public var root: Int
    /// Relative to the source.
    public var from: String
    /// Bytes, as the card was listed.
    public var size: Int64
    /// Relative to the target folder; its folders are made where they are not there.
    public var to: String
    /// A sidecar: one that is there already stays, whatever it says, because the export merges into it.
    public var keepsExisting: Bool

    public init(root: Int, from: String, size: Int64, to: String, keepsExisting: Bool = false) {
        self.root = root
        self.from = from
        self.size = size
        self.to = to
        self.keepsExisting = keepsExisting
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(Int32(clamping: root))
        writer.put(from)
        writer.put(size)
        writer.put(to)
        writer.put(keepsExisting)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            root: Int(try reader.number(Int32.self)), from: try reader.text(), size: try reader.number(), to: try reader.text(),
            keepsExisting: try reader.flag())
    }
}

/// What became of a copy; but for `copied` nothing in the target folder has changed.
public enum CopyResult: Equatable, Sendable, Wired {
    /// New, read back from the disk and compared; its SHA-256.
    case copied(Digest)
    /// Its bytes were there already, compared just now; nil where it was not compared (`keepsExisting`).
    case alreadyThere(Digest?)
    /// Another file has that name.
    case differs(String)
    case noSpace
    /// What happened, what is safe, what to do.
    case failed(String)

    /// nil when all went well.
    public var sentence: String? {
        switch self {
        case .copied, .alreadyThere: nil
        case .differs(let what): "\(what); it stays as it is and nothing was copied; move it away or choose another folder"
        case .noSpace:
            "the disk is full; nothing of it stays there; free some space and copy again, which goes on where it stopped"
        case .failed(let sentence): sentence
        }
    }

    public func write(to writer: inout ByteWriter) {
        switch self {
        case .copied(let digest):
            writer.put(UInt8(0))
            digest.write(to: &writer)
        case .alreadyThere(let digest):
            writer.put(UInt8(1))
            writer.put(digest) { $1.write(to: &$0) }
        case .differs(let what):
            writer.put(UInt8(2))
            writer.put(what)
        case .noSpace: writer.put(UInt8(3))
        case .failed(let sentence):
            writer.put(UInt8(4))
            writer.put(sentence)
        }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        switch try reader.number(UInt8.self) {
        case 0: self = .copied(try Digest(from: &reader))
        case 1: self = .alreadyThere(try reader.optional { (r) throws(WireError) in try Digest(from: &r) })
        case 2: self = .differs(try reader.text())
        case 3: self = .noSpace
        case 4: self = .failed(try reader.text())
        default: throw WireError("unknown result of a copy")
        }
    }
}
