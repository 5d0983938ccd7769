/// Walks over the words, the longest phrase first.
struct PlainReader {
    private struct Token {
        var text: String
        var original: String
        var column: Int
    }
    private let tokens: [Token]
    private let hints: FilterHints
    private var position = 0
    private var isNegated = false
    private var isAlternative = false
    private(set) var chips: [PlainWords.Chip] = []
    private(set) var unknown: [(words: String, column: Int)] = []

    init(_ text: String, _ hints: FilterHints) {
        self.hints = hints
        var tokens: [Token] = []
        var word: [Character] = []
        var start = 0
        func flush() {
            while let last = word.last, ".?!".contains(last) { word.removeLast() }
            if !word.isEmpty { tokens.append(Token(text: folded(String(word)), original: String(word), column: start + 1)) }
            word = []
        }
        for (index, character) in text.prefix(Filter.longest).enumerated() {
            if character.isWhitespace || ",;'’\"-".contains(character) {
                flush()
            } else {
                if word.isEmpty { start = index }
                word.append(character)
            }
        }
        flush()
        self.tokens = Array(tokens.prefix(100))
    }

    mutating func read() {
        while position < tokens.count {
            if readRange() || readTime() || readAmount() || readPhrase() || readCamera() || readMark() { continue }
            let token = tokens[position]
            unknown.append((token.original, token.column))
            position += 1
            isNegated = false
        }
    }

    private func words(_ count: Int, at start: Int) -> String {
        tokens[start..<(start + count)].map(\.text).joined(separator: " ")
    }

    private mutating func add(_ conditions: [String], words count: Int) {
        let originals = tokens[position..<(position + count)].map(\.original).joined(separator: " ")
        chips.append(
            PlainWords.Chip(
                words: originals, conditions: conditions, isAlternative: isAlternative && !chips.isEmpty, isNegated: isNegated))
        position += count
        isNegated = false
        isAlternative = false
    }

    /// The longest key of `table` that stands at `start`.
    private func longest<Value>(_ table: [String: Value], at start: Int) -> (value: Value, count: Int)? {
        for count in stride(from: min(4, tokens.count - start), through: 1, by: -1) {
            if let value = table[words(count, at: start)] { return (value, count) }
        }
        return nil
    }

    // MARK: - Times

    /// `between 10 pm and midnight`, `entre 22h et minuit`
    private mutating func readRange() -> Bool {
        guard let middle = PlainVocabulary.between[tokens[position].text], let first = clock(at: position + 1) else {
            return false
        }
        let joint = position + 1 + first.count
        guard joint < tokens.count, tokens[joint].text == middle, let last = clock(at: joint + 1) else { return false }
        let ranges = first.times.flatMap { from in last.times.map { "time=\(from)..\($0)" } }
        add(ranges, words: 2 + first.count + last.count)
        return true
    }

    /// `after 10 pm`, `avant minuit`
    private mutating func readTime() -> Bool {
        guard let (comparison, count) = longest(PlainVocabulary.times, at: position), let clock = clock(at: position + count)
        else { return false }
        add(clock.times.map { "time\(comparison.rawValue)\($0)" }, words: count + clock.count)
        return true
    }

