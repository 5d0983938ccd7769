import Glibc
import KeepersCore

/// Finds the frames below a folder; opens files only where the name does not tell what they are, and writes nothing.
public enum CardLister {
    /// Lists everything below the open directory `root`, which stays the caller's. Links are not followed, hidden names are passed over.
    public static func list(root: Int32, limits: ListingLimits = ListingLimits()) throws(IngestError) -> Listing {
        var walk = CardWalk(limits: limits)
        try walk.run(root: root)
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

/// The state of one listing: a stack of open folders, so that deep cards need no recursion and renamed folders no second look-up.
private struct CardWalk {
    var listing = Listing()
    let limits: ListingLimits
    private var entriesSeen = 0
    private var folders: [Folder] = []

    private struct Folder {
        var stream: OpaquePointer
        /// Ends with `/`, or is empty for the root.
        var prefix: String
        var device: dev_t
        var inode: ino_t
    }

    private struct Name {
        var text: String?
        var type: UInt8
    }

    init(limits: ListingLimits) { self.limits = limits }

    mutating func run(root: Int32) throws(IngestError) {
        let copy = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, enter(copy, prefix: "") else {
            let code = errno
            throw IngestError(
                .unreadable,
                "the folder could not be opened (\(String(cString: strerror(code)))): is the card still in the reader?",
                systemCode: code)
        }
        while let folder = folders.last {
            guard let name = nextName(folder) else {
                closedir(folder.stream)
                folders.removeLast()
                continue
            }
            entriesSeen += 1
            guard entriesSeen <= limits.entries else {
                listing.problems.append(
                    "more than \(grouped(limits.entries)) entries: the rest is not listed; open a folder further in")
                for open in folders { closedir(open.stream) }
                folders.removeAll()
                break
            }
            take(name, in: folder)
        }
        listing.files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        listing.sidecars.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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

    /// The next name of a folder; nil at its end or when the volume fails, which is noted.
    private mutating func nextName(_ folder: Folder) -> Name? {
        errno = 0
        guard let entry = readdir(folder.stream) else {
            if errno != 0 { complain(folder.prefix, "stopped in the middle (\(String(cString: strerror(errno))))") }
            return nil
        }
        let text = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
        return Name(text: text, type: entry.pointee.d_type)
    }

    private mutating func complain(_ path: String, _ what: String) {
        // A card that fails everywhere would otherwise fill the screen.
        if listing.problems.count < 200 {
            listing.problems.append("\(path.isEmpty ? "the folder itself" : printable(path)): \(what)")
        }
    }

    private mutating func take(_ name: Name, in folder: Folder) {
        guard let text = name.text else {
            complain(folder.prefix, "holds a name that is not UTF-8 text: rename it to see it here")
            return
        }
        if text.hasPrefix(".") || text.hasPrefix("$") || text == "System Volume Information" || text == "lost+found" { return }
        switch Int32(name.type) {
        case Int32(DT_DIR): descend(text, folder)
        case Int32(DT_REG): takeFile(text, folder)
        case Int32(DT_UNKNOWN): takeUnknown(text, folder)
        default: countOther(text)
        }
    }

    /// Some file systems do not tell in the listing what a name is.
    private mutating func takeUnknown(_ name: String, _ folder: Folder) {
        guard let facts = facts(of: name, folder) else { return }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: descend(name, folder)
        case S_IFREG: takeFile(name, folder)
        default: countOther(name)
        }
    }

    /// A link, a pipe, a device: never opened, whatever its name says, but counted, so that nobody misses it unknowingly.
    private mutating func countOther(_ name: String) { listing.others[lowercaseExtension(name), default: 0] += 1 }

    private mutating func descend(_ name: String, _ folder: Folder) {
        let path = folder.prefix + name
        guard folders.count <= limits.depth else {
            return complain(path, "folders deeper than \(limits.depth) are not read; open it by itself")
        }
        let descriptor = openat(dirfd(folder.stream), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, enter(descriptor, prefix: path + "/") else {
            return complain(path, "could not be opened (\(String(cString: strerror(errno)))): its frames are not listed")
        }
        guard let inner = folders.last else { return }
        // A damaged card can link a folder into itself.
        if folders.dropLast().contains(where: { $0.device == inner.device && $0.inode == inner.inode }) {
            closedir(inner.stream)
            folders.removeLast()
            complain(path, "leads back to a folder around it: the card's file system is damaged; repair a copy, not the card")
        }
    }

    private func facts(of name: String, _ folder: Folder) -> stat? {
        var facts = stat()
        return fstatat(dirfd(folder.stream), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
    }

    private mutating func takeFile(_ name: String, _ folder: Folder) {
        let suffix = lowercaseExtension(name)
        let isFrame =
            FileKind.suggested(byName: name) != nil || (!CardLister.knownOthers.contains(suffix) && looksLikeFrame(name, folder))
        guard isFrame else {
            listing.others[suffix, default: 0] += 1
            if suffix == "xmp" { listing.sidecars.append(folder.prefix + name) }
            return
        }
        guard let facts = facts(of: name, folder) else {
            return complain(folder.prefix + name, "could not be measured (\(String(cString: strerror(errno))))")
        }
        listing.files.append(
            ListedFile(
                path: folder.prefix + name, size: Int64(facts.st_size),
                modified: Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec), isFrame: true))
    }

    private func lowercaseExtension(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Opens a file whose name tells nothing and looks at its first bytes.
    private func looksLikeFrame(_ name: String, _ folder: Folder) -> Bool {
        // Not waiting: a pipe would otherwise stop the listing.
        let descriptor = openat(dirfd(folder.stream), name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: sniffLength, alignment: 16) { room in
            let got = pread(descriptor, room.baseAddress, sniffLength, 0)
            return got > 0 && sniff(UnsafeRawBufferPointer(rebasing: room[..<got]), suggested: nil) != nil
        }
    }
}
