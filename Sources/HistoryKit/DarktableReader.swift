import KeepersCore

/// Reads darktable's `library.db`: stars, rejects, colours and times; darktable knows no picks.
///
/// Source: darktable's `src/common/image.h` (flags) and `database.c` (schema); checked on a library that darktable 4.2.1 made.
enum DarktableReader {
    /// Seconds from the year 1, from which darktable 4 counts, to 1970.
    private static let epoch: Int64 = 62_135_596_800
    private static let colours: [ColourLabel] = [.red, .yellow, .green, .blue, .purple]

    static func read(_ database: CatalogDatabase) throws(CatalogRefusal) -> PastCatalog {
        guard database.has(CatalogTables.pictures, "flags"), database.has(CatalogTables.pictures, "film_id") else {
            throw CatalogRefusal("it looks like darktable's library, but its photos have no flags: this version is not known")
        }
        let folders = try folders(database)
        let labels = try labels(database)
        var catalog = PastCatalog(program: .darktable, notes: database.notes)
        var withoutFolder = 0
        let columns = ["id", "film_id", "filename", "flags", "datetime_taken", "maker", "model", "version"]
        try database.scan(CatalogTables.pictures, columns) { row throws(CatalogRefusal) in
            try CatalogReader.room(catalog.decisions.count, "photos")
            guard let name = row.text(2), !name.isEmpty, let folder = row.integer(1).flatMap({ folders[$0] }) else {
                withoutFolder += 1
                return
            }
            var decision = PastDecision(folder: folder, name: name)
            judge(row.integer(3) ?? 0, &decision)
            decision.capturedAt = time(row)
            decision.camera = row.text(6).flatMap { $0.isEmpty ? nil : $0 }
            decision.isVirtualCopy = (row.integer(7) ?? 0) > 0
            if let label = row.integer(0).flatMap({ labels[$0] }) {
                decision.label = label
                decision.labelText = label.rawValue
            }
            catalog.decisions.append(decision)
        }
        if withoutFolder > 0 { catalog.notes.append("\(counted(withoutFolder, "entry", "entries")) without a file left out") }
        return catalog
    }

    /// Bits 0 to 2 are stars, bit 3 a reject (6 stars in old libraries). One star is what darktable gives everything by itself.
    private static func judge(_ flags: Int64, _ decision: inout PastDecision) {
        let stars = Int(flags & 7)
        if flags & 8 != 0 || stars == 6 { decision.verdict = .reject }
        if (2...5).contains(stars) { decision.stars = stars }
    }

    /// Text of EXIF's form before darktable 4, then microseconds since the year 1.
    private static func time(_ row: CatalogRow) -> CaptureTime? {
        if let text = row.text(4) {
            var bytes = Array(text.utf8)
            guard bytes.count >= 19 else { return nil }
            (bytes[4], bytes[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
            return CaptureTime(catalog: String(decoding: bytes, as: UTF8.self))
        }
        guard let micros = row.integer(4), micros > epoch * 1_000_000 else { return nil }
        return CaptureTime(wallSeconds: micros / 1_000_000 - epoch, nanoseconds: Int32(micros % 1_000_000 * 1000))
    }

    private static func folders(_ database: CatalogDatabase) throws(CatalogRefusal) -> [Int64: String] {
        var folders: [Int64: String] = [:]
        try database.scan(CatalogTables.filmRolls, ["id", "folder"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let path = row.text(1), !path.isEmpty else { return }
            try CatalogReader.room(folders.count, "folders")
            folders[id] = CatalogReader.slashed(path)
        }
        return folders
    }

    /// A photo may have several colours: the first one counts.
    private static func labels(_ database: CatalogDatabase) throws(CatalogRefusal) -> [Int64: ColourLabel] {
        var labels: [Int64: ColourLabel] = [:]
        try database.scan(CatalogTables.colourLabels, ["imgid", "color"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let number = row.integer(1), (0..<5).contains(number) else { return }
            try CatalogReader.room(labels.count, "labels")
            if labels[id] == nil { labels[id] = colours[Int(number)] }
        }
        return labels
    }
}
