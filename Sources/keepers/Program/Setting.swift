import EngineKit
import Glibc
import HistoryKit
import KeepersCore

/// What a command finds when it begins: helpers, folders, locks.
struct Setting {
    let link: SpawnerLink
    let places: Places
    let environment: [String: String]
    let workers: Int
    /// What protects the program itself, measured when it locked itself.
    let lock: SandboxStatus
    /// A file for acknowledged steps, opened before the lock; -1 = none.
    let log: Int32
    /// Files that the command line names, still without their names.
    let outputs: [String: OutputFile]

    /// Makes the folders, opens what must be open beforehand, and locks the program for good.
    ///
    /// `mask` is what the person's shell takes from the modes of new files; ours gives nobody else anything.
    init(_ invocation: Invocation, link: SpawnerLink, environment: [String: String], mask: mode_t) throws(Failure) {
        self.link = link
        self.environment = environment
        places = try Places(data: invocation["data"], environment: environment)
        workers = invocation["workers"].flatMap { Int($0) } ?? min(8, max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
        var writable = [places.data, places.cache]
        for folder in writable { try Setting.makeFolder(folder) }
        if invocation.command.name == "demo", let target = invocation.operands.first {
            try Setting.makeFolder(target, mode: 0o755)
            writable.append(target)
        }
        if invocation.command.name == "replay", invocation.has("record"), let script = invocation.operands.first {
            writable.append(Setting.parent(Places.absolute(script)))
        }
        if invocation.command.name == "export" { try ExportElsewhere.check(invocation) }
        if !invocation.has("dry-run"), let target = invocation["mirror"] ?? invocation["copy"] {
            try ExportPlaces.checkFolder(target, apartFrom: invocation.operands)
            // No folder is made for a card that is not there.
            _ = try Program.roots(invocation.operands)
            umask(mask)
            defer { umask(0o077) }
            try Setting.makeFolder(Places.absolute(target), mode: 0o777, remedy: "name another folder")
        }
        outputs = try OutputFile.all(invocation, mask: mask)
        let emptied = invocation.command.name == "wipe" ? [places.data, places.cache].map(Setting.parent) : []
        log = try invocation["log"].map { path throws(Failure) in try Setting.openLog(path) } ?? -1
        do throws(EngineError) {
            lock = try ProgramLock.apply(
                writable: writable, removingFoldersIn: emptied, namingFilesIn: Set(outputs.values.map(\.folder)).sorted())
        } catch {
            throw Failure(error.message)
        }
        // Other people's catalogs must not stay with us because a run was killed.
        PrivateCopy.sweep(below: places.history)
    }

    private static func makeFolder(
        _ path: String, mode: mode_t = 0o700, remedy: String = "name another folder with --data or KEEPERS_HOME"
    ) throws(Failure) {
        var partial = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            partial += "/" + part
            guard mkdir(partial, mode) != 0, errno != EEXIST else { continue }
            let problem = errno
            var facts = stat()
            if stat(partial, &facts) == 0 { continue }
            throw Failure("\(printable(path)) cannot be made (\(String(cString: strerror(problem)))); \(remedy)")
        }
    }

    private static func openLog(_ path: String) throws(Failure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("\(printable(path)): \(String(cString: strerror(errno)))") }
        return descriptor
    }

    static func parent(_ path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        return (path.hasPrefix("/") ? "/" : "") + (parts.isEmpty && !path.hasPrefix("/") ? "." : parts.joined(separator: "/"))
    }
}

/// The environment, read once.
enum Environment {
    static func all() -> [String: String] {
        var out: [String: String] = [:]
        var entry = environ
        while let line = entry.pointee {
            let text = String(cString: line)
            if let mark = text.firstIndex(of: "=") { out[String(text[..<mark])] = String(text[text.index(after: mark)...]) }
            entry += 1
        }
        return out
    }
}
