/// The pages that an unfinished change had overwritten, as they were before it.
///
/// Source: sqlite.org/fileformat2.html#the_rollback_journal.
struct RollbackJournal {
    /// The bytes of each page before the change: byte offset in the journal.
    private(set) var pages: [UInt32: Int64] = [:]
    /// How many pages the database had before the change.
    private(set) var databasePages: UInt32 = 0

    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    private struct Header {
        var records: UInt32
        var nonce: UInt32
        var databasePages: UInt32
        var sector: Int
    }

    /// nil for a journal that is over: its header was cleared, or it holds nothing.
    init?(_ file: OpenedFile, pageSize: Int) throws(CatalogRefusal) {
        guard let first = RollbackJournal.header(file, at: 0, pageSize) else { return nil }
        if let end = file.bytes(8, at: file.size - 8), end == RollbackJournal.magic, file.size > Int64(first.sector) {
            throw CatalogRefusal("a change over several files was never finished; open the catalog in Lightroom once")
        }
        databasePages = first.databasePages
        var start: Int64 = 0
        while let header = RollbackJournal.header(file, at: start, pageSize) {
            guard let end = read(file, header, at: start + Int64(header.sector), pageSize) else { return }
            // Headers begin at whole sectors.
            let sector = Int64(header.sector)
            start = (end + sector - 1) / sector * sector
        }
    }

    private static func header(_ file: OpenedFile, at offset: Int64, _ pageSize: Int) -> Header? {
        guard let bytes = file.bytes(28, at: offset), bytes.starts(with: magic) else { return nil }
        let sector = Int(bigEndian32(bytes, 20))
        guard sector >= 32, sector <= 65536, sector & (sector - 1) == 0, Int(bigEndian32(bytes, 24)) == pageSize else {
            return nil
        }
        return Header(
            records: bigEndian32(bytes, 8), nonce: bigEndian32(bytes, 12), databasePages: bigEndian32(bytes, 16), sector: sector)
    }

    /// Where the records end; nil where one is broken, which ends the journal.
    private mutating func read(_ file: OpenedFile, _ header: Header, at start: Int64, _ pageSize: Int) -> Int64? {
        let length = Int64(pageSize) + 8
        let there = max(0, (file.size - start) / length)
        let count = header.records == UInt32.max ? there : min(there, Int64(header.records))
        var record = [UInt8](repeating: 0, count: Int(length))
        for index in 0..<count {
            let offset = start + index * length
            guard record.withUnsafeMutableBytes({ file.read(into: $0, at: offset) }) else { return nil }
            let page = bigEndian32(record, 0)
            guard page > 0, RollbackJournal.sum(record, pageSize, header.nonce) == bigEndian32(record, pageSize + 4) else {
                return nil
            }
            if page <= databasePages, pages[page] == nil { pages[page] = offset + 4 }
        }
        return count > 0 ? start + count * length : nil
    }

    /// The nonce and every 200th byte, from the page's end.
    private static func sum(_ record: [UInt8], _ pageSize: Int, _ nonce: UInt32) -> UInt32 {
        var sum = nonce
        var at = pageSize - 200
        while at > 0 {
            sum = sum &+ UInt32(record[4 + at])
            at -= 200
        }
        return sum
    }
}
