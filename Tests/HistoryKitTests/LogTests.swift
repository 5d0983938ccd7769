import Foundation
import HistoryKit
import KeepersCore
import Testing

@Suite("Beside a catalog")
struct LogTests {
    private func picks(_ catalog: PastCatalog) -> Int { catalog.decisions.count { $0.verdict == .pick } }

    /// A catalog whose newest changes lie in its log only: one pick is in the database, `commits` more are in the log.
    private func logged(commits: Int) throws -> CatalogMaker {
        let maker = try CatalogMaker()
        try maker.sql("PRAGMA journal_mode = WAL")
        for id in 1...9 { try maker.photo(id, "IMG_\(id).CR3", ["pick": id == 1 ? "1" : "0"]) }
        try maker.sql("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0")
        for id in 0..<commits { try maker.sql("UPDATE Adobe_images SET pick = 1 WHERE id_local = \(id + 2)") }
        return maker
    }

    @Test("a hot log counts")
    func hot() throws {
        let maker = try logged(commits: 3)
        let copy = try Copy(of: maker)
        #expect(try copy.bytes("-wal").isEmpty == false)
        let catalog = try copy.read()
        #expect(picks(catalog) == 4)
        #expect(catalog.notes == ["its newest changes lie beside it and count (write-ahead log, 3 commits)"])
        // Without the log the database alone knows less: the log is what was read.
        try copy.set([], "-wal")
        #expect(picks(try copy.read()) == 1)
    }

    @Test("what lies in the log and was not committed does not count")
    func uncommitted() throws {
        let maker = try logged(commits: 2)
        // A cache of a few pages writes into the log before the commit.
        try maker.sql("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE Adobe_images SET pick = -1")
        try maker.sql("CREATE TABLE Filler(a); INSERT INTO Filler SELECT zeroblob(3000) FROM AgLibraryFile, AgLibraryFile")
        let copy = try Copy(of: maker)
        let log = try copy.bytes("-wal")
        #expect(log.count > 32 + 40 * 4120)
        #expect(picks(try copy.read()) == 3)
    }

    @Test("a log cut anywhere, or with a flipped bit, gives what was committed before")
    func torn() throws {
        let copy = try Copy(of: logged(commits: 3))
        let log = try copy.bytes("-wal")
        let frame = 4096 + 24
        try #require(log.count == 32 + 3 * frame)
        for (length, expected) in [
            (0, 1), (31, 1), (32 + frame - 1, 1), (32 + frame, 2), (32 + 2 * frame + 100, 3), (log.count, 4),
        ] {
            try copy.set(Array(log[..<length]), "-wal")
            #expect(picks(try copy.read()) == expected, "cut at \(length)")
        }
        for (position, expected) in [
            (3, 1), (20, 1), (32 + 5, 1), (32 + 24 + 9, 1), (32 + frame + 24 + 4000, 2), (32 + 2 * frame + 10, 3),
        ] {
            var spoiled = log
            spoiled[position] ^= 0x10
            try copy.set(spoiled, "-wal")
            #expect(picks(try copy.read()) == expected, "flipped at \(position)")
        }
    }

    @Test("an unfinished change is taken back by its journal")
    func journal() throws {
        let maker = try CatalogMaker()
        for id in 1...9 { try maker.photo(id, "IMG_\(id).CR3", ["pick": id <= 2 ? "1" : "0"]) }
        try maker.sql("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE Adobe_images SET pick = -1")
        try maker.sql("CREATE TABLE Filler(a); INSERT INTO Filler SELECT zeroblob(3000) FROM AgLibraryFile, AgLibraryFile")
        let copy = try Copy(of: maker)
        #expect(try copy.bytes("-journal").count > 512)
        let catalog = try copy.read()
        #expect(picks(catalog) == 2)
        #expect(catalog.decisions.count { $0.verdict == .reject } == 0)
        #expect(catalog.notes.count == 1)
        // Without it the half-written pages would be believed: they are there.
        try copy.set([], "-journal")
        let without = try copy.outcome()
        #expect((try? without.get())?.decisions.map(\.verdict) != catalog.decisions.map(\.verdict))
    }
}
