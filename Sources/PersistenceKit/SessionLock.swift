import Glibc
public import KeepersCore

/// Holds a session for one writer at a time; the kernel lets go of it when the holder ends, however it ends.
public final class SessionLock {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { release() }

    /// Takes the session, or throws `.busy` with the words of the present holder ("keepers UI, pid 123, since 23:04").
    public static func acquire(data: String, session: SessionID, holder: String) throws(StoreError) -> SessionLock {
        try Files.makeFolder(folder(data))
        let path = "\(folder(data))/\(session.rawValue).lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let words = Files.read(descriptor, limit: 400)
            close(descriptor)
            throw code == EWOULDBLOCK ? busy(words ?? []) : .system(code, path: path)
        }
        let lock = SessionLock(descriptor)
        guard ftruncate(descriptor, 0) == 0 else { throw .system(errno, path: path) }
        let failure = Files.write(descriptor, at: 0, Array(holder.utf8))
        // The kernel's lock holds without the words: on a full disk the session must still open.
        guard failure == 0 || failure == ENOSPC || failure == EDQUOT else { throw .system(failure, path: path) }
        return lock
    }

    /// Who holds the session at this moment, in their own words; nil where nobody does. Disturbs nobody who takes it just now.
    public static func holder(data: String, session: SessionID) -> String? {
        let path = "\(folder(data))/\(session.rawValue).lock"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if !isListed(descriptor) {
            // Not in the kernel's list, or in one that this process may not see: a shared lock for a moment tells.
            if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return nil }
            guard errno == EWOULDBLOCK else { return nil }
        }
        return busy(Files.read(descriptor, limit: 400) ?? []).holder
    }

    /// `1: FLOCK  ADVISORY  WRITE 4711 fe:01:1234 0 EOF`: by the file's number, as devices are named differently in some file systems.
    private static func isListed(_ descriptor: Int32) -> Bool {
        var facts = stat()
        let list = open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard list >= 0 else { return false }
        defer { close(list) }
        guard fstat(descriptor, &facts) == 0, let bytes = Files.read(list, limit: 1 << 20) else { return false }
        let number = ":\(facts.st_ino)"
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            return words.contains("FLOCK") && words.contains("WRITE") && words.contains { $0.hasSuffix(number) }
        }
    }

    /// The file stays: removing it would let two writers hold two files of one name.
    private func release() {
        ftruncate(descriptor, 0)
        close(descriptor)
    }

    static func folder(_ data: String) -> String { "\(data)/locks" }

    private static func busy(_ words: [UInt8]) -> StoreError {
        let words = printable(String(decoding: words, as: UTF8.self))
        let holder = words.isEmpty ? "another Keepers" : words
        return StoreError(
            .busy, code: EWOULDBLOCK,
            message: "This session is open already: \(holder). Nothing was changed. Leave it there (q), then do this again.",
            holder: holder)
    }
}
