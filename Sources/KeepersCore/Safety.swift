/// One file of a card or a backup, whatever it is.
public struct TreeFile: Hashable, Sendable, Wired {
    /// Relative to its root, `/` separated.
    public var path: String
    /// Bytes.
    public var size: Int64
    /// Where the volume keeps it: two names of one file are no two copies.
    public var device: UInt64
    public var inode: UInt64

    public init(path: String, size: Int64, device: UInt64 = 0, inode: UInt64 = 0) {
        self.path = path
        self.size = size
        self.device = device
        self.inode = inode
    }

    public var name: Substring { path.split(separator: "/").last ?? Substring(path) }

    public func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(size)
        writer.put(device)
        writer.put(inode)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            path: try reader.text(), size: try reader.number(), device: try reader.number(), inode: try reader.number())
    }
}

/// Everything below a folder, for telling whether a card may be formatted.
public struct TreeListing: Equatable, Sendable, Wired {
    /// Every regular file, hidden ones too, sorted by the bytes of their paths.
    public var files: [TreeFile]
    /// Files that a computer or a camera's reader keeps for itself (`.Spotlight-V100`, `._IMG_1.JPG`), by path; nobody's work.
    public var housekeeping: [String]
    /// What could not be listed or is no file (a link, a pipe), in words, named.
    public var problems: [String]

    public init(files: [TreeFile] = [], housekeeping: [String] = [], problems: [String] = []) {
        self.files = files
        self.housekeeping = housekeeping
        self.problems = problems
    }

    public func write(to writer: inout ByteWriter) {
        writer.put(list: files) { $1.write(to: &$0) }
        writer.put(list: housekeeping) { $0.put($1) }
        writer.put(list: problems) { $0.put($1) }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            files: try reader.list { (r) throws(WireError) in try TreeFile(from: &r) },
            housekeeping: try reader.list { (r) throws(WireError) in try r.text() },
            problems: try reader.list { (r) throws(WireError) in try r.text() })
    }
}

/// Where copies of a card's files may lie: same size first, then same name, then the way the copy was most likely made.
public struct BackupIndex: Sendable {
    /// A file in one of the backups.
    public struct Place: Hashable, Sendable {
        public var backup: Int
        public var file: TreeFile
        public init(backup: Int, file: TreeFile) {
            self.backup = backup
            self.file = file
        }

        func follows(_ other: Place) -> Bool {
            backup != other.backup ? backup > other.backup : other.file.path.utf8.lexicographicallyPrecedes(file.path.utf8)
        }
    }

    private struct Entry {
        var place: Place
        var name: String
    }
    private var bySize: [Int64: [Entry]] = [:]
    private var byName: [String: [Place]] = [:]

    /// Files on `doomed`, the volume that formatting would empty, are no copies; nil where the card is only a folder of a larger volume.
    public init(_ backups: [TreeListing], doomed: UInt64? = nil) {
        for (number, backup) in backups.enumerated() {
            for file in backup.files where file.device != doomed || doomed == nil {
                let place = Place(backup: number, file: file)
                let name = file.name.lowercased()
                bySize[file.size, default: []].append(Entry(place: place, name: name))
                byName[name, default: []].append(place)
            }
        }
    }

    /// Files of the same size, the likeliest first; never the card's own file under another name.
    public func candidates(for file: TreeFile) -> [Place] {
        let name = file.name.lowercased()
        var ranks: [[Place]] = [[], [], []]
        for entry in bySize[file.size] ?? [] where !entry.place.file.isSame(as: file) {
            ranks[entry.place.file.path == file.path ? 0 : entry.name == name ? 1 : 2].append(entry.place)
        }
        return ranks.flatMap(\.self)
    }

    /// The file of that path or name; without one the next of its size behind `last`, the copy of the file before: who renames copies keeps
    /// their order. nil where none has its size.
    public func likeliest(for file: TreeFile, after last: Place?) -> Place? {
        let candidates = candidates(for: file)
        guard let first = candidates.first, first.file.name.lowercased() != file.name.lowercased(), let last else {
            return candidates.first
        }
        return candidates.first { $0.follows(last) } ?? first
    }

    /// The card's own file as it appears in a backup (a hard link, a mount of the card); nil when there is none.
    public func link(to file: TreeFile) -> Place? { bySize[file.size]?.first { $0.place.file.isSame(as: file) }?.place }

    /// A file of that name whose size is another: a copy cut short, or a different picture; nil when there is none.
    public func namesake(of file: TreeFile) -> Place? {
        byName[file.name.lowercased()]?.first { $0.file.size != file.size && !$0.file.isSame(as: file) }
    }
}

extension TreeFile {
    func isSame(as other: TreeFile) -> Bool { inode != 0 && device == other.device && inode == other.inode }
}
