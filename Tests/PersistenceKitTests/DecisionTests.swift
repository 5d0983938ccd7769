import Glibc
import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct DecisionTests {
    @Test func a_step_comes_back_as_it_was_after_a_restart() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        let place = Place(
            screen: .loupe, frame: frames[1].id, filter: "pick & ≥3★", sort: "time", zoom: 200, centreX: 0.25, centreY: 0.75)
        let keep = Step(
            changes: [FrameChange(frames[1].id, .verdict(.pick)), FrameChange(frames[2].id, .verdict(.reject))],
            reason: "K keeps DSC_0001, rejects 1 sibling", place: place)
        let first = try test.store.commit(keep, model: "m1", in: session)
        let undo = Step(changes: [FrameChange(frames[1].id, .verdict(nil))], origin: .undo, place: place)
        let second = try test.store.commit(undo, undoOf: first.id, in: session)
        #expect((first.id, second.id) == (StepID(1), StepID(2)))
        try test.reopen()
        #expect(try test.store.steps(in: session) == [first, second])
        #expect(try test.store.steps(in: session, limit: 1) == [second])
        #expect(try test.store.steps(in: session, limit: 0).isEmpty)
        #expect(try test.store.marks(in: session) == [frames[2].id: Mark(verdict: .reject)])
    }

    @Test func marks_are_the_last_decision_of_each_kind() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        for change in [Change.stars(2), .verdict(.maybe), .label(.blue), .stars(5), .label(nil), .verdict(.pick)] {
            try test.store.commit(step(frames[0], change), in: session)
        }
        try test.store.commit(step(frames[1], .stars(1), .stars(0)), in: session)
        #expect(try test.store.marks(in: session) == [frames[0].id: Mark(verdict: .pick, stars: 5)])
    }

    @Test func a_step_with_a_frame_of_another_session_leaves_nothing() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        let (other, foreign) = try test.session(frames: 2, volume: "CARD-2")
        let mixed = Step(changes: [frames[0], foreign[0]].map { FrameChange($0.id, .verdict(.pick)) })
        #expect(failure { try test.store.commit(mixed, in: session) }?.kind == .refused)
        #expect(failure { try test.store.commit(Step(changes: []), in: session) }?.kind == .refused)
        #expect(try test.store.marks(in: session).isEmpty)
        #expect(try test.store.marks(in: other).isEmpty)
        #expect(try test.store.commit(step(frames[0], .stars(1)), in: session).id == StepID(1))
    }

    @Test func a_verdict_in_a_deleted_database_is_not_taken_for_kept() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        let path = Store.databasePath(test.data)
        try #require(rename(path, path + ".away") == 0)
        let error = failure { try test.store.commit(step(frames[0], .verdict(.pick)), in: session) }
        #expect(error?.message.contains("deleted or moved away") == true)
        try #require(rename(path + ".away", path) == 0)
        try test.store.commit(step(frames[0], .verdict(.pick)), in: session)
        #expect(try test.store.marks(in: session) == [frames[0].id: Mark(verdict: .pick)])
    }

    @Test func after_a_full_disk_the_same_store_takes_the_next_verdict() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        let verbose = step(frames[0], .stars(2), reason: String(repeating: "a long reason ", count: 4000))
        let pages = try test.store.connection.first("PRAGMA page_count") { $0.int(0) } ?? 0
        try test.store.connection.execute("PRAGMA max_page_count = \(pages)")
        let error = failure { try test.store.commit(verbose, in: session) }
        #expect(error?.kind == .full)
        #expect(try test.store.marks(in: session).isEmpty)
        try test.store.connection.execute("PRAGMA max_page_count = 1000000")
        #expect(try test.store.commit(verbose, in: session).id == StepID(1))
        #expect(try test.store.marks(in: session) == [frames[0].id: Mark(stars: 2)])
    }

    @Test func only_what_must_survive_a_power_cut_waits_for_the_disk() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        func synchronous() throws -> Int? { try test.store.connection.first("PRAGMA synchronous") { $0.int(0) } }
        let (full, normal) = (2, 1)
        for _ in 0..<2 {
            try test.store.commit(step(frames[0], .stars(2)), in: session)
            #expect(try synchronous() == full)
            try test.store.savePlace(Place(), in: session)
            #expect(try synchronous() == normal)
        }
        #expect(try test.store.connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    }

    @Test func steps_count_on_in_each_session_by_itself() throws {
        let test = try TestStore()
        let (one, frames) = try test.session(frames: 1)
        let (two, others) = try test.session(frames: 1, volume: "CARD-2")
        try test.store.commit(step(frames[0], .stars(1)), in: one)
        #expect(try test.store.commit(step(others[0], .stars(2)), in: two).id == StepID(1))
        #expect(try test.store.commit(step(frames[0], .stars(3)), in: one).id == StepID(2))
    }

    @Test func the_place_is_the_last_one_saved() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        #expect(try test.store.place(in: session) == nil)
        let place = Place(screen: .fan, frame: frames[0].id, filter: "label:red", zoom: 100)
        try test.store.savePlace(Place(), in: session)
        try test.store.savePlace(place, in: session)
        try test.reopen()
        #expect(try test.store.place(in: session) == place)
        #expect(Place(stored: [9, 1, 2]) == nil)
        #expect(Place(stored: Array(place.stored.dropLast())) == place, "written before frames could be looked at together")
        #expect(Place(stored: Array(place.stored.dropLast(2))) == nil)
    }

    @Test(arguments: [
        "UPDATE decision SET value = 'reject'", "DELETE FROM decision", "UPDATE score_card SET width = 0",
        "DELETE FROM score_card",
        "INSERT OR REPLACE INTO decision SELECT * FROM decision", "INSERT OR REPLACE INTO score_card SELECT * FROM score_card",
        "DELETE FROM frame",
    ])
    func no_program_can_rewrite_a_decision_or_a_card(sql: String) throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        try test.store.commit(step(frames[0], .verdict(.pick)), in: session)
        try test.store.appendCards([(frames[0].id, card(sharpness: 7))])
        let error = failure { try test.stranger().run(sql) }
        #expect(error?.kind == .refused)
        #expect(try test.store.marks(in: session) == [frames[0].id: Mark(verdict: .pick)])
        #expect(try test.store.cards(in: session, model: "m1").count == 1)
    }
}
