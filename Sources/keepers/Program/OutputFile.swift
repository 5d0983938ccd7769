import Glibc
import KeepersCore
import SheetKit

/// A file that a command was told to write.
///
/// It is opened without a name before the program locks itself, and gets its name once it is whole: what was there under that name can be
/// neither replaced nor left half written. Where the file system has no nameless files (FAT), it has its name from the start.
final class OutputFile {
    /// Absolute.
    let path: String
    var folder: String { Setting.parent(path) }
    private var descriptors: [Int32] = []
    private let isNameless: Bool
    private let mask: mode_t

    /// Options that name a file, by command.
    static func all(_ invocation: Invocation, mask: mode_t) throws(Failure) -> [String: OutputFile] {
        var files: [String: OutputFile] = [:]
        switch invocation.command.name {
        case "export" where !invocation.has("dry-run"):
            for name in ["list", "csv", "json", "sheet"] {
                guard let path = invocation[name], !path.isEmpty, path != "-" else { continue }
                try ExportPlaces.check(path, apartFrom: invocation.operands)
                files[name] = try OutputFile(path, pages: name == "sheet" ? ContactSheet.mostPages : 1, mask: mask)
            }
        case "share-telemetry":
            if let path = invocation.operands.first { files["file"] = try OutputFile(path, mask: mask) }
        default: break
        }
        return files
    }

    init(_ path: String, pages: Int = 1, mask: mode_t) throws(Failure) {
        self.path = Places.absolute(path)
        self.mask = mask
        for page in 0..<pages { try OutputFile.refuseStanding(OutputFile.name(self.path, page: page)) }
        let folder = Setting.parent(self.path)
        umask(mask)
        defer { umask(0o077) }
        // O_TMPFILE, whose macro Swift does not see.
        let nameless = open(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000 | O_CLOEXEC, 0o666)
        isNameless = nameless >= 0
        if isNameless {
            descriptors = [nameless]
            for _ in 1..<pages {
                let next = open(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000 | O_CLOEXEC, 0o666)
                guard next >= 0 else { break }
                descriptors.append(next)
            }
            return
        }
        let named = open(self.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard named >= 0 else { throw Failure("\(printable(self.path)): \(String(cString: strerror(errno)))") }
        descriptors = [named]
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// `picks.png`, `picks-2.png`, `picks-3.png`.
    static func name(_ path: String, page: Int) -> String {
        guard page > 0 else { return path }
        let end = fileExtension(path)
        return "\(end.isEmpty ? path : String(path.dropLast(end.count + 1)))-\(page + 1)\(end.isEmpty ? "" : "." + end)"
    }

    private static func refuseStanding(_ path: String) throws(Failure) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        throw Failure("\(printable(path)) is there already and is not overwritten: remove it or choose another name", code: 2)
    }

    /// Writes it whole, brings it to the disk and gives it its name; returns that name.
    @discardableResult
    func write(_ bytes: [UInt8], page: Int = 0) throws(Failure) -> String {
        let name = OutputFile.name(path, page: page)
        guard descriptors.indices.contains(page) else {
            throw Failure("\(printable(name)): this disk takes one file of a command only; choose a folder on another disk")
        }
        let descriptor = descriptors[page]
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unwritten(name, count < 0 ? errno : EIO) }
            done += count
        }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw unwritten(name, errno) }
        guard isNameless else { return name }
        guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
            throw errno == EEXIST
                ? Failure("\(printable(name)) was made by another program just now and is not overwritten: choose another name")
                : unwritten(name, errno)
        }
        return name
    }

    private func unwritten(_ name: String, _ number: Int32) -> Failure {
        if !isNameless { _ = ftruncate(descriptors[0], 0) }
        return Failure("\(printable(name)) was not written: \(String(cString: strerror(number)))")
    }
}

/// Which places an export may fill: never a card or folder that is being culled.
enum ExportPlaces {
    /// Refuses a file or folder that lies in a source or around one.
    static func check(_ path: String, apartFrom sources: [String]) throws(Failure) {
        let place = real(Places.absolute(path))
        if place.hasSuffix("/..") || place.contains("/../") {
            throw Failure("\(printable(path)): a folder on the way is not there", code: 2)
        }
        for source in sources {
            let root = real(Places.absolute(source))
            if place == root || place.hasPrefix(root == "/" ? "/" : root + "/") {
                throw Failure(
                    "\(printable(path)) lies in \(printable(source)): nothing but sidecars is written beside the photos; name a place elsewhere",
                    code: 2)
            }
        }
    }

    /// A folder that takes photos or sidecars must not hold a source either: the right to fill it would cover the source.
    static func checkFolder(_ path: String, apartFrom sources: [String]) throws(Failure) {
        try check(path, apartFrom: sources)
        let place = real(Places.absolute(path))
        for source in sources where real(Places.absolute(source)).hasPrefix(place == "/" ? "/" : place + "/") {
            throw Failure(
                "\(printable(source)) lies in \(printable(path)): the folder to fill must be apart from the photos; name one beside it",
                code: 2)
        }
    }

    /// With links resolved, also where the last parts are still to be made.
    private static func real(_ path: String) -> String {
        var rest: [Substring] = []
        var parts = path.split(separator: "/")
        while true {
            let head = "/" + parts.joined(separator: "/")
            if let found = realpath(head, nil) {
                defer { free(found) }
                let tail = rest.reversed().joined(separator: "/")
                let base = String(cString: found)
                return tail.isEmpty ? base : base == "/" ? base + tail : base + "/" + tail
            }
            guard let last = parts.popLast() else { return path }
            rest.append(last)
        }
    }
}
