import EngineKit
import Glibc
import KeepersCore

/// Where the bench works: a folder of its own on a real disk, a card, and the program beside it.
final class Setting {
    let link: SpawnerLink
    let options: Options
    /// Below the user's cache folder; removed at the end.
    let folder: String
    private var madeCard: Card?
    /// A KEEPERS_HOME in which the card is measured.
    var scoredHome: String?

    init(_ options: Options, link: SpawnerLink) throws {
        self.link = link
        self.options = options
        let cache = getenv("XDG_CACHE_HOME").map { String(cString: $0) } ?? ""
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        let root = cache.hasPrefix("/") ? cache : home.hasPrefix("/") ? home + "/.cache" : ""
        guard !root.isEmpty else { throw BenchError("neither XDG_CACHE_HOME nor HOME says where the bench may work") }
        mkdir(root, 0o700)
        folder = "\(root)/keepers-bench-\(getpid())"
        guard mkdir(folder, 0o700) == 0 else { throw BenchError("\(folder): \(String(cString: strerror(errno)))") }
    }

    /// The card, made when it is first asked for.
    func card() throws -> Card {
        if let madeCard { return madeCard }
        let card = try Card(at: options.card ?? "\(folder)/card", frames: options.frames)
        madeCard = card
        return card
    }

    /// A new folder of the bench's own.
    func makeFolder(_ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        guard mkdir(path, 0o700) == 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        return path
    }

    func clearUp() { Folder.remove(folder) }

    /// The release program, which must lie beside this one.
    func program() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        let path = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/keepers"
        guard access(path, X_OK) == 0 else {
            throw BenchError("no program beside the bench: build it with `swift build -c release --product keepers`")
        }
        return path
    }

    /// What else the numbers depend on.
    static var machine: String {
        var load = [0.0, 0.0, 0.0]
        getloadavg(&load, 3)
        return "\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, load \(fixed(load[0], 1)) before this run"
    }
}

enum Folder {
    /// Removes a folder that the bench made, with all that is in it.
    static func remove(_ path: String) {
        for name in names(path) {
            let inner = "\(path)/\(name)"
            var facts = stat()
            guard lstat(inner, &facts) == 0 else { continue }
            if facts.st_mode & S_IFMT == S_IFDIR { remove(inner) } else { unlink(inner) }
        }
        rmdir(path)
    }

    /// Bytes that a folder takes on the disk.
    static func bytes(_ path: String) -> Int {
        names(path).reduce(0) { sum, name in
            let inner = "\(path)/\(name)"
            var facts = stat()
            guard lstat(inner, &facts) == 0 else { return sum }
            return sum + Int(facts.st_blocks) * 512 + (facts.st_mode & S_IFMT == S_IFDIR ? bytes(inner) : 0)
        }
    }

    static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
