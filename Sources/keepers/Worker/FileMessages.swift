import IngestKit
import KeepersCore

/// A file that is read whole, for its SHA-256, and a copy that is compared with it.
struct FileToRead: Wired {
    struct Place: Wired {
        var root: Int
        var path: String
        init(root: Int, path: String) {
            self.root = root
            self.path = path
        }
        func write(to writer: inout ByteWriter) {
            writer.put(Int32(clamping: root))
            writer.put(path)
        }
        init(from reader: inout ByteReader) throws(WireError) {
            root = Int(try reader.number(Int32.self))
            path = try reader.text()
        }
    }
    var place: Place
    var copy: Place?
    /// The disks give more than one worker hashes.
    var isDiskFast: Bool

    init(_ place: Place, copy: Place? = nil, isDiskFast: Bool = false) {
        self.place = place
        self.copy = copy
        self.isDiskFast = isDiskFast
    }
    func write(to writer: inout ByteWriter) {
        place.write(to: &writer)
        writer.put(copy) { $1.write(to: &$0) }
        writer.put(isDiskFast)
    }
    init(from reader: inout ByteReader) throws(WireError) {
        place = try Place(from: &reader)
        copy = try reader.optional { (r) throws(WireError) in try Place(from: &r) }
        isDiskFast = try reader.flag()
    }
}

/// What came of a `HeaderTask`.
struct HeaderOutcome: Wired {
    var header: FrameHeader
    /// False when the card did not give the file's bytes: the header then only says so.
    var isFinal: Bool

    init(header: FrameHeader, isFinal: Bool) {
        self.header = header
        self.isFinal = isFinal
    }
    func write(to writer: inout ByteWriter) {
        header.write(to: &writer)
        writer.put(isFinal)
    }
    init(from reader: inout ByteReader) throws(WireError) {
        self.init(header: try FrameHeader(from: &reader), isFinal: try reader.flag())
    }
}

/// A file whose header is to be read.
struct HeaderTask: Wired {
    var path: String
    var size: Int64
    init(path: String, size: Int64) {
        self.path = path
        self.size = size
    }
    func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(size)
    }
    init(from reader: inout ByteReader) throws(WireError) {
        path = try reader.text()
        size = try reader.number()
    }
}
