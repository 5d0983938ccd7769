import Glibc
public import KeepersCore

/// One session's grid pictures: JPEGs one after another in a pack, and an index of fixed records beside it.
///
/// Only a cache: whatever does not read as it should is dropped and made again, without a word. After kill -9 the index
/// names only whole pictures, because a picture is written before its record; after a power cut the checksums tell.
/// Costs 56 bytes a frame beyond the JPEGs.
public final class ThumbnailCache {
    private let pack: Int32
    private let index: Int32
    private let packPath: String
    private let indexPath: String
    private var records: [FrameID: ThumbnailRecord] = [:]
    private var packEnd: Int64 = 0
    private var indexEnd: Int64 = 0

    /// Opens the session's pack below the cache folder, or makes it.
    public init(cache: String, session: SessionID) throws(StoreError) {
        let folder = ThumbnailCache.folder(cache)
        try Files.makeFolder(folder)
        packPath = "\(folder)/\(session.rawValue).pack"
        indexPath = "\(folder)/\(session.rawValue).index"
        pack = try ThumbnailCache.open(packPath)
        do throws(StoreError) {
            index = try ThumbnailCache.open(indexPath)
        } catch {
            close(pack)
            throw error
        }
        load()
    }

    deinit {
        close(pack)
        close(index)
    }

    /// The frames whose picture is there.
    public var count: Int { records.count }

    /// Whether `jpeg(of:)` will most likely answer; reads nothing.
    public func has(_ frame: Frame) -> Bool { records[frame.id]?.isOf(frame) ?? false }

    /// The frame's picture; nil when it was never put, is of another version of the file, or is damaged.
    public func jpeg(of frame: Frame) -> [UInt8]? {
        guard let record = records[frame.id], record.isOf(frame) else { return nil }
        if let bytes = Files.read(pack, at: record.offset, count: Int(record.length)), checksum(bytes) == record.checksum {
            return bytes
        }
        records[frame.id] = nil
        return nil
    }

    /// Appends pictures; a later one of a frame takes the place of an earlier one. Throws when the disk is full: the
    /// pictures put before stay, these are lost.
    public func put(_ batch: [(frame: Frame, jpeg: [UInt8])]) throws(StoreError) {
        var bytes: [UInt8] = []
        var lines: [UInt8] = []
        var added: [ThumbnailRecord] = []
        for (frame, jpeg) in batch where jpeg.count <= Int(UInt32.max) {
            let record = ThumbnailRecord(frame, offset: packEnd + Int64(bytes.count), length: UInt32(jpeg.count), checksum(jpeg))
            bytes += jpeg
            lines += record.bytes
            added.append(record)
        }
        let failed = Files.write(pack, at: packEnd, bytes)
        guard failed == 0 else { throw .system(failed, path: packPath) }
        packEnd += Int64(bytes.count)
        let unlisted = Files.write(index, at: indexEnd, lines)
        guard unlisted == 0 else { throw .system(unlisted, path: indexPath) }
        indexEnd += Int64(lines.count)
        for record in added { records[FrameID(record.frame)] = record }
    }

    /// Reads the index; a torn last record is overwritten by the next one, a damaged one is passed over.
    private func load() {
        var size = stat()
        packEnd = fstat(pack, &size) == 0 ? Int64(size.st_size) : 0
        let bytes = Files.read(index, limit: 1 << 28) ?? []
        indexEnd = Int64(bytes.count - bytes.count % ThumbnailRecord.size)
        var start = 0
        while start + ThumbnailRecord.size <= bytes.count {
            let record = ThumbnailRecord(bytes[start..<start + ThumbnailRecord.size])
            if let record, record.end <= packEnd { records[FrameID(record.frame)] = record }
            start += ThumbnailRecord.size
        }
        // An index of which nothing reads (another version, a damaged disk) would only keep dead pictures.
        if records.isEmpty { startAfresh() }
    }

    private func startAfresh() {
        ftruncate(index, 0)
        ftruncate(pack, 0)
        (packEnd, indexEnd) = (0, 0)
    }

    static func folder(_ cache: String) -> String { "\(cache)/thumbnails" }
    static func isOurs(_ name: String) -> Bool { name.hasSuffix(".pack") || name.hasSuffix(".index") }

    private static func open(_ path: String) throws(StoreError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(errno, path: path) }
        return descriptor
    }
}
