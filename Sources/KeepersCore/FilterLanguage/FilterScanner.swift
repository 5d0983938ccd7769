/// Cuts a filter into words, marks and values; columns count characters from 1.
struct FilterScanner {
    enum Mark: Equatable { case and, or, not, open, close }

    let characters: [Character]
    private(set) var position = 0

    init(_ text: String) { characters = Array(text) }

    var column: Int { position + 1 }
    var isAtEnd: Bool { position >= characters.count }

    mutating func skipBlanks() { while position < characters.count, characters[position].isWhitespace { position += 1 } }

    /// `!` before `=` is a comparison, not a negation.
    mutating func mark() -> Mark? {
        skipBlanks()
        guard position < characters.count else { return nil }
        switch characters[position] {
        case "&": return take(.and, doubled: "&")
        case "|": return take(.or, doubled: "|")
        case "(": return take(.open)
        case ")": return take(.close)
        case "!" where !isNext("="): return take(.not)
        default: return nil
        }
    }

    private mutating func take(_ mark: Mark, doubled: Character? = nil) -> Mark {
        let isDoubled = doubled.map(isNext) ?? false
        position += isDoubled ? 2 : 1
        return mark
    }

    private func isNext(_ character: Character) -> Bool {
        position + 1 < characters.count && characters[position + 1] == character
    }

    /// A name up to a blank, a mark or a comparison; empty where none begins here.
    mutating func word() -> String {
        skipBlanks()
        let start = position
        while position < characters.count, FilterScanner.isWord(characters[position]) { position += 1 }
        return String(characters[start..<position])
    }

    mutating func comparison() -> FilterComparison? {
        let start = position
        skipBlanks()
        let two = String(characters[position..<min(characters.count, position + 2)])
        for (text, comparison) in FilterScanner.twoMarks where text == two { return advance(2, comparison) }
        if let first = characters[safe: position], let comparison = FilterScanner.oneMarks[first] {
            return advance(1, comparison)
        }
        position = start
        return nil
    }

    private mutating func advance(_ count: Int, _ comparison: FilterComparison) -> FilterComparison {
        position += count
        return comparison
    }

    /// What stands behind a comparison: a quoted text, or everything up to a blank, `&`, `|` or a parenthesis.
    mutating func value() throws(Filter.Problem) -> (text: String, isQuoted: Bool, column: Int) {
        skipBlanks()
        let start = column
        if characters[safe: position] == "\"" { return (try quoted(), true, start) }
        let from = position
        while let character = characters[safe: position], !character.isWhitespace, !"&|()".contains(character) { position += 1 }
        return (String(characters[from..<position]), false, start)
    }

    /// `"EOS R6"`; `\"` is a quote inside.
    mutating func quoted() throws(Filter.Problem) -> String {
        let start = column
        position += 1
        var text = ""
        while let character = characters[safe: position] {
            position += 1
            if character == "\"" { return text }
            if character == "\\", let next = characters[safe: position], next == "\"" || next == "\\" {
                text.append(next)
                position += 1
            } else {
                text.append(character)
            }
        }
        throw Filter.Problem(column: start, message: "this quote is not closed: another \" is missing", isUnfinished: true)
    }

    var isAtQuote: Bool { characters[safe: position] == "\"" }

    static func isWord(_ character: Character) -> Bool {
        !character.isWhitespace && !"&|()!\"".contains(character) && oneMarks[character] == nil
    }

    private static let twoMarks: [(String, FilterComparison)] = [
        ("!=", .unlike), ("<=", .atMost), (">=", .atLeast), ("==", .equal), ("<>", .unlike), ("=<", .atMost), ("=>", .atLeast),
    ]
    static let oneMarks: [Character: FilterComparison] = [
        "=": .equal, "<": .below, ">": .above, ":": .contains, "≥": .atLeast, "≤": .atMost, "≠": .unlike,
    ]
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
