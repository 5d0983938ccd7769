import Glibc

/// What `keepers doctor` tells about the store.
public struct StoreHealth: Equatable, Sendable {
    public var path: String
    /// Bytes of the database and of its log.
    public var size: Int64
    public var logSize: Int64
    public var sessions: Int
    public var migrations: [String]
    /// SQLite's own words; empty when the database is whole.
    public var problems: [String]
}

extension Store {
    /// Reads the whole database and checks it: seconds on a large one.
    public func health() throws(StoreError) -> StoreHealth {
        let path = connection.path
        let words = try connection.rows("PRAGMA integrity_check") { $0.text(0) }
        let strays = try connection.rows("PRAGMA foreign_key_check") {
            "a row of \($0.text(0)) refers to a missing \($0.text(2))"
        }
        return StoreHealth(
            path: path, size: Files.size(path) ?? 0, logSize: Files.size("\(path)-wal") ?? 0,
            sessions: try connection.first("SELECT count(*) FROM session") { $0.int(0) } ?? 0,
            migrations: try connection.rows("SELECT name FROM migration ORDER BY rowid") { $0.text(0) },
            problems: (words == ["ok"] ? [] : words) + strays)
    }

    /// Work that would slow a verdict down, for a moment without keys: some milliseconds when there is something to do.
    ///
    /// The log goes back into the database once it is 4 MB long, and its file gets its size once, because
    /// fdatasync of rewritten blocks takes half the time of fdatasync of a growing file (ext4: 72 against 139 us).
    public func idleMaintenance() throws(StoreError) {
        if connection.logLength >= Store.checkpointPages { _ = try connection.checkpoint() }
        reserveLog()
    }

    static let checkpointPages = 1000
    private static let reservedLog: Int64 = 4 << 20

    /// Lengthens the log with zeros, which SQLite takes for the end of the log; skipped where space is short.
    private func reserveLog() {
        let path = "\(connection.path)-wal"
        guard let size = Files.size(path), size < Store.reservedLog, Store.hasRoom(path) else { return }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        guard Files.write(descriptor, at: size, [UInt8](repeating: 0, count: Int(Store.reservedLog - size))) == 0 else { return }
        fdatasync(descriptor)
    }

    private static func hasRoom(_ path: String) -> Bool {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return false }
        return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue > 1 << 28
    }

    /// Long runs of background work never see an idle moment, so they fold the log back themselves.
    func boundLog() throws(StoreError) {
        if connection.logLength >= 4 * Store.checkpointPages { _ = try connection.checkpoint() }
    }
}
