import CSQLite
import Foundation
import HistoryKit
import KeepersCore
import Testing

/// A catalog in a folder of its own, made through SQLite as Lightroom makes it; open until it is closed or forgotten.
final class CatalogMaker {
    /// How much of the tables a version of Lightroom has.
    enum Form: CaseIterable {
        /// Without serials, stacks and develop settings, and with the fewest columns.
        case bare
        /// As Lightroom 5 made it.
        case five
        /// As Lightroom Classic 13 makes it: more columns, another order.
        case classic
    }

    let folder: String
    var path: String { folder + "/catalog.lrcat" }
    private var handle: OpaquePointer?

    init(_ form: Form? = .classic) throws {
        folder = FileManager.default.temporaryDirectory.path + "/keepers-catalog-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path))
        try #require(ksql_open(path, &handle) == KSQL_OK)
        if let form { try sql(CatalogMaker.schema(form)) }
    }

    deinit {
        close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func close() {
        if let handle { ksql_close(handle) }
        handle = nil
    }

    func sql(_ text: String) throws {
        let code = ksql_execute(handle, text)
        try #require(code == KSQL_OK, "\(text.prefix(200)): \(String(cString: ksql_message(handle)))")
    }

    /// One photo with a file of its own; `values` are SQL literals of Adobe_images.
    func photo(_ id: Int, _ name: String, _ values: [String: String] = [:], folder: Int = 20) throws {
        let parts = name.split(separator: ".")
        try sql(
            "INSERT INTO AgLibraryFile(id_local, baseName, extension, folder) VALUES(\(id + 1000), '\(parts[0])', '\(parts[1])', \(folder))"
        )
        try image(id, file: id + 1000, values)
    }

    func image(_ id: Int, file: Int, _ values: [String: String]) throws {
        var all = ["id_local": "\(id)", "rootFile": "\(file)", "captureTime": "'2024-06-01T10:00:0\(id % 10).50'"]
        all.merge(values) { $1 }
        let names = all.keys.sorted()
        try sql(
            "INSERT INTO Adobe_images(\(names.joined(separator: ", "))) VALUES(\(names.map { all[$0] ?? "" }.joined(separator: ", ")))"
        )
    }

    /// Reads the files as they lie there now, from another folder, as the program does.
    func read() throws -> PastCatalog { try Copy(of: self).read() }

    static func schema(_ form: Form) -> String {
        let images =
            switch form {
            case .bare: "id_local INTEGER PRIMARY KEY, pick NOT NULL DEFAULT 0, rating, colorLabels, captureTime, rootFile"
            case .five:
                "id_local INTEGER PRIMARY KEY, id_global, captureTime, colorLabels NOT NULL DEFAULT '', copyName, fileFormat NOT NULL DEFAULT 'unset', masterImage INTEGER, pick NOT NULL DEFAULT 0, rating, rootFile INTEGER NOT NULL DEFAULT 0, touchTime"
            case .classic:
                "id_local INTEGER PRIMARY KEY, id_global, rating, editLock INTEGER NOT NULL DEFAULT 0, captureTime, pick NOT NULL DEFAULT 0, masterImage INTEGER, colorLabels NOT NULL DEFAULT '', fileFormat, rootFile INTEGER NOT NULL DEFAULT 0, isHDR"
            }
        var text = """
            CREATE TABLE Adobe_variablesTable(id_local INTEGER PRIMARY KEY, name, type, value NOT NULL DEFAULT '');
            CREATE TABLE AgLibraryRootFolder(id_local INTEGER PRIMARY KEY, absolutePath NOT NULL DEFAULT '', name);
            CREATE TABLE AgLibraryFolder(id_local INTEGER PRIMARY KEY, parentId INTEGER, pathFromRoot NOT NULL DEFAULT '', rootFolder INTEGER);
            CREATE TABLE AgLibraryFile(id_local INTEGER PRIMARY KEY, baseName NOT NULL DEFAULT '', extension NOT NULL DEFAULT '', folder INTEGER, idx_filename);
            CREATE TABLE Adobe_images(\(images));
            INSERT INTO Adobe_variablesTable VALUES(1, 'Adobe_DBVersion', NULL, '1300025');
            INSERT INTO AgLibraryRootFolder VALUES(10, '/Volumes/CARD/2024/', '2024');
            INSERT INTO AgLibraryFolder VALUES(20, 20, 'wedding/', 10);
            """
        if form == .bare { return text }
        text += """
            CREATE TABLE AgHarvestedExifMetadata(id_local INTEGER PRIMARY KEY, image INTEGER, cameraModelRef INTEGER, cameraSNRef INTEGER);
            CREATE TABLE AgInternedExifCameraModel(id_local INTEGER PRIMARY KEY, searchIndex, value);
            CREATE TABLE AgInternedExifCameraSN(id_local INTEGER PRIMARY KEY, searchIndex, value);
            CREATE TABLE AgLibraryFolderStackImage(id_local INTEGER PRIMARY KEY, image INTEGER, position NOT NULL DEFAULT '', stack INTEGER);
            CREATE TABLE Adobe_imageDevelopSettings(id_local INTEGER PRIMARY KEY, hasDevelopAdjustments, image INTEGER, text);
            INSERT INTO AgInternedExifCameraModel VALUES(30, 'canon', 'Canon EOS R5');
            INSERT INTO AgInternedExifCameraSN VALUES(31, 'n', '0123456');
            """
        return text
    }
}

/// The files of a catalog at one moment, as a crash or a running Lightroom would leave them.
final class Copy {
    let folder: String
    /// Its folder goes with the maker.
    private let maker: CatalogMaker
    private static let suffixes = ["", "-wal", "-journal"]

    init(of maker: CatalogMaker) throws {
        self.maker = maker
        folder = maker.folder + "/copy-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for suffix in Copy.suffixes where FileManager.default.fileExists(atPath: maker.path + suffix) {
            try FileManager.default.copyItem(atPath: maker.path + suffix, toPath: "\(folder)/\(PrivateCopy.name)\(suffix)")
        }
    }

    func bytes(_ suffix: String = "") throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(PrivateCopy.name)\(suffix)")))
    }

    func set(_ bytes: [UInt8], _ suffix: String = "") throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(PrivateCopy.name)\(suffix)"))
    }

    func read() throws -> PastCatalog {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        return try CatalogReader.read(folder: descriptor, name: PrivateCopy.name)
    }

    /// What it says where it reads, else why it does not.
    func outcome() throws -> Result<PastCatalog, CatalogRefusal> {
        do { return .success(try read()) } catch let error as CatalogRefusal { return .failure(error) }
    }
}
