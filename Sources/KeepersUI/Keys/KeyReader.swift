import KeepersCore

/// Turns keys into commands. A sequence, a count or a mark waits for its next key as long as it takes: no timeout decides what was
/// meant, and what is waited for is on the screen.
struct KeyReader: Equatable, Sendable {
    enum Reading: Equatable, Sendable {
        /// No binding begins so.
        case nothing
        /// More keys are wanted; or Esc has taken back those that were there.
        case waiting
        case command(Command, count: Int?)
        /// Keys that together mean nothing, as they were typed (`g x`): the last of them must not act alone.
        case broken(String)
    }

    /// A greater count reads as this: more than any card holds.
    static let mostTimes = 99_999

    private let table: [[Key]: Command]
    private let prefixes: Set<[Key]>
    /// Alt-x is Esc and x where no binding wants the two in one.
    private let altKeys: Set<Key>
    /// The key that begins a macro ends it while one is recorded.
    var isRecording = false

    private var pending: [Key] = []
    private var awaited: Command.LetterCommand?
    private var count: Int?

    init(_ bindings: Bindings) {
        var table: [[Key]: Command] = [:]
        var prefixes: Set<[Key]> = []
        var altKeys: Set<Key> = []
        for binding in bindings.list {
            table[binding.sequence] = binding.command
            for length in 1..<max(1, binding.sequence.count) { prefixes.insert(Array(binding.sequence.prefix(length))) }
            altKeys.formUnion(binding.sequence.filter(\.alt))
        }
        self.table = table
        self.prefixes = prefixes
        self.altKeys = altKeys
    }

    func wantsAlt(_ key: Key) -> Bool { altKeys.contains(key) }

    /// What waits, as it was typed: `12`, `g`, `r`, `3'`.
    var typed: String { (count.map(String.init) ?? "") + pending.shown }

    mutating func forget() {
        pending = []
        awaited = nil
        count = nil
    }

    mutating func read(_ key: Key) -> Reading {
        if key == Key(.escape) || key == Key(.character("c"), control: true), !typed.isEmpty {
            forget()
            return .waiting
        }
        if let awaited { return readLetter(key, of: awaited) }
        if pending.isEmpty, let count, let digit = KeyReader.digit(key) {
            self.count = min(KeyReader.mostTimes, count * 10 + digit)
            return .waiting
        }
        if let found = find(pending + [key]) {
            pending = found
        } else {
            let typed = pending + [key]
            forget()
            return typed.count > 1 ? .broken(typed.shown) : .nothing
        }
        guard let command = table[pending] else { return .waiting }
        return finish(command)
    }

    private mutating func finish(_ command: Command) -> Reading {
        switch command {
        case .count(let digit):
            pending = []
            count = min(KeyReader.mostTimes, (count ?? 0) * 10 + digit)
            return .waiting
        case .letter(.recordMacro) where isRecording:
            forget()
            return .command(.endMacro, count: nil)
        case .letter(let letter):
            awaited = letter
            return .waiting
        default:
            defer { forget() }
            return .command(command, count: count)
        }
    }

    private mutating func readLetter(_ key: Key, of letter: Command.LetterCommand) -> Reading {
        let (times, typed) = (count, pending + [key])
        forget()
        if case .character(let character) = key.code, !key.control, !key.alt {
            return .command(.lettered(letter, character), count: times)
        }
        return .broken(typed.shown)
    }

    /// The sequence as it is bound: as typed, or without a Shift that only newer terminals tell of.
    private func find(_ sequence: [Key]) -> [Key]? {
        if table[sequence] != nil || prefixes.contains(sequence) { return sequence }
        guard var last = sequence.last, last.shift else { return nil }
        last.shift = false
        let plain = sequence.dropLast() + [last]
        return table[Array(plain)] != nil || prefixes.contains(Array(plain)) ? Array(plain) : nil
    }

    private static func digit(_ key: Key) -> Int? {
        guard case .character(let character) = key.code, !key.control, !key.alt, character.isASCII else { return nil }
        return character.wholeNumberValue
    }
}
