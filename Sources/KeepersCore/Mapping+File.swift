/// A mapping as a text file that a person can read and change: what `keepers export --print-mapping` prints and `--mapping` reads.
///
/// A line each: `pick flag rating 3`, `reject rating -1`, `maybe nothing`, `stars yes`, `colours Label LabelColor`, `words de`,
/// `word red To print`, `reword no`, `file IMG.xmp`, `for raw`; `#` comments. What is not said is as in `lightroom`, except verdicts,
/// which write nothing unless the file says what.
extension MappingRules {
    /// What is wrong with one line, in words that name the word.
    public struct Problem: Error, Equatable, Sendable {
        /// From 1.
        public var line: Int
        public var message: String
        public var words: String { "line \(line): \(message)" }
    }

    /// Lines beyond this are no person's.
    static let mostLines = 500

    /// The rules of a file, or everything that is wrong with it: half a mapping must not write into a client's sidecars.
    public static func read(_ text: String) -> (rules: MappingRules?, problems: [Problem]) {
        var reader = MappingReader()
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.prefix(mostLines).enumerated() { reader.read(line, number: index + 1) }
        if lines.count > mostLines {
            reader.problems.append(Problem(line: mostLines + 1, message: "no line from here on is read: a mapping is shorter"))
        }
        reader.finish(line: lines.count)
        return (reader.problems.isEmpty ? reader.rules : nil, reader.problems)
    }

