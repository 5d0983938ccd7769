import CSQLite
import Foundation
import Testing

/// `keepers learn` from outside: catalogs, folders, and what stays as it was.
@Suite("Past decisions")
struct LearnTests {
    /// A catalog of these photos; open, so that what is written last lies in its log, as long as the value lives.
    final class Catalog {
        private var handle: OpaquePointer?

        init(_ path: String) throws {
            try Data().write(to: URL(fileURLWithPath: path))
            try #require(ksql_open(path, &handle) == KSQL_OK)
            try sql(
                """
                CREATE TABLE AgLibraryRootFolder(id_local INTEGER PRIMARY KEY, absolutePath);
                CREATE TABLE AgLibraryFolder(id_local INTEGER PRIMARY KEY, pathFromRoot, rootFolder);
                CREATE TABLE AgLibraryFile(id_local INTEGER PRIMARY KEY, baseName, extension, folder);
                CREATE TABLE Adobe_images(id_local INTEGER PRIMARY KEY, captureTime, colorLabels, masterImage, pick, rating, rootFile);
                INSERT INTO AgLibraryRootFolder VALUES(1, '/gone/2024/');
                INSERT INTO AgLibraryFolder VALUES(1, 'wedding/', 1);
                PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                """)
        }
        deinit { ksql_close(handle) }

        func sql(_ text: String) throws {
            try #require(ksql_execute(handle, text) == KSQL_OK, "\(String(cString: ksql_message(handle)))")
        }

        func photo(_ id: Int, _ name: String, at time: String, pick: Int) throws {
            let parts = name.split(separator: ".")
            try sql(
                """
                INSERT INTO AgLibraryFile VALUES(\(id), '\(parts[0])', '\(parts[1])', 1);
                INSERT INTO Adobe_images VALUES(\(id), '\(time)', 'Rouge', NULL, \(pick).0, NULL, \(id));
                """)
        }
    }

    private func numbers(_ json: [String: Any]) -> [String: Int] { json.compactMapValues { $0 as? Int } }

    @Test("come from an open catalog, which stays as it was, and nothing of it stays with us")
    func catalog() throws {
        let desk = try Desk()
        try FileManager.default.createDirectory(atPath: desk.path("photos"), withIntermediateDirectories: true)
        let catalog = try Catalog(desk.path("photos/wedding.lrcat"))
        for id in 1...6 { try catalog.photo(id, "IMG_\(id).CR3", at: "2024-06-01T10:00:0\(id)", pick: id % 3 - 1) }
        try Data().write(to: URL(fileURLWithPath: desk.path("photos/wedding.lrcat.lock")))
        let before = try Tree(desk.path("photos"))
        #expect(before.names.count == 4)
        let json = try desk.json("learn", desk.path("photos/wedding.lrcat"), "--json", "--details")
        #expect(try Tree(desk.path("photos")).difference(from: before) == [])
        let found = numbers(json)
        #expect(
            ["images", "photos", "picks", "rejects", "unknown", "conflicts", "withPixels"].map { found[$0] } == [
                6, 6, 2, 2, 2, 0, 0,
            ])
        let source = try #require((json["sources"] as? [[String: Any]])?.first)
        #expect(source["locked"] as? Bool == true)
        let details = try #require(json["details"] as? [[String: Any]])
        #expect(details[0]["path"] as? String == "/gone/2024/wedding/IMG_1.CR3")
        #expect(details.map { $0["label"] as? String } == Array(repeating: "red", count: 6))
        #expect(!FileManager.default.fileExists(atPath: desk.home + "/data/history"))
        #expect(json["learned"] as? Bool == false)
        let text = try desk.run("learn", desk.path("photos/wedding.lrcat")).out
        #expect(text.contains("Lightroom has it open"))
        #expect(text.contains("0 of 6 photos still have pixels"))
        #expect(text.contains("the taste learned nothing"))
    }

    @Test("find photos that moved by name and time, and agree or disagree with the sidecars beside them")
    func moved() throws {
        let desk = try Desk()
        #expect(try desk.run("demo", desk.path("card"), "--frames", "12").code == 0)
        let frames = try desk.list(desk.path("card")).frames
        let dated = frames.compactMap { frame -> (path: String, time: String)? in
            guard let path = frame["path"] as? String, let time = frame["capturedAt"] as? String else { return nil }
            return (path, time)
        }
        try #require(dated.count >= 6)
        let chosen = dated.filter { !$0.path.hasSuffix("JPG") }.prefix(4)
        let catalog = try Catalog(desk.path("old.lrcat"))
        for (index, frame) in chosen.enumerated() {
            let name = String(frame.path.split(separator: "/").last ?? "")
            // The last one has the name only: a counter that began anew.
            let time = index == 3 ? "1999-01-01T00:00:00" : String(frame.time.prefix(19))
            try catalog.photo(index + 1, name, at: time, pick: 1)
        }
        func sidecar(_ path: String, _ pick: Int) throws {
            let stem = path.prefix { $0 != "." }
            _ = try desk.write(
                "card/\(stem).xmp",
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
                rdf:about="" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:pick="\(pick)"/></rdf:RDF></x:xmpmeta>
                """)
        }
        try sidecar(chosen[chosen.startIndex].path, 1)
        try sidecar(chosen[chosen.startIndex + 1].path, -1)
        let before = try Tree(desk.path("card"))
        let found = numbers(try desk.json("learn", desk.path("old.lrcat"), desk.path("card"), "--json"))
        #expect(try Tree(desk.path("card")).difference(from: before) == [])
        #expect(["images", "photos", "picks", "rejects", "conflicts", "withPixels"].map { found[$0] } == [6, 4, 3, 0, 1, 3])
        // The folder alone.
        let alone = numbers(try desk.json("learn", desk.path("card"), "--json"))
        #expect(["images", "picks", "rejects", "withPixels"].map { alone[$0] } == [2, 1, 1, 2])
    }

    @Test("of what does not read are named with the reason; the others are still read")
    func broken() throws {
        let desk = try Desk()
        _ = try desk.write("text.lrcat", "hello")
        let catalog = try Catalog(desk.path("good.lrcat"))
        try catalog.photo(1, "IMG_1.CR3", at: "2024-06-01T10:00:00", pick: 1)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: desk.path("good.lrcat")))
        bytes.replaceSubrange(100..<400, with: [UInt8](repeating: 0xFF, count: 300))
        try bytes.write(to: URL(fileURLWithPath: desk.path("damaged.lrcat")))
        let run = try desk.run("learn", desk.path("text.lrcat"), desk.path("damaged.lrcat"), desk.path("good.lrcat"), "--json")
        #expect(run.code == 1)
        #expect(numbers(try run.json())["picks"] == 1)
        #expect(run.err.contains("text.lrcat was not read: it is no Lightroom catalog"))
        #expect(run.err.contains("damaged.lrcat was not read: the database is damaged"))
        #expect(try desk.run("learn", desk.path("nothing.lrcat")).code == 2)
        #expect(!FileManager.default.fileExists(atPath: desk.home + "/data/history"))
    }
}
