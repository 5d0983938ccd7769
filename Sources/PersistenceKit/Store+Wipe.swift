import Glibc
import KeepersCore

extension Store {
    /// Closes this store and removes everything it and its helpers ever wrote in both folders.
    public func wipe() throws(StoreError) {
        close()
        try Store.wipe(data: data, cache: cache)
    }

    /// Removes database, log, locks, thumbnails and databases set aside, then the folders that are empty; works on a
    /// damaged store, refuses while a session is open somewhere, and leaves files that are not ours.
    public static func wipe(data: String, cache: String) throws(StoreError) {
        let held = try takeAllSessions(data)
        defer { withExtendedLifetime(held) {} }
        let locks = SessionLock.folder(data)
        let thumbnails = ThumbnailCache.folder(cache)
        let ours =
            Files.names(in: data).filter { $0.hasPrefix("keepers.sqlite") }.map { "\(data)/\($0)" }
            + Files.names(in: locks).filter { $0.hasSuffix(".lock") }.map { "\(locks)/\($0)" }
            + Files.names(in: thumbnails).filter(ThumbnailCache.isOurs).map { "\(thumbnails)/\($0)" }
        for path in ours { try Files.remove(path) }
        for folder in [locks, thumbnails, data, cache] where rmdir(folder) != 0 {
            guard [ENOENT, ENOTEMPTY, EEXIST, EBUSY].contains(errno) else { throw .system(errno, path: folder) }
        }
    }

    /// Renames a damaged database and its log, so that the next start makes a new one; returns the new path of the database.
    ///
    /// The name carries the date in UTC: `keepers.sqlite.damaged-2026-05-02T21:04:07`. Nothing is deleted.
    public static func setAside(data: String, now: Int64) throws(StoreError) -> String {
        let held = try takeAllSessions(data)
        defer { withExtendedLifetime(held) {} }
        let path = databasePath(data)
        let kept = "\(path).damaged-\(CaptureTime(wallSeconds: now / 1_000_000_000).iso8601)"
        for suffix in ["-wal", "-shm", ""] where Files.size(path + suffix) != nil {
            guard Files.size(kept + suffix) == nil else { throw .system(EEXIST, path: kept + suffix) }
            guard Glibc.rename(path + suffix, kept + suffix) == 0 else { throw .system(errno, path: path + suffix) }
        }
        return kept
    }

    private static func takeAllSessions(_ data: String) throws(StoreError) -> [SessionLock] {
        var held: [SessionLock] = []
        for name in Files.names(in: SessionLock.folder(data)) {
            guard name.hasSuffix(".lock"), let number = Int64(name.dropLast(5)) else { continue }
            held.append(try SessionLock.acquire(data: data, session: SessionID(number), holder: "keepers, tidying up"))
        }
        return held
    }
}
