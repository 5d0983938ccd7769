import Glibc
import KeepersCore

/// Finds the frames below a folder; opens files only where the name does not tell what they are, and writes nothing.
public enum CardLister {
    /// Lists everything below the open directory `root`, which stays the caller's. Links are not followed, hidden names are passed over.
    public static func list(root: Int32, limits: ListingLimits = ListingLimits()) throws(IngestError) -> Listing {
        var walk = CardWalk()
        try walk.run(root: root, limits: limits)
        return walk.listing
    }

    /// Extensions of what lies on cards beside frames: never opened, only counted.
    static let knownOthers: Set<String> = [
        "xmp", "mov", "mp4", "m4v", "avi", "mts", "m2ts", "mxf", "crm", "braw", "r3d", "lrv", "lrf", "insv", "360", "3gp", "mkv",
        "wmv",
        "wav", "mp3", "m4a", "aac", "thm", "ctg", "dat", "bin", "dpf", "ind", "bdm", "mpl", "cpi", "xml", "csv", "txt", "log",
        "json",
        "html", "htm", "css", "js", "pdf", "tif", "tiff", "png", "gif", "bmp", "webp", "psd", "psb", "avif", "jxl", "svg", "zip",
        "gz", "tar",
        "7z", "rar", "dmg", "iso", "exe", "dll", "db", "lrcat", "lrdata", "ini", "lock", "pp3", "dop", "cos", "cot", "cop", "vrd",
        "dr4",
        "nksc", "on1", "aae", "icc", "icm", "dcp", "lcp", "url", "lnk", "srt", "vtt", "gpx", "nmea", "kml", "fseventsd", "sig",
        "md5", "sha1",
        "sha256", "mhl", "md", "py", "sh", "pl", "swift", "c", "h",
    ]
}

/// The state of one listing.
private struct CardWalk {
    var listing = Listing()

    mutating func run(root: Int32, limits: ListingLimits) throws(IngestError) {
        var walk = FolderWalk(limits: limits)
        try walk.run(root: root) { walk, entry in take(entry, &walk) }
        listing.problems = walk.problems
        listing.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        listing.sidecars.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Notes one name; true for a folder to go into.
    private mutating func take(_ entry: FolderWalk.Entry, _ walk: inout FolderWalk) -> Bool {
        let name = entry.name
        if name.hasPrefix(".") || name.hasPrefix("$") || name == "System Volume Information" || name == "lost+found" {
            return false
        }
        switch entry.type {
        case Int32(DT_DIR): return true
        case Int32(DT_REG): takeFile(entry, &walk)
        case Int32(DT_UNKNOWN): return takeUnknown(entry, &walk)
        default: countOther(name)
        }
        return false
    }

    /// Some file systems do not tell in the listing what a name is.
    private mutating func takeUnknown(_ entry: FolderWalk.Entry, _ walk: inout FolderWalk) -> Bool {
        guard let facts = entry.facts() else { return false }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: return true
        case S_IFREG: takeFile(entry, &walk)
        default: countOther(entry.name)
        }
        return false
    }

    /// A link, a pipe, a device: never opened, whatever its name says, but counted, so that nobody misses it unknowingly.
    private mutating func countOther(_ name: String) { listing.others[lowercaseExtension(name), default: 0] += 1 }

    private mutating func takeFile(_ entry: FolderWalk.Entry, _ walk: inout FolderWalk) {
        let suffix = lowercaseExtension(entry.name)
        let isFrame =
            FileKind.suggested(byName: entry.name) != nil || (!CardLister.knownOthers.contains(suffix) && looksLikeFrame(entry))
        guard isFrame else {
            listing.others[suffix, default: 0] += 1
            if suffix == "xmp" { listing.sidecars.append(entry.path) }
            return
        }
        guard let facts = entry.facts() else {
            return walk.complain(entry.path, "could not be measured (\(String(cString: strerror(errno))))")
        }
        listing.files.append(
            ListedFile(
                path: entry.path, size: Int64(facts.st_size),
                modified: Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec), isFrame: true))
    }

    private func lowercaseExtension(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Opens a file whose name tells nothing and looks at its first bytes.
    private func looksLikeFrame(_ entry: FolderWalk.Entry) -> Bool {
        // Not waiting: a pipe would otherwise stop the listing.
        let descriptor = openat(entry.folder, entry.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: sniffLength, alignment: 16) { room in
            let got = pread(descriptor, room.baseAddress, sniffLength, 0)
            return got > 0 && sniff(UnsafeRawBufferPointer(rebasing: room[..<got]), suggested: nil) != nil
        }
    }
}
