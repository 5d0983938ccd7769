import Foundation

/// Everything in a folder at one moment: names, bytes, times and modes.
struct Tree: Equatable {
    struct File: Equatable {
        var bytes: Data
        var modified: Int64
        var mode: UInt32
    }
    var files: [String: File] = [:]
    var folders: Set<String> = []

    init(_ folder: String) throws {
        for path in Tree.files(below: folder) {
            var facts = stat()
            guard lstat("\(folder)/\(path)", &facts) == 0 else { continue }
            files[path] = File(
                bytes: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")),
                modified: Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec), mode: facts.st_mode)
        }
        folders = Set(Tree.folders(below: folder))
    }

    /// What differs, in words.
    func difference(from other: Tree) -> [String] {
        let paths = names.union(other.names).sorted()
        let files = paths.compactMap { path -> String? in
            guard let now = self.files[path] else { return "\(path) is gone" }
            guard let then = other.files[path] else { return "\(path) is new" }
            if now.bytes != then.bytes { return "\(path): other bytes" }
            if now.modified != then.modified { return "\(path): other time" }
            return now.mode == then.mode ? nil : "\(path): other mode"
        }
        return files + folders.symmetricDifference(other.folders).sorted().map { "\($0) came or went" }
    }

    /// The same without a word on sidecars.
    func differenceOfOriginals(from other: Tree) -> [String] {
        difference(from: other).filter { !$0.lowercased().contains(".xmp") }
    }

    var names: Set<String> { Set(files.keys) }
    func isSidecar(_ path: String) -> Bool { path.lowercased().hasSuffix(".xmp") }
    var sidecars: [String: Data] { files.filter { isSidecar($0.key) }.mapValues(\.bytes) }

    static func files(below folder: String) -> [String] { walk(folder).filter { !$0.isFolder }.map(\.path).sorted() }
    static func folders(below folder: String) -> [String] { walk(folder).filter(\.isFolder).map { "\(folder)/\($0.path)" } }

    private static func walk(_ folder: String) -> [(path: String, isFolder: Bool)] {
        guard let walker = FileManager.default.enumerator(atPath: folder) else { return [] }
        return walker.compactMap { $0 as? String }.map { path in
            var facts = stat()
            let isThere = lstat("\(folder)/\(path)", &facts) == 0
            return (path, isThere && facts.st_mode & S_IFMT == S_IFDIR)
        }
    }
}
