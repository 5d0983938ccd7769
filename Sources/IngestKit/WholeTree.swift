import Glibc
public import KeepersCore

/// Looks at whole folders for `keepers safe`: every file.
public enum WholeTree {
    /// Every file below the open directory `root`, which stays the caller's.
    public static func list(root: Int32, limits: ListingLimits = ListingLimits()) throws(IngestError) -> TreeListing {
        var listing = TreeListing()
        var walk = FolderWalk(limits: limits)
        try walk.run(root: root) { walk, entry in take(entry, &walk, &listing) }
        listing.problems = walk.problems
        listing.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        listing.housekeeping.sort()
        return listing
    }

    /// Folders and files that computers leave on every card they see.
    private static let housekeepers: Set<String> = [
        ".Spotlight-V100", ".fseventsd", ".DS_Store", ".TemporaryItems", ".apdisk", "System Volume Information", "Thumbs.db",
        "desktop.ini", "IndexerVolumeGuid", "WPSettings.dat",
    ]

    private static func take(_ entry: FolderWalk.Entry, _ walk: inout FolderWalk, _ listing: inout TreeListing) -> Bool {
        if housekeepers.contains(entry.name) || entry.name.hasPrefix("._") {
            listing.housekeeping.append(entry.path)
            return false
        }
        guard let facts = entry.facts() else {
            walk.complain(entry.path, "could not be measured (\(String(cString: strerror(errno))))")
            return false
        }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: return true
        case S_IFREG:
            listing.files.append(
                TreeFile(
                    path: entry.path, size: Int64(facts.st_size), device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino)))
        case S_IFLNK: walk.complain(entry.path, "is a link: what it leads to is not looked at")
        default: walk.complain(entry.path, "is no file (a pipe, a socket or a device)")
        }
        return false
    }
}
