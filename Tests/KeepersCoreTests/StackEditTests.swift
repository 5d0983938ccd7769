import KeepersCore
import Testing

@Suite struct StackEditTests {
    /// Bursts 1-6, 7-9 and 10-12, and singles 13, 14 and 15, in time order.
    private func model() -> SessionModel {
        var frames: [(Frame, Print)] = []
        for id in 1...12 as ClosedRange<Int64> {
            let burst = id <= 6 ? 0 : id <= 9 ? 1 : 2
            frames.append(
                (Make.frame(id, at: Make.time(burst * 500, sub: String(id % 10 + (id > 9 ? 5 : 0)))), Looked.print(scene: burst)))
        }
        for id in 13...15 as ClosedRange<Int64> {
            frames.append((Make.frame(id, at: Make.time(3000 + Int(id) * 100)), Looked.print(scene: Int(id))))
        }
        return Looked.model(frames)
    }

    private func edited(_ edit: (SessionModel) -> [FrameChange]) -> SessionModel {
        var model = model()
        model.apply(edit(model))
        return model
    }

    @Test func splitsAndKeepsTheHalvesWhateverComes() {
        var model = edited { StackEdits.split(at: FrameID(4), in: $0) }
        #expect(Looked.members(model) == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]])
        #expect(model.stacks.map(\.isByHand) == [true, true, false, false] && model.stacks[0].kind == .burst)
        // A late frame of the same burst changes nothing in either half.
        let late = Make.frame(99, at: Make.time(0, sub: "35"))
        model.setFrames(model.frames + [late])
        var card = Make.card()
        card.print = Looked.print(scene: 0)
        model.add(cards: [late.id: card])
        model.restack()
        #expect(Looked.members(model).prefix(2) == [[1, 2, 3], [4, 5, 6]])
        #expect(StackEdits.split(at: FrameID(1), in: model).isEmpty, "nothing before the first")
        #expect(StackEdits.split(at: FrameID(13), in: model).isEmpty, "a single frame")
    }

    @Test func takesOneOutAndTheRestStaysTogether() {
        var model = edited { StackEdits.takeOut(FrameID(3), in: $0) }
        #expect(Looked.members(model)[0] == [1, 2, 4, 5, 6] && model.stack(of: FrameID(3)) == nil)
        // The frame after which the stack is named may leave too.
        model.apply(StackEdits.takeOut(FrameID(1), in: model))
        #expect(Looked.members(model)[0] == [2, 4, 5, 6] && model.stack(of: FrameID(1)) == nil)
        model.apply(StackEdits.takeOut(FrameID(7), in: model))
        model.apply(StackEdits.takeOut(FrameID(8), in: model))
        #expect(model.stack(of: FrameID(9)) == nil, "one left is no stack")
    }

    @Test func mergesStacksAndSingles() {
        var model = edited { StackEdits.merge([FrameID(8), FrameID(13)], in: $0) }
        #expect(Looked.members(model) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 13], [10, 11, 12]])
        #expect(model.stack(of: FrameID(13))?.kind == .retry)
        #expect(StackEdits.merge([FrameID(7), FrameID(13)], in: model).isEmpty, "one stack already")
        model.apply(StackEdits.mergeWithPrevious(FrameID(15), in: model))
        #expect(Looked.members(model).last == [14, 15])
        #expect(StackEdits.mergeWithPrevious(FrameID(1), in: model).isEmpty)
    }

    @Test func oneBestAStackByHand() {
        var model = edited { StackEdits.chooseBest(FrameID(2), in: $0) }
        #expect(model.stacks[0].userBest == FrameID(2))
        model.apply(StackEdits.chooseBest(FrameID(5), in: model))
        #expect(model.stacks[0].userBest == FrameID(5) && !model.mark(FrameID(2)).isBest)
        model.apply(StackEdits.chooseBest(FrameID(8), in: model))
        model.apply(StackEdits.merge([FrameID(1), FrameID(7)], in: model))
        #expect(model.stacks[0].members.count == 9 && model.stacks[0].userBest == FrameID(5))
        #expect(model.stacks[0].members.filter { model.mark($0).isBest } == [FrameID(5)])
        model.apply(StackEdits.chooseBest(FrameID(5), in: model))
        #expect(model.stacks[0].userBest == nil, "chosen again it is as suggested")
    }

