import Foundation
import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct StoreTests {
    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func folders_and_files_are_for_the_owner_alone() throws {
        let test = try TestStore()
        _ = try test.session(frames: 1)
        for folder in [test.data, test.cache, "\(test.data)/locks", "\(test.cache)/thumbnails"] { #expect(mode(folder) == 0o700) }
        for suffix in ["", "-wal", "-shm"] { #expect(mode(Store.databasePath(test.data) + suffix) == 0o600) }
    }

    @Test func an_empty_database_gets_every_migration_once() throws {
        let test = try TestStore()
        let first = try test.store.health()
        #expect(first.migrations == Schema.migrations.map(\.name))
        #expect(first.problems.isEmpty)
        try test.reopen()
        #expect(try test.store.health().migrations == first.migrations)
    }

    @Test func a_database_of_a_newer_version_is_left_alone() throws {
        let test = try TestStore()
        try test.stranger().run("INSERT INTO migration VALUES ('9 from the future', 0)")
        let error = failure { try test.reopen() }
        #expect(error?.kind == .newer)
        #expect(error?.message.contains("9 from the future") == true)
        try test.stranger().run("DELETE FROM migration WHERE name LIKE '9%'")
        try test.reopen()
    }

    @Test func a_damaged_database_is_named_kept_and_set_aside_only_on_request() throws {
        let folder = try freshFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = Store.databasePath(folder)
        let bytes = Data("this was a database once, long ago".utf8) + Data(repeating: 7, count: 8000)
        try bytes.write(to: URL(fileURLWithPath: path))
        func open() throws { try Store(data: folder, cache: folder, clock: { 0 }).close() }
        let error = failure(open)
        #expect(error?.kind == .damaged)
        #expect(error?.message.contains(path) == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        let kept = try Store.setAside(data: folder, now: 1_777_777_777_000_000_000)
        #expect(kept == "\(path).damaged-2026-05-03T03:09:37")
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == bytes)
        try open()
        // A second one in the same second must not replace the first.
        #expect(failure { _ = try Store.setAside(data: folder, now: 1_777_777_777_000_000_000) }?.code == EEXIST)
    }

    @Test func a_page_damaged_later_is_an_error_and_not_a_crash() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 200)
        test.store.close()
        // The log still holds the same pages, and would hide the damage.
        try FileManager.default.removeItem(atPath: Store.databasePath(test.data) + "-wal")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: Store.databasePath(test.data)))
        let size = try file.seekToEnd()
        for page in stride(from: UInt64(4096), to: size, by: 4096) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
        }
        try file.close()
        let error = failure {
            try test.reopen()
            _ = try test.store.frames(in: session)
        }
        #expect(error?.kind == .damaged)
    }

    @Test func places_that_cannot_hold_a_store_are_named() throws {
        let folder = try freshFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
        try FileManager.default.createDirectory(atPath: "\(folder)/odd/keepers.sqlite", withIntermediateDirectories: true)
        for place in ["\(folder)/file", "\(folder)/file/below", "\(folder)/odd"] {
            let error = failure { _ = try Store(data: place, cache: folder, clock: { 0 }) }
            #expect(error?.kind == .noAccess, "\(place)")
            #expect(error?.message.contains(place) == true)
        }
    }

    @Test func a_closed_store_answers_with_an_error() throws {
        let test = try TestStore()
        test.store.close()
        #expect(failure { _ = try test.store.sessions() }?.kind == .refused)
        try test.reopen()
    }

    @Test func errors_show_the_statement_but_no_value() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        try test.stranger().execute("DROP TABLE place")
        let error = failure { try test.store.savePlace(Place(frame: frames[0].id, filter: "secret client"), in: session) }
        let sql = try #require(error?.sql)
        #expect(sql.contains("?") && !sql.contains("secret"))
        #expect(error?.message.contains("secret") == false)
    }

    @Test func wiping_removes_everything_of_ours_and_nothing_else() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        try ThumbnailCache(cache: test.cache, session: session).put([(frames[0], [1, 2, 3])])
        _ = try SessionLock.acquire(data: test.data, session: session, holder: "test")
        try Data().write(to: URL(fileURLWithPath: "\(test.data)/a photo of mine.jpg"))
        let lock = try SessionLock.acquire(data: test.data, session: session, holder: "keepers UI, pid 7")
        let error = failure { try Store.wipe(data: test.data, cache: test.cache) }
        #expect(error?.kind == .busy)
        #expect(error?.message.contains("keepers UI, pid 7") == true)
        #expect(try test.store.sessions().count == 1)
        withExtendedLifetime(lock) {}
    }

    @Test func wiping_an_unused_store_leaves_no_folder() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        try ThumbnailCache(cache: test.cache, session: session).put([(frames[0], [1, 2, 3])])
        try Data().write(to: URL(fileURLWithPath: "\(test.cache)/a photo of mine.jpg"))
        try test.store.wipe()
        #expect(!FileManager.default.fileExists(atPath: test.data))
        #expect(try FileManager.default.contentsOfDirectory(atPath: test.cache) == ["a photo of mine.jpg"])
        try test.reopen()
        #expect(try test.store.sessions().isEmpty)
    }

    @Test func maintenance_keeps_the_log_short_and_loses_nothing() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 200)
        for round in 0..<12 { try test.store.appendCards(frames.map { ($0.id, card(sharpness: Double(round))) }) }
        for _ in 0..<40 { for frame in frames.prefix(30) { try test.store.savePlace(Place(frame: frame.id), in: session) } }
        #expect(test.store.connection.logLength >= Store.checkpointPages)
        try test.store.idleMaintenance()
        #expect(test.store.connection.logLength == 0)
        #expect(Files.size("\(Store.databasePath(test.data))-wal") ?? 0 >= 4 << 20)
        try test.store.commit(step(frames[0], .stars(4)), in: session)
        try test.reopen()
        #expect(try test.store.cards(in: session, model: "m1").count == 200)
        #expect(try test.store.marks(in: session) == [frames[0].id: Mark(stars: 4)])
        #expect(try test.store.health().problems.isEmpty)
    }

    @Test func a_log_lengthened_with_zeros_reads_as_before() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        try test.store.idleMaintenance()
        try test.store.commit(step(frames[1], .verdict(.pick)), in: session)
        // A reader of its own, as after kill -9: nothing was closed, nothing checkpointed.
        let other = try Store(data: test.data, cache: test.cache, clock: { 0 })
        #expect(try other.marks(in: session) == [frames[1].id: Mark(verdict: .pick)])
        #expect(try other.health().problems.isEmpty)
        other.close()
    }
}
