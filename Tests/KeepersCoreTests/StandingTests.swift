import KeepersCore
import Testing

/// What stands: the person's own decision, part by part, else the one from before.
@Suite struct StandingTests {
    private let frame = FrameID(1)
    private func model(_ own: Mark = Mark(), _ decided: Set<SidecarAspect> = [], before: Mark) -> SessionModel {
        SessionModel(
            frames: [Make.frame(1)], marks: [frame: own], existing: [frame: Existing(mark: before)],
            decided: decided.isEmpty ? [:] : [frame: decided])
    }

    @Test func eachPartIsTheOwnElseTheOneFromBefore() {
        let before = Mark(verdict: .pick, stars: 4, label: .yellow)
        let open = model(before: before)
        #expect(open.standing(frame) == before && open.standingFromBefore(frame) == before && !open.isMine(frame))
        #expect(open.counts.picks == 1 && open.counts.picksBefore == 1 && open.counts.open == 0 && open.ownCounts.picks == 0)
        let rated = model(Mark(stars: 2), [.stars], before: before)
        #expect(rated.standing(frame) == Mark(verdict: .pick, stars: 2, label: .yellow) && rated.isMine(frame))
        #expect(rated.standingFromBefore(frame) == Mark(verdict: .pick, label: .yellow) && rated.takenOff(frame).isEmpty)
        let cleared = model(Mark(stars: 2), [.stars, .verdict, .colour], before: before)
        #expect(cleared.standing(frame) == Mark(stars: 2))
        #expect(cleared.takenOff(frame) == Mark(verdict: .pick, label: .yellow) && cleared.counts.open == 1)
        let maybe = model(Mark(verdict: .maybe), [.verdict], before: before)
        #expect(maybe.staysBesideMaybe(frame) == .pick && maybe.counts.maybes == 1 && maybe.counts.picks == 0)
    }

    @Test func clearingWhatStandsIsAChangeAndClearingNothingIsNone() {
        var model = model(before: Mark(verdict: .pick, stars: 4))
        #expect(model.isReal(FrameChange(frame, .verdict(nil))) && model.isReal(FrameChange(frame, .stars(0))))
        #expect(!model.isReal(FrameChange(frame, .label(nil))))
        #expect(model.isReal(FrameChange(frame, .verdict(.pick))), "a pick of one's own beside one from before")
        model.decide([FrameChange(frame, .verdict(nil))])
        #expect(model.standing(frame) == Mark(stars: 4) && !model.isReal(FrameChange(frame, .verdict(nil))))
    }

    /// Counted step by step it is what a look through all that can be undone says.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func whatIsDecidedFollowsUndoAndRedo(seed: UInt64) {
        var dice = Dice(seed)
        var history = UndoHistory()
        for number in 1...300 {
            var step = Step(changes: [change(&dice)] + (dice.roll(3) == 0 ? [change(&dice)] : []))
            var undoOf: StepID?
            switch dice.roll(8) {
            case 0, 1, 2:
                guard let undo = history.undo(from: Place()) else { continue }
                (step, undoOf) = (undo.step, undo.undoOf)
            case 3, 4:
                guard let redo = history.redo(from: Place()) else { continue }
                (step, undoOf) = (redo.step, redo.undoOf)
            case 5: step.origin = .sidecar
            default: break
            }
            let expected = history.decided(after: step, undoOf: undoOf)
            history.record(StoredStep(id: StepID(Int64(number)), at: 0, step: step, undoOf: undoOf))
            #expect(history.decided(of: step.changes) == expected)
            var plain: [FrameID: Set<SidecarAspect>] = [:]
            for change in history.undoable.filter({ !$0.isForeign }).flatMap(\.inverse) {
                if let aspect = change.change.aspect { plain[change.frame, default: []].insert(aspect) }
            }
            #expect(history.decided() == plain)
        }
    }

    private func change(_ dice: inout Dice) -> FrameChange {
        let changes: [Change] = [.verdict(.pick), .verdict(nil), .stars(dice.roll(6)), .label(.red), .label(nil), .best(true)]
        return FrameChange(FrameID(Int64(1 + dice.roll(4))), changes[dice.roll(changes.count)])
    }

    @Test func aJournalCarriesWhatLastsAndNotWhatWasUndone() {
        let frames = [Make.frame(1), Make.frame(2)]
        func stored(_ id: Int64, _ change: Change, _ origin: Step.Origin = .user, frame: Int64 = 1, undoOf: Int64? = nil)
            -> StoredStep
        {
            StoredStep(
                id: StepID(id), at: 0, step: Step(changes: [FrameChange(FrameID(frame), change)], origin: origin),
                undoOf: undoOf.map { StepID($0) })
        }
        let log = [
            stored(1, .verdict(.pick)), stored(2, .verdict(nil), .undo, undoOf: 1), stored(3, .stars(0), frame: 2),
            stored(4, .stars(0), .undo, frame: 2, undoOf: 3), stored(5, .stars(0), .redo, frame: 2, undoOf: 4),
        ]
        let journal = Journal(
            name: "x", log: log, frames: Dictionary(uniqueKeysWithValues: frames.map { ($0.id, $0) }), time: { _ in "" })
        #expect(journal.lasting.map(\.step) == [3])
        #expect(journal.decided == [frames[1].path: [.stars]])
    }

    @Test func theCamerasStarsCountWhereNoSidecarHasARating() {
        var silent = SidecarValues()
        silent.pick = 1
        var zero = silent
        (zero.rating, zero.ratingText) = (0, "0")
        #expect(Existing(sidecars: [silent]).withCamera(stars: 3, besides: [silent]).mark == Mark(verdict: .pick, stars: 3))
        #expect(Existing(sidecars: [zero]).withCamera(stars: 3, besides: [zero]).mark == Mark(verdict: .pick))
    }
}
