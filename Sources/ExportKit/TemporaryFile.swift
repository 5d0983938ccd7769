import Glibc
import Synchronization

/// A file in `.keepers` that becomes a sidecar or goes away.
final class TemporaryFile {
    private static let prefix = "sidecar-"
    private static let suffix = ".keepers-tmp"
    private static let counter = Atomic<UInt64>(0)

    let folder: Descriptor
    let name: String
    private let file: Descriptor
    private var isPlaced = false

    /// Exclusively new; `mode` is set at creation, because the committer may not change modes afterwards (its umask is 0).
    init(in folder: Descriptor, mode: mode_t) throws(CommitFailure) {
        self.folder = folder
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var number: Int32 = -1
        var name = ""
        repeat {
            let count = TemporaryFile.counter.add(1, ordering: .relaxed).newValue
            name = "\(TemporaryFile.prefix)\(getpid())-\(count)\(TemporaryFile.suffix)"
            number = openat(folder.number, name, flags, mode)
        } while number < 0 && errno == EEXIST
        guard number >= 0 else { throw CommitFailure(errno: errno, "create a temporary file in .keepers") }
        self.name = name
        file = Descriptor(number)
        keepMode(mode)
    }

    /// Where the umask took bits away; a volume without modes (FAT) refuses, and has none to lose.
    private func keepMode(_ mode: mode_t) {
        var info = stat()
        if fstat(file.number, &info) == 0, info.st_mode & 0o777 != mode { _ = fchmod(file.number, mode) }
    }

    /// Writes all and waits until the disk has it.
    func fill(_ content: [UInt8]) throws(CommitFailure) {
        var done = 0
        while done < content.count {
            let count = content.withUnsafeBytes {
                Glibc.write(file.number, $0.baseAddress.map { $0 + done }, content.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw CommitFailure(errno: count < 0 ? errno : EIO, "write it") }
            done += count
        }
        let failure = file.sync()
        guard failure == 0 else { throw CommitFailure(errno: failure, "write it") }
    }

    func didPlace() { isPlaced = true }

    func discard() {
        if !isPlaced { unlinkat(folder.number, name, 0) }
    }

    static func sweep(_ folder: Descriptor) {
        let copy = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return }
        guard let listing = fdopendir(copy) else {
            close(copy)
            return
        }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if isOurs(name) { unlinkat(folder.number, name, 0) }
        }
    }

    /// `sidecar-<digits>-<digits>.keepers-tmp` and nothing else.
    static func isOurs(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let numbers = name.dropFirst(prefix.count).dropLast(suffix.count).split(separator: "-", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
