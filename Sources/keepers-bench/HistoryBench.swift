import CSQLite
import Glibc
import KeepersCore

/// `keepers learn --report` on a generated Lightroom catalog of 100,000 photos, and `keepers safe` against bare reading.
enum HistoryBench {
    private static let photos = 100_000

    static func run(_ setting: Setting) throws -> [Figure] {
        let folder = try setting.makeFolder("history")
        let catalog = folder + "/large.lrcat"
        try make(catalog)
        var seconds: [Double] = []
        var most = 0
        for round in 0..<3 {
            let home = try setting.makeFolder("history-home-\(round)")
            let running = try Running(
                [try setting.program(), "learn", "--report", "--json", catalog], home: home, adding: ["KEEPERS_MODELS=none"])
            var code: Int32?
            while code == nil {
                most = max(most, running.memory())
                usleep(20_000)
                code = running.ended()
            }
            guard code == 0 else { throw BenchError("`keepers learn` ended with \(code ?? -1)") }
            seconds.append((Stopwatch.wall() - running.startedAt) / 1000)
        }
        let size = Double(Folder.bytes(folder)) / 1e6
        let spread = Spread(seconds)
        return [
            Figure(
                name: "a catalog of \(grouped(photos)) photos read and reported", value: spread.median, unit: "s",
                limit: .atMost(10), note: "\(fixed(size, 0)) MB, \(spread.note())"),
            Figure(
                name: "memory of all processes (PSS), most", value: Double(most) / 1e6, unit: "MB", limit: .atMost(300),
                decimals: 0),
        ]
    }

    /// As wide as real ones: names, times, flags, stars, labels, exif, stacks, develop settings; in the storage classes Lightroom uses.
    private static func make(_ path: String) throws {
        var handle: OpaquePointer?
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        close(descriptor)
        guard ksql_open(path, &handle) == KSQL_OK, let handle else { throw BenchError("\(path) cannot be made") }
        defer { ksql_close(handle) }
        let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(photos))"
        let sql = """
            PRAGMA synchronous = OFF;
            CREATE TABLE Adobe_variablesTable(id_local INTEGER PRIMARY KEY, id_global, name, type, value NOT NULL DEFAULT '');
            CREATE TABLE AgLibraryRootFolder(id_local INTEGER PRIMARY KEY, id_global, absolutePath NOT NULL, name);
            CREATE TABLE AgLibraryFolder(id_local INTEGER PRIMARY KEY, id_global, pathFromRoot NOT NULL, rootFolder INTEGER);
            CREATE TABLE AgLibraryFile(id_local INTEGER PRIMARY KEY, id_global, baseName, extension, folder INTEGER, idx_filename);
            CREATE TABLE Adobe_images(id_local INTEGER PRIMARY KEY, id_global, captureTime, colorLabels, fileFormat, masterImage,
                orientation, pick NOT NULL DEFAULT 0, propertiesCache, rating, rootFile INTEGER, touchTime);
            CREATE TABLE AgHarvestedExifMetadata(id_local INTEGER PRIMARY KEY, image INTEGER, aperture, cameraModelRef INTEGER,
                cameraSNRef INTEGER, focalLength, isoSpeedRating, shutterSpeed);
            CREATE TABLE AgInternedExifCameraModel(id_local INTEGER PRIMARY KEY, searchIndex, value);
            CREATE TABLE AgInternedExifCameraSN(id_local INTEGER PRIMARY KEY, searchIndex, value);
            CREATE TABLE AgLibraryFolderStackImage(id_local INTEGER PRIMARY KEY, image INTEGER, position NOT NULL, stack INTEGER);
            CREATE TABLE Adobe_imageDevelopSettings(id_local INTEGER PRIMARY KEY, image INTEGER, hasDevelopAdjustments, text);
            BEGIN;
            INSERT INTO Adobe_variablesTable VALUES(1, 'a', 'Adobe_DBVersion', NULL, '1300025');
            INSERT INTO AgLibraryRootFolder VALUES(1, 'r', '/Volumes/ARCHIVE/', 'ARCHIVE');
            INSERT INTO AgInternedExifCameraModel VALUES(1, 'r5', 'Canon EOS R5'), (2, 'z8', 'NIKON Z 8');
            INSERT INTO AgInternedExifCameraSN VALUES(1, '1', '0123456'), (2, '2', '6012345');
            \(numbers) INSERT INTO AgLibraryFolder SELECT i, 'f' || i, '2024/wedding ' || i || '/', 1 FROM n WHERE i <= 200;
            \(numbers) INSERT INTO AgLibraryFile SELECT i, hex(randomblob(16)), printf('IMG_%05d', i), 'CR3', 1 + i % 200,
                printf('IMG_%05d.CR3', i) FROM n;
            \(numbers) INSERT INTO Adobe_images SELECT i, hex(randomblob(16)),
                strftime('%Y-%m-%dT%H:%M:%S', 1700000000 + i * 3, 'unixepoch') || '.50', CASE i % 40 WHEN 0 THEN 'Rouge' ELSE '' END,
                'RAW', NULL, 'AB', CASE i % 7 WHEN 0 THEN 1.0 WHEN 1 THEN -1.0 ELSE 0.0 END, hex(randomblob(60)),
                CASE i % 5 WHEN 0 THEN 1.0 + i % 5 ELSE NULL END, i, 738590400.5 FROM n;
            \(numbers) INSERT INTO AgHarvestedExifMetadata SELECT i, i, 2.97, 1 + i % 2, 1 + i % 2, 85.0, 800.0, 7.96 FROM n;
            \(numbers) INSERT INTO AgLibraryFolderStackImage SELECT i, i, 1.0 + i % 4, i / 4 FROM n WHERE i % 3 = 0;
            \(numbers) INSERT INTO Adobe_imageDevelopSettings SELECT i, i, i % 2, 's = { Exposure2012 = ' || i || ', ' ||
                hex(randomblob(600)) || ' }' FROM n;
            COMMIT;
            """
        guard ksql_execute(handle, sql) == KSQL_OK else {
            throw BenchError("a catalog: \(String(cString: ksql_message(handle)))")
        }
    }
}

