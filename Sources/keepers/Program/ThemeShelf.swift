import Glibc
import KeepersCore

/// The themes that there are: those of the program, and the person's own files, which stand before them.
struct ThemeShelf {
    struct Entry {
        var name: String
        /// Where its file lies; nil for one of the program's.
        var path: String?
        var reading: Theme.Reading
    }

    static let usual = "darkroom"
    /// What is shown where there is no colour.
    static let colourless = "monochrome"
    /// The setting of everybody that remembers `:theme`.
    static let setting = "theme"

    let folder: String

    init(_ places: Places) { folder = places.themes }

    static let builtIn: [(name: String, text: String)] = [
        ("darkroom", PackageResources.darkroom_json), ("high-contrast", PackageResources.high_contrast_json),
        ("monochrome", PackageResources.monochrome_json), ("daylight", PackageResources.daylight_json),
        ("colour-blind-safe", PackageResources.colour_blind_safe_json),
    ].map { ($0.0, String(decoding: $0.1, as: UTF8.self)) }

    /// The program's themes first, then the person's own by name; one of both names is the person's.
    func entries() -> [Entry] {
        let own = fileNames()
        let names = ThemeShelf.builtIn.map(\.name) + own.filter { name in !ThemeShelf.builtIn.contains { $0.name == name } }
        return names.compactMap { name in
            if own.contains(name) {
                let text = try? TextFile.read(path(of: name))
                let unread = Theme.Problem(line: 1, column: 1, message: "the file cannot be read")
                return Entry(
                    name: name, path: path(of: name), reading: text.map(Theme.read) ?? Theme.Reading(problems: [unread]))
            }
            return ThemeShelf.builtIn.first { $0.name == name }.map { Entry(name: name, reading: Theme.read($0.text)) }
        }
    }

    /// The theme of this name as its file reads now.
    func theme(_ name: String) throws(Failure) -> Theme {
        let known = entries()
        guard let entry = known.first(where: { $0.name == name }) else {
            let names = known.map(\.name).joined(separator: ", ")
            throw Failure("no theme is called '\(printable(name))'; there are \(names)", code: 2)
        }
        guard let theme = entry.reading.theme else {
            let problem = entry.reading.problems.first?.sentence ?? "it does not read"
            throw Failure("\(printable(entry.path ?? name)), \(problem)", code: 2)
        }
        return theme
    }

    /// The text of a theme as its file stands, to be copied.
    func text(_ name: String) throws(Failure) -> String {
        if fileNames().contains(name) { return try TextFile.read(path(of: name)) }
        guard let known = ThemeShelf.builtIn.first(where: { $0.name == name }) else {
            _ = try theme(name)
            return ""
        }
        return known.text
    }

    private func path(of name: String) -> String { "\(folder)/\(name).json" }

    private func fileNames() -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        // More than anybody has; a folder without end must not hold up the start.
        while names.count < 1000, let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(String(name.dropLast(5))) }
        }
        return names.sorted()
    }
}
