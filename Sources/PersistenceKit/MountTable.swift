/// One line of /proc/self/mountinfo (proc(5)); octets, because a mount point may hold any byte.
struct Mount: Equatable {
    var id: Int
    /// "8:17"; anonymous ("0:45") for file systems without a block device, and for btrfs.
    var device: String
    /// The folder of the file system that is mounted, "/" unless it is a bind mount or a subvolume.
    var root: [UInt8]
    var point: [UInt8]
    var type: String
    var source: [UInt8]
}

/// Reads the kernel's list of mounts; lines that do not read as proc(5) says are passed over.
enum MountTable {
    static func parse(_ text: [UInt8]) -> [Mount] {
        text.split(separator: UInt8(ascii: "\n")).compactMap(mount)
    }

    /// `36 35 98:0 /root /point rw,noatime master:1 - ext3 /dev/root rw,errors=continue`: any number of optional fields before "-".
    private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count >= 10, let id = Int(String(decoding: fields[0], as: UTF8.self)),
            let dash = fields[6...].firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }), fields.count > dash + 2
        else { return nil }
        return Mount(
            id: id, device: String(decoding: fields[2], as: UTF8.self), root: unescaped(fields[3]), point: unescaped(fields[4]),
            type: String(decoding: fields[dash + 1], as: UTF8.self), source: unescaped(fields[dash + 2]))
    }

    /// The kernel writes blank, tab, newline and backslash as three octal digits: `\040`.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
                out.append(digits.reduce(0) { $0 &* 8 &+ ($1 &- 0x30) })
                rest = rest.dropFirst(3)
            } else {
                out.append(byte)
            }
        }
        return out
    }

    /// The mount that holds `path`: the one that the kernel names, else the deepest, and of two at one point the later.
    static func holding(_ path: [UInt8], id: Int?, in mounts: [Mount]) -> Mount? {
        if let named = mounts.last(where: { $0.id == id && relative(path, to: $0.point) != nil }) { return named }
        var best: Mount?
        for mount in mounts where relative(path, to: mount.point) != nil {
            if mount.point.count >= best?.point.count ?? 0 { best = mount }
        }
        return best
    }

    /// Where `path` lies in the file system of `mount`, "/" first.
    static func pathInVolume(_ path: [UInt8], of mount: Mount) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let inside = relative(path, to: mount.point) ?? []
        let root = mount.root.last == slash ? Array(mount.root.dropLast()) : mount.root
        return inside.isEmpty ? (root.isEmpty ? [slash] : root) : root + [slash] + inside
    }

    /// The rest of `path` below `folder` without a leading slash; nil when it is not below.
    private static func relative(_ path: [UInt8], to folder: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        guard path.starts(with: folder) else { return nil }
        let rest = path.dropFirst(folder.count)
        if rest.isEmpty || folder.last == slash { return Array(rest) }
        return rest.first == slash ? Array(rest.dropFirst()) : nil
    }
}
