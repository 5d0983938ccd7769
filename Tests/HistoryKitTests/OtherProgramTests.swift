import Foundation
import HistoryKit
import KeepersCore
import Testing

@Suite("Catalogs of other programs")
struct OtherProgramTests {
    /// The columns of a library that darktable 4.2.1 made; older ones hold times as text.
    private func darktable() throws -> CatalogMaker {
        let maker = try CatalogMaker(nil)
        try maker.sql(
            """
            CREATE TABLE film_rolls (id INTEGER PRIMARY KEY, access_timestamp INTEGER, folder VARCHAR(1024) NOT NULL);
            CREATE TABLE images (id INTEGER PRIMARY KEY AUTOINCREMENT, group_id INTEGER, film_id INTEGER, width INTEGER,
                height INTEGER, filename VARCHAR, maker VARCHAR, model VARCHAR, lens VARCHAR, datetime_taken INTEGER,
                flags INTEGER, version INTEGER, max_version INTEGER, history_end INTEGER);
            CREATE TABLE color_labels (imgid INTEGER, color INTEGER);
            INSERT INTO film_rolls VALUES (1, 0, '/home/anna/2025');
            """)
        return maker
    }

    @Test("darktable: one star is its default, two to five are stars, a reject is a reject, and there are no picks")
    func stars() throws {
        let maker = try darktable()
        // As in the library it was checked on: 2025-06-01T16:59:26.023.
        let taken = 63_884_393_966_023_000
        for (id, flags) in [0, 1, 2, 5, 8, 13, 6, 1569].enumerated() {
            try maker.sql(
                "INSERT INTO images (id, film_id, filename, model, datetime_taken, flags, version) VALUES (\(id + 1), 1, 'a\(id).raf', 'X-T5', \(taken + id * 1_000_000), \(flags), 0)"
            )
        }
        try maker.sql("INSERT INTO color_labels VALUES (3, 4), (4, 0), (1, 77)")
        try maker.sql("INSERT INTO images (id, film_id, filename, flags) VALUES (50, 9, 'lost.raf', 3)")
        let catalog = try maker.read()
        #expect(catalog.program == .darktable)
        #expect(catalog.decisions.map(\.stars) == [nil, nil, 2, 5, nil, 5, nil, nil])
        #expect(catalog.decisions.map(\.verdict) == [nil, nil, nil, nil, .reject, .reject, .reject, nil])
        #expect(catalog.decisions.map(\.label) == [nil, nil, .purple, .red, nil, nil, nil, nil])
        #expect(catalog.decisions[0].path == "/home/anna/2025/a0.raf")
        #expect(catalog.decisions[0].capturedAt?.iso8601.hasPrefix("2025-06-01T16:59:26") == true)
        #expect(catalog.decisions[0].camera == "X-T5")
        #expect(catalog.notes.contains { $0.contains("1 entry without a file") })
    }

    @Test("darktable before 4 wrote times as text; duplicates are virtual copies")
    func older() throws {
        let maker = try darktable()
        try maker.sql(
            """
            INSERT INTO images (id, film_id, filename, datetime_taken, flags, version) VALUES
                (1, 1, 'a.raf', '2019:06:01 10:00:03', 3, 0), (2, 1, 'a.raf', '2019:06:01 10:00:03', 4, 1),
                (3, 1, 'b.raf', '2019', 3, 0), (4, 1, 'c.raf', '', 3, 0), (5, 1, 'd.raf', -5, 3, 0), (6, 1, 'e.raf', 9223372036854775807, 3, 0);
            """)
        let decisions = try maker.read().decisions
        #expect(
            decisions.map { $0.capturedAt?.iso8601.prefix(19) }.prefix(5) == [
                "2019-06-01T10:00:03", "2019-06-01T10:00:03", nil, nil, nil,
            ])
        #expect(decisions.map(\.isVirtualCopy).prefix(3) == [false, true, false])
    }

    private func digikam() throws -> CatalogMaker {
        let maker = try CatalogMaker(nil)
        try maker.sql(
            """
            CREATE TABLE AlbumRoots (id INTEGER PRIMARY KEY, label TEXT, status INTEGER NOT NULL, type INTEGER NOT NULL,
                identifier TEXT, specificPath TEXT, UNIQUE(identifier, specificPath));
            CREATE TABLE Albums (id INTEGER PRIMARY KEY, albumRoot INTEGER NOT NULL, relativePath TEXT NOT NULL, date DATE);
            CREATE TABLE Images (id INTEGER PRIMARY KEY, album INTEGER, name TEXT NOT NULL, status INTEGER NOT NULL, category INTEGER);
            CREATE TABLE ImageInformation (imageid INTEGER PRIMARY KEY, rating INTEGER, creationDate DATETIME, orientation INTEGER);
            CREATE TABLE ImageMetadata (imageid INTEGER PRIMARY KEY, make TEXT, model TEXT, lens TEXT);
            CREATE TABLE Tags (id INTEGER PRIMARY KEY, pid INTEGER, name TEXT NOT NULL);
            CREATE TABLE ImageTags (imageid INTEGER NOT NULL, tagid INTEGER NOT NULL);
            INSERT INTO AlbumRoots VALUES (1, 'Pictures', 0, 1, 'volumeid:?path=/home/anna/My%20Pictures', '/'),
                (2, 'Disk', 0, 2, 'volumeid:?uuid=f3a9', '/photos');
            INSERT INTO Albums VALUES (1, 1, '/2019', NULL), (2, 2, '/', NULL);
            INSERT INTO Tags VALUES (1, 0, '_Digikam_Internal_Tags_'), (2, 1, 'Pick Label None'), (3, 1, 'Pick Label Rejected'),
                (4, 1, 'Pick Label Pending'), (5, 1, 'Pick Label Accepted'), (6, 1, 'Color Label Magenta'),
                (7, 1, 'Color Label Orange'), (8, 1, 'Color Label None'), (9, 0, 'Pick Label Accepted');
            """)
        return maker
    }

    @Test("digiKam: pick and colour labels from its internal tags only, -1 and 0 stars are none")
    func labels() throws {
        let maker = try digikam()
        for id in 1...8 {
            try maker.sql(
                """
                INSERT INTO Images VALUES (\(id), \(id == 8 ? "NULL" : id == 7 ? "2" : "1"), 'DSC_\(id).NEF', 1, 1);
                INSERT INTO ImageInformation VALUES (\(id), \(id - 2), '2019-06-01T10:00:0\(id)', 1);
                INSERT INTO ImageMetadata VALUES (\(id), 'NIKON', 'Z 8', '');
                """)
        }
        try maker.sql(
            "INSERT INTO ImageTags VALUES (1, 5), (2, 3), (3, 4), (4, 9), (5, 5), (5, 3), (6, 6), (7, 7), (3, 8), (3, 2)")
        let catalog = try maker.read()
        #expect(catalog.program == .digikam)
        let decisions = catalog.decisions
        #expect(decisions.map(\.verdict) == [.pick, .reject, nil, nil, nil, nil, nil])
        #expect(decisions.map(\.stars) == [nil, nil, 1, 2, 3, 4, 5])
        #expect(decisions.map(\.label) == [nil, nil, nil, nil, nil, .purple, nil])
        #expect(decisions[6].labelText == "Orange")
        #expect(decisions[4].conflict != nil)
        #expect(decisions[0].path == "/home/anna/My Pictures/2019/DSC_1.NEF")
        // Where that disk is mounted nobody says: such photos are found by name and time.
        #expect(decisions[6].path == "/photos/DSC_7.NEF")
        #expect(decisions[0].capturedAt?.iso8601.hasPrefix("2019-06-01T10:00:01") == true)
        #expect(catalog.notes.contains { $0.contains("1 entry without an album") })
    }

    @Test("a database of another kind is refused by name")
    func strange() throws {
        let maker = try CatalogMaker(nil)
        try maker.sql("CREATE TABLE film_rolls (id, folder); CREATE TABLE images (id, filename)")
        #expect(throws: CatalogRefusal.self) { try maker.read() }
        let other = try CatalogMaker(nil)
        try other.sql("CREATE TABLE anything (id)")
        do {
            _ = try other.read()
            Issue.record("read")
        } catch let refusal as CatalogRefusal {
            #expect(refusal.message.contains("no Lightroom catalog, nor one of darktable or digiKam"))
        }
    }
}

