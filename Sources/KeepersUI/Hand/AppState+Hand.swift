import KeepersCore

/// From keys to commands, recorded and played.
extension AppState {
    /// A macro has commands left: `.proceed` is wanted.
    public var hasMore: Bool { macros.isPlaying }

    mutating func press(_ key: Key) -> [Effect] {
        keys.isRecording = macros.recording != nil
        let reading = keys.read(key)
        session?.hand.typed = keys.typed
        if case .broken(let typed) = reading {
            let words = "\(typed) is no key; \(helpKey) shows them"
            session?.notice = words
        }
        guard case .command(let command, let count) = reading else { return [] }
        macros.begin()
        session?.hand.isRefused = false
        if command.isRecorded { macros.note(.command(command, count: count)) }
        let effects = run(command, count)
        session?.hand.recording = macros.recording
        return effects
    }

    private mutating func run(_ command: Command, _ count: Int?) -> [Effect] {
        switch command {
        case .help: helpPage = 0
        case .lettered(.recordMacro, let letter): record(letter)
        case .endMacro:
            if let (letter, length) = macros.end() { session?.notice = "macro \(letter): \(counted(length, "command"))" }
        case .lettered(.playMacro, let letter):
            play(letter, count ?? 1)
        // Each of these is a step of its own, and written before the next.
        case .keep, .undo, .redo:
            guard let count, count > 1 else { return perform(command, nil) }
            macros.play(command, times: count)
        default: return perform(command, count)
        }
        return []
    }

    private mutating func perform(_ command: Command, _ count: Int?) -> [Effect] {
        heard(session?.perform(command, count: count, geometry: geometry) ?? [])
    }

    // MARK: - Macros

    private mutating func record(_ letter: Character) {
        guard letter.isASCII, letter.isLetter || letter.isNumber else {
            session?.notice = "a macro is called by a letter or a digit"
            return
        }
        macros.record(letter)
        let end = recordKey
        session?.notice = "recording macro \(letter.lowercased()); \(end) ends it"
    }

    private mutating func play(_ letter: Character, _ times: Int) {
        guard !macros.play(letter, times: times) else { return }
        let name = printable(String(letter))
        stopPlaying(letter == "@" ? "no macro was played yet" : "no macro \(name); \(recordKey)\(name) records one")
    }

    private var helpKey: String { session?.hand.key(.help) ?? "?" }
    private var recordKey: String { session?.hand.key(.letter(.recordMacro)) ?? "q" }

    /// The next command of what plays. It stops where a command could not do what it says, as when the last frame is reached.
    mutating func proceed() -> [Effect] {
        guard let step = macros.next() else { return [] }
        guard macros.played <= Macros.mostSteps else {
            stopPlaying("stopped after \(grouped(Macros.mostSteps)) commands")
            return []
        }
        let isModal = session?.isModal == true
        switch step {
        case .typed(let input) where isModal:
            let effects = heard(session?.updateModal(input, geometry: geometry) ?? [])
            if session?.prompt?.problem != nil { macros.stop() }
            return effects
        case .command(let command, let count) where !isModal && helpPage == nil:
            let effects = run(command, count)
            if session?.hand.isRefused == true, command.isOfASession { macros.stop() }
            return effects
        case .typed, .command:
            stopPlaying("the macro stopped: it was recorded on another screen")
            return []
        }
    }

    private mutating func stopPlaying(_ words: String) {
        macros.stop()
        session?.notice = words
    }

    // MARK: - Which keys

    /// Takes out what the router itself carries out.
    mutating func heard(_ effects: [Effect]) -> [Effect] {
        var rest: [Effect] = []
        for effect in effects {
            switch effect {
            case .help: helpPage = 0
            case .keys(let change): rest += take(change)
            default: rest.append(effect)
            }
        }
        return rest
    }

    private mutating func take(_ change: KeyChange) -> [Effect] {
        let (fileProfile, fileLayout) = keyChoice.fileSettings
        let name: String
        let value: String
        let isFiles: Bool
        switch change {
        case .profile(let profile):
            keyChoice.profile = profile
            (name, value, isFiles) = ("profile", profile.rawValue, fileProfile != nil && fileProfile != profile)
        case .layout(let layout):
            keyChoice.layout = layout
            (name, value, isFiles) = ("layout", layout.rawValue, fileLayout != nil && fileLayout != layout)
        }
        (bindings, keyProblems) = keyChoice.bindings()
        keys = KeyReader(bindings)
        session?.hand.bindings = bindings
        session?.hand.typed = ""
        let help = session?.hand.name("?") ?? "?"
        session?.notice =
            KeyChoice.notice(keyProblems) ?? "\(name) \(value); \(help) shows the keys"
            + (isFiles ? "; at the next start the keys file decides again" : "")
        return [.remember(KeyChoice.settingName(name), value)]
    }

    /// A session that opens learns the keys, and keeps what the hand held where it is the same one opened anew.
    mutating func giveHand(after before: SessionState?) {
        macros.stop()
        keys.forget()
        session?.hand.bindings = bindings
        session?.hand.recording = macros.recording
        if let before, before.id == session?.id {
            session?.hand.lastFind = before.hand.lastFind
            session?.hand.jumpedFrom = before.hand.jumpedFrom
            session?.hand.marks.merge(before.hand.marks) { $1 }
        } else if let words = KeyChoice.notice(keyProblems) {
            session?.notice = words
        }
    }
}

extension Command {
    /// Carried out by a session, which may refuse it.
    var isOfASession: Bool {
        switch self {
        case .help, .endMacro, .lettered(.recordMacro, _), .lettered(.playMacro, _): false
        default: true
        }
    }

    /// Belongs to a macro that is being recorded.
    var isRecorded: Bool {
        switch self {
        case .help, .endMacro, .lettered(.recordMacro, _): false
        default: true
        }
    }
}

extension KeyChoice {
    /// The name of a program setting that remembers the profile or the layout.
    public static func settingName(_ name: String) -> String { "keys.\(name)" }
}

extension SessionState {
    /// `:profile`, `:layout` and `:mouse`.
    mutating func runHand(_ verb: String, _ argument: String) -> [Effect] {
        switch verb {
        case "profile":
            if let profile = Bindings.Profile(rawValue: argument) { return [.keys(.profile(profile))] }
            notice = "profiles are " + Bindings.Profile.allCases.map(\.rawValue).joined(separator: ", ")
        case "layout":
            if let layout = Bindings.Layout(rawValue: argument) { return [.keys(.layout(layout))] }
            notice = "layouts are qwerty and azerty"
        default:
            guard argument == "on" || argument == "off" else {
                notice = "mouse on or off; off, the terminal selects text as elsewhere"
                return []
            }
            notice = "mouse \(argument)" + (argument == "on" ? ": click, click again, wheel, drag at 100 %" : "")
            return [.mouse(argument == "on"), .remember("mouse", argument == "on" ? "on" : nil)]
        }
        return []
    }
}
