import Glibc

/// A catalog copied byte for byte, with its log and journal, into a folder that only we can read; gone with this value.
///
/// The shared-memory index (`-shm`) stays behind: it holds nothing that the log does not.
public final class PrivateCopy {
    /// Holds only files called `catalog…`.
    public let folder: String
    /// The copy's name in it.
    public static let name = "catalog.lrcat"
    /// What was copied, in bytes.
    public private(set) var bytes: Int64 = 0
    /// Lightroom's lock lies beside the catalog: it is open there, or was not closed cleanly.
    public let isLocked: Bool

    private static let suffixes = ["", "-wal", "-journal"]
    /// Left free on the disk, so that verdicts can still be kept.
    private static let reserve: Int64 = 256 << 20
    private static let attempts = 5
    private let lock: Int32

    /// Copies the catalog at `path` into a new folder below `parent`, which must be on a disk with enough room.
    ///
    /// `pause` waits a moment before the next attempt where the catalog changed meanwhile; `stamp` tells copies of one process apart.
    public init(of path: String, below parent: String, stamp: UInt64, pause: () -> Void) throws(CatalogRefusal) {
        mkdir(parent, 0o700)
        folder = "\(parent)/\(getpid())-\(stamp)"
        isLocked = access(path + ".lock", F_OK) == 0
        guard mkdir(folder, 0o700) == 0 else { throw PrivateCopy.failed("make \(folder)", errno) }
        lock = open(folder + "/lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // From here on this value is whole: where the rest throws, `deinit` closes and removes, and nothing else may.
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw PrivateCopy.failed("lock \(folder)", errno) }
        for _ in 0..<PrivateCopy.attempts {
            if try copyAll(path) { return }
            pause()
        }
        throw CatalogRefusal("it is being written again and again just now; close Lightroom and try again")
    }

    deinit {
        PrivateCopy.remove(folder)
        if lock >= 0 { close(lock) }
    }

    /// Removes what a killed run left below `parent`, and `parent` itself where nothing is left.
    public static func sweep(below parent: String) {
        for name in names(in: parent) {
            let folder = "\(parent)/\(name)"
            let lock = open(folder + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            if lock >= 0 {
                // Somebody still reads it.
                if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
                close(lock)
            } else if errno == ENOENT {
                // Not even the lock was made yet, or it was removed first: only an empty folder goes.
                rmdir(folder)
            }
        }
        rmdir(parent)
    }

    // MARK: -

    /// One file as it was when looked at.
    private struct Stamp: Equatable {
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
        var inode: UInt64
        /// A log that was begun anew has another header.
        var head: [UInt8]
    }

    /// False where something changed while it was copied.
    private func copyAll(_ path: String) throws(CatalogRefusal) -> Bool {
        let before = PrivateCopy.suffixes.map { PrivateCopy.stamp(path + $0) }
        guard let database = before[0] else { throw PrivateCopy.failed("read it", errno == 0 ? ENOENT : errno) }
        guard database.head.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw CatalogRefusal("it is no Lightroom catalog: it does not begin like a database")
        }
        let total = before.reduce(Int64(0)) { $0 + ($1?.size ?? 0) }
        try requireRoom(total)
        bytes = total
        for (suffix, stamp) in zip(PrivateCopy.suffixes, before) {
            let target = "\(folder)/\(PrivateCopy.name)\(suffix)"
            unlink(target)
            guard let stamp else { continue }
            guard try PrivateCopy.copy(path + suffix, to: target, size: stamp.size) else { return false }
        }
        return PrivateCopy.suffixes.map { PrivateCopy.stamp(path + $0) } == before
    }

    private func requireRoom(_ needed: Int64) throws(CatalogRefusal) {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return }
        let free = Int64(clamping: facts.f_bavail).multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
        guard free.overflow || free.partialValue >= needed + PrivateCopy.reserve else {
            throw CatalogRefusal(
                "its private copy needs \(needed / 1_000_000 + 1) MB and \(PrivateCopy.reserve >> 20) MB to spare, the disk of our data folder has \(free.partialValue / 1_000_000) MB; make room or name another folder with --data"
            )
        }
    }

    private static func stamp(_ path: String) -> Stamp? {
        let descriptor = reading(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            errno = EINVAL
            return nil
        }
        var head = [UInt8](repeating: 0, count: 100)
        let got = max(0, pread(descriptor, &head, head.count, 0))
        return Stamp(
            size: Int64(facts.st_size), seconds: facts.st_mtim.tv_sec, nanoseconds: facts.st_mtim.tv_nsec,
            inode: UInt64(facts.st_ino), head: Array(head[..<got]))
    }

    /// Without a new time of last access where the file is ours.
    private static func reading(_ path: String) -> Int32 {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        let quiet = open(path, flags | 0o1000000)
        return quiet >= 0 || errno != EPERM ? quiet : open(path, flags)
    }

    private static func copy(_ path: String, to target: String, size: Int64) throws(CatalogRefusal) -> Bool {
        let source = reading(path)
        guard source >= 0 else { return false }
        defer { close(source) }
        let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw failed("write its private copy", errno) }
        defer { close(copy) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var done: Int64 = 0
        while done < size {
            let got = read(source, &buffer, min(buffer.count, Int(size - done)))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw failed("read it", errno) }
            if got == 0 { return false }
            try write(buffer[..<got], to: copy)
            done += Int64(got)
        }
        return true
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(CatalogRefusal) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failed("write its private copy", errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// The lock goes last: until then another process leaves the folder alone.
    private static func remove(_ folder: String) {
        for name in names(in: folder) where name.hasPrefix("catalog") { unlink("\(folder)/\(name)") }
        unlink(folder + "/lock")
        rmdir(folder)
    }

    private static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func failed(_ what: String, _ code: Int32) -> CatalogRefusal {
        CatalogRefusal("we could not \(what) (\(String(cString: strerror(code))))")
    }
}
