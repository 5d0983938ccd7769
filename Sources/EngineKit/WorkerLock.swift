import CSandbox
import Glibc

/// What a worker and a committer may still do.
enum WorkerLock {
    /// What a decoder's run time reads: libraries it loads late, the processors it may use.
    private static let runTime = ["/usr/lib", "/lib", "/lib64", "/etc/ld.so.cache", "/sys/devices/system/cpu"]

    /// Landlock; `false` when the kernel's version does not carry this role.
    static func bindFiles(_ configuration: WorkerConfiguration, _ roots: Roots) throws(EngineError) -> Bool {
        // Version 1 forbids all moves between folders, and with them every sidecar.
        let minimum = configuration.role == .worker ? 1 : 2
        guard let landlock = try Landlock(minimum: minimum, keepsSignalsInside: true) else { return false }
        for path in runTime + configuration.readable { try landlock.allow(.read, below: path, optional: true) }
        var rights = FileRights.read
        if configuration.role == .committer {
            rights.formUnion([.makeFile, .moveBetweenFolders, .removeFolder])
            if configuration.replacesSidecars { rights.insert(.removeFile) }
        }
        for root in roots.folders { try landlock.allow(rights, below: root) }
        for folder in roots.temporaries {
            try landlock.allow(rights.union([.writeFile, .truncate, .removeFile]), below: folder)
        }
        if let target = roots.target {
            // No right to remove: what lies there cannot be replaced either.
            let new: FileRights = [.read, .makeFile, .makeFolder, .moveBetweenFolders, .removeFolder]
            try landlock.allow(new, below: target.folder)
            try landlock.allow(new.union([.writeFile, .truncate, .removeFile]), below: target.workshop)
        }
        try landlock.bind()
        return true
    }

    /// The strict filter, after everything is loaded.
    static func bindCalls(_ configuration: WorkerConfiguration, _ sidecars: SidecarWriter?) throws(EngineError) {
        ks_undumpable()
        // A copier has its list already.
        if configuration.role == .copier { return }
        _ = try applyFilter {
            guard var names = sidecars?.sealedNames else { return ks_seccomp_worker(configuration.generatesCode) }
            return ks_seccomp_committer(&names)
        }
    }
}