@Suite("A catalog's previews")
struct PreviewIndexTests {
    private static let uuid = "5D06293B-28EE-4A09-A872-FA43DD2C5E7C"
    private static let digest = "69a3bce92b8a7c577c317413b8148255"

    private func index(_ sql: String) throws -> PreviewIndex {
        let maker = try CatalogMaker(nil)
        try maker.sql(
            """
            CREATE TABLE ImageCacheEntry (imageId NOT NULL, uuid NOT NULL, digest NOT NULL, orientation);
            CREATE TABLE Pyramid (uuid NOT NULL, digest NOT NULL, colorProfile, quality, croppedWidth, croppedHeight);
            CREATE TABLE PyramidLevel (uuid NOT NULL, digest NOT NULL, level NOT NULL, longDimension NOT NULL);
            """ + sql)
        let copy = try Copy(of: maker)
        let descriptor = open(copy.folder, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        return try PreviewIndex.read(folder: descriptor, name: PrivateCopy.name)
    }

    @Test("are named by UUID and whole digest, the level to measure first")
    func names() throws {
        let (uuid, digest) = (Self.uuid, Self.digest)
        let levels = [64, 512, 1024, 2048, 4096].enumerated().map {
            "('\(uuid)', '\(digest)', \($0.offset + 1), \($0.element).0)"
        }
        let found = try index(
            """
            INSERT INTO ImageCacheEntry VALUES (7, '\(uuid)', '\(digest.prefix(16))', 'BC');
            INSERT INTO Pyramid VALUES ('\(uuid)', '\(digest)', 'sRGB', 1, 1, 1), ('\(uuid)', 'aaaa\(digest.dropFirst(4))', 'sRGB', 1, 1, 1);
            INSERT INTO PyramidLevel VALUES \(levels.joined(separator: ", "));
            """)
        let stem = "5/5D06/\(uuid)-\(digest)"
        #expect(found.entries.map(\.photo) == [7])
        #expect(found.entries[0].paths == ["\(stem).lrprev", "\(stem)_2048", "\(stem)_4096", "\(stem)_1024", "\(stem)_512"])
        #expect(found.entries[0].orientation == .turned90)
        #expect(try PreviewIndex(wire: found.wire) == found)
    }

    @Test("that name a path outside are none", arguments: ["../../../../etc/x", "5D06/../..", "", "5D06293B%"])
    func outside(_ name: String) throws {
        #expect(try index("INSERT INTO ImageCacheEntry VALUES (1, '\(name)', '\(Self.digest)', 'AB')").entries.isEmpty)
        #expect(try index("INSERT INTO ImageCacheEntry VALUES (1, '\(Self.uuid)', '\(name)', 'AB')").entries.isEmpty)
        // Nor from a worker that lies.
        var writer = ByteWriter()
        writer.put(UInt32(1))
        writer.put(Int64(1))
        writer.put(name)
        writer.put(Self.digest)
        writer.put(UInt32(0))
        writer.put(UInt8(1))
        #expect(throws: WireError.self) { try PreviewIndex(wire: writer.bytes) }
    }
}
