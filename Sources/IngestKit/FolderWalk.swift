import Glibc
import KeepersCore

/// Goes through every name below an open folder, one folder at a time: deep trees need no recursion, renamed folders no second look-up.
/// Links are never followed.
struct FolderWalk {
    /// One name that the walk came by.
    struct Entry {
        var name: String
        /// Relative to the root, `/` separated.
        var path: String
        /// `DT_DIR`, `DT_REG`, ... as the listing says; some file systems do not tell.
        var type: Int32
        /// The open folder that holds it; valid during the visit.
        var folder: Int32

        func facts() -> stat? {
            var facts = stat()
            return fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
        }
    }

    /// What could not be gone through, in words, named.
    private(set) var problems: [String] = []
    private let limits: ListingLimits
    private var entriesSeen = 0
    private var folders: [Folder] = []

    private struct Folder {
        var stream: OpaquePointer
        /// Ends with `/`, or is empty for the root.
        var prefix: String
        var device: dev_t
        var inode: ino_t
    }

    init(limits: ListingLimits) { self.limits = limits }

    /// Calls `visit` for every name; folders for which it answers true are gone into. `root` stays the caller's.
    mutating func run(root: Int32, visit: (inout FolderWalk, Entry) -> Bool) throws(IngestError) {
        let copy = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, enter(copy, prefix: "") else {
            let code = errno
            throw IngestError(
                .unreadable,
                "the folder could not be opened (\(String(cString: strerror(code)))): is the card still in the reader?",
                systemCode: code)
        }
        defer { for folder in folders { closedir(folder.stream) } }
        while let folder = folders.last {
            guard let entry = next(folder) else {
                closedir(folder.stream)
                folders.removeLast()
                continue
            }
            entriesSeen += 1
            guard entriesSeen <= limits.entries else {
                problems.append(
                    "more than \(grouped(limits.entries)) entries: the rest is not listed; open a folder further in")
                return
            }
            if visit(&self, entry) { descend(entry) }
        }
    }

    mutating func complain(_ path: String, _ what: String) {
        // A card that fails everywhere would otherwise fill the screen.
        if problems.count < 200 { problems.append("\(path.isEmpty ? "the folder itself" : printable(path)): \(what)") }
    }

    /// Takes over an open folder; false when it cannot be read.
    private mutating func enter(_ descriptor: Int32, prefix: String) -> Bool {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, let stream = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            errno = code
            return false
        }
        folders.append(Folder(stream: stream, prefix: prefix, device: facts.st_dev, inode: facts.st_ino))
        return true
    }

    /// The next name of a folder but `.` and `..`; nil at its end or when the volume fails, which is noted.
    private mutating func next(_ folder: Folder) -> Entry? {
        while true {
            errno = 0
            guard let found = readdir(folder.stream) else {
                if errno != 0 { complain(folder.prefix, "stopped in the middle (\(String(cString: strerror(errno))))") }
                return nil
            }
            let text = withUnsafePointer(to: &found.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let text else {
                complain(folder.prefix, "holds a name that is not UTF-8 text: rename it to see it here")
                continue
            }
            if text == "." || text == ".." { continue }
            return Entry(
                name: text, path: folder.prefix + text, type: Int32(found.pointee.d_type), folder: dirfd(folder.stream))
        }
    }

    private mutating func descend(_ entry: Entry) {
        guard folders.count <= limits.depth else {
            return complain(entry.path, "folders deeper than \(limits.depth) are not read; open it by itself")
        }
        let descriptor = openat(entry.folder, entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, enter(descriptor, prefix: entry.path + "/") else {
            return complain(entry.path, "could not be opened (\(String(cString: strerror(errno)))): its frames are not listed")
        }
        guard let inner = folders.last else { return }
        // A damaged card can link a folder into itself.
        if folders.dropLast().contains(where: { $0.device == inner.device && $0.inode == inner.inode }) {
            closedir(inner.stream)
            folders.removeLast()
            complain(
                entry.path, "leads back to a folder around it: the card's file system is damaged; repair a copy, not the card")
        }
    }
}
