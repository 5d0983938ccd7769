import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct RecognitionTests {
    private let home = SourceVolume(path: "/media/card", volumeID: "CARD-1", pathInVolume: "/DCIM")
    private let elsewhere = SourceVolume(path: "/mnt/x", volumeID: "CARD-1", pathInVolume: "/DCIM")
    private let copied = SourceVolume(path: "/home/a/wedding", volumeID: "DISK", pathInVolume: "/a/wedding")
    private let unnamed = SourceVolume(path: "/media/card", volumeID: nil, pathInVolume: "/DCIM")

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var volume: String?
        var path = "/DCIM"
        var listing: [FileStamp]
        var isSame: Bool
    }

    static let second: Int64 = 1_000_000_000
    static func moved(_ stamps: [FileStamp], by offset: Int64) -> [FileStamp] {
        stamps.map { FileStamp(source: $0.source, path: $0.path, size: $0.size, modified: $0.modified + offset) }
    }

    /// The session knows `card(100)` on CARD-1 in /DCIM.
    static let cases = [
        Case(testDescription: "the same card", volume: "CARD-1", listing: card(100), isSame: true),
        Case(testDescription: "more was shot", volume: "CARD-1", listing: card(300), isSame: true),
        Case(testDescription: "copied to a disk", volume: "DISK", path: "/a", listing: card(100), isSame: true),
        Case(testDescription: "half of it copied", volume: "DISK", path: "/a", listing: card(50), isSame: true),
        Case(testDescription: "less than half of it copied", volume: "DISK", path: "/a", listing: card(49), isSame: false),
        Case(testDescription: "rejects deleted from the same folder", volume: "CARD-1", listing: card(30), isSame: true),
        Case(testDescription: "few old ones among many new", volume: "CARD-1", listing: card(200, from: 80), isSame: false),
        Case(testDescription: "an unknown volume, same frames", volume: nil, listing: card(100), isSame: true),
        Case(
            testDescription: "another card of the same names", volume: "CARD-2", listing: card(100, size: 30_000_000),
            isSame: false),
        Case(
            testDescription: "reformatted, serial kept, same names and sizes", volume: "CARD-1",
            listing: moved(card(100), by: 86_400 * 3 * second + 7 * second), isSame: false),
        Case(testDescription: "emptied", volume: "CARD-1", listing: [], isSame: false),
        Case(testDescription: "winter time began", volume: "CARD-1", listing: moved(card(100), by: -3600 * second), isSame: true),
        Case(
            testDescription: "copied over FAT", volume: "DISK",
            listing: card(100).map { stamp in
                FileStamp(
                    source: 0, path: stamp.path, size: stamp.size, modified: (stamp.modified + second) / (2 * second) * 2 * second
                )
            }, isSame: true),
        Case(
            testDescription: "India, half an hour", volume: "CARD-1", listing: moved(card(100), by: 19_800 * second), isSame: true
        ),
        Case(testDescription: "40 minutes off", volume: "CARD-1", listing: moved(card(100), by: 2400 * second), isSame: false),
        Case(
            testDescription: "half a second off on a fine clock", volume: "CARD-1", listing: moved(card(100), by: second / 2),
            isSame: false),
    ]

    @Test(arguments: cases) func a_session_is_known_by_its_frames(case given: Case) throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 100)
        let source = SourceVolume(path: "/mnt/new", volumeID: given.volume, pathInVolume: given.path)
        let found = try test.store.recognise(sources: [source], listing: given.listing)
        #expect(found?.session == (given.isSame ? session : nil))
        if given.isSame { #expect(found?.positions == [0]) }
    }

    @Test func the_quick_way_goes_by_volume_and_folder_alone() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 3)
        #expect(try test.store.openQuick(sources: [elsewhere])?.session == session)
        #expect(try test.store.openQuick(sources: [copied]) == nil)
        #expect(try test.store.openQuick(sources: [unnamed]) == nil)
        #expect(try test.store.openQuick(sources: [elsewhere, copied]) == nil)
        #expect(try test.store.openQuick(sources: []) == nil)
    }

    @Test func the_quick_way_never_takes_two_unknown_volumes_for_one() throws {
        let test = try TestStore()
        _ = try test.store.create(name: "a", sources: [unnamed])
        #expect(try test.store.openQuick(sources: [unnamed]) == nil)
    }

    /// A container, or a reader without udev: programs that start together must not make a session each.
    @Test func where_no_volume_has_a_name_the_path_and_known_frames_tell() throws {
        let test = try TestStore()
        let other = SourceVolume(path: "/media/second", volumeID: nil, pathInVolume: "/DCIM")
        let session = try test.store.create(name: "a", sources: [unnamed])
        #expect(try test.store.recognise(sources: [unnamed], listing: card(4))?.session == session, "nothing is in it yet")
        #expect(try test.store.recognise(sources: [other], listing: card(4)) == nil)
        _ = try test.store.merge(batch(40), in: session)
        // The rejects were deleted since.
        #expect(try test.store.recognise(sources: [unnamed], listing: card(10))?.session == session)
        #expect(try test.store.recognise(sources: [other], listing: card(10)) == nil)
        #expect(
            try test.store.recognise(sources: [unnamed], listing: card(20, from: 1000)) == nil, "another card at the same path")
    }

    @Test func of_several_sessions_the_same_place_wins_then_the_larger_share() throws {
        let test = try TestStore()
        let (onCard, _) = try test.session(frames: 40)
        let onDisk = try test.store.create(name: "copy", sources: [copied])
        _ = try test.store.merge(batch(60), in: onDisk)
        #expect(try test.store.recognise(sources: [home], listing: card(60))?.session == onCard)
        #expect(try test.store.recognise(sources: [copied], listing: card(60))?.session == onDisk)
        let third = SourceVolume(path: "/usb", volumeID: "USB", pathInVolume: "/")
        #expect(try test.store.recognise(sources: [third], listing: card(40))?.session == onCard)
    }

    @Test func two_cards_in_the_other_order_are_the_same_wedding() throws {
        let test = try TestStore()
        let second = SourceVolume(path: "/media/two", volumeID: "CARD-2", pathInVolume: "/DCIM")
        let session = try test.store.create(name: "two", sources: [home, second])
        _ = try test.store.merge(batch(20), in: session)
        _ = try test.store.merge(card(10, from: 500, source: 1).map { ($0, header(0)) }, in: session)
        let swapped = card(10, from: 500) + card(20, source: 1)
        let found = try test.store.recognise(sources: [second, elsewhere], listing: swapped)
        #expect(found == Recognition(session: session, positions: [1, 0], known: 30, found: 30))
        #expect(try test.store.openQuick(sources: [second, elsewhere])?.positions == [1, 0])
        try test.store.setSources([second, elsewhere], of: try #require(found))
        #expect(try test.store.sources(of: session) == [elsewhere, second])
    }

    @Test func a_second_card_joins_the_session_of_the_first() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 20)
        let second = SourceVolume(path: "/media/two", volumeID: "CARD-2", pathInVolume: "/DCIM")
        let listing = card(10, from: 700) + card(20, source: 1)
        let found = try #require(try test.store.recognise(sources: [second, home], listing: listing))
        #expect(found.positions == [1, 0])
        try test.store.setSources([second, home], of: found)
        #expect(try test.store.sources(of: session) == [home, second])
    }

    @Test func a_session_without_frames_is_known_by_its_place_only() throws {
        let test = try TestStore()
        let session = try test.store.create(name: "empty", sources: [home])
        #expect(try test.store.recognise(sources: [elsewhere], listing: [])?.session == session)
        #expect(try test.store.recognise(sources: [elsewhere], listing: card(3))?.session == session)
        #expect(try test.store.recognise(sources: [copied], listing: card(3)) == nil)
    }

    @Test func frames_that_all_went_missing_still_tell_their_session() throws {
        let test = try TestStore()
        let (session, _) = try test.session(frames: 10)
        _ = try test.store.reconcile([], positions: [0], in: session)
        #expect(try test.store.recognise(sources: [copied], listing: card(10))?.session == session)
        #expect(try test.store.recognise(sources: [home], listing: card(10, from: 900)) == nil)
    }

    @Test func clock_shifts_need_two_witnesses_and_a_majority() {
        let hour: Int64 = 3_600_000_000_000
        #expect(FileTimes.commonShift([hour, hour, 0]) == hour)
        #expect(FileTimes.commonShift([hour, hour, 0, 0, 0]) == 0)
        #expect(FileTimes.commonShift([hour]) == 0)
        #expect(FileTimes.commonShift([]) == 0)
        #expect(FileTimes.commonShift([.min, .max, .max, 50 * hour, 50 * hour]) == 0)
        #expect(FileTimes.agree(.min, .max) == false)
        #expect(FileTimes.agree(2_000_000_000, 3_999_999_999))
        #expect(!FileTimes.agree(2_000_000_000, 4_000_000_001))
    }

    @Test func sessions_list_names_counts_and_the_last_opened_first() throws {
        let test = try TestStore()
        let (one, frames) = try test.session(frames: 5)
        let two = try test.store.create(name: "portraits", sources: [copied])
        for (frame, verdict) in zip(frames, [Verdict.pick, .pick, .reject, .maybe]) {
            try test.store.commit(step(frame, .verdict(verdict)), in: one)
        }
        #expect(try test.store.sessions().map(\.id) == [two, one])
        try test.store.touch(one)
        try test.store.setStatus(.reviewed, of: one)
        try test.store.rename(one, to: "Anna + Tom")
        // Counted twice: once from the log, once from what was remembered.
        for _ in 0..<2 {
            let first = try test.store.sessions()[0]
            #expect((first.id, first.name, first.status, first.sources) == (one, "Anna + Tom", .reviewed, ["/media/card"]))
            #expect([first.frames, first.picks, first.rejects, first.maybes, first.open] == [5, 2, 1, 1, 1])
            #expect(first.opened > first.created)
        }
        try test.store.commit(step(frames[0], .verdict(nil)), in: one)
        #expect(try test.store.sessions()[0].picks == 1)
        _ = try test.store.reconcile(card(1), positions: [0], in: one)
        #expect(try test.store.sessions()[0].frames == 1)
        #expect(try test.store.sessions()[0].picks == 0)
    }
}

private func == (
    left: (SessionID, String, SessionStatus, [String]), right: (SessionID, String, SessionStatus, [String])
) -> Bool { left.0 == right.0 && left.1 == right.1 && left.2 == right.2 && left.3 == right.3 }
