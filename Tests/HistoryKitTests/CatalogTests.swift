import Foundation
import HistoryKit
import KeepersCore
import Testing

@Suite("A catalog")
struct CatalogTests {
    @Test("is read in every form that Lightroom gave it", arguments: CatalogMaker.Form.allCases)
    func forms(_ form: CatalogMaker.Form) throws {
        let maker = try CatalogMaker(form)
        try maker.photo(1, "IMG_1.CR3", ["pick": "1.0", "rating": "5.0", "colorLabels": "'Rot'"])
        try maker.photo(2, "IMG_2.NEF", ["pick": "-1.0", "rating": "NULL", "colorLabels": "''"])
        try maker.photo(3, "IMG_3.jpg", ["pick": "0", "rating": "0.0", "colorLabels": "'for print'"])
        if form != .bare {
            try maker.sql(
                """
                INSERT INTO AgHarvestedExifMetadata VALUES(1, 1, 30.0, 31);
                INSERT INTO AgLibraryFolderStackImage VALUES(1, 2, 1.0, 77), (2, 1, 2.0, 77);
                INSERT INTO Adobe_imageDevelopSettings VALUES(1, 1.0, 1, 's = {}'), (2, 0, 2, ''), (3, NULL, 3, '');
                """)
        }
        let catalog = try maker.read()
        #expect(catalog.version == "1300025")
        #expect(catalog.notes == [])
        try #require(catalog.decisions.count == 3)
        let (first, second, third) = (catalog.decisions[0], catalog.decisions[1], catalog.decisions[2])
        #expect(first.path == "/Volumes/CARD/2024/wedding/IMG_1.CR3")
        #expect(catalog.decisions.map(\.verdict) == [.pick, .reject, nil])
        #expect(catalog.decisions.map(\.stars) == [5, nil, nil])
        #expect(catalog.decisions.map(\.labelText) == ["Rot", nil, "for print"])
        #expect(catalog.decisions.map(\.label) == [.red, nil, nil])
        #expect(first.capturedAt?.iso8601 == "2024-06-01T10:00:01.50")
        let isBare = form == .bare
        #expect(first.camera == (isBare ? nil : "Canon EOS R5"))
        #expect(first.serial == (isBare ? nil : "0123456"))
        #expect(second.stack == (isBare ? nil : PastDecision.StackPlace(id: 77, position: 1)))
        #expect([first.isEdited, second.isEdited, third.isEdited] == (isBare ? [nil, nil, nil] : [true, false, nil]))
        // It travels between processes as it is.
        #expect(try PastCatalog(wire: catalog.wire) == catalog)
    }

    @Test("tells virtual copies, and its label words in sixteen languages")
    func copiesAndLabels() throws {
        let maker = try CatalogMaker()
        try maker.photo(1, "IMG_1.CR3", ["pick": "0.0"])
        try maker.image(
            50, file: 1001, ["masterImage": "1", "pick": "1.0", "rating": "2.0", "captureTime": "'2024-06-01T10:00:01'"])
        for (index, words) in LabelWords.all.enumerated() {
            try maker.photo(100 + index, "L_\(index).CR3", ["colorLabels": "'\(words[.blue])'"])
        }
        let catalog = try maker.read()
        #expect(catalog.decisions.count { $0.isVirtualCopy } == 1)
        #expect(catalog.decisions.filter { $0.name.hasPrefix("L_") }.allSatisfy { $0.label == .blue })
    }

