import Glibc
import KeepersCore

/// What stands at the target before we act.
struct Standing {
    var mode: mode_t
}

/// One sidecar's place: what stands there, whether it may be replaced, and whether what was written came to be.
struct SidecarPlace {
    let folder: Descriptor
    let name: String

    /// The file that is there, or nil for none; throws unless it is what was expected and may be replaced.
    ///
    /// A rename would go through a write-protected file and replace a link, so both are looked for first.
    func standing(expected: Digest?) throws(CommitFailure) -> Standing? {
        var info = stat()
        guard fstatat(folder.number, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw CommitFailure(errno: errno, "look at it") }
            guard expected == nil else { throw CommitFailure(.changedSince(nil)) }
            try checkFolder()
            return nil
        }
        if info.st_mode & S_IFMT == S_IFLNK { throw CommitFailure(.isSymlink) }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw CommitFailure(.failed(EINVAL, "it is no regular file; nothing was written"))
        }
        let found = try digest()
        guard found == expected else { throw CommitFailure(.changedSince(found)) }
        try checkFile(info.st_mode)
        try checkFolder()
        return Standing(mode: info.st_mode & 0o777)
    }

    /// As open as its folder: who may read and write there may read and write the new sidecar.
    func newFileMode() throws(CommitFailure) -> mode_t {
        var info = stat()
        guard fstat(folder.number, &info) == 0 else { throw CommitFailure(errno: errno, "look at its folder") }
        return info.st_mode & 0o664
    }

    /// Reads the file back: a failing card says "written" and keeps something else.
    func confirm(_ content: [UInt8]) throws(CommitFailure) -> CommitResult {
        let file = try open()
        guard try file.contents(limit: content.count) == content else {
            return .failed(
                EIO, "it was written but reads back differently: the card or disk is failing; copy your photos off it now")
        }
        return .written(Digest(of: content))
    }

    /// nil for a file that is larger than any sidecar: it cannot be the one we read.
    private func digest() throws(CommitFailure) -> Digest? {
        try open().contents(limit: SidecarLimits.size).map { Digest(of: $0) }
    }

    private func open() throws(CommitFailure) -> Descriptor {
        let number = openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else {
            if errno == ELOOP { throw CommitFailure(.isSymlink) }
            throw CommitFailure(errno: errno, "read it")
        }
        return Descriptor(number)
    }

    /// The mode too, because root passes `faccessat` everywhere and a write-protected file is protected on purpose.
    private func checkFile(_ mode: mode_t) throws(CommitFailure) {
        if mode & 0o222 == 0 || faccessat(folder.number, name, W_OK, AT_EACCESS) != 0 { throw CommitFailure(.readOnly("it")) }
    }

    private func checkFolder() throws(CommitFailure) {
        var info = stat()
        guard fstat(folder.number, &info) == 0 else { throw CommitFailure(errno: errno, "look at its folder") }
        if faccessat(folder.number, ".", W_OK, AT_EACCESS) != 0 {
            throw CommitFailure(.readOnly(errno == EROFS ? "the card or disk" : "its folder"))
        }
        if info.st_mode & 0o222 == 0 { throw CommitFailure(.readOnly("its folder")) }
    }
}
