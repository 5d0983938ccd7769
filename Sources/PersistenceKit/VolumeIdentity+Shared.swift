extension VolumeIdentity {
    /// Whether other computers may write below `path` without this kernel hearing of it: a network mount, a virtual machine's folder, FUSE.
    public static func isShared(path: String) -> Bool {
        let mounts = MountTable.parse(Files.read("/proc/self/mountinfo", limit: 4 << 20) ?? [])
        return MountTable.holding(Array(path.utf8), id: nil, in: mounts).map { isShared(type: $0.type) } ?? false
    }

    /// By the name of a file system's type; `fuseblk` is a local disk behind FUSE (NTFS, exFAT), on which the kernel hears everything.
    static func isShared(type: String) -> Bool {
        let networks: Set<String> = [
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "ocfs2", "gfs2", "virtiofs",
            "vboxsf",
            "fuse", "davfs", "ncpfs", "coda", "beegfs", "orangefs", "prl_fs",
        ]
        return networks.contains(type) || type.hasPrefix("fuse.")
    }
}
