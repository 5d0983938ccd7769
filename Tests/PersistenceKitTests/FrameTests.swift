import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct FrameTests {
    private let source: Set<Int> = [0]

    @Test func frames_come_back_exactly() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 20)
        #expect(frames.count == 20)
        #expect(Set(frames.map(\.id)).count == 20)
        #expect(frames[4].problem == "ends early" && frames[3].shot.lens == "NIKKOR Z 85mm f/1.8 S")
        try test.reopen()
        #expect(try test.store.frames(in: session) == frames)
    }

    @Test func an_interrupted_ingest_goes_on_with_what_is_missing() throws {
        let test = try TestStore()
        let (session, first) = try test.session(frames: 5)
        let result = try test.store.reconcile(card(9), positions: source, in: session)
        #expect(result.known == first.map(\.id))
        #expect(result.unread == card(4, from: 5))
        #expect(result.missing.isEmpty)
        _ = try test.store.merge(Array(batch(9).dropFirst(5)), in: session)
        #expect(try test.store.reconcile(card(9), positions: source, in: session).unread.isEmpty)
    }

    @Test func what_a_pulled_card_did_not_give_is_read_again_under_the_same_number() throws {
        let test = try TestStore()
        let session = try test.session(frames: 0).0
        let silent = FrameHeader(kind: .nef, problem: "cannot be read (EIO)")
        let frames = try test.store.merge(card(3).map { ($0, silent) }, areFinal: false, in: session)
        #expect(frames.map(\.problem) == Array(repeating: "cannot be read (EIO)", count: 3))
        try test.reopen()
        #expect(try test.store.reconcile(card(3), positions: source, in: session).unread == card(3))
        #expect(try test.store.merge(batch(3), in: session).map(\.id) == frames.map(\.id))
        #expect(try test.store.reconcile(card(3), positions: source, in: session).unread.isEmpty)
    }

    @Test func merging_known_files_again_keeps_their_numbers() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 4)
        #expect(try test.store.merge(batch(4), in: session) == frames)
        #expect(try test.store.frames(in: session) == frames)
    }

    @Test func a_changed_file_is_a_new_frame_without_a_verdict() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        for frame in frames { try test.store.commit(step(frame, .verdict(.pick)), in: session) }
        var listing = card(3)
        listing[0].size += 1
        listing[1].modified += 5_000_000_001
        let result = try test.store.reconcile(listing, positions: source, in: session)
        #expect(result.known == [frames[2].id])
        #expect(result.unread == Array(listing[..<2]))
        #expect(result.missing == [frames[0].id, frames[1].id])
        let fresh = try test.store.merge(listing[..<2].map { ($0, header(0)) }, in: session)
        let marks = try test.store.marks(in: session)
        #expect(fresh.allSatisfy { marks[$0.id] == nil })
        #expect(Set(try test.store.frames(in: session).map(\.id)) == Set(fresh.map(\.id) + [frames[2].id]))
        #expect(marks[frames[0].id] == Mark(verdict: .pick))
    }

    @Test func merge_alone_also_sees_a_changed_file() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 1)
        var stamp = card(1)[0]
        stamp.size = 5
        let fresh = try test.store.merge([(stamp, header(0))], in: session)
        #expect(fresh[0].id != frames[0].id)
        // The old bytes are back on the card: so is the old frame.
        #expect(try test.store.merge(batch(1), in: session) == frames)
        #expect(try test.store.frames(in: session) == frames)
    }

    @Test func vanished_frames_are_hidden_and_come_back_with_their_verdicts() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 4)
        try test.store.commit(step(frames[3], .stars(5)), in: session)
        #expect(try test.store.reconcile(card(2), positions: source, in: session).missing == [frames[2].id, frames[3].id])
        #expect(try test.store.frames(in: session) == Array(frames[..<2]))
        let result = try test.store.reconcile(card(4), positions: source, in: session)
        #expect(result.returned == [frames[2].id, frames[3].id])
        #expect(result.known == frames.map(\.id))
        #expect(result.unread.isEmpty)
        #expect(try test.store.frames(in: session) == frames)
        #expect(try test.store.marks(in: session)[frames[3].id] == Mark(stars: 5))
    }

    @Test func a_source_that_was_not_listed_keeps_its_frames() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 2)
        let second = try test.store.merge(card(2, source: 1).map { ($0, header(0)) }, in: session)
        #expect(try test.store.reconcile([], positions: [0], in: session).missing.count == 2)
        #expect(try test.store.frames(in: session) == second)
    }

    @Test func times_of_fat_and_exfat_cards_are_the_same_frames() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 6)
        let second: Int64 = 1_000_000_000
        let rounded = card(6).map { stamp in
            var stamp = stamp
            stamp.modified = stamp.modified / (2 * second) * 2 * second
            return stamp
        }
        let winter = rounded.map { stamp in
            var stamp = stamp
            stamp.modified -= 3600 * second
            return stamp
        }
        for listing in [rounded, winter] {
            #expect(try test.store.reconcile(listing, positions: source, in: session).known == frames.map(\.id))
        }
        // One file an hour off among others that are not: somebody changed it.
        var changed = card(6)
        changed[2].modified += 3600 * second
        #expect(try test.store.reconcile(changed, positions: source, in: session).missing == [frames[2].id])
    }

    @Test func a_pair_made_later_is_noted() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 2)
        var listing = card(2)
        listing[1].pair = "100NIKON/DSC_0001.JPG"
        #expect(try test.store.reconcile(listing, positions: source, in: session).known == frames.map(\.id))
        #expect(try test.store.frames(in: session).map(\.pair) == [nil, "100NIKON/DSC_0001.JPG"])
    }

    @Test(arguments: ["UPDATE frame_header SET layout = 1", "UPDATE frame_header SET header = x'00ff'"])
    func headers_of_another_version_are_read_again_and_verdicts_stay(sql: String) throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        try test.store.commit(step(frames[1], .label(.green)), in: session)
        try test.stranger().run(sql)
        #expect(try test.store.frames(in: session).isEmpty)
        // DST began meanwhile: the stamp to hand on carries the time that the store knows.
        let listing = card(3).map { stamp in
            FileStamp(source: 0, path: stamp.path, size: stamp.size, modified: stamp.modified + 3_600_000_000_000)
        }
        let result = try test.store.reconcile(listing, positions: source, in: session)
        #expect(result.unread == card(3))
        #expect(try test.store.merge(result.unread.enumerated().map { ($1, header($0)) }, in: session) == frames)
        #expect(try test.store.marks(in: session) == [frames[1].id: Mark(label: .green)])
    }

    @Test func cards_are_appended_and_the_newest_of_a_model_counts() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 3)
        var plain = card(sharpness: 3)
        (plain.print, plain.caveat) = (nil, "too small to judge")
        plain.measures = Measures()
        try test.store.appendCards([(frames[0].id, card(sharpness: 1)), (frames[1].id, plain)])
        try test.store.appendCards([(frames[0].id, card(sharpness: 2)), (frames[0].id, card(model: "m2", sharpness: 9))])
        try test.reopen()
        #expect(try test.store.cards(in: session, model: "m1") == [frames[0].id: card(sharpness: 2), frames[1].id: plain])
        #expect(try test.store.cards(in: session, model: "m2") == [frames[0].id: card(model: "m2", sharpness: 9)])
        #expect(failure { try test.store.appendCards([(FrameID(999), plain)]) }?.kind == .refused)
    }

    @Test func measures_of_a_later_version_are_passed_over() {
        let stored = card(sharpness: 4.25).measures.stored + [250, 0, 0, 0, 0, 0, 0, 0, 0x40] + [1, 2]
        #expect(Measures(stored: stored) == card(sharpness: 4.25).measures)
    }
}