    /// As a file that reads back to the same rules.
    public var text: String {
        var lines = Verdict.allCases.map { verdict in
            let rule = self[verdict]
            var words = rule.flag ? ["flag"] : []
            if let rating = rule.rating { words += ["rating", String(rating)] }
            if let label = rule.label { words += ["label", label.rawValue] }
            return setting(verdict.rawValue, words.isEmpty ? ["nothing"] : words)
        }
        let notations = ColourNotation.allCases.filter(colours.contains).map(\.rawValue)
        lines += [
            setting("stars", [writesStars ? "yes" : "no"]),
            setting("colours", notations.isEmpty ? ["nothing"] : notations),
        ]
        if let words, LabelWords.named(words.name) == words {
            lines.append(setting("words", [words.name]))
        } else if let words {
            lines += ColourLabel.allCases.map { setting("word", [$0.rawValue, words[$0]]) }
        } else {
            lines.append(setting("words", ["chosen"]))
        }
        lines += [
            setting("reword", [needsExactWords ? "yes" : "no"]), setting("file", [naming.rawValue]),
            setting("for", [everyKind ? "every" : "raw"]),
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private func setting(_ name: String, _ words: [String]) -> String {
        name + String(repeating: " ", count: max(1, 9 - name.count)) + words.joined(separator: " ")
    }
}

private struct MappingReader {
    var rules = MappingRules(pick: VerdictRule(), reject: VerdictRule(), reader: "Lightroom")
    var problems: [MappingRules.Problem] = []
    private var said: [String: Int] = [:]
    private var ownWords: [ColourLabel: String] = [:]

    mutating func read(_ line: Substring, number: Int) {
        // A label's own text may hold a hash sign further on.
        var words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })
        guard let name = words.first, !name.hasPrefix("#") else { return }
        if name != "word", let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words.removeSubrange(comment...) }
        let values = words.dropFirst().map(String.init)
        let key = name == "word" ? "word \(values.first ?? "")" : String(name)
        if let before = said[key] { complain(number, "'\(printable(key))' stands on line \(before) already") }
        said[key] = number
        take(String(name), values, number)
    }

    private mutating func take(_ name: String, _ values: [String], _ number: Int) {
        switch name {
        case "pick", "reject", "maybe":
            if let verdict = Verdict(rawValue: name), let rule = rule(values, for: verdict, number) { rules[verdict] = rule }
        case "stars": if let isOn = choice(name, values, ["yes": true, "no": false], number) { rules.writesStars = isOn }
        case "reword": if let isOn = choice(name, values, ["yes": true, "no": false], number) { rules.needsExactWords = isOn }
        case "for": if let every = choice(name, values, ["every": true, "raw": false], number) { rules.everyKind = every }
        case "file":
            let names = Dictionary(uniqueKeysWithValues: SidecarName.allCases.map { ($0.rawValue, $0) })
            if let naming = choice(name, values, names, number) { rules.naming = naming }
        case "colours": if let colours = notations(values, number) { rules.colours = colours }
        case "words":
            var sets: [String: LabelWords?] = Dictionary(uniqueKeysWithValues: LabelWords.all.map { ($0.name, $0) })
            sets.updateValue(nil, forKey: "chosen")
            if let set = choice(name, values, sets, number) { rules.words = set }
        case "word": takeWord(values, number)
        default:
            complain(
                number,
                "'\(printable(name))' is no setting; there are pick, reject, maybe, stars, colours, words, word, reword, file, for"
            )
        }
    }

    private mutating func complain(_ line: Int, _ message: String) {
        problems.append(MappingRules.Problem(line: line, message: message))
    }

    private mutating func choice<Value>(_ name: String, _ values: [String], _ all: [String: Value], _ line: Int) -> Value? {
        if values.count == 1, let value = all[values[0]] { return value }
        let wrong = values.count == 1 ? ", not '\(printable(values[0]))'" : ""
        complain(line, "\(name) is one of \(all.keys.sorted().joined(separator: ", "))\(wrong)")
        return nil
    }

    private mutating func rule(_ values: [String], for verdict: Verdict, _ line: Int) -> VerdictRule? {
        var rule = VerdictRule()
        var rest = values[...]
        if values == ["nothing"] { return rule }
        if rest.isEmpty { complain(line, "\(verdict.rawValue) writes what? flag, rating N, label COLOUR or nothing") }
        while let word = rest.popFirst() {
            switch word {
            case "flag" where verdict != .maybe: rule.flag = true
            case "flag":
                complain(line, "'flag': there is no flag for a maybe; rating N and label COLOUR can be written for it")
                return nil
            case "rating":
                let value = rest.popFirst() ?? ""
                guard let rating = Int(value), rating == -1 || (1...5).contains(rating), String(rating) == value else {
                    complain(line, "'rating \(printable(value))': a rating is 1 to 5, or -1 (Bridge's reject)")
                    return nil
                }
                rule.rating = rating
            case "label":
                let value = rest.popFirst() ?? ""
                guard let label = ColourLabel(rawValue: value) else {
                    let all = ColourLabel.allCases.map(\.rawValue).joined(separator: ", ")
                    complain(line, "'label \(printable(value))': a label is \(all)")
                    return nil
                }
                rule.label = label
            default:
                complain(
                    line, "'\(printable(word))': a \(verdict.rawValue) writes flag, rating N, label COLOUR, or nothing alone")
                return nil
            }
        }
        if verdict != .reject, rule.rating == -1 {
            complain(line, "'rating -1' is a reject; a \(verdict.rawValue) cannot write it")
        }
        return rule
    }

    private mutating func notations(_ values: [String], _ line: Int) -> Set<ColourNotation>? {
        if values == ["nothing"] { return [] }
        let found = values.map { ($0, ColourNotation(rawValue: $0)) }
        let wrong = found.first { $0.1 == nil }?.0
        guard wrong == nil, !found.isEmpty else {
            complain(
                line,
                "'\(printable(wrong ?? ""))': colours are written as Label, LabelColor, colorlabels (darktable's), or nothing")
            return nil
        }
        return Set(found.compactMap(\.1))
    }

    private mutating func takeWord(_ values: [String], _ line: Int) {
        guard let colour = values.first.flatMap(ColourLabel.init) else {
            let all = ColourLabel.allCases.map(\.rawValue).joined(separator: ", ")
            return complain(line, "'word \(printable(values.first ?? ""))': a word is given to one of \(all)")
        }
        let word = values.dropFirst().joined(separator: " ")
        guard !word.isEmpty, word.utf8.count <= 100, printable(word) == word else {
            return complain(
                line, "'word \(colour.rawValue)' needs the label's text: at most 100 bytes without control characters")
        }
        ownWords[colour] = word
    }

    /// A set of words of one's own must be whole and tell its colours apart.
    mutating func finish(line: Int) {
        guard !ownWords.isEmpty else { return }
        if let words = said["words"] { complain(words, "'words' and 'word' cannot both be: take one of them out") }
        if let missing = ColourLabel.allCases.first(where: { ownWords[$0] == nil }) {
            return complain(line, "'word \(missing.rawValue)' is missing: with words of your own every colour needs one")
        }
        let texts = ColourLabel.allCases.compactMap { ownWords[$0] }
        if Set(texts.map { $0.lowercased() }).count < texts.count { complain(line, "two colours have the same word") }
        rules.words = LabelWords(name: "own", words: texts)
    }
}
