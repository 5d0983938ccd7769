import CFiles
import CNettle
import Glibc
import KeepersCore

/// Copies files of a source into a folder; runs in the copier process, understands nothing of what it copies, and uses system calls only.
///
/// A file that is there is never written, replaced or removed: the kernel refuses it too.
public struct PhotoCopier {
    /// The open target folder.
    let target: Int32
    /// An open folder on the target's volume, where a file lies until it is whole and compared.
    let workshop: Int32
    /// One copy at a time has one name; the next run sweeps it away where this one was killed.
    static let temporary = "0.tmp"

    public init(target: Int32, workshop: Int32) {
        self.target = target
        self.workshop = workshop
    }

    /// Temp file → copy and hash → fsync → times → read back from the disk and compare → rename that replaces nothing → folder fsynced.
    public func copy(_ order: CopyOrder, root: Int32) -> CopyResult {
        guard SidecarCommitter.isPlainPath(order.to), SidecarCommitter.isPlainPath(order.from), !order.to.isEmpty,
            !order.from.isEmpty
        else { return .failed("\(printable(order.to)) is no name that we may write; nothing was copied") }
        do throws(CopyFailure) {
            let source = try open(order, root)
            let place = try Place(order.to, below: target)
            if let standing = try place.standing() { return try compare(standing, source, order) }
            return try make(source, at: place, order)
        } catch {
            return error.result
        }
    }

    /// Makes a folder and those above it where they are missing; nil when it is there.
    public func makeFolder(_ path: String) -> CopyResult? {
        guard SidecarCommitter.isPlainPath(path) else { return .failed("\(printable(path)) is no folder that we may make") }
        do throws(CopyFailure) { _ = try Place(path + "/.", below: target) } catch { return error.result }
        return nil
    }

    /// Removes the workshop where it is empty; the copying is over.
    public func finish() { unlinkat(target, SidecarCommitter.workshop, AT_REMOVEDIR) }

    // MARK: - The card

    private func open(_ order: CopyOrder, _ root: Int32) throws(CopyFailure) -> Source {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
        // Reading must not change when the card says that a photo was last read; only its owner may ask for that.
        var number = openat(root, order.from, flags | 0o1_000_000)
        if number < 0, errno == EPERM { number = openat(root, order.from, flags) }
        guard number >= 0 else {
            throw CopyFailure("it cannot be read on the card (\(words(errno))); check the card and copy again")
        }
        let file = Descriptor(number)
        guard let facts = file.facts, facts.st_mode & S_IFMT == S_IFREG else {
            throw CopyFailure("it is no plain file on the card; nothing was copied")
        }
        guard order.keepsExisting || Int64(facts.st_size) == order.size else {
            throw CopyFailure("it has another size than when the card was listed: it is being written; copy again")
        }
        return Source(file: file, facts: facts)
    }

    private struct Source {
        let file: Descriptor
        let facts: stat
    }

    // MARK: - What is there already

    private func compare(_ standing: Descriptor, _ source: Source, _ order: CopyOrder) throws(CopyFailure) -> CopyResult {
        if order.keepsExisting { return .alreadyThere(nil) }
        guard let facts = standing.facts else { throw CopyFailure("the file of that name cannot be looked at (\(words(errno)))") }
        if facts.st_dev == source.facts.st_dev, facts.st_ino == source.facts.st_ino {
            throw CopyFailure("the file of that name is the card's own file under another name, not a copy")
        }
        guard facts.st_size == source.facts.st_size else {
            return .differs("another file of \(grouped(Int(facts.st_size))) bytes has its name, \(printable(order.to))")
        }
        let (here, there) = (try digest(source.file, "on the card"), try digest(standing, "in the folder"))
        return here == there
            ? .alreadyThere(here) : .differs("another file of its size but other bytes has its name, \(printable(order.to))")
    }

    private func digest(_ file: Descriptor, _ place: String) throws(CopyFailure) -> Digest {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = keepers_sha256_file(file.number, &bytes)
        guard count >= 0, let digest = Digest(bytes: bytes) else {
            throw CopyFailure("it cannot be read \(place) (\(words(Int32(clamping: -count)))); nothing was copied")
        }
        return digest
    }

    // MARK: - The copy

