import KeepersCore
import KeepersUI

/// Plays keys on the screens with a store that always (or never) answers.
struct Player {
    var app: AppState
    var effects: [Effect] = []
    var storeIsBroken = false
    private var nextStep: Int64 = 2

    init(_ app: AppState) { self.app = app }

    mutating func press(_ names: String...) { for name in names { press(key: Key(named: name)!) } }
    mutating func type(_ text: String) { for character in text { press(key: Key(character)) } }

    mutating func press(key: Key) { send(.key(key)) }

    mutating func send(_ input: InputEvent) {
        take(app.update(.input(input)))
        while app.hasMore { take(app.update(.proceed)) }
    }

    private mutating func take(_ new: [Effect]) {
        effects += new
        for case .commit(let step, let undoOf) in new {
            if storeIsBroken {
                _ = app.update(.commitFailed("the disk is full: this verdict was not kept"))
            } else {
                _ = app.update(.committed(StoredStep(id: StepID(nextStep), at: 0, step: step, undoOf: undoOf)))
                nextStep += 1
            }
        }
    }

    var session: SessionState { app.session! }
    var focus: Int { Int(session.focus?.rawValue ?? -1) }
    func mark(_ frame: Int) -> Mark { session.model.mark(FrameID(Int64(frame))) }
    var commits: [Step] { effects.compactMap { if case .commit(let step, _) = $0 { step } else { nil } } }
    var screen: String { app.render().text }
}
