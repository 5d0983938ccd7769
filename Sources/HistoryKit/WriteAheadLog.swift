/// The committed pages of a write-ahead log; what was begun and not committed does not count.
///
/// Source: sqlite.org/walformat.html: 32 bytes of header, frames of 24 bytes and a page, checksums that run through all of it.
struct WriteAheadLog {
    /// The last committed bytes of each page: byte offset in the log.
    private(set) var pages: [UInt32: Int64] = [:]
    /// How many pages the database has after the last commit.
    private(set) var databasePages: UInt32 = 0
    private(set) var commits = 0

    /// nil for a log that holds nothing: empty, or its header was never finished.
    init?(_ file: OpenedFile, pageSize: Int) throws(CatalogRefusal) {
        guard let header = file.bytes(32, at: 0) else { return nil }
        let magic = bigEndian32(header, 0)
        guard magic & 0xFFFF_FFFE == 0x377F_0682, bigEndian32(header, 4) == 3_007_000 else { return nil }
        var sum = Checksum(isBigEndian: magic & 1 == 1)
        header.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[..<24])) }
        guard sum.matches(header, at: 24) else { return nil }
        guard Int(bigEndian32(header, 8)) == pageSize else {
            throw CatalogRefusal("its write-ahead log belongs to another database (other page size); open it in Lightroom once")
        }
        read(file, pageSize, salts: Array(header[16..<24]), sum)
    }

    private mutating func read(_ file: OpenedFile, _ pageSize: Int, salts: [UInt8], _ start: Checksum) {
        var sum = start
        var pending: [UInt32: Int64] = [:]
        var frame = [UInt8](repeating: 0, count: 24 + pageSize)
        var offset: Int64 = 32
        while frame.withUnsafeMutableBytes({ file.read(into: $0, at: offset) }) {
            let page = bigEndian32(frame, 0)
            guard page > 0, frame[8..<16].elementsEqual(salts) else { return }
            frame.withUnsafeBytes {
                sum.add(UnsafeRawBufferPointer(rebasing: $0[..<8]))
                sum.add(UnsafeRawBufferPointer(rebasing: $0[24...]))
            }
            guard sum.matches(frame, at: 16) else { return }
            pending[page] = offset + 24
            let size = bigEndian32(frame, 4)
            if size > 0 {
                pages.merge(pending) { $1 }
                pending.removeAll(keepingCapacity: true)
                databasePages = size
                commits += 1
            }
            offset += Int64(frame.count)
        }
    }

    /// SQLite's Fibonacci-weighted checksum over 32-bit words.
    private struct Checksum {
        let isBigEndian: Bool
        private var first: UInt32 = 0
        private var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            var (one, two) = (first, second)
            var at = 0
            while at + 8 <= bytes.count {
                let low = bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
                let high = bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self)
                one = one &+ (isBigEndian ? low.bigEndian : low.littleEndian) &+ two
                two = two &+ (isBigEndian ? high.bigEndian : high.littleEndian) &+ one
                at += 8
            }
            (first, second) = (one, two)
        }

        func matches(_ bytes: [UInt8], at offset: Int) -> Bool {
            bigEndian32(bytes, offset) == first && bigEndian32(bytes, offset + 4) == second
        }
    }
}
