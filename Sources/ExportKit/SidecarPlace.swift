import CFiles
import Glibc
import KeepersCore

/// What stands at the target before we act.
struct Standing {
    var mode: mode_t
}

/// One sidecar's place: the only code that renames or removes beside photos, and it takes only names that passed `isSidecarName`.
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

    /// Renames the temp file to this place; a new sidecar never replaces one that appeared meanwhile, where the volume can promise that.
    func place(_ file: TemporaryFile, replacing: Bool) throws(CommitFailure) {
        guard SidecarCommitter.isSidecarName(name) else { throw CommitFailure(errno: EINVAL, "use that name") }
        let failure = replacing ? rename(file) : renameExclusively(file)
        if failure == EEXIST { throw CommitFailure(.changedSince(try digest())) }
        guard failure == 0 else { throw CommitFailure(errno: failure, "put it in place") }
        file.didPlace()
        try syncFolder()
    }

    /// Both give 0 or the error number.
    private func renameExclusively(_ file: TemporaryFile) -> Int32 {
        let failure = keepers_rename_exclusively(file.folder.number, file.name, folder.number, name)
        return failure == EINVAL || failure == ENOSYS ? rename(file) : failure
    }

    private func rename(_ file: TemporaryFile) -> Int32 {
        renameat(file.folder.number, file.name, folder.number, name) == 0 ? 0 : errno
    }

    private func syncFolder() throws(CommitFailure) {
        let failure = folder.sync()
        guard failure != 0 else { return }
        throw CommitFailure(
            .failed(
                failure,
                "it was put in place, but the disk did not confirm it (\(String(cString: strerror(failure)))); check the card and export again"
            ))
    }

    func remove() throws(CommitFailure) {
        guard SidecarCommitter.isSidecarName(name) else { throw CommitFailure(errno: EINVAL, "use that name") }
        guard unlinkat(folder.number, name, 0) == 0 else { throw CommitFailure(errno: errno, "remove it") }
        try syncFolder()
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
