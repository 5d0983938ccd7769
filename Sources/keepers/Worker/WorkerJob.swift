import KeepersCore

/// What the program asks a worker to do; one message each.
enum WorkerJob: Wired {
    /// Everything below a source folder.
    case list(root: Int)
    case headers(root: Int, files: [HeaderTask])
    /// All measures, and the thumbnail in the slot.
    case score(FrameSource)
    /// Pixels of a frame's own preview, in the slot.
    case draw(FrameSource, PictureRequest)
    /// Pixels of a cached thumbnail, in the slot.
    case drawThumbnail([UInt8], PictureRequest)
    case readSidecars(root: Int, paths: [String])
    case splice(root: Int, tasks: [SpliceTask], now: String)
    /// Every file below a folder, whatever it is.
    case tree(root: Int)
    /// A whole file, read from the disk, and a copy beside it.
    case read(FileToRead)
    /// Everything that a private copy of a catalog tells.
    case catalog(root: Int)
    /// Size and time of the sidecars in these folders.
    case sidecarStamps(root: Int, folders: [String])
    /// Pixels of a RAW's own sensor data, in the slot.
    case develop(FrameSource, PictureRequest)
    /// What a private copy of a catalog's `previews.db` tells.
    case previewIndex(root: Int)
    /// Headers, and what the XMP inside these photos says.
    case embedded(root: Int, files: [HeaderTask])

    func write(to writer: inout ByteWriter) {
        switch self {
        case .list(let root):
            writer.put(UInt8(1))
            writer.put(Int32(clamping: root))
        case .headers(let root, let files):
            writer.put(UInt8(2))
            writer.put(Int32(clamping: root))
            writer.put(list: files) { $1.write(to: &$0) }
        case .score(let source):
            writer.put(UInt8(3))
            source.write(to: &writer)
        case .draw(let source, let request):
            writer.put(UInt8(4))
            source.write(to: &writer)
            request.write(to: &writer)
        case .drawThumbnail(let jpeg, let request):
            writer.put(UInt8(5))
            writer.put(jpeg)
            request.write(to: &writer)
        case .readSidecars(let root, let paths):
            writer.put(UInt8(6))
            writer.put(Int32(clamping: root))
            writer.put(list: paths) { $0.put($1) }
        case .splice(let root, let tasks, let now):
            writer.put(UInt8(7))
            writer.put(Int32(clamping: root))
            writer.put(list: tasks) { $1.write(to: &$0) }
            writer.put(now)
        case .tree(let root):
            writer.put(UInt8(8))
            writer.put(Int32(clamping: root))
        case .read(let file):
            writer.put(UInt8(9))
            file.write(to: &writer)
        case .catalog(let root):
            writer.put(UInt8(10))
            writer.put(Int32(clamping: root))
        case .sidecarStamps(let root, let folders):
            writer.put(UInt8(30))
            writer.put(Int32(clamping: root))
            writer.put(list: folders) { $0.put($1) }
        case .develop(let source, let request):
            writer.put(UInt8(40))
            source.write(to: &writer)
            request.write(to: &writer)
        case .previewIndex(let root):
            writer.put(UInt8(11))
            writer.put(Int32(clamping: root))
        case .embedded(let root, let files):
            writer.put(UInt8(12))
            writer.put(Int32(clamping: root))
            writer.put(list: files) { $1.write(to: &$0) }
        }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        switch try reader.number(UInt8.self) {
        case 1: self = .list(root: Int(try reader.number(Int32.self)))
        case 2:
            self = .headers(
                root: Int(try reader.number(Int32.self)),
                files: try reader.list { (r) throws(WireError) in try HeaderTask(from: &r) })
        case 3: self = .score(try FrameSource(from: &reader))
        case 4: self = .draw(try FrameSource(from: &reader), try PictureRequest(from: &reader))
        case 5: self = .drawThumbnail(try reader.blob(), try PictureRequest(from: &reader))
        case 6:
            self = .readSidecars(
                root: Int(try reader.number(Int32.self)), paths: try reader.list { (r) throws(WireError) in try r.text() })
        case 7:
            self = .splice(
                root: Int(try reader.number(Int32.self)),
                tasks: try reader.list { (r) throws(WireError) in try SpliceTask(from: &r) },
                now: try reader.text())
        case 8: self = .tree(root: Int(try reader.number(Int32.self)))
        case 9: self = .read(try FileToRead(from: &reader))
        case 10: self = .catalog(root: Int(try reader.number(Int32.self)))
        case 30:
            self = .sidecarStamps(
                root: Int(try reader.number(Int32.self)), folders: try reader.list { (r) throws(WireError) in try r.text() })
        case 40: self = .develop(try FrameSource(from: &reader), try PictureRequest(from: &reader))
        case 11: self = .previewIndex(root: Int(try reader.number(Int32.self)))
        case 12:
            self = .embedded(
                root: Int(try reader.number(Int32.self)),
                files: try reader.list { (r) throws(WireError) in try HeaderTask(from: &r) })
        default: throw WireError("unknown job")
        }
    }
}

/// Every worker's answer begins with whether it could be done.
enum WorkerAnswer {
    static func wire(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(true)
        body(&writer)
        return writer.bytes
    }

    static func wire(failure: String, cause: Failure.Cause = .file) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(false)
        writer.put(failure)
        writer.put(cause.rawValue)
        return writer.bytes
    }

    /// A reader behind the mark, or the words of the failure.
    static func read(_ bytes: [UInt8]) throws(Failure) -> ByteReader {
        var reader = ByteReader(bytes)
        guard let isDone = try? reader.flag() else { throw Failure("a helper's answer does not read") }
        guard isDone else {
            let words = (try? reader.text()) ?? "a helper failed without a word"
            throw Failure(words, cause: (try? reader.number(UInt8.self)).flatMap(Failure.Cause.init) ?? .file)
        }
        return reader
    }
}
