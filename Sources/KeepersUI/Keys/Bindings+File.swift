import KeepersCore

/// A file of keys: a line each, `p pick`, `g g first`, `unbind x`, `profile vim`, `layout azerty`, `#` comments.
extension Bindings {
    /// What is wrong with one line, in words that name the line and the key. The line is ignored, all others hold.
    public struct Problem: Equatable, Sendable {
        /// From 1; 0 = the file as a whole.
        public var line: Int
        public var message: String
        public var words: String { line > 0 ? "line \(line): \(message)" : message }
    }

    /// Lines beyond this are no person's.
    static let mostLines = 2000

    /// `profile` and `layout` from elsewhere (the command line, `:profile`) go before what the file says; `otherwise` is used where
    /// neither says anything.
    public static func read(
        _ text: String, profile: Profile? = nil, layout: Layout? = nil, otherwise: (Profile, Layout) = (.studio, .qwerty)
    ) -> (Bindings, [Problem]) {
        var reader = KeyFileReader(text)
        reader.readSettings()
        let base = profile ?? reader.profile ?? otherwise.0
        reader.bindings = Bindings(profile: base, layout: .qwerty, list: ProfileTable.bindings(of: base))
        reader.readBindings()
        reader.bindings.apply(layout ?? reader.layout ?? otherwise.1, fixed: reader.fixed)
        reader.keepTheDoorOpen()
        return (reader.bindings, reader.problems.sorted { $0.line < $1.line })
    }

    /// What a file says of the profile and the layout itself.
    public static func settings(of text: String) -> (Profile?, Layout?) {
        var reader = KeyFileReader(text)
        reader.readSettings()
        return (reader.profile, reader.layout)
    }
}

private struct KeyFileReader {
    private var lines: [(number: Int, words: [Substring])] = []
    var profile: Bindings.Profile?
    var layout: Bindings.Layout?
    var bindings = Bindings(profile: .studio, layout: .qwerty, list: [])
    var problems: [Bindings.Problem] = []
    /// Sequences that the file itself bound or unbound, and where.
    private var said: [[Key]: Int] = [:]
    var fixed: Set<[Key]> { Set(said.keys) }

