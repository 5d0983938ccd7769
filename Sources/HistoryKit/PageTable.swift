/// Where the newest committed bytes of every page of a database lie: in itself, its write-ahead log or its rollback journal.
///
/// Source: "Database File Format" and "WAL-mode File Format", sqlite.org.
struct PageTable {
    /// The files that places name.
    enum Source: UInt64 { case database = 0, log = 1, journal = 2 }

    /// More than the largest catalogs have (32 GiB of 4 KiB pages); each costs 8 bytes of memory.
    static let mostPages = 1 << 23

    private(set) var pageSize: Int
    private(set) var places: [UInt64]
    /// What was found beside the database and counts, in words.
    private(set) var notes: [String] = []

    static func place(_ source: Source, _ offset: Int64) -> UInt64 { source.rawValue << 62 | UInt64(offset) }

    init(database: OpenedFile, log: OpenedFile?, journal: OpenedFile?) throws(CatalogRefusal) {
        guard let header = database.bytes(100, at: 0), header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw CatalogRefusal("it is no Lightroom catalog: it does not begin like a database")
        }
        let written = Int(header[16]) << 8 | Int(header[17])
        pageSize = written == 1 ? 65536 : written
        guard isPageSize(pageSize) else { throw CatalogRefusal("its header is damaged: a page cannot have \(written) bytes") }
        places = []
        try grow(to: (database.size + Int64(pageSize) - 1) / Int64(pageSize))
        if let journal { try apply(RollbackJournal(journal, pageSize: pageSize)) }
        if let log { try apply(WriteAheadLog(log, pageSize: pageSize)) }
    }

    private mutating func apply(_ journal: RollbackJournal?) throws(CatalogRefusal) {
        guard let journal, !journal.pages.isEmpty else { return }
        try grow(to: Int64(journal.databasePages))
        for (page, offset) in journal.pages { put(page, PageTable.place(.journal, offset)) }
        notes.append("a change that was never finished is left out (rollback journal, \(journal.pages.count) pages)")
    }

    private mutating func apply(_ log: WriteAheadLog?) throws(CatalogRefusal) {
        guard let log, !log.pages.isEmpty else { return }
        try grow(to: Int64(log.databasePages))
        for (page, offset) in log.pages { put(page, PageTable.place(.log, offset)) }
        notes.append("its newest changes lie beside it and count (write-ahead log, \(log.commits) commits)")
    }

    private mutating func put(_ page: UInt32, _ place: UInt64) {
        guard page > 0, Int(page) <= places.count else { return }
        places[Int(page) - 1] = place
    }

    /// Sets the number of pages; new ones lie in the database until something else is known.
    private mutating func grow(to count: Int64) throws(CatalogRefusal) {
        guard count <= Int64(PageTable.mostPages) else {
            throw CatalogRefusal("it is larger than \(PageTable.mostPages) pages, which no catalog is; it was not read")
        }
        if Int(count) < places.count { return places.removeLast(places.count - Int(count)) }
        places.reserveCapacity(Int(count))
        for page in Int64(places.count)..<count { places.append(PageTable.place(.database, page * Int64(pageSize))) }
    }
}
