import Foundation
import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct AdviceTests {
    @Test func adviceIsKeptWithItsStepAndReadBackAsItWas() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 4)
        var first = step(frames[0], .verdict(.pick))
        first.advice = [
            Advice(frame: frames[0].id, word: .best(frames[1].id)),
            // One key that picks and names the best says it twice.
            Advice(frame: frames[0].id, word: .best(frames[1].id)),
        ]
        var second = step(frames[2], .verdict(.pick))
        second.advice = [Advice(frame: frames[2].id, word: .tie, isBlind: true), Advice(frame: frames[3].id, word: .nothing)]
        let ids = [try test.store.commit(first, in: session).id, try test.store.commit(second, in: session).id]
        try test.store.commit(step(frames[3], .verdict(.reject)), in: session)
        try test.reopen()
        #expect(
            try test.store.advice(in: session) == [
                ids[0]: [Advice(frame: frames[0].id, word: .best(frames[1].id))], ids[1]: second.advice,
            ])
    }

    @Test(arguments: ["UPDATE advice SET best = 2", "DELETE FROM advice"])
    func whatWasSuggestedIsNotRewritten(_ sql: String) throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        var picked = step(frames[0], .verdict(.pick))
        picked.advice = [Advice(frame: frames[0].id, word: .tie)]
        try test.store.commit(picked, in: session)
        let stranger = try test.stranger()
        #expect(failure { try stranger.execute(sql) }?.message.contains("only appended") == true)
        stranger.close()
    }

    @Test func adviceForAnUnknownFrameTakesTheWholeStepBack() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        var picked = step(frames[0], .verdict(.pick))
        picked.advice = [Advice(frame: FrameID(999), word: .tie)]
        #expect(failure { try test.store.commit(picked, in: session) } != nil)
        #expect(try test.store.steps(in: session).isEmpty)
    }
}

@Suite struct PlaceTests {
    @Test func theScrollIsKept() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        let place = Place(frame: frames[0].id, top: 24)
        try test.store.savePlace(place, in: session)
        try test.reopen()
        #expect(try test.store.place(in: session) == place)
    }

    @Test func placesOfBeforeScrollAndCompareWereKeptStillRead() {
        var place = Place(screen: .loupe, frame: FrameID(7), filter: "open", zoom: 100, centreX: 0.25, top: 12)
        let old = Array(place.stored.dropLast(5))
        place.top = 0
        #expect(Place(stored: old) == place)
    }
}

@Suite struct HolderTests {
    @Test func theHolderIsToldWhileItHoldsAndNotAfter() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 1)
        #expect(SessionLock.holder(data: test.data, session: session) == nil, "nobody ever held it")
        var lock: SessionLock? = try SessionLock.acquire(data: test.data, session: session, holder: "keepers, pid 7\u{1B}[2J")
        for _ in 0..<3 { #expect(SessionLock.holder(data: test.data, session: session) == "keepers, pid 7?[2J") }
        withExtendedLifetime(lock) {}
        lock = nil
        try patiently { try #require(SessionLock.holder(data: test.data, session: session) == nil) }
        // Asking leaves nothing behind that would keep a writer out.
        for _ in 0..<200 {
            _ = SessionLock.holder(data: test.data, session: session)
            try patiently { _ = try SessionLock.acquire(data: test.data, session: session, holder: "x") }
        }
    }

    /// A child that another test is just starting shares the lock until its exec.
    private func patiently(_ body: () throws -> Void) throws {
        for _ in 0..<100 {
            if (try? body()) != nil { return }
            usleep(10_000)
        }
        try body()
    }
}
