import Glibc
import KeepersCore

/// Sessions, frames, score cards and decisions in one SQLite database (WAL), for the one thread that owns it.
///
/// Every call is complete when it returns. A call that throws has saved nothing of what it was given.
public final class Store {
    let connection: Connection
    let clock: () -> Int64
    let data: String
    let cache: String

    /// Opens the store in the folder `data`, or makes it; `clock` gives nanoseconds since 1970.
    public init(data: String, cache: String, clock: @escaping () -> Int64) throws(StoreError) {
        self.data = data
        self.cache = cache
        self.clock = clock
        try Store.prepareFolders(data: data, cache: cache)
        let path = Store.databasePath(data)
        try Store.makeFile(path)
        connection = try Connection(path: path)
        // Meets a read-only disk here, not at the first verdict.
        try connection.transaction(.batched) { () throws(StoreError) in }
        try Schema.bringUpToDate(connection, now: clock())
    }

    /// The database's file in a data folder.
    public static func databasePath(_ data: String) -> String { "\(data)/keepers.sqlite" }

    /// Makes the folders that a store needs, mode 0700; to be done before the program locks itself in.
    public static func prepareFolders(data: String, cache: String) throws(StoreError) {
        try Files.makeFolder(data)
        try Files.makeFolder(SessionLock.folder(data))
        try Files.makeFolder(cache)
        try Files.makeFolder(ThumbnailCache.folder(cache))
    }

    /// Lets the database go; the store answers no call afterwards.
    public func close() { connection.close() }

    /// Statements left in the middle of their rows: 0 between two calls, or the log could not be checkpointed.
    public var busyStatements: Int { connection.busyStatements }

    /// SQLite gives its log the mode of the database, so the mode set here is the mode of all.
    private static func makeFile(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            guard errno == EEXIST else { throw .system(errno, path: path) }
        } else {
            Glibc.close(descriptor)
        }
    }
}
