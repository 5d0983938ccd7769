import CSandbox
import Glibc

/// The one way in which a committer changes a source: whole sidecars, by a temporary file and a rename.
public final class SidecarWriter {
    private let roots: [Int32]
    private let targets: [CommitTarget]
    private let names: SidecarNames

    init(roots: [Int32], targets: [CommitTarget]) throws(EngineError) {
        for target in targets where !roots.indices.contains(target.root) {
            throw EngineError("\(target.name) lies in no source of this export. Nothing was written.")
        }
        self.roots = roots
        self.targets = targets
        names = try SidecarNames(targets.map(\.name))
        ks_keep_memory()
        // The mode that `prepare` is given is meant exactly: changing it later is refused.
        umask(0)
    }

    var sealedNames: ks_names { names.forFilter }

    /// How many sidecars there are; indices below are those of the configuration's targets.
    public var count: Int { targets.count }
    public func target(_ index: Int) -> CommitTarget { targets[index] }

    /// Writes the whole content to this sidecar's temporary file and brings it to the disk; the sidecar is untouched so far.
    public func prepare(_ index: Int, content: [UInt8], mode: UInt32 = 0o644) throws(EngineError) {
        let root = try root(of: index)
        // One that a killed export left behind.
        discard(index)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(root, names.temporary(index), flags, mode_t(mode & 0o777))
        guard file >= 0 else { throw failure(index, "cannot be written", errno) }
        defer { close(file) }
        let problem = writeAll(content, to: file)
        guard problem == 0 else {
            discard(index)
            throw failure(index, "cannot be written", problem)
        }
    }

    /// Puts the prepared file in the sidecar's place, in one step, and brings the folder to the disk.
    ///
    /// Where it is not `replacing`, a sidecar that appeared meanwhile stays (EEXIST), as far as the file system can promise that.
    public func publish(_ index: Int, replacing: Bool = true) throws(EngineError) {
        let result = ks_rename(try root(of: index), names.temporary(index), names.target(index), replacing)
        guard result == 0 else {
            discard(index)
            throw failure(index, "cannot be put in place", -result)
        }
        try syncFolder(of: index)
    }

    /// Drops what `prepare` wrote.
    public func discard(_ index: Int) {
        guard targets.indices.contains(index) else { return }
        _ = ks_unlink(roots[targets[index].root], names.temporary(index), false)
    }

    /// Removes a sidecar that an export had made.
    public func remove(_ index: Int) throws(EngineError) {
        let result = ks_unlink(try root(of: index), names.target(index), false)
        guard result == 0 else { throw failure(index, "cannot be removed", -result) }
        try syncFolder(of: index)
    }

    /// Removes the folders of the temporaries where they are empty.
    public func finish() {
        for root in roots { _ = ks_unlink(root, names.folder, true) }
    }

    private func root(of index: Int) throws(EngineError) -> Int32 {
        guard targets.indices.contains(index) else { throw EngineError("sidecar \(index) is not part of this export") }
        return roots[targets[index].root]
    }

    private func writeAll(_ content: [UInt8], to file: Int32) -> Int32 {
        content.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                done += count
            }
            return fsync(file) == 0 ? 0 : errno
        }
    }

    private func syncFolder(of index: Int) throws(EngineError) {
        let name = targets[index].name
        let parent = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
        let folder = openat(try root(of: index), parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(index, "was written, but its folder cannot be opened", errno) }
        defer { close(folder) }
        // Some file systems have no fsync for folders.
        guard fsync(folder) == 0 || errno == EINVAL else {
            throw failure(index, "was written, but may not be on the disk yet", errno)
        }
    }

    private func failure(_ index: Int, _ what: String, _ number: Int32) -> EngineError {
        let remedy =
            switch number {
            case ENOSPC: "the card or disk is full: make room and export again"
            case EROFS: "the card is write-protected: move its lock switch and export again"
            default: "your verdicts are safe in keepers; export again"
            }
        return EngineError("\(targets[index].name) \(what) (\(errnoName(number))): \(remedy)", number: number)
    }
}
