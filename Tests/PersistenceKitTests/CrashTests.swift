import Foundation
import KeepersCore
import Testing

@testable import PersistenceKit

/// Real processes, really killed: what they said was saved must be there.
@Suite(.serialized) struct CrashTests {
    @Test func every_acknowledged_verdict_survives_kill_nine() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 10)
        test.store.close()
        var random = SplitMix(state: 2026)
        var said: [String] = []
        for _ in 0..<20 {
            let child = try Child("append", test.data, "\(session.rawValue)", "100000")
            let enough = said.count + Int.random(in: 1...60, using: &random)
            while said.count < enough, let line = child.line() { said.append(line) }
            usleep(UInt32.random(in: 0..<3000, using: &random))
            child.kill()
            said += child.lines()
            #expect(child.end() == -SIGKILL)
        }
        try test.reopen()
        let stored = Dictionary(
            uniqueKeysWithValues: try test.store.steps(in: session).map { ($0.id.rawValue, $0.step.changes) })
        #expect(said.count >= 20)
        for line in said {
            let words = line.split(separator: " ").compactMap { Int64($0) }
            #expect(line.hasPrefix("ok ") && stored[words[0]] == [FrameChange(FrameID(words[1]), .stars(Int(words[2])))])
        }
        // Each kill may leave at most one step that was durable before it could be said.
        #expect(stored.count <= said.count + 20)
        #expect(Set(stored.keys) == Set(1...Int64(stored.count)))
        #expect(try test.store.health().problems.isEmpty)
        let place = try #require(try test.store.place(in: session))
        #expect(place.filter == "stars" && place.zoom == 100 && frames.contains { $0.id == place.frame })
    }

    @Test func acknowledged_cards_and_pictures_survive_kill_nine() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 8)
        test.store.close()
        var random = SplitMix(state: 5)
        for _ in 0..<6 {
            let child = try Child("cards", test.data, "\(session.rawValue)", "100000")
            var last = -1
            for _ in 0..<Int.random(in: 1...30, using: &random) { last = child.line().flatMap { Int($0.dropFirst(3)) } ?? last }
            child.kill()
            last = child.lines().last.flatMap { Int($0.dropFirst(3)) } ?? last
            child.end()
            try test.reopen()
            let cards = try test.store.cards(in: session, model: "probe")
            #expect(cards.count == 8 && cards.values.allSatisfy { $0.measures[.sharpness] ?? -1 >= Double(last) })
            let cache = try ThumbnailCache(cache: "\(test.data)/cache", session: session)
            for frame in frames {
                let jpeg = try #require(cache.jpeg(of: frame))
                #expect(jpeg.count >= 3000 + last)
                #expect(jpeg.allSatisfy { $0 == UInt8(truncatingIfNeeded: jpeg.count - 3000) })
            }
            test.store.close()
        }
        try test.reopen()
        #expect(try test.store.health().problems.isEmpty)
    }

    @Test func a_write_that_fails_is_an_error_and_not_an_acknowledgement() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 3)
        test.store.close()
        let child = try Child("append", test.data, "\(session.rawValue)", "100000", "400000")
        let lines = child.lines()
        #expect(child.end() == 1)
        #expect(
            lines.last?.hasPrefix("error full No space left for \(Store.databasePath(test.data))") == true, "\(lines.last ?? "")")
        try test.reopen()
        #expect(try test.store.steps(in: session).count == lines.count - 1)
        #expect(lines.count > 10)
        #expect(try test.store.health().problems.isEmpty)
    }

    @Test(.enabled(if: Namespace.isAllowed, "needs mounts in a namespace of its own"))
    func a_full_disk_refuses_the_verdict_and_keeps_the_earlier_ones() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 3)
        test.store.close()
        // The store is copied to a file system of 1 MB, filled there, and copied back.
        let script = """
            mkdir \(test.folder)/small && mount -t tmpfs -o size=1m tmpfs \(test.folder)/small && cp -a \(test.data)/. \(test.folder)/small
            \(Child.probe) append \(test.folder)/small \(session.rawValue) 100000; cp -a \(test.folder)/small/. \(test.data)
            """
        let lines = try Namespace.run(script)
        #expect(
            lines.last?.hasPrefix("error full No space left for \(test.folder)/small/keepers.sqlite") == true,
            "\(lines.last ?? "")")
        try test.reopen()
        #expect(try test.store.steps(in: session).count == lines.count - 1)
        #expect(lines.count > 10)
        #expect(try test.store.health().problems.isEmpty)
    }

    @Test(.enabled(if: Namespace.isAllowed, "needs mounts in a namespace of its own"))
    func a_read_only_disk_is_named_at_the_start() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 3)
        test.store.close()
        let script = """
            mount --bind \(test.data) \(test.data) && mount -o remount,bind,ro \(test.data)
            \(Child.probe) append \(test.data) \(session.rawValue) 1
            """
        let lines = try Namespace.run(script)
        #expect(lines.first?.hasPrefix("error readOnly \(test.data)") == true, "\(lines)")
        try test.reopen()
        #expect(try test.store.steps(in: session).isEmpty)
    }

    @Test func two_processes_may_make_the_store_at_once() throws {
        let folder = try freshFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for round in 0..<5 {
            let children = try (0..<3).map { _ in try Child("open", "\(folder)/\(round)") }
            for child in children { #expect(child.lines() == ["opened"]) }
        }
    }

    @Test func a_held_session_names_its_holder_until_that_is_killed() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 1)
        let child = try Child("hold", test.data, "\(session.rawValue)")
        #expect(child.line() == "held")
        func take() throws { _ = try SessionLock.acquire(data: test.data, session: session, holder: "keepers mark, pid 1") }
        let error = failure(take)
        #expect(error?.kind == .busy)
        #expect(error?.message.contains("keepers UI, pid") == true && error?.message.contains("since 23:04") == true)
        // Another session is free.
        _ = try SessionLock.acquire(data: test.data, session: SessionID(99), holder: "x")
        child.kill()
        child.end()
        try take()
        try take()
    }

    @Test func a_lock_ends_with_its_owner_and_escapes_in_its_words_are_harmless() throws {
        let test = try TestStore()
        var lock: SessionLock? = try SessionLock.acquire(data: test.data, session: SessionID(1), holder: "\u{1B}[2Jevil")
        let error = failure { _ = try SessionLock.acquire(data: test.data, session: SessionID(1), holder: "b") }
        #expect(error?.message.contains("?[2Jevil") == true)
        withExtendedLifetime(lock) {}
        lock = nil
        _ = try SessionLock.acquire(data: test.data, session: SessionID(1), holder: "b")
    }
}

/// A shell in a mount namespace of its own, as root inside it.
enum Namespace {
    static let isAllowed = (try? run("mount -t tmpfs tmpfs /mnt && echo yes")) == ["yes"]

    static func run(_ script: String) throws -> [String] {
        let child = try Child("-rm", "sh", "-c", script, program: "/usr/bin/unshare")
        let lines = child.lines()
        child.end()
        return lines
    }
}
