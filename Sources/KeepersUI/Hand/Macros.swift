import KeepersCore

/// A change of the keys that a person asked for.
public enum KeyChange: Equatable, Sendable {
    case profile(Bindings.Profile)
    case layout(Bindings.Layout)
}

/// One thing of a macro: a command with its count, or what was typed into a prompt. A prompt's keys never become commands.
enum MacroStep: Equatable, Sendable {
    case command(Command, count: Int?)
    case typed(InputEvent)
}

/// Macros: recorded as commands, so that they do the same in every profile; played one command at a time.
struct Macros: Equatable, Sendable {
    /// Commands that one key may set off: a macro that plays itself ends here at the latest.
    static let mostSteps = 1000

    private(set) var recording: Character?
    private var recorded: [MacroStep] = []
    private(set) var kept: [Character: [MacroStep]] = [:]
    private(set) var last: Character?
    /// What is still to play, the next at the end.
    private var waiting: [MacroStep] = []
    private(set) var played = 0

    var isPlaying: Bool { !waiting.isEmpty }

    /// `qA` goes on with macro a, as in vim.
    mutating func record(_ letter: Character) {
        recording = Character(letter.lowercased())
        recorded = letter.isUppercase ? kept[Character(letter.lowercased())] ?? [] : []
    }

    /// The letter and length of what was recorded.
    mutating func end() -> (Character, Int)? {
        guard let letter = recording else { return nil }
        kept[letter] = recorded
        recording = nil
        defer { recorded = [] }
        return (letter, recorded.count)
    }

    mutating func note(_ step: MacroStep) {
        guard recording != nil, !isPlaying, recorded.count < Macros.mostSteps else { return }
        recorded.append(step)
    }

    /// What goes into a prompt belongs to the macro.
    mutating func note(_ input: InputEvent) {
        switch input {
        case .key, .paste: note(.typed(input))
        case .mouse, .focus, .resize: break
        }
    }

    /// false where there is no such macro.
    mutating func play(_ letter: Character, times: Int) -> Bool {
        let name = letter == "@" ? last : Character(letter.lowercased())
        guard let name, let steps = kept[name] else { return false }
        last = name
        for _ in 0..<min(times, Macros.mostSteps) where waiting.count < Macros.mostSteps * 2 { waiting += steps.reversed() }
        return true
    }

    /// One command several times, each of them a step of its own.
    mutating func play(_ command: Command, times: Int) {
        waiting += Array(repeating: .command(command, count: nil), count: min(times, Macros.mostSteps))
    }

    mutating func next() -> MacroStep? {
        guard let step = waiting.popLast() else { return nil }
        played += 1
        return step
    }

    mutating func stop() {
        waiting = []
        played = 0
    }

    /// A key of the person begins a new count.
    mutating func begin() { played = 0 }
}