    init(_ text: String) {
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, raw) in all.prefix(Bindings.mostLines).enumerated() {
            var words = raw.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })
            // The first word may be a key that is written with a hash sign: it has a name, `Hash`.
            if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words.removeSubrange(comment...) }
            if !words.isEmpty { lines.append((index + 1, words)) }
        }
        if all.count > Bindings.mostLines {
            problems.append(Bindings.Problem(line: Bindings.mostLines + 1, message: "no line from here on is read"))
        }
    }

    private mutating func complain(_ line: Int, _ message: String) {
        problems.append(Bindings.Problem(line: line, message: message))
    }

    private static func isSetting(_ word: Substring) -> Bool { word == "profile" || word == "layout" }

    mutating func readSettings() {
        for (number, words) in lines where KeyFileReader.isSetting(words[0]) {
            let value = words.count == 2 ? String(words[1]).lowercased() : ""
            if words[0] == "profile" {
                guard let read = Bindings.Profile(rawValue: value) else {
                    complain(number, "profile is one of " + Bindings.Profile.allCases.map(\.rawValue).joined(separator: ", "))
                    continue
                }
                if profile != nil { complain(number, "a second profile; this one holds") }
                profile = read
            } else {
                guard let read = Bindings.Layout(rawValue: value) else {
                    complain(number, "layout is qwerty or azerty")
                    continue
                }
                if layout != nil { complain(number, "a second layout; this one holds") }
                layout = read
            }
        }
    }

    mutating func readBindings() {
        for (number, words) in lines where !KeyFileReader.isSetting(words[0]) {
            if words[0] == "unbind" { unbind(number, words.dropFirst()) } else { bind(number, words) }
        }
    }

    private mutating func unbind(_ number: Int, _ words: ArraySlice<Substring>) {
        if words == ["all"] {
            bindings.list = []
            return
        }
        guard let sequence = keys(number, words), !sequence.isEmpty else {
            if words.isEmpty { complain(number, "unbind names no key") }
            return
        }
        bindings.remove(sequence)
        said[sequence] = number
    }

    private mutating func bind(_ number: Int, _ words: [Substring]) {
        guard let verb = words.dropFirst().firstIndex(where: { CommandNames.isVerb($0) }) else {
            return complainOfCommand(number, words)
        }
        guard let sequence = keys(number, words[..<verb]) else { return }
        let name = words[verb...].joined(separator: " ")
        guard let command = CommandNames.command(name) else {
            return complain(number, "\(sequence.fileName): \(unknown(name))")
        }
        if let other = said[sequence], bindings.command(of: sequence) != nil {
            return complain(number, "\(sequence.fileName) is bound in line \(other) already")
        }
        if let rival = bindings.rival(of: sequence) {
            let does = CommandNames.name(rival.command).map { " (\($0))" } ?? ""
            return complain(
                number,
                rival.sequence.count > sequence.count
                    ? "\(sequence.fileName) is how \(rival.sequence.fileName)\(does) begins; unbind that first"
                    : "\(sequence.fileName) begins with \(rival.sequence.fileName)\(does); unbind that first")
        }
        bindings.remove(sequence)
        bindings.list.append(Bindings.Binding(sequence: sequence, command: command))
        said[sequence] = number
    }

    private mutating func complainOfCommand(_ number: Int, _ words: [Substring]) {
        guard words.count > 1 else { return complain(number, "\(quoted(words[0])) stands alone: no command beside it") }
        let first = words.firstIndex { Key(written: $0) == nil } ?? words.count - 1
        if first == 0 { return complain(number, "\(quoted(words[0])) is no key") }
        let name = words[first...].joined(separator: " ")
        complain(number, "\(words[..<first].joined(separator: " ")): \(unknown(name))")
    }

    private func unknown(_ name: String) -> String {
        let hint = CommandNames.nearest(name).map { "; did you mean \($0)?" } ?? "; 'keepers keys' lists them"
        return "no command \(quoted(name[...]))\(hint)"
    }

    private func quoted(_ word: Substring) -> String { "'\(printable(String(word.prefix(40))))'" }

    private mutating func keys(_ number: Int, _ words: ArraySlice<Substring>) -> [Key]? {
        var keys: [Key] = []
        for word in words {
            guard let key = Key(written: word) else {
                complain(number, "\(quoted(word)) is no key")
                return nil
            }
            keys.append(key)
        }
        guard keys.count <= 4 else {
            complain(number, "\(Array(keys.prefix(4)).fileName) …: more than four keys in a row")
            return nil
        }
        return keys
    }

    /// Whatever a file takes away: help, the command line, the way back and the way out stay.
    mutating func keepTheDoorOpen() {
        for (command, key) in [
            (Command.commandPrompt, Key(":")), (.help, Key("?")), (.back, Key(.escape)), (.leave, Key("q")),
        ] where bindings.keys(of: command).isEmpty {
            // With `:` there is a way out, and `q` may be another's.
            if command == .leave, bindings.command(of: [key]) != nil || bindings.rival(of: [key]) != nil { continue }
            bindings.list.removeAll { $0.sequence.first == key }
            bindings.list.append(Bindings.Binding(sequence: [key], command: command))
            complain(0, "no key does \(CommandNames.name(command) ?? "it"): \(key.fileName) does again")
        }
        bindings.arrange()
    }
}

extension Bindings {
    /// All of it as a file that reads back as the same keys.
    public var text: String {
        var out = "profile \(profile.rawValue)\nlayout \(layout.rawValue)\nunbind all\n"
        for section in CommandNames.sections {
            let rows = section.commands.flatMap { item in keys(of: item.command).map { ($0.fileName, item.name) } }
            if rows.isEmpty { continue }
            out += "\n# \(section.heading)\n"
            for (keys, name) in rows { out += keys + String(repeating: " ", count: max(1, 16 - keys.count)) + name + "\n" }
        }
        // What the layout would add and does not, because a file said so.
        let missing = layout == .azerty ? list.compactMap { azerty($0.sequence) }.filter { command(of: $0) == nil } : []
        var printed: Set<[Key]> = []
        for sequence in missing where printed.insert(sequence).inserted { out += "unbind \(sequence.fileName)\n" }
        return out
    }
}
