import CSandbox
import Glibc

/// Takes from the program what it never needs: sockets, other programs, and writing outside its own folders.
public enum ProgramLock {
    /// Locks the calling process for good; must come before its first thread, because a lock binds one thread.
    ///
    /// Everything stays readable. Writable stay the folders named here (they must exist), the terminal and /dev/null. In `parents`
    /// empty folders may be removed, and nothing else: a folder of ours cannot remove itself. In `places` a file that was opened without a
    /// name before the lock may get its name; nothing that is there can be opened for writing, replaced or removed.
    public static func apply(
        writable folders: [String], removingFoldersIn parents: [String] = [], namingFilesIn places: [String] = []
    ) throws(EngineError) -> SandboxStatus {
        try requireOneThread()
        let landlock = try Landlock(keepsSignalsInside: false)
        if let landlock {
            try landlock.allow(.read, below: "/")
            for folder in folders { try landlock.allow(.own, below: folder) }
            for parent in parents { try landlock.allow(.removeFolder, below: parent) }
            for place in places { try landlock.allow(.makeFile, below: place) }
            for device in ["/dev/tty", "/dev/null", "/dev/pts"] {
                try landlock.allow([.readFile, .writeFile, .controlDevice], below: device, optional: true)
            }
            try landlock.bind()
        }
        let filtered = try applyFilter(ks_seccomp_base)
        return SandboxStatus(landlockABI: Int(ks_landlock_abi()), landlock: landlock != nil, seccomp: filtered)
    }

    private static func requireOneThread() throws(EngineError) {
        var facts = stat()
        // The link count of this folder is 2 and one for each thread.
        guard stat("/proc/self/task", &facts) == 0, facts.st_nlink > 3 else { return }
        throw EngineError("the program was locked too late: \(facts.st_nlink - 2) threads run already. Please report this.")
    }
}
