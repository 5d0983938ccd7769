import Glibc
import KeepersCore

/// Why an order was not carried out.
public struct CommitFailure: Error {
    public var result: CommitResult
    public init(_ result: CommitResult) { self.result = result }

    /// A failed system call; `what` continues "could not".
    public init(errno number: Int32, _ what: String) {
        switch number {
        case ENOSPC, EDQUOT: result = .noSpace
        case EROFS: result = .readOnly("the card or disk")
        case EXDEV:
            result = .failed(
                number, "its folder is on another volume than the session's source; nothing was written; open that folder itself")
        default:
            result = .failed(number, "could not \(what): \(String(cString: strerror(number))); nothing was written")
        }
    }
}

/// An open file or folder that closes itself.
final class Descriptor {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { close(number) }

    /// A folder below `root`, component by component, following no symbolic link.
    static func folder(_ path: String, below root: Int32) throws(CommitFailure) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var folder = try opened(openat(root, ".", flags), path)
        for component in path.split(separator: "/") { folder = try opened(openat(folder.number, String(component), flags), path) }
        return folder
    }

    private static func opened(_ number: Int32, _ path: String) throws(CommitFailure) -> Descriptor {
        guard number < 0 else { return Descriptor(number) }
        let name = path.isEmpty ? "." : printable(path)
        if errno == ENOTDIR || errno == ELOOP {
            throw CommitFailure(.failed(errno, "the folder \(name) is a symbolic link or a file; nothing was written"))
        }
        throw CommitFailure(errno: errno, "open the folder \(name)")
    }

    /// Everything in the file, up to `limit` bytes; nil when there is more.
    func contents(limit: Int) throws(CommitFailure) -> [UInt8]? {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(number, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw CommitFailure(errno: errno, "read it") }
            if count == 0 { return content }
            content += buffer[0..<count]
            if content.count > limit { return nil }
        }
    }

    /// Waits for the disk; 0 or the error number. FAT and some network volumes cannot sync a folder: they say EINVAL and mean it.
    func sync() -> Int32 {
        while fsync(number) != 0 {
            if errno == EINTR { continue }
            return errno == EINVAL || errno == EOPNOTSUPP ? 0 : errno
        }
        return 0
    }
}