    /// A bare `10` may be the morning's or the evening's.
    private func clock(at start: Int) -> (times: [String], count: Int)? {
        guard start < tokens.count else { return nil }
        let text = tokens[start].text
        if let time = PlainVocabulary.clockWords[text] { return ([time], 1) }
        let next = start + 1 < tokens.count ? tokens[start + 1].text : ""
        let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber }
        if isNumber, ["am", "pm", "h", "heures", "heure"].contains(next) {
            let half = next == "am" || next == "pm"
            return written(text + (half ? next : "h")).map { ([$0], 2) }
        }
        if isNumber {
            guard let hour = Int(text), (0...24).contains(hour), let own = written(text + "h") else { return nil }
            // A number of something is no time.
            if PlainVocabulary.units[next] != nil || next == "iso" { return nil }
            guard (1...11).contains(hour), let later = written("\(hour + 12)h") else { return ([own], 1) }
            return ([later, own], 1)
        }
        guard text.first?.isNumber == true else { return nil }
        return written(text).map { ([$0], 1) }
    }

    /// As a filter writes it: `22:00`.
    private func written(_ text: String) -> String? {
        guard case .clock(let second, _)? = FilterValues.clock(text) else { return nil }
        return FilterValue.clock(second: second, span: second % 60 == 0 ? 60 : 1).printed(.time)
    }

    // MARK: - Numbers

    /// `at least 3 stars`, `trois étoiles`, `iso over 3200`, `over iso 3200`, `85 mm`
    private mutating func readAmount() -> Bool {
        var at = position
        var comparison = FilterComparison.equal
        var hasISO = false
        if tokens[at].text == "iso" {
            hasISO = true
            at += 1
        }
        guard at < tokens.count else { return false }
        if let (amount, count) = longest(PlainVocabulary.amounts, at: at) {
            comparison = amount
            at += count
        }
        if !hasISO, at < tokens.count, tokens[at].text == "iso" {
            hasISO = true
            at += 1
        }
        guard at < tokens.count, let (number, isOpen) = number(tokens[at].text) else { return false }
        if isOpen { comparison = .atLeast }
        let unit = at + 1 < tokens.count ? PlainVocabulary.units[tokens[at + 1].text] : nil
        if hasISO { return accept("iso\(comparison.rawValue)\(number)", through: at) }
        if let unit { return accept("\(unit)\(comparison.rawValue)\(number)", through: at + 1) }
        if at + 1 < tokens.count, tokens[at + 1].text == "iso" {
            return accept("iso\(comparison.rawValue)\(number)", through: at + 1)
        }
        return false
    }

    private mutating func accept(_ condition: String, through last: Int) -> Bool {
        guard (try? Filter.parse(condition)) != nil else { return false }
        add([condition], words: last + 1 - position)
        return true
    }

    /// `3+` is three and more.
    private func number(_ text: String) -> (Int, isOpen: Bool)? {
        if let number = PlainVocabulary.numbers[text] { return (number, false) }
        let isOpen = text.hasSuffix("+")
        let digits = isOpen ? String(text.dropLast()) : text
        guard digits.count <= 7, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
        return (number, isOpen)
    }

    // MARK: - Words

    private mutating func readPhrase() -> Bool {
        guard let (conditions, count) = longest(PlainVocabulary.conditions, at: position) else {
            // "open" alone is the verdict; "open eyes" was a phrase.
            guard tokens[position].text == "open" else { return false }
            add(["open"], words: 1)
            return true
        }
        add(conditions, words: count)
        return true
    }

    /// A word that only one camera or one lens of this session has in its name.
    private mutating func readCamera() -> Bool {
        for count in stride(from: min(3, tokens.count - position), through: 1, by: -1) {
            let typed = words(count, at: position)
            guard typed.count >= 2, !PlainVocabulary.noise.contains(typed), !PlainVocabulary.negations.contains(typed) else {
                continue
            }
            let cameras = hints.cameras.filter { named($0, typed) }.map { "camera=\(FilterValue.quoted($0))" }
            let lenses = hints.lenses.filter { named($0, typed) }.map { "lens=\(FilterValue.quoted($0))" }
            let all = cameras + lenses
            guard (1...4).contains(all.count) else { continue }
            add(all, words: count)
            return true
        }
        return false
    }

    /// Whole words of the name, blanks aside: `z8` and `z 8` are in `NIKON Z 8`, `z` is not in `Zeiss`.
    private func named(_ name: String, _ typed: String) -> Bool {
        let parts = folded(name).split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "/" }.map(String.init)
        let wanted = typed.filter { !$0.isWhitespace }
        for start in parts.indices {
            var joined = ""
            for part in parts[start...] {
                joined += part
                if joined == wanted { return true }
                if joined.count > wanted.count { break }
            }
        }
        return false
    }

    private mutating func readMark() -> Bool {
        let text = tokens[position].text
        if PlainVocabulary.negations.contains(text) {
            isNegated = true
        } else if PlainVocabulary.alternatives.contains(text) {
            isAlternative = true
        } else if !PlainVocabulary.noise.contains(text) {
            return false
        }
        position += 1
        return true
    }
}