/// `keepers safe` on a card and its backup, against reading the same bytes with nothing but `read`.
enum SafeBench {
    private static let frames = 80
    private static let frameBytes = 25 << 20
    private static let rounds = 4

    static func run(_ setting: Setting) throws -> [Figure] {
        let folder = try setting.makeFolder("safe")
        for side in ["card", "backup"] { try make("\(folder)/\(side)") }
        sync()
        var shares: [Double] = []
        var notes: [String] = []
        let total = Double(2 * frames * frameBytes)
        for round in 0..<rounds {
            // In turn, so that a neighbour's load meets both.
            let bare = try seconds { try read(folder) }
            let home = try setting.makeFolder("safe-home-\(round)")
            let safe = try seconds {
                try dropPages(folder)
                let running = try Running(
                    [try setting.program(), "safe", folder + "/card", folder + "/backup"], home: home)
                while true {
                    if let code = running.ended() {
                        guard code == 0 else { throw BenchError("`keepers safe` ended with \(code)") }
                        return
                    }
                    usleep(2000)
                }
            }
            shares.append(bare / safe)
            notes.append("\(fixed(total / bare / 1e6, 0)):\(fixed(total / safe / 1e6, 0))")
        }
        let spread = Spread(shares)
        return [
            Figure(
                name: "safe: its speed as a share of bare reading, cold", value: spread.median, unit: "", limit: .atLeast(0.8),
                note: "\(fixed(total / 1e9, 1)) GB, bare:safe MB/s \(notes.joined(separator: " "))")
        ]
    }

    private static func seconds(_ body: () throws -> Void) throws -> Double {
        let start = Stopwatch.wall()
        try body()
        return (Stopwatch.wall() - start) / 1000
    }

    private static func paths(_ folder: String) -> [String] {
        ["card", "backup"].flatMap { side in (0..<frames).map { "\(folder)/\(side)/IMG_\($0).CR3" } }
    }

    /// Bytes that no file system can keep smaller.
    private static func make(_ folder: String) throws {
        guard mkdir(folder, 0o700) == 0 else { throw BenchError("\(folder): \(String(cString: strerror(errno)))") }
        var state: UInt64 = 1
        let words = [UInt64](unsafeUninitializedCapacity: frameBytes / 8) { buffer, count in
            for index in 0..<(frameBytes / 8) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                buffer[index] = state
            }
            count = frameBytes / 8
        }
        var content = words
        for frame in 0..<frames {
            content[0] = UInt64(frame)
            let descriptor = open("\(folder)/IMG_\(frame).CR3", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw BenchError("\(folder): \(String(cString: strerror(errno)))") }
            defer { close(descriptor) }
            let written = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard written == frameBytes else { throw BenchError("\(folder): no room for \(frames * frameBytes >> 20) MB") }
        }
    }

    private static func dropPages(_ folder: String) throws {
        for path in paths(folder) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
            posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED))
            close(descriptor)
        }
    }

    /// As `cat` does it: file after file, 128 KiB at a time.
    private static func read(_ folder: String) throws {
        try dropPages(folder)
        var buffer = [UInt8](repeating: 0, count: 128 << 10)
        for path in paths(folder) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
            defer { close(descriptor) }
            posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_SEQUENTIAL))
            while Glibc.read(descriptor, &buffer, buffer.count) > 0 {}
        }
    }
}
