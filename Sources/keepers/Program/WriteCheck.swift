import ExportKit
import Glibc
import KeepersCore

/// What keeps a sidecar from being written as things stand now; only looked at, so that a dry run promises nothing that a write would refuse.
struct WriteCheck {
    /// Folders that are not there yet are made before the writing.
    let makesFolders: Bool
    private let roots: [String]
    private var folders: [String: String?] = [:]

    init(roots: [String], makesFolders: Bool) {
        self.roots = roots
        self.makesFolders = makesFolders
    }

    /// nil where nothing stands in the way. The same order and the same modes as the committer's own look.
    mutating func obstacle(root: Int, path: String) -> String? {
        guard roots.indices.contains(root) else { return nil }
        let parent = parent(of: path)
        let folder = joined(roots[root], parent)
        let found = folders[folder] ?? look(folder, root: roots[root])
        folders[folder] = .some(found)
        return found ?? fileObstacle(joined(roots[root], path))
    }

    private func fileObstacle(_ file: String) -> String? {
        var facts = stat()
        guard lstat(file, &facts) == 0 else { return nil }
        if facts.st_mode & S_IFMT == S_IFLNK { return CommitResult.isSymlink.sentence }
        // The mode too: root may write everything, and a write-protected file is protected on purpose.
        let isOpen = facts.st_mode & 0o222 != 0 && faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) == 0
        return isOpen ? nil : WriteCheck.readOnly("it")
    }

    private func look(_ folder: String, root: String) -> String? {
        var place = folder
        var facts = stat()
        // One that is still to be made will lie where its parent lies.
        while stat(place, &facts) != 0, makesFolders, place.count > 1 { place = Setting.parent(place) }
        guard stat(place, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            return makesFolders ? nil : "its folder is not there: is the card still in its reader? Put it back and look again"
        }
        if faccessat(AT_FDCWD, place, W_OK, AT_EACCESS) != 0 {
            return WriteCheck.readOnly(errno == EROFS ? "the card or disk" : "its folder")
        }
        return facts.st_mode & 0o222 == 0 ? WriteCheck.readOnly("its folder") : nil
    }

    private static func readOnly(_ what: String) -> String {
        "\(what) is read-only; allow writing and export again"
    }
}
