import Glibc

/// Finds out which volume a folder lies on, from what the kernel and udev publish; reads no device.
public enum VolumeIdentity {
    /// The folder's present path, its volume, and its path there; `volumeID` is nil where nothing tells two volumes apart.
    public static func of(path: String) -> SourceVolume {
        guard let resolved = realpath(path, nil) else { return SourceVolume(path: path, volumeID: nil, pathInVolume: path) }
        defer { free(resolved) }
        let absolute = String(cString: resolved)
        let octets = Array(absolute.utf8)
        let mounts = MountTable.parse(Files.read("/proc/self/mountinfo", limit: 4 << 20) ?? [])
        guard let mount = MountTable.holding(octets, id: mountID(of: absolute), in: mounts) else {
            return SourceVolume(path: absolute, volumeID: nil, pathInVolume: absolute)
        }
        let inside = String(decoding: MountTable.pathInVolume(octets, of: mount), as: UTF8.self)
        return SourceVolume(path: absolute, volumeID: identity(of: mount, at: absolute), pathInVolume: inside)
    }

    /// The UUID where udev lists the device; for network shares the server's name of them; else what statfs promises.
    private static func identity(of mount: Mount, at path: String) -> String? {
        if let device = device(of: mount), let uuid = uuid(of: device) { return uuid }
        let source = String(decoding: mount.source, as: UTF8.self)
        if networkTypes.contains(mount.type), !source.isEmpty { return "\(mount.type):\(source)" }
        return fileSystemID(path, type: mount.type)
    }

    private static let networkTypes: Set<String> = ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "fuse.rclone", "9p", "virtiofs"]

    /// btrfs shows an anonymous number in the table, so the device file is asked first.
    private static func device(of mount: Mount) -> dev_t? {
        var status = stat()
        if mount.source.starts(with: Array("/dev/".utf8)), stat(String(decoding: mount.source, as: UTF8.self), &status) == 0,
            status.st_mode & S_IFMT == S_IFBLK
        {
            return status.st_rdev
        }
        let numbers = mount.device.split(separator: ":").compactMap { UInt64($0) }
        guard numbers.count == 2, numbers[0] != 0 else { return nil }
        return makeDevice(major: numbers[0], minor: numbers[1])
    }

    /// glibc's gnu_dev_makedev, a macro that Swift does not see.
    private static func makeDevice(major: UInt64, minor: UInt64) -> dev_t {
        let high: UInt64 = (major & 0xFFFF_F000) << 32 | (minor & 0xFFFF_FF00) << 12
        let low: UInt64 = (major & 0xFFF) << 8 | (minor & 0xFF)
        return dev_t(high | low)
    }

    /// udev keeps a link for each file system, named by its UUID; FAT's is its serial number, "1A2B-3C4D".
    static func uuid(of device: dev_t, in folder: String = "/dev/disk/by-uuid") -> String? {
        Files.names(in: folder).first { name in
            var status = stat()
            return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFBLK && status.st_rdev == device
        }
    }

    /// `f_fsid` where it comes from the file system's UUID; elsewhere (FAT, exFAT, XFS) it is the device's number, which
    /// the next card in the same reader has too.
    private static func fileSystemID(_ path: String, type: String) -> String? {
        var status = statvfs()
        guard lastingTypes.contains(type), statvfs(path, &status) == 0, status.f_fsid != 0 else { return nil }
        return "fsid-" + String(status.f_fsid, radix: 16)
    }

    private static let lastingTypes: Set<String> = ["ext2", "ext3", "ext4", "btrfs", "f2fs", "zfs", "overlay"]

    /// The kernel's number of the mount that an open file lies on: /proc/self/fdinfo/N, `mnt_id:`.
    private static func mountID(of path: String) -> Int? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let text = Files.read("/proc/self/fdinfo/\(descriptor)", limit: 4096) ?? []
        return fields(String(decoding: text, as: UTF8.self))["mnt_id"].flatMap { Int($0) }
    }

    /// `key:<tab>value` lines.
    private static func fields(_ text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].filter { $0 != "\t" && $0 != " " } }
        }
        return fields
    }
}
