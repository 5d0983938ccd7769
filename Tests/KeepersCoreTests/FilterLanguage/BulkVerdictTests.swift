import KeepersCore
import Testing

@Suite struct BulkVerdictTests {
    private let model = FilterSample.model
    private func all(_ text: String) throws -> [FrameID] { FilterMatcher(try Filter.parse(text), model).frames }

    @Test func neverRejectsAPickByTheWay() throws {
        let bulk = BulkVerdict(.verdict(.reject), of: try all("all"), in: model)
        // Frame 1 was picked here, frame 6 in its sidecar; frame 2 is rejected already, frame 3 was rated and edited before.
        #expect(bulk.changes.count == 8 && bulk.left == 2 && bulk.same == 1 && bulk.protected == 1)
        #expect(bulk.changes.allSatisfy { $0.frame != FrameID(1) && $0.frame != FrameID(6) })
        #expect(bulk.forecast == "would reject 8 frames; 2 picked left alone; 1 so already; 1 rated or edited before")
        #expect(bulk.outcome == "rejected 8 frames; 2 picked left alone; 1 so already; 1 rated or edited before")
        let forced = BulkVerdict(.verdict(.reject), of: try all("all"), in: model, overrides: true)
        #expect(forced.changes.count == 10 && forced.overturned == 2 && forced.left == 0)
        #expect(forced.forecast.contains("would reject 10 frames; 2 picked among them"))
    }

    @Test func neverPicksARejectByTheWay() throws {
        let bulk = BulkVerdict(.verdict(.pick), of: try all("judged"), in: model)
        // Frame 6 was picked before, and that stands.
        #expect(bulk.changes == [FrameChange(FrameID(3), .verdict(.pick))] && bulk.left == 1 && bulk.same == 2)
        #expect(BulkVerdict(.verdict(.maybe), of: try all("judged"), in: model).changes.isEmpty)
        #expect(BulkVerdict(.verdict(nil), of: try all("judged"), in: model).changes.count == 4)
        #expect(BulkVerdict(.stars(3), of: try all("picked"), in: model).forecast == "would give 3 stars to 2 frames")
        #expect(BulkVerdict(.label(.red), of: [], in: model).forecast == "no frame matches: nothing to label red")
    }

    @Test func clearingTakesOffWhatWasThereBeforeAndSaysSo() throws {
        let bulk = BulkVerdict(.verdict(nil), of: try all("all"), in: model)
        #expect(Set(bulk.changes.map(\.frame.rawValue)) == [1, 2, 3, 6] && bulk.before == 1)
        #expect(bulk.forecast == "would clear the verdict of 4 frames; 1 of them decided before; 7 without it already")
    }

    @Test("is taken back whole by its inverse", arguments: [1, 2, 3] as [UInt64])
    func inverse(seed: UInt64) throws {
        var maker = FilterMaker(seed)
        var dice = Dice(seed)
        for _ in 0..<100 {
            let frames = FilterMatcher(try Filter.parse(maker.filter(depth: 2)), model).frames
            let actions: [BulkVerdict.Action] = [
                .verdict(.pick), .verdict(.reject), .verdict(.maybe), .verdict(nil), .stars(dice.roll(6)), .label(.blue),
                .label(nil),
            ]
            let bulk = BulkVerdict(actions[dice.roll(actions.count)], of: frames, in: model, overrides: dice.roll(2) == 0)
            var copy = model
            let inverse = copy.inverse(of: bulk.changes)
            copy.decide(bulk.changes)
            let stands = model.frames.allSatisfy { copy.standing($0.id) == model.standing($0.id) }
            #expect(bulk.changes.isEmpty == (copy.marks == model.marks && stands))
            copy.apply(inverse)
            #expect(copy.marks == model.marks)
        }
    }
}

@Suite struct SavedFilterTests {
    @Test func aNameNeverChangesWhatAFilterMeans() throws {
        for name in ["red", "picked", "stars", "two words", "", "1/500", "a&b", "all", String(repeating: "x", count: 33), "42"] {
            #expect(SavedFilters.objection(to: name) != nil, "\(name)")
        }
        #expect(SavedFilters.objection(to: "evening") == nil && SavedFilters.objection(to: "première_danse-2") == nil)
        let saved = ["evening": "time>22:00", "red": "stars=5"]
        #expect(try SavedFilters.parse("Evening ", saved: saved).canonical == "time>22:00")
        #expect(try SavedFilters.parse("red", saved: saved).canonical == "label=red")
        #expect(throws: Filter.Problem.self) { _ = try SavedFilters.parse("evenings", saved: saved) }
        let within = try SavedFilters.parse("!(EVENING | red) picked", saved: saved)
        #expect(within.canonical == "!(time>22:00 | label=red) & picked" && within.text == within.canonical)
        #expect(SavedFilters.from(settings: ["filter evening": "x", "taste": "on"]) == ["evening": "x"])
    }
}
