import KeepersCore

/// Reads a catalog from a private copy, for use in a worker: Lightroom Classic's of any version since 5, darktable's, digiKam's.
///
/// Nothing about its form is taken for granted: tables and columns are looked up, each is read by itself, and what is not there is unknown.
public enum CatalogReader {
    /// More photos than this are refused.
    public static let mostImages = 1_000_000

    /// Reads `name` below the open `folder`, with `name-wal` and `name-journal` where they lie beside it.
    public static func read(folder: Int32, name: String) throws(CatalogRefusal) -> PastCatalog {
        let database = try CatalogDatabase(folder: folder, name: name)
        if database.has(CatalogTables.filmRolls) { return try DarktableReader.read(database) }
        if database.has(CatalogTables.information) { return try DigikamReader.read(database) }
        guard database.has(CatalogTables.images), database.has(CatalogTables.files) else {
            throw CatalogRefusal(
                "it is a database, but no Lightroom catalog, nor one of darktable or digiKam (no table \(CatalogTables.images))")
        }
        for column in ["id_local", "pick", "rootFile"] where !database.has(CatalogTables.images, column) {
            throw CatalogRefusal("its photos have no '\(column)': this version of the catalog is not known")
        }
        var reading = CatalogReading()
        try reading.read(database)
        return reading.catalog(notes: database.notes)
    }
}

extension CatalogReader {
    static func room(_ count: Int, _ what: String) throws(CatalogRefusal) {
        guard count < CatalogReader.mostImages else { throw tooMany(what) }
    }

    static func tooMany(_ what: String) -> CatalogRefusal {
        CatalogRefusal("it has more than \(grouped(CatalogReader.mostImages)) \(what), which no catalog we know has; it was left")
    }

    static func slashed(_ path: String) -> String { path.isEmpty || path.hasSuffix("/") ? path : path + "/" }
}

/// The tables of one catalog, put together.
private struct CatalogReading {
    private struct File {
        var folder: Int64
        var name: String
    }
    private struct Extras {
        var camera: Int64?
        var serial: Int64?
        var stack: PastDecision.StackPlace?
        var isEdited: Bool?
    }

    private var version: String?
    private var folders: [Int64: String] = [:]
    private var files: [Int64: File] = [:]
    private var extras: [Int64: Extras] = [:]
    private var cameras: [Int64: String] = [:]
    private var serials: [Int64: String] = [:]
    private var colours: [String: ColourLabel?] = [:]
    private var decisions: [PastDecision] = []
    private var withoutFile = 0
    private var oddFlags = 0
    private var oddTimes = 0

    mutating func read(_ database: CatalogDatabase) throws(CatalogRefusal) {
        try readVersion(database)
        try readFolders(database)
        try readFiles(database)
        cameras = try texts(database, CatalogTables.cameras)
        serials = try texts(database, CatalogTables.serials)
        try readExtras(database)
        try readImages(database)
    }

    func catalog(notes: [String]) -> PastCatalog {
        var notes = notes
        if withoutFile > 0 { notes.append("\(counted(withoutFile, "entry", "entries")) without a file left out") }
        if oddFlags > 0 { notes.append("\(counted(oddFlags, "flag")) with an unknown value, taken as none") }
        if oddTimes > 0 { notes.append("\(counted(oddTimes, "photo")) without a readable capture time") }
        return PastCatalog(version: version, decisions: decisions, notes: notes)
    }

    private mutating func readVersion(_ database: CatalogDatabase) throws(CatalogRefusal) {
        var found: String?
        try database.scan(CatalogTables.variables, ["name", "value"]) { row throws(CatalogRefusal) in
            guard row.text(0) == "Adobe_DBVersion" else { return }
            found = row.text(1) ?? row.integer(1).map(String.init)
        }
        version = found
    }