    @Test func resetBringsBackWhatWasFound() {
        let found = model()
        var changed = found
        changed.apply(StackEdits.split(at: FrameID(4), in: changed))
        changed.apply(StackEdits.takeOut(FrameID(2), in: changed))
        changed.apply(StackEdits.merge([FrameID(5), FrameID(14)], in: changed))
        changed.apply(StackEdits.chooseBest(FrameID(5), in: changed))
        changed.apply(StackEdits.takeOut(FrameID(11), in: changed))
        let other = changed.mark(FrameID(11))
        changed.apply(StackEdits.reset(FrameID(2), in: changed))
        #expect(changed.mark(FrameID(11)) == other, "another stack is left alone")
        changed.apply(StackEdits.reset(FrameID(12), in: changed))
        #expect(changed.stacks == found.stacks && changed.marks.isEmpty)
    }

    @Test func everySequenceOfEditsCanBeUndone() {
        for seed in 1...12 as ClosedRange<UInt64> {
            var dice = Dice(seed)
            var model = model()
            var history = UndoHistory()
            var before: [SessionModel] = []
            for step in 1...25 {
                let changes = edit(model, &dice)
                guard !changes.isEmpty else { continue }
                before.append(model)
                model.apply(changes)
                history.record(StoredStep(id: StepID(Int64(step)), at: 0, step: Step(changes: changes)))
                check(model)
            }
            #expect(before.count > 8)
            for (place, expected) in before.reversed().enumerated() {
                guard let undo = history.undo(from: Place()) else { break }
                model.apply(undo.step.changes)
                history.record(StoredStep(id: StepID(Int64(100 + place)), at: 0, step: undo.step, undoOf: undo.undoOf))
                #expect(model == expected)
            }
            #expect(history.marks.isEmpty && model.marks.isEmpty)
        }
    }

    private func edit(_ model: SessionModel, _ dice: inout Dice) -> [FrameChange] {
        let frame = FrameID(Int64(1 + dice.roll(15)))
        switch dice.roll(6) {
        case 0: return StackEdits.split(at: frame, in: model)
        case 1: return StackEdits.takeOut(frame, in: model)
        case 2: return StackEdits.merge([frame, FrameID(Int64(1 + dice.roll(15)))], in: model)
        case 3: return StackEdits.mergeWithPrevious(frame, in: model)
        case 4: return StackEdits.chooseBest(frame, in: model)
        default: return dice.roll(4) == 0 ? StackEdits.reset(frame, in: model) : []
        }
    }

    /// What holds after any edit: a frame in at most one stack, a name that is a member's, at most one best, stacks in time order.
    private func check(_ model: SessionModel) {
        let members = model.stacks.flatMap(\.members)
        #expect(Set(members).count == members.count)
        #expect(model.stacks.map(\.id) == Array(model.stacks.indices.map { $0 + 1 }))
        for stack in model.stacks {
            #expect(stack.members.count > 1 && stack.members.filter { model.mark($0).isBest }.count <= 1)
            guard stack.isByHand else { continue }
            let names = Set(stack.members.map { model.mark($0).group })
            #expect(names.count == 1 && stack.members.contains { names.contains($0) })
        }
    }

    @Test func aLogOfAnotherHandDoesNoHarm() {
        // A group named by a frame that is not here, and one named by a frame of another group.
        var model = model()
        model.apply([
            FrameChange(FrameID(1), .group(FrameID(777))), FrameChange(FrameID(9), .group(FrameID(777))),
            FrameChange(FrameID(2), .group(FrameID(13))), FrameChange(FrameID(13), .group(FrameID(2))),
        ])
        #expect(Looked.members(model) == [[1, 9], [3, 4, 5, 6], [7, 8], [10, 11, 12]])
    }
}
