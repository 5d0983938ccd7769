import Glibc
import KeepersCore

/// A sidecar as a listing shows it: another one, where any of this differs.
struct SidecarStamp: Wired, Equatable {
    /// Below the root.
    var path: String
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64
    var inode: UInt64

    init(path: String, size: Int64, modified: Int64, inode: UInt64) {
        self.path = path
        self.size = size
        self.modified = modified
        self.inode = inode
    }
    func write(to writer: inout ByteWriter) {
        writer.put(path)
        writer.put(size)
        writer.put(modified)
        writer.put(inode)
    }
    init(from reader: inout ByteReader) throws(WireError) {
        path = try reader.text()
        size = try reader.number()
        modified = try reader.number()
        inode = try reader.number()
    }
}

extension SidecarWork {
    /// The sidecars directly in these folders; a folder that is not there has none.
    func stamps(_ folders: [String]) -> [UInt8] {
        var found: [SidecarStamp] = []
        for folder in folders { list(folder, into: &found) }
        return WorkerAnswer.wire { writer in writer.put(list: found) { $1.write(to: &$0) } }
    }

    private func list(_ folder: String, into found: inout [SidecarStamp]) {
        let descriptor = openat(root, folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name.lowercased().hasSuffix(".xmp") else { continue }
            var facts = stat()
            guard fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
            let modified = Int64(facts.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(facts.st_mtim.tv_nsec)
            found.append(
                SidecarStamp(
                    path: folder.isEmpty ? name : "\(folder)/\(name)", size: Int64(facts.st_size), modified: modified,
                    inode: UInt64(facts.st_ino)))
        }
    }
}
