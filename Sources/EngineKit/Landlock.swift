import CSandbox
import Glibc

/// Collects what a process may do to which files, then binds it for good.
struct Landlock {
    private let version = Int(ks_landlock_abi())
    private let ruleSet: Int32
    private var governed: FileRights { FileRights.governed(by: version) }

    /// `nil` when this kernel has less than `minimum`.
    init?(minimum: Int = 1, keepsSignalsInside: Bool) throws(EngineError) {
        guard version >= minimum, version >= 1 else { return nil }
        // TCP of both directions (version 4); abstract sockets and signals to processes outside (version 6).
        let network: UInt64 = version >= 4 ? 3 : 0
        let scopes: UInt64 = version >= 6 ? (keepsSignalsInside ? 3 : 1) : 0
        ruleSet = ks_landlock_create(FileRights.governed(by: version).rawValue, network, scopes)
        guard ruleSet >= 0 else { throw Landlock.failure(ruleSet) }
    }

    /// Allows these rights at and below an open file or folder.
    func allow(_ rights: FileRights, below descriptor: Int32) throws(EngineError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw Landlock.failure(-errno) }
        let isFolder = facts.st_mode & S_IFMT == S_IFDIR
        let allowed = rights.intersection(governed).intersection(isFolder ? governed : .ofFiles)
        guard !allowed.isEmpty else { return }
        let result = ks_landlock_allow(ruleSet, descriptor, allowed.rawValue)
        guard result == 0 else { throw Landlock.failure(result) }
    }

    /// The same for a path; one that does not exist is passed over when it is `optional`.
    func allow(_ rights: FileRights, below path: String, optional: Bool = false) throws(EngineError) {
        let descriptor = ks_open_place(path)
        guard descriptor >= 0 else {
            if optional { return }
            throw EngineError(
                "\(path) cannot be opened (\(errnoName(-descriptor))): make the folder or choose another with --data",
                number: -descriptor)
        }
        defer { close(descriptor) }
        try allow(rights, below: descriptor)
    }

    /// From here on the calling thread, and all that it starts, can do no more than that.
    consuming func bind() throws(EngineError) {
        let result = ks_landlock_restrict(ruleSet)
        close(ruleSet)
        guard result == 0 else { throw Landlock.failure(result) }
    }

    private static func failure(_ negative: Int32) -> EngineError {
        EngineError("the kernel refused Landlock's rules (\(errnoName(-negative)))", number: -negative)
    }
}

/// Loads one of our filters of system calls; `false` when this kernel has none.
func applyFilter(_ load: () -> Int32) throws(EngineError) -> Bool {
    guard ks_seccomp_available() else { return false }
    let result = load()
    guard result == 0 else {
        throw EngineError("the kernel refused the filter of system calls (\(errnoName(-result)))", number: -result)
    }
    return true
}
