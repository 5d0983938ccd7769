import Foundation
import HistoryKit
import Testing

@Suite("A private copy")
struct PrivateCopyTests {
    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func facts(_ path: String) -> [Int] {
        var facts = stat()
        stat(path, &facts)
        return [
            Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_atim.tv_sec, facts.st_atim.tv_nsec,
            Int(facts.st_mode),
        ]
    }

    @Test("is byte for byte, ours alone, leaves the source as it was, and is gone afterwards")
    func copies() throws {
        let maker = try CatalogMaker()
        try maker.sql("PRAGMA journal_mode = WAL")
        try maker.photo(1, "IMG_1.CR3", ["pick": "1"])
        try Data().write(to: URL(fileURLWithPath: maker.path + ".lock"))
        let parent = maker.folder + "/data/history"
        try FileManager.default.createDirectory(atPath: maker.folder + "/data", withIntermediateDirectories: true)
        let listing = names(maker.folder)
        let before = listing.map { facts("\(maker.folder)/\($0)") }
        var copy: PrivateCopy? = try PrivateCopy(of: maker.path, below: parent, stamp: 1) {}
        let folder = try #require(copy).folder
        // Not even the time of last access.
        for (name, facts) in zip(listing, before) where name != "data" {
            #expect(self.facts("\(maker.folder)/\(name)") == facts, "\(name)")
        }
        #expect(copy?.isLocked == true)
        #expect(names(folder) == ["catalog.lrcat", "catalog.lrcat-wal", "lock"])
        for suffix in ["", "-wal"] {
            let (one, other) = (maker.path + suffix, "\(folder)/\(PrivateCopy.name)\(suffix)")
            #expect(FileManager.default.contents(atPath: one) == FileManager.default.contents(atPath: other))
        }
        #expect(facts(folder)[5] & 0o777 == 0o700)
        // Another run's tidying leaves it alone while it is in use.
        PrivateCopy.sweep(below: parent)
        #expect(names(folder).count == 3)
        copy = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(names(maker.folder) == listing)
    }

    @Test("that a killed run left is swept away")
    func swept() throws {
        let maker = try CatalogMaker()
        let parent = maker.folder + "/history"
        let left = parent + "/4711-1"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        for name in ["lock", "catalog.lrcat", "catalog.lrcat-wal"] {
            try Data([1]).write(to: URL(fileURLWithPath: "\(left)/\(name)"))
        }
        PrivateCopy.sweep(below: parent)
        #expect(!FileManager.default.fileExists(atPath: parent))
    }

    @Test("of what is no database is not made, and nothing stays")
    func refused() throws {
        let maker = try CatalogMaker(nil)
        let parent = maker.folder + "/history"
        try Data("hello".utf8).write(to: URL(fileURLWithPath: maker.folder + "/text"))
        for path in [maker.folder + "/text", maker.folder + "/nothing", maker.folder] {
            #expect(throws: CatalogRefusal.self) { try PrivateCopy(of: path, below: parent, stamp: 2) {} }
        }
        #expect(names(parent) == [])
    }

    /// A number that is closed twice is somebody else's file the second time: a store's, with verdicts in it.
    @Test("that is refused closes nothing that others opened meanwhile")
    func othersStayOpen() throws {
        let maker = try CatalogMaker(nil)
        let parent = maker.folder + "/history"
        let others = OthersFiles()
        let thread = Thread { others.openAndClose() }
        thread.start()
        for stamp in 0..<2_000 {
            #expect(throws: CatalogRefusal.self) { try PrivateCopy(of: maker.folder, below: parent, stamp: UInt64(stamp)) {} }
        }
        others.isOver = true
        while !thread.isFinished { usleep(1_000) }
        #expect(others.opened > 1_000)
        #expect(others.lost == 0)
    }
}

/// Opens and closes files all the time, as other threads of a program do, and counts those that went away by themselves.
private final class OthersFiles: @unchecked Sendable {
    var isOver = false
    private(set) var opened = 0
    private(set) var lost = 0

    func openAndClose() {
        while !isOver {
            let numbers = (0..<8).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
            opened += numbers.count
            for number in numbers where close(number) != 0 { lost += 1 }
        }
    }
}
