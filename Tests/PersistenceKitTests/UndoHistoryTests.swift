import KeepersCore
import Testing

@testable import PersistenceKit

@Suite struct UndoHistoryTests {
    /// A log in memory that behaves as the store's.
    struct Desk {
        var log: [StoredStep] = []
        var history = UndoHistory()

        mutating func press(_ step: Step, undoOf: StepID? = nil) {
            let stored = StoredStep(id: StepID(Int64(log.count + 1)), at: Int64(log.count), step: step, undoOf: undoOf)
            log.append(stored)
            history.record(stored)
        }
        @discardableResult mutating func undo(from place: Place = Place()) -> Place? {
            guard let proposal = history.undo(from: place) else { return nil }
            press(proposal.step, undoOf: proposal.undoOf)
            return proposal.returnTo
        }
        @discardableResult mutating func redo(from place: Place = Place()) -> Place? {
            guard let proposal = history.redo(from: place) else { return nil }
            press(proposal.step, undoOf: proposal.undoOf)
            return proposal.returnTo
        }
    }

    private func randomStep(_ random: inout SplitMix) -> Step {
        let changes = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let change: Change =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: .verdict([nil, .pick, .reject, .maybe].randomElement(using: &random) ?? nil)
                case 1: .stars(Int.random(in: 0...5, using: &random))
                default: .label([nil, .red, .purple].randomElement(using: &random) ?? nil)
                }
            return FrameChange(FrameID(Int64.random(in: 1...4, using: &random)), change)
        }
        return Step(changes: changes, place: Place(frame: changes[0].frame))
    }

    private func marks(_ log: [StoredStep]) -> [FrameID: Mark] {
        var marks: [FrameID: Mark] = [:]
        for change in log.flatMap(\.step.changes) {
            marks[change.frame] = change.change.applied(to: marks[change.frame] ?? Mark())
        }
        return marks.filter { !$0.value.isEmpty }
    }

    @Test(arguments: UInt64(1)...20)
    func undoing_all_gives_no_marks_and_redoing_all_gives_the_same(seed: UInt64) {
        var random = SplitMix(state: seed)
        var desk = Desk()
        var states: [[FrameID: Mark]] = [[:]]
        for _ in 0..<25 {
            desk.press(randomStep(&random))
            states.append(desk.history.marks)
        }
        for state in states.dropLast().reversed() {
            desk.undo()
            #expect(desk.history.marks == state)
        }
        #expect(desk.undo() == nil)
        for state in states.dropFirst() {
            desk.redo()
            #expect(desk.history.marks == state)
        }
        #expect(desk.redo() == nil)
    }

    @Test(arguments: UInt64(100)...119)
    func any_mixture_equals_a_plain_list_with_a_cursor(seed: UInt64) {
        var random = SplitMix(state: seed)
        var desk = Desk()
        var states: [[FrameID: Mark]] = [[:]]
        var cursor = 0
        for _ in 0..<120 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                desk.press(randomStep(&random))
                states = Array(states.prefix(cursor + 1)) + [desk.history.marks]
                cursor += 1
            case 2, 3:
                let undone = desk.undo() != nil
                #expect(undone == (cursor > 0))
                cursor -= undone ? 1 : 0
            default:
                let redone = desk.redo() != nil
                #expect(redone == (cursor < states.count - 1))
                cursor += redone ? 1 : 0
            }
            #expect(desk.history.marks == states[cursor])
            #expect(desk.history.undoable.count == cursor)
            #expect(desk.history.redoable.count == states.count - 1 - cursor)
        }
        #expect(desk.history.marks == marks(desk.log))
        #expect(UndoHistory(log: desk.log) == desk.history)
    }

    @Test func undo_and_redo_bring_the_place_back() {
        var desk = Desk()
        let there = Place(screen: .loupe, frame: FrameID(1), filter: "pick", zoom: 100)
        let elsewhere = Place(frame: FrameID(9))
        desk.press(Step(changes: [FrameChange(FrameID(1), .stars(3))], reason: "3 stars", place: there))
        #expect(desk.undo(from: elsewhere) == there)
        #expect(desk.log.last?.step.place == elsewhere)
        #expect(desk.redo(from: elsewhere) == there)
        #expect(desk.undo(from: elsewhere) == there)
        #expect(desk.history.redoable.last?.reason == "3 stars")
        #expect(desk.log.map(\.step.origin) == [.user, .undo, .redo, .undo])
        #expect(desk.log.map(\.undoOf) == [nil, StepID(1), StepID(2), StepID(3)])
    }

    @Test func a_new_verdict_ends_redo() {
        var desk = Desk()
        desk.press(Step(changes: [FrameChange(FrameID(1), .verdict(.pick))]))
        desk.undo()
        desk.press(Step(changes: [FrameChange(FrameID(2), .verdict(.reject))], origin: .commandLine))
        #expect(desk.history.redo(from: Place()) == nil)
        #expect(desk.history.undoable.count == 1)
    }

    @Test func a_log_that_names_unknown_steps_is_followed_without_a_crash() {
        let undo = Step(changes: [FrameChange(FrameID(1), .stars(2))], origin: .undo)
        let redo = Step(changes: [FrameChange(FrameID(1), .stars(4))], origin: .redo)
        let history = UndoHistory(log: [
            StoredStep(id: StepID(5), at: 0, step: undo, undoOf: StepID(77)), StoredStep(id: StepID(6), at: 0, step: redo),
        ])
        #expect(history.marks == [FrameID(1): Mark(stars: 4)])
    }

    @Test func the_history_survives_a_restart() throws {
        let test = try TestStore()
        let (session, frames) = try test.session(frames: 4)
        var random = SplitMix(state: 7)
        var history = UndoHistory()
        for round in 0..<40 {
            let proposal = round % 4 == 2 ? history.undo(from: Place()) : round % 4 == 3 ? history.redo(from: Place()) : nil
            var step = proposal?.step ?? randomStep(&random)
            if proposal == nil {
                step.changes = step.changes.map { FrameChange(frames[Int($0.frame.rawValue) - 1].id, $0.change) }
            }
            history.record(try test.store.commit(step, undoOf: proposal?.undoOf, in: session))
            if round % 9 == 0 { try test.reopen() }
            #expect(UndoHistory(log: try test.store.steps(in: session)) == history)
        }
        #expect(try test.store.marks(in: session) == history.marks)
    }
}
