import KeepersCore

/// What a session's screens know of the hand at the keys.
struct Hand: Equatable, Sendable {
    /// The keys in force, for hints and words.
    var bindings = Bindings.studio
    /// Keys that wait for the next one.
    var typed = ""
    /// The macro that is being recorded.
    var recording: Character?
    /// Frames by letter; kept with the session.
    var marks: [Character: FrameID] = [:]
    /// Where the last jump began, for `''`.
    var jumpedFrom: FrameID?
    /// The name that `/` last jumped to.
    var lastFind: String?
    /// The frame that was clicked last, while nothing else happened.
    var clicked: FrameID?
    /// Where the mouse button is held, while it moves.
    var dragged: Mouse?
    /// The last command could not do what it says: a macro stops there.
    var isRefused = false

    private static let markName = "mark "

    init() {}

    init(settings: [String: String]) {
        for (name, value) in settings where name.hasPrefix(Hand.markName) {
            let letter = name.dropFirst(Hand.markName.count)
            if letter.count == 1, let letter = letter.first, let id = Int64(value) { marks[letter] = FrameID(id) }
        }
    }

    static func setting(ofMark letter: Character) -> String { markName + String(letter) }

    /// The first key of a command as it reads on the screen; nil where it has none.
    func key(_ command: Command) -> String? {
        bindings.list.first { $0.command == command && !$0.sequence.isKeypad }?.sequence.shown
    }

    /// A hint of the studio profile in the keys that are in force; nil where no key does it.
    func hint(_ hint: (String, String)) -> (String, String)? {
        guard bindings.profile != .studio || bindings != .studio else { return hint }
        let words = hint.0.split(separator: " ").map { word -> String? in
            guard let command = Hand.studio[String(word)] else { return String(word) }
            // Where a key leads into the loupe alone, it is the one that the hand knows.
            return (command == .loupe ? key(.loupeOnly) : nil) ?? key(command)
        }
        guard !words.contains(nil) else { return nil }
        return (words.compactMap { $0 }.joined(separator: " "), hint.1)
    }

    /// One key of the studio profile as it is called now, for words on the screen.
    func name(_ key: String) -> String { hint((key, ""))?.0 ?? ":help" }

    private static let studio = Dictionary(
        Bindings.studio.list.filter { !$0.sequence.isKeypad }.map { ($0.sequence.shown, $0.command) },
        uniquingKeysWith: { one, _ in one })
}

extension [Key] {
    /// The keypad has no name of its own on the screen.
    var isKeypad: Bool {
        if case .keypad = first?.code { true } else { false }
    }
}
