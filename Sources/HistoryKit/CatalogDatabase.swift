import CSQLite
import KeepersCore

/// A foreign database, opened so that its own schema can run nothing; read table by table, never joined, so that no wrong index and no
/// cycle in it costs more than one look at each row.
final class CatalogDatabase {
    /// SQLite steps for the whole catalog; a million photos take about a tenth.
    private static let steps: Int64 = 4_000_000_000
    private static let mostRows = 4_000_000
    private static let memory: Int64 = 192 << 20

    private let files: [OpenedFile?]
    private let pages: UnsafeMutablePointer<KSQLPages>
    private let places: UnsafeMutableBufferPointer<UInt64>
    private let handle: OpaquePointer
    let notes: [String]
    /// Real tables and their plain columns, by lower-case name.
    private var tables: [String: Set<String>] = [:]

    init(folder: Int32, name: String) throws(CatalogRefusal) {
        guard let database = OpenedFile(name, in: folder) else { throw CatalogRefusal("it cannot be read") }
        files = [database, OpenedFile(name + "-wal", in: folder), OpenedFile(name + "-journal", in: folder)]
        let table = try PageTable(database: database, log: files[1], journal: files[2])
        notes = table.notes
        places = UnsafeMutableBufferPointer.allocate(capacity: max(1, table.places.count))
        _ = places.initialize(from: table.places)
        pages = UnsafeMutablePointer.allocate(capacity: 1)
        let descriptors = files.map { $0?.descriptor ?? -1 }
        pages.initialize(
            to: KSQLPages(
                files: (descriptors[0], descriptors[1], descriptors[2]), page_size: UInt32(table.pageSize),
                page_count: UInt32(table.places.count), places: UnsafePointer(places.baseAddress),
                steps_left: CatalogDatabase.steps))
        var opened: OpaquePointer?
        let code = ksql_open_pages(pages, CatalogDatabase.memory, &opened)
        guard code == KSQL_OK, let opened else {
            if let opened { ksql_close(opened) }
            pages.deallocate()
            places.deallocate()
            throw CatalogDatabase.refusal(code, "it cannot be opened (code \(code))")
        }
        handle = opened
        try readSchema()
    }

    deinit {
        ksql_close(handle)
        pages.deallocate()
        places.deallocate()
    }

    func has(_ table: String) -> Bool { tables[table.lowercased()] != nil }
    func has(_ table: String, _ column: String) -> Bool { tables[table.lowercased()]?.contains(column.lowercased()) == true }

    /// Tables only: a view or a virtual table of a catalog's name is not a catalog's table.
    private func readSchema() throws(CatalogRefusal) {
        var names: [String] = []
        try run("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0") { row in
            if let name = row.text(0), CatalogTables.all.contains(name.lowercased()) { names.append(name) }
        }
        for name in names {
            var columns: Set<String> = []
            // 0 in the last column: neither hidden nor computed from others.
            try run("PRAGMA table_xinfo(\"\(name)\")") { row in
                if row.integer(6) == 0, let column = row.text(1) { columns.insert(column.lowercased()) }
            }
            tables[name.lowercased()] = columns
        }
    }

    /// Every row of a table; a column that this catalog does not have reads as NULL.
    func scan(_ table: String, _ columns: [String], _ body: (CatalogRow) throws(CatalogRefusal) -> Void) throws(CatalogRefusal) {
        guard has(table) else { return }
        let list = columns.map { has(table, $0) ? "\"\($0)\"" : "NULL" }.joined(separator: ", ")
        // The table itself, because an index may tell another story.
        try run("SELECT \(list) FROM \"\(table)\" NOT INDEXED", body)
    }

    private func run(_ sql: String, _ body: (CatalogRow) throws(CatalogRefusal) -> Void) throws(CatalogRefusal) {
        var statement: OpaquePointer?
        let code = ksql_prepare(handle, sql, &statement)
        defer { ksql_finalize(statement) }
        guard code == KSQL_OK, let statement else { throw failure(code) }
        // A tree whose branches lead to one leaf has rows without end.
        for _ in 0..<CatalogDatabase.mostRows {
            let code = ksql_step(statement)
            if code == KSQL_DONE { return }
            guard code == KSQL_ROW else { throw failure(code) }
            try body(CatalogRow(statement: statement))
        }
        throw CatalogRefusal(
            "it has more than \(grouped(CatalogDatabase.mostRows)) rows in one table, which no catalog has; it was left")
    }

    private func failure(_ code: Int32) -> CatalogRefusal {
        CatalogDatabase.refusal(code, String(cString: ksql_message(handle)))
    }

    private static func refusal(_ code: Int32, _ words: String) -> CatalogRefusal {
        switch Int(code & 0xFF) {
        case Int(KSQL_NOMEM): CatalogRefusal("reading it takes more memory than a catalog needs; it was left")
        case Int(KSQL_INTERRUPT): CatalogRefusal("reading it takes longer than a catalog needs; it was left")
        case Int(KSQL_CORRUPT), Int(KSQL_NOTADB), Int(KSQL_IOERR):
            CatalogRefusal(
                "the database is damaged; Lightroom can repair it (open the catalog there, or take its newest backup)")
        default: CatalogRefusal("the database does not read: \(printable(words))")
        }
    }
}

/// One row while it is looked at; numbers are numbers only where the catalog holds them as numbers.
struct CatalogRow {
    /// Longer ones are cut: no path or name needs more.
    private static let longestText = 4096
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64? {
        switch ksql_column_type(statement, column) {
        case Int32(KSQL_INTEGER): return ksql_column_integer(statement, column)
        // Lightroom writes references as 17.0, too.
        case Int32(KSQL_FLOAT): return Int64(exactly: ksql_column_real(statement, column))
        default: return nil
        }
    }

    func number(_ column: Int32) -> Double? {
        switch ksql_column_type(statement, column) {
        case Int32(KSQL_INTEGER), Int32(KSQL_FLOAT): return ksql_column_real(statement, column)
        default: return nil
        }
    }

    func isNull(_ column: Int32) -> Bool { ksql_column_type(statement, column) == Int32(KSQL_NULL) }

    func text(_ column: Int32) -> String? {
        guard ksql_column_type(statement, column) == Int32(KSQL_TEXT) else { return nil }
        var count: Int32 = 0
        guard let bytes = ksql_column_text(statement, column, &count) else { return nil }
        let raw = UnsafeRawBufferPointer(start: bytes, count: min(Int(count), CatalogRow.longestText))
        return String(decoding: raw, as: UTF8.self)
    }
}
