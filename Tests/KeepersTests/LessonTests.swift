import CSQLite
import Foundation
import Testing

/// What `keepers learn` measures and teaches, and what stays as it was.
@Suite("Lessons of the past")
struct LessonTests {
    private func sidecar(_ desk: Desk, _ path: String, pick: Int) throws {
        let stem = path.prefix { $0 != "." }
        _ = try desk.write(
            "\(stem).xmp",
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
            rdf:about="" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/" xmpDM:pick="\(pick)"/></rdf:RDF></x:xmpmeta>
            """)
    }

    /// The members of every burst of a card, by paths below it.
    private func bursts(_ desk: Desk, _ card: String) throws -> [[String]] {
        let home = desk.path("finding")
        try #require(try desk.run("score", card, home: home).code == 0)
        let stacks = try #require(try desk.json("stacks", card, "--json", home: home)["stacks"] as? [[String: Any]])
        return stacks.filter { $0["kind"] as? String == "burst" }.compactMap { $0["members"] as? [String] }
    }

    private func lesson(_ json: [String: Any]) throws -> [String: Any] { try #require(json["lesson"] as? [String: Any]) }

    private func from(_ json: [String: Any]) -> [String: Int] {
        let rows = json["from"] as? [[String: Any]] ?? []
        return Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                (row["source"] as? String).flatMap { name in (row["examples"] as? Int).map { (name, $0) } }
            })
    }

    @Test("picks in sidecars teach against what was passed over beside them, once, and the source is named")
    func sidecars() throws {
        let desk = try Desk()
        try desk.card("old", frames: 48)
        let bursts = try bursts(desk, desk.path("old"))
        try #require(bursts.count >= 2)
        for burst in bursts { try sidecar(desk, "old/" + burst[0], pick: 1) }
        let before = try Tree(desk.path("old"))
        let first = try desk.json("learn", desk.path("old"), "--json")
        #expect(try Tree(desk.path("old")).difference(from: before) == [])
        let taught = try lesson(first)
        #expect(taught["photos"] as? Int == bursts.joined().count)
        #expect(taught["measuredNow"] as? Int == bursts.joined().count)
        // One burst may have lost its frames to the card's damaged files.
        let examples = try #require(from(taught)["sidecars in old"])
        #expect((bursts.count - 1...bursts.count).contains(examples))
        // Too few for a taste.
        #expect(first["learned"] as? Bool == false)
        let again = try lesson(try desk.json("learn", desk.path("old"), "--json"))
        #expect(again["measuredNow"] as? Int == 0)
        #expect(from(again) == ["sidecars in old": examples])
        #expect(
            try desk.run("taste").out.contains(
                "examples   \(examples): 0 from this program, \(examples) from sidecars in old"))
        #expect(from(try desk.json("taste", "--json"))["sidecars in old"] == examples)
        // After a reset the same words count only when they are learned anew.
        #expect(try desk.run("taste", "reset").out.contains("examples   0: "))
        #expect(from(try lesson(try desk.json("learn", desk.path("old"), "--json"))) == ["sidecars in old": examples])
    }

    @Test("a contradiction teaches nothing, and neither does what was left open where nothing was picked")
    func silence() throws {
        let desk = try Desk()
        try desk.card("old", frames: 48)
        let bursts = try bursts(desk, desk.path("old"))
        // A stem has its sidecar and one in darktable's manner: a pick and a reject.
        try sidecar(desk, "old/" + bursts[0][0], pick: 1)
        try FileManager.default.moveItem(
            atPath: desk.path("old/\(bursts[0][0].prefix { $0 != "." }).xmp"), toPath: desk.path("old/\(bursts[0][0]).xmp"))
        try sidecar(desk, "old/" + bursts[0][0], pick: -1)
        try sidecar(desk, "old/" + bursts[1][0], pick: 0)
        let json = try desk.json("learn", desk.path("old"), "--json")
        #expect(json["conflicts"] as? Int == 1)
        #expect(json["learned"] as? Bool == false)
        if let taught = json["lesson"] as? [String: Any] { #expect(taught["examples"] as? Int == 0) }
    }

    @Test("what was decided here and exported counts as decided here, not twice")
    func ownSidecars() throws {
        let desk = try Desk()
        try desk.card(frames: 48)
        let card = desk.path("card")
        let bursts = try bursts(desk, card)
        #expect(try desk.run("score", card).code == 0)
        for burst in bursts {
            #expect(try desk.run("mark", card, burst[0], "pick").code == 0)
            for loser in burst.dropFirst() { #expect(try desk.run("mark", card, loser, "reject").code == 0) }
        }
        #expect(try desk.run("export", card).code == 0)
        let here = try #require(try desk.json("taste", "--json")["examples"] as? Int)
        #expect(here >= bursts.count - 1)
        let taught = try lesson(try desk.json("learn", card, "--json"))
        #expect(taught["fromThisProgram"] as? Int == here)
        #expect(from(taught).isEmpty)
    }

    @Test("a run that is killed goes on where it was")
    func killed() throws {
        let desk = try Desk()
        try desk.card("old", frames: 48)
        let bursts = try bursts(desk, desk.path("old"))
        for burst in bursts { try sidecar(desk, "old/" + burst[0], pick: 1) }
        let total = bursts.joined().count
        let child = try desk.start(["learn", desk.path("old"), "--workers", "1"])
        // Headers are kept before anything is measured; a kill at any moment loses at most the last few cards.
        Thread.sleep(forTimeInterval: 1.2)
        child.kill(SIGKILL)
        _ = child.end(within: 30)
        let taught = try lesson(try desk.json("learn", desk.path("old"), "--json"))
        #expect(taught["measured"] as? Int == total)
        #expect(from(taught)["sidecars in old"] ?? 0 >= bursts.count - 1)
    }

    @Test("a catalog's photos are measured where they lie, and a lost one from the catalog's own previews")
    func catalog() throws {
        let desk = try Desk()
        try desk.card("photos", frames: 48)
        let photos = desk.path("photos")
        let burst = try #require(try bursts(desk, photos).first { $0.count > 2 })
        let frames = try desk.list(photos, home: desk.path("finding")).frames
        let catalog = try LearnTests.Catalog(desk.path("photos/wedding.lrcat"))
        try catalog.sql("UPDATE AgLibraryRootFolder SET absolutePath = '\(photos)/'; DELETE FROM AgLibraryFolder")
        for (index, path) in burst.enumerated() {
            let parts = path.split(separator: "/")
            let folder = parts.dropLast().joined(separator: "/")
            let time = try #require(frames.first { $0["path"] as? String == path }?["capturedAt"] as? String)
            try catalog.sql("INSERT OR IGNORE INTO AgLibraryFolder VALUES(1, '\(folder)/', 1)")
            try catalog.photo(index + 1, String(parts.last ?? ""), at: String(time.prefix(22)), pick: index == 0 ? 1 : 0)
        }
        // The second one is gone; its picture lies in the previews folder, as a level of its own.
        let lost = burst[1]
        let picture = try preview(of: lost, in: photos, desk)
        try FileManager.default.removeItem(atPath: "\(photos)/\(lost)")
        let uuid = "5D06293B-28EE-4A09-A872-FA43DD2C5E7C"
        let digest = "69a3bce92b8a7c577c317413b8148255"
        let folder = desk.path("photos/wedding Previews.lrdata")
        try FileManager.default.createDirectory(atPath: folder + "/5/5D06", withIntermediateDirectories: true)
        try Data(level(picture)).write(to: URL(fileURLWithPath: folder + "/5/5D06/\(uuid)-\(digest)_1620"))
        try index(folder, "INSERT INTO ImageCacheEntry VALUES (2, '\(uuid)', '\(digest.prefix(16))', 'AB')", uuid, digest)

        let before = try Tree(photos)
        let json = try desk.json("learn", desk.path("photos/wedding.lrcat"), "--json", "--details")
        #expect(try Tree(photos).difference(from: before) == [])
        #expect(json["withPixels"] as? Int == burst.count)
        #expect(json["onlyPreviews"] as? Int == 1)
        let taught = try lesson(json)
        #expect(taught["measured"] as? Int == burst.count, "\(taught)")
        #expect(from(taught) == ["Lightroom catalog wedding.lrcat": 1])
        #expect(!FileManager.default.fileExists(atPath: desk.home + "/data/history"))
        // Only told.
        let told = try desk.json("learn", desk.path("photos/wedding.lrcat"), "--report", "--json", home: desk.path("other"))
        #expect(told["withPixels"] as? Int == burst.count)
        #expect(told["lesson"] is NSNull)
        #expect(from(try desk.json("taste", "--json", home: desk.path("other"))).count == 1)
    }

    @Test("catalogs in a folder are read, those in folders of backups are not, and too many are listed")
    func folders() throws {
        let desk = try Desk()
        try FileManager.default.createDirectory(atPath: desk.path("all/Backups/2024"), withIntermediateDirectories: true)
        let catalogs = try ["all/one", "all/Backups/2024/old"].map { try LearnTests.Catalog(desk.path($0 + ".lrcat")) }
        for catalog in catalogs { try catalog.photo(1, "IMG_1.CR3", at: "2024-06-01T10:00:00", pick: 1) }
        let json = try desk.json("learn", desk.path("all"), "--json")
        #expect(json["images"] as? Int == 1)
        #expect((json["sources"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } == ["lightroom", "folder"])
        #expect(try desk.run("learn", desk.path("all")).out.contains("1 catalog in folders of backups not read"))
        let more = try (2...5).map { try LearnTests.Catalog(desk.path("all/more\($0).lrcat")) }
        let run = try desk.run("learn", desk.path("all"))
        #expect(run.out.contains("5 catalogs in it not read, because they are many"))
        #expect(run.out.contains("more5.lrcat"))
        withExtendedLifetime(more) {}
    }

    @Test("enough examples make a taste, which says how often it is right about what it was not taught")
    func learned() throws {
        let desk = try Desk()
        let card = desk.path("old")
        try #require(try desk.run("demo", card, "--frames", "200", "--sparse").code == 0)
        for burst in try bursts(desk, card) {
            // All but the last: a photographer who keeps what came first.
            for pick in burst.prefix(max(1, burst.count - 1)) { try sidecar(desk, "old/" + pick, pick: 1) }
        }
        let json = try desk.json("learn", card, "--json")
        #expect(json["learned"] as? Bool == true, "\(json)")
        let taught = try lesson(json)
        #expect((taught["examples"] as? Int ?? 0) >= 40)
        let agreement = try #require(taught["agreement"] as? [String: Any])
        #expect((agreement["stacks"] as? Int ?? 0) > 10)
        let told = try desk.run("taste").out
        #expect(told.contains("from sidecars in old"))
        #expect(told.contains("learned    taste-1"))
    }

    // MARK: - A previews folder

    /// The largest JPEG of at least 1,600 pixels inside a RAW.
    private func preview(of path: String, in card: String, _ desk: Desk) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(card)/\(path)")))
        var best: Range<Int>?
        var start: Int?
        for place in 0..<(bytes.count - 2) where bytes[place] == 0xFF {
            if bytes[place + 1] == 0xD8, bytes[place + 2] == 0xFF { start = place }
            if bytes[place + 1] == 0xD9, let begin = start {
                if place + 2 - begin > best?.count ?? 0 { best = begin..<(place + 2) }
                start = nil
            }
        }
        return Array(bytes[try #require(best)])
    }

    private func level(_ jpeg: [UInt8]) -> [UInt8] {
        func big(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } }
        return Array("AgHg".utf8) + [0, 32, 0, 1] + big(jpeg.count) + big(0) + Array("level_5\0".utf8) + jpeg
    }

    private func index(_ folder: String, _ entry: String, _ uuid: String, _ digest: String) throws {
        var handle: OpaquePointer?
        try Data().write(to: URL(fileURLWithPath: folder + "/previews.db"))
        try #require(ksql_open(folder + "/previews.db", &handle) == KSQL_OK)
        defer { ksql_close(handle) }
        let sql = """
            CREATE TABLE ImageCacheEntry (imageId NOT NULL, uuid NOT NULL, digest NOT NULL, orientation);
            CREATE TABLE PyramidLevel (uuid NOT NULL, digest NOT NULL, level NOT NULL, longDimension NOT NULL);
            INSERT INTO PyramidLevel VALUES ('\(uuid)', '\(digest)', 5, 1620); \(entry)
            """
        try #require(ksql_execute(handle, sql) == KSQL_OK, "\(String(cString: ksql_message(handle)))")
    }
}
