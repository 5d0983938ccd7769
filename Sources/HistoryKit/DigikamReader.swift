import KeepersCore

/// Reads digiKam's `digikam4.db`: stars, the pick and colour labels among its internal tags, and times.
///
/// Source: digiKam's `core/data/database/dbconfig.xml.cmake.in` (schema) and `tagscache.cpp` (names of its internal tags).
enum DigikamReader {
    private enum Meaning {
        case pick, reject, colour(String)
    }
    private struct Facts {
        var stars: Int?
        var time: CaptureTime?
        var camera: String?
        var verdicts: Set<Verdict> = []
        var colour: String?
    }

    static func read(_ database: CatalogDatabase) throws(CatalogRefusal) -> PastCatalog {
        guard database.has(CatalogTables.pictures, "album"), database.has(CatalogTables.information, "rating") else {
            throw CatalogRefusal("it looks like digiKam's database, but its photos have no ratings: this version is not known")
        }
        let folders = try folders(database)
        let facts = try facts(database)
        var catalog = PastCatalog(program: .digikam, notes: database.notes)
        var withoutAlbum = 0
        try database.scan(CatalogTables.pictures, ["id", "album", "name"]) { row throws(CatalogRefusal) in
            try CatalogReader.room(catalog.decisions.count, "photos")
            // What digiKam deleted stays in the table without an album.
            guard let name = row.text(2), !name.isEmpty, let folder = row.integer(1).flatMap({ folders[$0] }) else {
                withoutAlbum += 1
                return
            }
            var decision = PastDecision(folder: folder, name: name)
            if let id = row.integer(0), let known = facts[id] { judge(known, &decision) }
            catalog.decisions.append(decision)
        }
        if withoutAlbum > 0 { catalog.notes.append("\(counted(withoutAlbum, "entry", "entries")) without an album left out") }
        return catalog
    }

    private static func judge(_ facts: Facts, _ decision: inout PastDecision) {
        decision.stars = facts.stars
        decision.capturedAt = facts.time
        decision.camera = facts.camera
        decision.verdict = facts.verdicts.count == 1 ? facts.verdicts.first : nil
        if facts.verdicts.count > 1 { decision.conflict = "both accepted and rejected in digiKam" }
        decision.labelText = facts.colour
        decision.label = facts.colour.flatMap { $0 == "Magenta" ? .purple : ColourLabel(rawValue: $0.lowercased()) }
    }

    // MARK: - Folders

    private static func folders(_ database: CatalogDatabase) throws(CatalogRefusal) -> [Int64: String] {
        var roots: [Int64: String] = [:]
        try database.scan(CatalogTables.albumRoots, ["id", "identifier", "specificPath"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0) else { return }
            try CatalogReader.room(roots.count, "albums")
            roots[id] = root(row.text(1) ?? "") + (row.text(2).flatMap { $0 == "/" ? nil : $0 } ?? "")
        }
        var folders: [Int64: String] = [:]
        try database.scan(CatalogTables.albums, ["id", "albumRoot", "relativePath"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let root = row.integer(1).flatMap({ roots[$0] }) else { return }
            try CatalogReader.room(folders.count, "albums")
            folders[id] = CatalogReader.slashed(root + (row.text(2) ?? ""))
        }
        return folders
    }

    /// `volumeid:?path=/home/anna/Pictures` names the folder; a volume named by its UUID is somewhere.
    private static func root(_ identifier: String) -> String {
        let mark = "volumeid:?path="
        guard identifier.hasPrefix(mark) else { return "" }
        var bytes: [UInt8] = []
        var rest = identifier.utf8.dropFirst(mark.utf8.count)
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - What was decided

    private static func facts(_ database: CatalogDatabase) throws(CatalogRefusal) -> [Int64: Facts] {
        var facts: [Int64: Facts] = [:]
        try database.scan(CatalogTables.information, ["imageid", "rating", "creationDate"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0) else { return }
            try CatalogReader.room(facts.count, "photos")
            var known = Facts()
            // -1 and 0 are both "none given".
            if let rating = row.integer(1), (1...5).contains(rating) { known.stars = Int(rating) }
            known.time = row.text(2).flatMap { CaptureTime(catalog: $0) }
            facts[id] = known
        }
        try database.scan(CatalogTables.metadata, ["imageid", "model"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let model = row.text(1), !model.isEmpty else { return }
            facts[id]?.camera = model
        }
        let meanings = try meanings(database)
        try database.scan(CatalogTables.tagged, ["imageid", "tagid"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let meaning = row.integer(1).flatMap({ meanings[$0] }) else { return }
            switch meaning {
            case .pick: facts[id]?.verdicts.insert(.pick)
            case .reject: facts[id]?.verdicts.insert(.reject)
            case .colour(let name): facts[id]?.colour = name
            }
        }
        return facts
    }

    /// The internal tags carry English names in every language; "Pending" and "None" decide nothing.
    private static func meanings(_ database: CatalogDatabase) throws(CatalogRefusal) -> [Int64: Meaning] {
        var internals: Set<Int64> = []
        try database.scan(CatalogTables.tags, ["id", "name"]) { row throws(CatalogRefusal) in
            if row.text(1) == "_Digikam_Internal_Tags_", let id = row.integer(0), internals.count < 64 { internals.insert(id) }
        }
        var meanings: [Int64: Meaning] = [:]
        let colour = "Color Label "
        try database.scan(CatalogTables.tags, ["id", "pid", "name"]) { row throws(CatalogRefusal) in
            // A person may call a tag of their own as they like.
            guard let id = row.integer(0), let parent = row.integer(1), internals.contains(parent), let name = row.text(2) else {
                return
            }
            switch name {
            case "Pick Label Accepted": meanings[id] = .pick
            case "Pick Label Rejected": meanings[id] = .reject
            case _ where name.hasPrefix(colour) && name != colour + "None" && meanings.count < 64:
                meanings[id] = .colour(String(name.dropFirst(colour.count)))
            default: break
            }
        }
        return meanings
    }
}