    @Test("of Lightroom 5, a real one, is read as sqlite3 tells it", .enabled(if: realFolder != nil))
    func real() throws {
        let maker = try CatalogMaker(nil)
        maker.close()
        let packed = try #require(realFolder) + "/catalogs/lrcatrb__test_catalog_1.lrcat.gz"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "gunzip -c '\(packed)' > '\(maker.path)'"]
        try process.run()
        process.waitUntilExit()
        let catalog = try maker.read()
        #expect(catalog.version == "0500006")
        #expect(catalog.decisions.map(\.name) == ["_MAX7667.NEF", "_MAX7674.NEF", "_MAX3047.jpg", "_MAX3065.jpg"])
        #expect(catalog.decisions.allSatisfy { $0.verdict == nil && $0.stars == nil && $0.labelText == nil })
        let first = try #require(catalog.decisions.first)
        #expect(first.path == "/Users/maxmouchet/Pictures/2013/12-01 (MO) Pre-party Phoelix/_MAX7667.NEF")
        #expect(first.camera == "NIKON D700")
        #expect(first.serial == "2526497")
        #expect(first.capturedAt?.iso8601 == "2013-12-01T22:39:09.42")
    }

    @Test("with wrong types and lost references says so instead of guessing")
    func wrongTypes() throws {
        let maker = try CatalogMaker()
        try maker.photo(1, "IMG_1.CR3", ["pick": "'yes'", "rating": "1e300", "colorLabels": "x'00ff41'", "captureTime": "17"])
        try maker.photo(2, "IMG_2.CR3", ["pick": "7", "rating": "-3", "captureTime": "'0000-00-00T00:00:00'"])
        try maker.photo(3, "IMG_3.CR3", ["pick": "x'31'", "rating": "2.5", "captureTime": "'2024-02-30T10:00:00'"])
        try maker.photo(4, "IMG_4.CR3", ["pick": "1"], folder: 999)
        try maker.image(5, file: 4711, ["pick": "1"])
        try maker.sql(
            "INSERT INTO AgLibraryFile(id_local, baseName, extension, folder) VALUES(2000, 'x''; DROP TABLE Adobe_images; --', 'CR3', 20)"
        )
        try maker.image(6, file: 2000, ["pick": "-1", "colorLabels": "'\u{1B}[2J'"])
        let catalog = try maker.read()
        #expect(catalog.decisions.map(\.verdict) == [nil, nil, nil, .pick, .reject])
        #expect(catalog.decisions.map(\.stars) == [nil, nil, nil, nil, nil])
        #expect(catalog.decisions.map { $0.capturedAt == nil } == [true, true, true, false, false])
        // Its folder is not known, so neither is its path.
        #expect(catalog.decisions[3].path == "IMG_4.CR3")
        #expect(catalog.decisions[4].name == "x'; DROP TABLE Adobe_images; --.CR3")
        #expect(
            catalog.notes == [
                "1 entry without a file left out", "3 flags with an unknown value, taken as none",
                "3 photos without a readable capture time",
            ])
    }

    @Test(
        "capture times",
        arguments: [
            ("2024-06-01T10:00:03.42", "2024-06-01T10:00:03.42"), ("2024-06-01T10:00:03", "2024-06-01T10:00:03"),
            ("2024-06-01 10:00:03", "2024-06-01T10:00:03"), ("2024-06-01T10:00:03.5+02:00", "2024-06-01T10:00:03.5+02:00"),
            ("2024-06-01T10:00:03Z", "2024-06-01T10:00:03+00:00"), ("2024-06-01T10:00:03-11:30", "2024-06-01T10:00:03-11:30"),
            ("2024-06", ""), ("", ""), ("2024-13-01T10:00:03", ""), ("2024-06-01T1a:00:03", ""),
            ("2024-06-01T10:00:03+99:99", "2024-06-01T10:00:03"),
        ])
    func times(_ text: String, _ expected: String) throws {
        let maker = try CatalogMaker()
        try maker.photo(1, "IMG_1.CR3", ["captureTime": "'\(text)'"])
        #expect(try maker.read().decisions.first?.capturedAt?.iso8601 ?? "" == expected)
    }
}

/// The folder of real files, where there is one.
let realFolder: String? = {
    let folder = ProcessInfo.processInfo.environment["KEEPERS_REAL"]
    if folder == nil { print("KEEPERS_REAL is not set: THE REAL CATALOG IS NOT READ") }
    return folder
}()
