import KeepersCore
import Testing

@testable import PersistenceKit

@Suite("The store's past")
struct PastTests {
    private func photos(_ count: Int) -> [PastPhoto] {
        (0..<count).map { number in
            PastPhoto(path: "/old/DSC_\(number).NEF", size: 25, modified: 7, header: header(number))
        }
    }

    private func choice(_ photo: Int64, _ verdict: Verdict?, stars: Int = 0, isConflict: Bool = false) -> PastChoice {
        PastChoice(
            photo: photo, source: "Lightroom catalog a.lrcat", name: "DSC_\(photo).NEF", taken: 1000 - photo,
            mark: Mark(verdict: verdict, stars: stars), isConflict: isConflict)
    }

    @Test func aPhotoComesBackByPathSizeAndTime() throws {
        let test = try TestStore()
        let numbers = try test.store.add(pastPhotos: photos(3))
        #expect(numbers.count == 3)
        try test.reopen()
        let found = try test.store.pastPhoto(path: "/old/DSC_1.NEF", size: 25, modified: 7)
        #expect(found?.id == numbers[1])
        #expect(found?.header == header(1))
        #expect(try test.store.pastPhoto(path: "/old/DSC_1.NEF", size: 26, modified: 7) == nil)
        #expect(try test.store.pastPhoto(path: "/old/DSC_1.NEF", size: 25, modified: 8) == nil)
    }

    @Test func onlyWhatChangedIsSaidAgainAndTheNewestCounts() throws {
        let test = try TestStore()
        let numbers = try test.store.add(pastPhotos: photos(3))
        let first = [choice(numbers[0], .pick), choice(numbers[1], .reject, stars: 2), choice(numbers[2], nil)]
        #expect(try test.store.append(pastChoices: first) == 3)
        #expect(try test.store.append(pastChoices: first) == 0)
        let changed = choice(numbers[1], nil, isConflict: true)
        #expect(try test.store.append(pastChoices: [first[0], changed]) == 1)
        try test.reopen()
        // By the time they were taken: the last photo is the oldest.
        #expect(try test.store.pastChoices() == [first[2], changed, first[0]])
    }

    @Test func afterAResetTheSameWordsCountAgainOnlyWhenTheyAreSaidAgain() throws {
        let test = try TestStore()
        let numbers = try test.store.add(pastPhotos: photos(1))
        let word = choice(numbers[0], .pick)
        try test.store.append(pastChoices: [word])
        let since: Int64 = 1_700_000_000_500_000_000
        #expect(try test.store.pastChoices(since: since).isEmpty)
        #expect(try test.store.append(pastChoices: [word], since: since) == 1)
    }

    @Test func cardsBelongToTheirModelAndTheNewestLeads() throws {
        let test = try TestStore()
        let numbers = try test.store.add(pastPhotos: photos(2))
        #expect(try test.store.newestModel() == nil)
        var full = card(model: "m2", sharpness: 3)
        full.faces = []
        full.subject = .faces
        try test.store.append(pastCards: [(numbers[0], card(model: "m1", sharpness: 1)), (numbers[0], full)])
        try test.reopen()
        #expect(try test.store.measuredPast(model: "m2") == [numbers[0]])
        let found = try test.store.measuredPast(numbers, model: "m2")
        #expect(found.map(\.photo.id) == [numbers[0]])
        #expect(found.first?.card == full)
        #expect(try test.store.newestModel() == "m2")
    }

    @Test func nothingOfItIsEverChanged() throws {
        let test = try TestStore()
        let numbers = try test.store.add(pastPhotos: photos(1))
        try test.store.append(pastChoices: [choice(numbers[0], .pick)])
        try test.store.append(pastCards: [(numbers[0], card(sharpness: 1))])
        let stranger = try test.stranger()
        defer { stranger.close() }
        for sql in [
            "UPDATE past_decision SET stars = 5", "DELETE FROM past_decision", "UPDATE past_card SET width = 1",
            "DELETE FROM past_card",
        ] {
            #expect(failure { try stranger.execute(sql) }?.message.contains("only appended") == true, "\(sql)")
        }
    }
}
