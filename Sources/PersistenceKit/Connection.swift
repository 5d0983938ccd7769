import CSQLite
import Glibc

/// One value for one `?`.
enum Value {
    case integer(Int64), real(Double), text(String), blob([UInt8]), null

    static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }
    static func optional(_ blob: [UInt8]?) -> Value { blob.map(Value.blob) ?? .null }
    static func optional(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
}

/// One connection to one database file, for one thread; every call is complete when it returns.
final class Connection {
    /// When a transaction must be on the disk.
    enum Durability: String {
        /// Before the call returns: verdicts survive a power cut.
        case durable = "FULL"
        /// With the next durable one: survives kill -9, and a power cut loses only what can be made again.
        case batched = "NORMAL"
    }

    let path: String
    private var database: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    private var durability: Durability?
    /// Pages in the write-ahead log after the last commit; SQLite writes it from its commit hook.
    private let logPages: UnsafeMutablePointer<Int32>

    /// Opens an existing file, as a WAL database without automatic checkpoints.
    init(path: String) throws(StoreError) {
        self.path = path
        logPages = .allocate(capacity: 1)
        logPages.initialize(to: 0)
        let code = ksql_open(path, &database)
        do throws(StoreError) {
            guard code == KSQL_OK else { throw failure(nil) }
            try configure()
        } catch {
            close()
            throw error
        }
    }

    deinit {
        close()
        logPages.deallocate()
    }

    private func configure() throws(StoreError) {
        ksql_wait_for_others(database, 5000)
        try execute("PRAGMA temp_store = MEMORY")
        try execute("PRAGMA foreign_keys = ON")
        try execute("PRAGMA mmap_size = 0")
        try execute("PRAGMA cache_size = -16384")
        try becomeWAL()
        ksql_watch_log(database, logPages)
        guard ksql_keep_log_file(database) == KSQL_OK else { throw failure(nil) }
    }

    /// Two processes that make the database at once meet here, and SQLite does not wait for the change of mode by itself.
    private func becomeWAL() throws(StoreError) {
        for attempt in 0... {
            do throws(StoreError) {
                return try execute("PRAGMA journal_mode = WAL")
            } catch {
                guard error.kind == .busy, attempt < 250 else { throw error }
                usleep(20_000)
            }
        }
    }

    /// Finishes every statement and lets the file go; a second call does nothing.
    func close() {
        for statement in statements.values { ksql_finalize(statement) }
        statements.removeAll()
        if let database { ksql_close(database) }
        database = nil
    }

    var logLength: Int { Int(logPages.pointee) }
    var busyStatements: Int { database.map { Int(ksql_busy_statements($0)) } ?? 0 }
    var changes: Int { database.map { Int(ksql_changes($0)) } ?? 0 }
    var lastRow: Int64 { database.map { ksql_last_row($0) } ?? 0 }

    /// Runs SQL without values or rows.
    func execute(_ sql: String) throws(StoreError) {
        guard let database else { throw closed }
        guard ksql_execute(database, sql) == KSQL_OK else { throw failure(sql) }
    }

    /// Runs one statement that gives no rows, or whose rows do not matter.
    func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
        try forEach(sql, values) { _ in }
    }

    /// Calls `body` for each row, in order.
    func forEach(_ sql: String, _ values: [Value] = [], _ body: (Row) throws(StoreError) -> Void) throws(StoreError) {
        let statement = try prepared(sql)
        defer { ksql_rewind(statement) }
        for (index, value) in values.enumerated() {
            guard bind(value, to: statement, at: Int32(index + 1)) == KSQL_OK else { throw failure(sql) }
        }
        while true {
            switch Int(ksql_step(statement)) {
            case KSQL_ROW: try body(Row(statement))
            case KSQL_DONE: return
            default: throw failure(sql)
            }
        }
    }

    func rows<Element>(
        _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Element
    ) throws(StoreError) -> [Element] {
        var elements: [Element] = []
        try forEach(sql, values) { (row) throws(StoreError) in elements.append(try read(row)) }
        return elements
    }

    func first<Element>(
        _ sql: String, _ values: [Value] = [], _ read: (Row) throws(StoreError) -> Element
    ) throws(StoreError) -> Element? {
        try rows(sql, values, read).first
    }

    /// All of `body` or nothing; when this returns, `durability` holds.
    func transaction<Result>(
        _ durability: Durability, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try become(durability)
        try run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            let result = try body()
            if durability == .durable, let database, !ksql_is_in_place(database) { throw StoreError.moved(path) }
            try run("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Moves the log into the database; false when a reader elsewhere still needs some of it.
    func checkpoint() throws(StoreError) -> Bool {
        guard let database else { throw closed }
        var left: Int32 = 0
        let code = ksql_checkpoint(database, &left)
        guard code == KSQL_OK || Int(code) == KSQL_BUSY else { throw failure(nil) }
        if code == KSQL_OK, left == 0 { logPages.pointee = 0 }
        return code == KSQL_OK && left == 0
    }

    private func become(_ durability: Durability) throws(StoreError) {
        guard self.durability != durability else { return }
        // Compiled each time on purpose: this pragma acts while it is compiled, so a kept statement would do nothing.
        try execute("PRAGMA synchronous = \(durability.rawValue)")
        self.durability = durability
    }

    /// Best effort: the error that led here is the one to tell.
    private func rollBack() {
        guard let database, !ksql_is_idle(database) else { return }
        _ = ksql_execute(database, "ROLLBACK")
    }

    private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        guard let database else { throw closed }
        var statement: OpaquePointer?
        guard ksql_prepare(database, sql, &statement) == KSQL_OK, let statement else { throw failure(sql) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: Value, to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .integer(let number): return ksql_bind_integer(statement, index, number)
        case .real(let number): return ksql_bind_real(statement, index, number)
        case .null: return ksql_bind_null(statement, index)
        case .blob(let bytes): return bytes.withUnsafeBytes { ksql_bind_blob(statement, index, $0.baseAddress, $0.count) }
        case .text(var text):
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { ksql_bind_text(statement, index, $0.baseAddress, $0.count) }
            }
        }
    }

    private var closed: StoreError {
        StoreError(
            .refused, code: Int32(KSQL_MISUSE), message: "\(path) is closed already. Nothing was saved. Start Keepers again.")
    }

    private func failure(_ sql: String?) -> StoreError {
        guard let database else { return closed }
        let code = ksql_extended_code(database)
        return StoreError.sqlite(
            code: code, errno: ksql_system_errno(database), detail: String(cString: ksql_message(database)), path: path, sql: sql)
    }
}