    private mutating func readFolders(_ database: CatalogDatabase) throws(CatalogRefusal) {
        var roots: [Int64: String] = [:]
        try database.scan(CatalogTables.roots, ["id_local", "absolutePath"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let path = row.text(1) else { return }
            try CatalogReader.room(roots.count, "folders")
            roots[id] = CatalogReader.slashed(path)
        }
        var found: [Int64: String] = [:]
        try database.scan(CatalogTables.folders, ["id_local", "pathFromRoot", "rootFolder"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let root = row.integer(2).flatMap({ roots[$0] }) else { return }
            try CatalogReader.room(found.count, "folders")
            found[id] = CatalogReader.slashed(root + (row.text(1) ?? ""))
        }
        folders = found
    }

    private mutating func readFiles(_ database: CatalogDatabase) throws(CatalogRefusal) {
        var found: [Int64: File] = [:]
        let columns = ["id_local", "folder", "baseName", "extension", "idx_filename"]
        try database.scan(CatalogTables.files, columns) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let folder = row.integer(1) else { return }
            var name = row.text(2) ?? ""
            if let suffix = row.text(3), !suffix.isEmpty, !name.isEmpty { name += "." + suffix }
            if name.isEmpty { name = row.text(4) ?? "" }
            guard !name.isEmpty else { return }
            try CatalogReader.room(found.count, "files")
            found[id] = File(folder: folder, name: name)
        }
        files = found
    }

    private func texts(_ database: CatalogDatabase, _ table: String) throws(CatalogRefusal) -> [Int64: String] {
        var found: [Int64: String] = [:]
        try database.scan(table, ["id_local", "value"]) { row throws(CatalogRefusal) in
            guard let id = row.integer(0), let text = row.text(1) ?? row.integer(1).map(String.init), !text.isEmpty else {
                return
            }
            try CatalogReader.room(found.count, "cameras")
            found[id] = text
        }
        return found
    }

    private mutating func readExtras(_ database: CatalogDatabase) throws(CatalogRefusal) {
        var found: [Int64: Extras] = [:]
        try database.scan(CatalogTables.exif, ["image", "cameraModelRef", "cameraSNRef"]) { row throws(CatalogRefusal) in
            guard let image = row.integer(0) else { return }
            try CatalogReader.room(found.count, "photos")
            found[image, default: Extras()].camera = row.integer(1)
            found[image, default: Extras()].serial = row.integer(2)
        }
        try database.scan(CatalogTables.stacks, ["image", "stack", "position"]) { row throws(CatalogRefusal) in
            guard let image = row.integer(0), let stack = row.integer(1) else { return }
            try CatalogReader.room(found.count, "photos")
            let position = Int(clamping: row.integer(2) ?? 0)
            found[image, default: Extras()].stack = PastDecision.StackPlace(id: stack, position: position)
        }
        try database.scan(CatalogTables.develop, ["image", "hasDevelopAdjustments"]) { row throws(CatalogRefusal) in
            guard let image = row.integer(0), let adjusted = row.number(1) else { return }
            try CatalogReader.room(found.count, "photos")
            found[image, default: Extras()].isEdited = adjusted != 0
        }
        extras = found
    }

    private mutating func readImages(_ database: CatalogDatabase) throws(CatalogRefusal) {
        let columns = ["id_local", "rootFile", "pick", "rating", "colorLabels", "captureTime", "masterImage"]
        decisions.reserveCapacity(files.count)
        try database.scan(CatalogTables.images, columns) { row throws(CatalogRefusal) in
            try CatalogReader.room(decisions.count, "photos")
            take(row)
        }
    }

    private mutating func take(_ row: CatalogRow) {
        guard let file = row.integer(1).flatMap({ files[$0] }) else {
            withoutFile += 1
            return
        }
        var decision = PastDecision(folder: folders[file.folder] ?? "", name: file.name)
        switch row.number(2) {
        case 1: decision.verdict = .pick
        case -1: decision.verdict = .reject
        case 0: break
        default: oddFlags += row.isNull(2) ? 0 : 1
        }
        // 0.0 and NULL are both "none given".
        if let rating = row.number(3), let stars = Int(exactly: rating), (1...5).contains(stars) { decision.stars = stars }
        if let text = row.text(4), !text.isEmpty {
            decision.labelText = text
            decision.label = colour(text)
        }
        if let text = row.text(5) { decision.capturedAt = CaptureTime(catalog: text) }
        if decision.capturedAt == nil { oddTimes += 1 }
        decision.isVirtualCopy = !row.isNull(6)
        decision.catalogNumber = row.integer(0)
        if let more = row.integer(0).flatMap({ extras[$0] }) {
            decision.camera = more.camera.flatMap { cameras[$0] }
            decision.serial = more.serial.flatMap { serials[$0] }
            decision.stack = more.stack
            decision.isEdited = more.isEdited
        }
        decisions.append(decision)
    }

    private mutating func colour(_ text: String) -> ColourLabel? {
        if let known = colours[text] { return known }
        var values = SidecarValues()
        values.label = text
        let found = labelColour(of: values)
        if colours.count < 1000 { colours[text] = .some(found) }
        return found
    }
}
