import Glibc

/// The source folders of a process, opened before it locks itself.
struct Roots {
    /// Where a committer's temporary files lie, in each root.
    static let temporaryFolder = ".keepers"

    let folders: [Int32]
    /// The temporary folder of each root; empty for a worker.
    let temporaries: [Int32]
    /// What a copier fills, and the folder of its temporary file in there.
    let target: CopyTarget?

    init(_ configuration: WorkerConfiguration) throws(EngineError) {
        var folders: [Int32] = []
        var temporaries: [Int32] = []
        for path in configuration.roots {
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else {
                throw EngineError(
                    "\(path) cannot be read (\(errnoName(errno))): is the card still in? Nothing was changed.", number: errno)
            }
            folders.append(folder)
            if configuration.role == .committer { temporaries.append(try Roots.makeTemporaryFolder(in: folder, path)) }
        }
        self.folders = folders
        self.temporaries = temporaries
        target = try configuration.target.map { path throws(EngineError) in
            if configuration.makesTarget { Roots.makeTarget(path) }
            return try Roots.openTarget(path)
        }
    }

    /// With the folders above it; what goes wrong shows when it is opened.
    private static func makeTarget(_ path: String) {
        var partial = ""
        for part in path.split(separator: "/") {
            partial += "/" + part
            _ = mkdir(partial, 0o777)
        }
    }

    private static func openTarget(_ path: String) throws(EngineError) -> CopyTarget {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            throw EngineError("\(path) cannot be opened (\(errnoName(errno))): nothing was copied", number: errno)
        }
        let workshop = try makeTemporaryFolder(
            in: folder, path, unwritable: "choose another folder. Nothing was copied.", taken: "copy again. Nothing was copied.")
        return CopyTarget(folder: folder, workshop: workshop)
    }

    /// `unwritable` and `taken`: what to do where nothing can be written there, and where something else has its name.
    private static func makeTemporaryFolder(
        in root: Int32, _ path: String, unwritable: String = "is its lock switch on? Your verdicts are safe in keepers.",
        taken: String = "export again. Nothing was written."
    ) throws(EngineError) -> Int32 {
        if mkdirat(root, temporaryFolder, 0o700) != 0, errno != EEXIST {
            throw EngineError(
                "nothing can be written in \(path) (\(errnoName(errno))): \(unwritable)", number: errno)
        }
        // Never through a link that somebody left there.
        let folder = openat(root, temporaryFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else {
            throw EngineError(
                "\(path)/\(temporaryFolder) is no folder (\(errnoName(errno))): remove it and \(taken)", number: errno)
        }
        sweep(folder)
        return folder
    }

    /// Removes what a killed export left; only names that an export gives.
    private static func sweep(_ folder: Int32) {
        guard let listing = fdopendir(dup(folder)) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if SidecarNames.isTemporary(name) { unlinkat(folder, name, 0) }
        }
    }
}
