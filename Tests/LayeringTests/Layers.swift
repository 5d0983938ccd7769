import Foundation

/// The dependency rule of docs/architecture.md, read from the imports of a source tree.
struct Layers {
    /// Source text by `Target/path`, Swift and C alike.
    var files: [String: String]

    private static let programs: Set<String> = ["keepers", "keepers-bench", "store-probe"]
    /// What the Swift toolchain itself brings.
    private static let system: Set<String> = ["Glibc", "Synchronization", "FoundationEssentials", "Swift"]
    /// Which library each shim is the only door to, and who may go through it.
    static let doors: [String: Set<String>] = [
        "CSQLite": ["PersistenceKit", "HistoryKit", "keepers-bench"], "CRaw": ["IngestKit", "ScoringKit", "keepers-bench"],
        "CJPEG": ["ScoringKit", "TerminalKit", "DemoKit", "keepers-bench"],
        "CExpat": ["ExportKit"], "CFiles": ["ExportKit"], "CNettle": ["IngestKit", "ExportKit", "ScoringKit"],
        "CNeural": ["ScoringKit"],
        "CChafa": ["TerminalKit"],
        "CCurses": ["TerminalKit"], "CZlib": ["TerminalKit", "SheetKit"],
        "CLetters": ["SheetKit"], "CColour": ["ScoringKit"],
        "CPixels": ["ScoringKit", "TerminalKit", "DemoKit", "keepers-bench"],
        "CSandbox": ["EngineKit", "keepers", "keepers-bench"], "CBench": ["keepers-bench"],
        "CMatrix": ["RankerKit"],
    ]

    init(files: [String: String]) { self.files = files }

    /// Every Swift and C file below `folder`.
    init(folder: String) throws {
        files = [:]
        for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
            guard [".swift", ".c", ".h"].contains(where: path.hasSuffix) else { continue }
            files[path] = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        }
    }

    var targets: Set<String> { Set(files.keys.compactMap { $0.split(separator: "/").first.map(String.init) }) }
    var kits: Set<String> { targets.filter { $0.hasSuffix("Kit") } }
    var shims: Set<String> { targets.filter(Layers.isShim) }

    static func isShim(_ name: String) -> Bool {
        guard name.first == "C", let second = name.dropFirst().first else { return false }
        return second.isUppercase
    }

    /// One sentence for each import that breaks the rule.
    var violations: [String] {
        files.sorted { $0.key < $1.key }.flatMap { path, text in
            let target = String(path.split(separator: "/")[0])
            if path.hasSuffix(".swift") {
                return Layers.imports(text).filter { !allows(target, $0) }.map { "\(path) imports \($0)" }
            }
            return Layers.includes(text).filter { !includable($0, target) }.map { "\(path) includes \($0)" }
        }
    }

    private func allows(_ target: String, _ module: String) -> Bool {
        if Layers.system.contains(module) { return true }
        if Layers.isShim(module) { return Layers.doors[module]?.contains(target) == true }
        if target == "KeepersCore" || Layers.isShim(target) { return false }
        if module == "KeepersCore" { return true }
        return Layers.programs.contains(target) && (kits.contains(module) || module == "KeepersUI")
    }

    /// A quoted header lies in the shim's own folder.
    private func includable(_ header: String, _ target: String) -> Bool {
        files.keys.contains { $0.hasPrefix(target + "/") && ($0.hasSuffix("/" + header)) }
    }

    /// Modules that a Swift file imports: `public import struct A.B` is A.
    static func imports(_ text: String) -> [String] {
        let words: Set<String> = [
            "public", "package", "internal", "fileprivate", "private", "struct", "class", "enum", "protocol", "func", "var",
            "let",
            "typealias", "actor",
        ]
        return text.split(separator: "\n").compactMap { line in
            var parts = line.split(separator: " ").filter { !$0.hasPrefix("@") }
            while let first = parts.first, words.contains(String(first)) { parts.removeFirst() }
            guard parts.first == "import" else { return nil }
            parts.removeFirst()
            while let first = parts.first, words.contains(String(first)) { parts.removeFirst() }
            return parts.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
        }
    }

    static func includes(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            guard line.hasPrefix("#include \"") else { return nil }
            return line.split(separator: "\"").dropFirst().first.map(String.init)
        }
    }
}

/// The folder of the project.
let projectFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