    private func make(_ source: Source, at place: Place, _ order: CopyOrder) throws(CopyFailure) -> CopyResult {
        unlinkat(workshop, PhotoCopier.temporary, 0)
        // What the person may do with the original; never less than reading and writing it.
        let mode = source.facts.st_mode & 0o666 | 0o600
        let number = openat(workshop, PhotoCopier.temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard number >= 0 else { throw CopyFailure(errno: errno) }
        let copy = Descriptor(number)
        var isPlaced = false
        defer { if !isPlaced { unlinkat(workshop, PhotoCopier.temporary, 0) } }
        let digest = try fill(copy, source)
        guard try self.digest(copy, "in the folder") == digest else {
            throw CopyFailure("it reads back differently from the disk: that disk is failing; copy to another one")
        }
        let failure = keepers_move_exclusively(workshop, PhotoCopier.temporary, place.folder.number, place.name)
        if failure == EEXIST || failure == EACCES {
            return .differs("another program made a file of its name, \(printable(order.to)), just now")
        }
        guard failure == 0 else { throw CopyFailure(errno: failure) }
        isPlaced = true
        let unsynced = place.folder.sync()
        guard unsynced == 0 else {
            throw CopyFailure("it is there, but the disk did not confirm it (\(words(unsynced))); copy again")
        }
        return .copied(digest)
    }

    /// All bytes on the disk, with the original's times; the SHA-256 of what the card gave.
    private func fill(_ copy: Descriptor, _ source: Source) throws(CopyFailure) -> Digest {
        var bytes = [UInt8](repeating: 0, count: 32)
        var isWriting: Int32 = 0
        let count = keepers_copy_and_sha256(source.file.number, copy.number, &bytes, &isWriting)
        guard count >= 0 else {
            let number = Int32(clamping: -count)
            if isWriting != 0 { throw CopyFailure(errno: number) }
            throw CopyFailure(
                "the card stopped giving its bytes (\(words(number))); check the card and its reader, then copy again")
        }
        guard let now = source.file.facts, count == Int64(now.st_size), now.st_size == source.facts.st_size,
            now.st_mtim.tv_sec == source.facts.st_mtim.tv_sec, now.st_mtim.tv_nsec == source.facts.st_mtim.tv_nsec,
            let digest = Digest(bytes: bytes)
        else { throw CopyFailure("it changed on the card while it was copied; nothing of it stays; copy again") }
        let times = [source.facts.st_atim, source.facts.st_mtim]
        // A volume without times has none to keep.
        _ = futimens(copy.number, times)
        let failure = copy.sync()
        guard failure == 0 else { throw CopyFailure(errno: failure) }
        return digest
    }

    private func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// Why a file was not copied.
struct CopyFailure: Error {
    var result: CopyResult
    init(_ sentence: String) { result = .failed(sentence) }

    /// A failed system call on the target's side.
    init(errno number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: result = .noSpace
        case EROFS: result = .failed("the folder's disk is read-only; nothing was copied; choose another folder")
        case EFBIG:
            result = .failed(
                "it is larger than that disk's format allows (4 GB on FAT); choose a disk formatted as exFAT or ext4")
        default:
            result = .failed(
                "it could not be written (\(String(cString: strerror(number)))); nothing of it stays there; copy again")
        }
    }
}

/// Where a copy goes: a name in an open folder below the target.
private struct Place {
    let folder: Descriptor
    let name: String

    /// Opens the folders on the way and makes those that are missing; a link among them is refused.
    init(_ path: String, below target: Int32) throws(CopyFailure) {
        var parts = path.split(separator: "/").map(String.init)
        name = parts.removeLast()
        var folder = try Place.opened(openat(target, ".", Place.flags), ".")
        for part in parts {
            if mkdirat(folder.number, part, 0o755) != 0, errno != EEXIST { throw CopyFailure(errno: errno) }
            folder = try Place.opened(openat(folder.number, part, Place.flags), part)
        }
        self.folder = folder
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private static func opened(_ number: Int32, _ name: String) throws(CopyFailure) -> Descriptor {
        if number >= 0 { return Descriptor(number) }
        if errno == ELOOP || errno == ENOTDIR {
            throw CopyFailure("\(printable(name)) in the folder is a link or a file where a folder must be; nothing was copied")
        }
        throw CopyFailure(
            "the folder cannot be opened (\(String(cString: strerror(errno)))); is its disk still there? nothing was copied")
    }

    /// The file of that name; nil where there is none. Links are refused: what they lead to is not looked at.
    func standing() throws(CopyFailure) -> Descriptor? {
        let number = openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        if number >= 0 {
            let file = Descriptor(number)
            guard let facts = file.facts, facts.st_mode & S_IFMT == S_IFREG else {
                throw CopyFailure("something that is no file has its name in the folder; nothing was copied")
            }
            return file
        }
        if errno == ENOENT { return nil }
        if errno == ELOOP {
            throw CopyFailure(
                "a symbolic link has its name in the folder; it is neither followed nor replaced; nothing was copied")
        }
        throw CopyFailure(
            "a file of its name is there and cannot be read (\(String(cString: strerror(errno)))); nothing was copied")
    }
}

extension Descriptor {
    /// nil where the file system does not say (errno tells why).
    var facts: stat? {
        var facts = stat()
        return fstat(number, &facts) == 0 ? facts : nil
    }
}
