import Foundation
import HistoryKit
import KeepersCore
import Testing

@Suite("A hostile catalog")
struct HostileTests {
    private func refusal(_ schema: String) throws -> String {
        let maker = try CatalogMaker(nil)
        try maker.sql(schema)
        guard case .failure(let refusal) = try Copy(of: maker).outcome() else { return "" }
        return refusal.message
    }

    private func small() throws -> Copy {
        let maker = try CatalogMaker()
        for id in 1...30 { try maker.photo(id, "IMG_\(id).CR3", ["pick": "\(id % 3 - 1)", "colorLabels": "'Red'"]) }
        return try Copy(of: maker)
    }

    @Test("that is none is refused in words")
    func none() throws {
        let copy = try small()
        for bytes in [[], [1, 2, 3], Array("SQLite format 3\0".utf8), [UInt8](repeating: 0, count: 9000)] {
            try copy.set(bytes)
            #expect(throws: CatalogRefusal.self) { try copy.read() }
        }
        #expect(try refusal("CREATE TABLE images(flags)").contains("no Lightroom catalog"))
    }

    @Test("with a view, a virtual table or a computed column in the place of what is read is refused")
    func disguised() throws {
        let tables = CatalogMaker.schema(.classic)
        let files = "CREATE TABLE AgLibraryFile(id_local INTEGER PRIMARY KEY, baseName, extension, folder);"
        let endless =
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id_local, 1 AS pick, 1 AS rootFile FROM n"
        #expect(try refusal(files + "CREATE VIEW Adobe_images AS \(endless)").contains("no Lightroom catalog"))
        #expect(
            try refusal(files + "CREATE VIRTUAL TABLE Adobe_images USING rtree(id_local, pick, rootFile)").contains(
                "no Lightroom catalog"))
        let computed = "CREATE TABLE Adobe_images(id_local INTEGER PRIMARY KEY, rootFile, pick AS (hex(zeroblob(100000000))))"
        #expect(try refusal(files + computed).contains("no 'pick'"))
        // A trigger is no business of a reader.
        let maker = try CatalogMaker(nil)
        try maker.sql(tables + "CREATE TRIGGER t AFTER INSERT ON Adobe_images BEGIN SELECT 1; END;")
        try maker.photo(1, "IMG_1.CR3", ["pick": "1"])
        #expect(try maker.read().decisions.count == 1)
    }

    @Test("cut at any length is refused or gives a part of the truth")
    func cut() throws {
        let copy = try small()
        let whole = try copy.bytes()
        let truth = Set(try copy.read().decisions.map(\.path))
        for length in stride(from: 0, to: whole.count, by: 611) {
            try copy.set(Array(whole[..<length]))
            if case .success(let catalog) = try copy.outcome() {
                #expect(truth.isSuperset(of: catalog.decisions.map(\.path)), "cut at \(length)")
            }
        }
    }

    @Test("with random bytes in it crashes nothing")
    func spoiled() throws {
        let copy = try small()
        let whole = try copy.bytes()
        var random = Random(state: 7)
        var refused = 0
        for round in 0..<200 {
            var bytes = whole
            // Small numbers hit the header and the schema, where it hurts most.
            let reach = round % 2 == 0 ? 4096 : bytes.count
            for _ in 0...(round % 8) { bytes[Int(random.next() % UInt64(reach))] = UInt8(truncatingIfNeeded: random.next()) }
            try copy.set(bytes)
            if case .failure = try copy.outcome() { refused += 1 }
        }
        #expect(refused > 10)
    }

    @Test("with random logs and journals beside it crashes nothing")
    func spoiledLogs() throws {
        let copy = try small()
        var random = Random(state: 11)
        let heads: [String: [UInt8]] = [
            "-wal": [0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0, 0x10, 0],
            "-journal": [
                0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0,
                2, 0, 0, 0, 0x10, 0,
            ],
        ]
        for (suffix, head) in heads {
            for _ in 0..<40 {
                let rest = (0..<Int(random.next() % 20_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                try copy.set(head + rest, suffix)
                _ = try copy.outcome()
            }
            try copy.set([], suffix)
        }
        #expect(try copy.read().decisions.count == 30)
    }

    @Test("that travels spoiled between processes is refused or read, and crashes nothing")
    func wire() throws {
        let wire = try small().read().wire
        var random = Random(state: 3)
        for _ in 0..<300 {
            var bytes = wire
            bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            _ = try? PastCatalog(wire: Array(bytes.prefix(Int(random.next() % UInt64(bytes.count)) + 1)))
            _ = try? PastCatalog(wire: bytes)
        }
        #expect(try PastCatalog(wire: wire).decisions.count == 30)
    }
}

/// SplitMix64: the same numbers every run.
struct Random {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
