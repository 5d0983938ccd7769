import Glibc
import KeepersCore

/// Where state and cache lie: --data or KEEPERS_HOME, else the XDG folders.
struct Places: Sendable {
    var data: String
    var cache: String
    /// What the person wrote for keepers, themes and keys; read and never written.
    var config: String
    /// The person's own folder, where the environment says it.
    let home: String?

    init(data override: String?, environment: [String: String]) throws(Failure) {
        home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        if let home = override ?? environment["KEEPERS_HOME"], !home.isEmpty {
            let root = Places.absolute(home)
            data = root + "/data"
            cache = root + "/cache"
            config = root + "/config"
            return
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure("neither HOME nor KEEPERS_HOME says where to keep sessions; use --data DIR")
        }
        func folder(_ name: String, _ fallback: String) -> String {
            let value = environment[name] ?? ""
            return (value.hasPrefix("/") ? value : home + fallback) + "/keepers"
        }
        data = folder("XDG_DATA_HOME", "/.local/share")
        cache = folder("XDG_CACHE_HOME", "/.cache")
        config = folder("XDG_CONFIG_HOME", "/.config")
    }

    /// `~/sidecars` as the shell would have written it; nothing else is expanded.
    func expanded(_ path: String) -> String {
        guard let home, path == "~" || path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }

    /// The file that binds keys.
    var keys: String { config + "/keys" }

    /// The person's own themes, NAME.json each.
    var themes: String { config + "/themes" }

    /// The file that says what decisions write into sidecars.
    var mapping: String { config + "/mapping" }

    /// Private copies of catalogs, only while they are read.
    var history: String { data + "/history" }

    /// An absolute path without `.`, `..` or doubled slashes; links are resolved where the path exists.
    static func absolute(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        // What is not there is named by the folder that would hold it: /media/card/ is /media/card.
        let parts = path.split(separator: "/")
        if let last = parts.last, last != ".", last != ".." {
            let parent = parts.dropLast().joined(separator: "/")
            let folder = path.hasPrefix("/") ? "/" + parent : parent.isEmpty ? "." : parent
            if let resolved = realpath(folder, nil) {
                defer { free(resolved) }
                let top = String(cString: resolved)
                return (top == "/" ? "" : top) + "/" + last
            }
        }
        if path.hasPrefix("/") { return path }
        guard let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        return String(cString: current) + "/" + path
    }

    /// Nothing lies there: no card, or a mount whose card was pulled out.
    static func isAbsent(_ path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) != 0 else { return false }
        return [ENOENT, ENOTDIR, ENOTCONN, ENODEV, ENXIO, EIO, ESTALE, ENOMEDIUM].contains(errno)
    }
}
