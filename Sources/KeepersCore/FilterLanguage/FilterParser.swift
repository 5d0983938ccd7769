/// Reads a filter: `|` below `&` (or just a blank) below `!`, parentheses above all.
struct FilterParser {
    private var scanner: FilterScanner
    private var depth = 0
    /// More than a person nests, and little for a thread's stack.
    private static let deepest = 40

    /// Filters that a word may name, by the name in small letters.
    private let saved: [String: FilterTree]
    private(set) var usesSaved = false

    init(_ text: String, saved: [String: FilterTree] = [:]) throws(Filter.Problem) {
        scanner = FilterScanner(text)
        self.saved = saved
        guard scanner.characters.count <= Filter.longest else {
            throw Filter.Problem(column: Filter.longest + 1, message: "a filter has at most \(Filter.longest) characters")
        }
    }

    mutating func whole() throws(Filter.Problem) -> FilterTree {
        scanner.skipBlanks()
        if scanner.isAtEnd { return .all([]) }
        let tree = try alternatives()
        scanner.skipBlanks()
        guard scanner.isAtEnd else {
            throw Filter.Problem(column: scanner.column, message: "this ')' closes nothing: take it away, or open '(' before")
        }
        return tree
    }

    private mutating func alternatives() throws(Filter.Problem) -> FilterTree {
        var parts = [try conjunction()]
        while take(.or, "or") { parts.append(try conjunction(after: "|")) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction(after mark: String? = nil) throws(Filter.Problem) -> FilterTree {
        var parts = [try negation(after: mark)]
        while true {
            if take(.and, "and") {
                parts.append(try negation(after: "&"))
            } else if beginsCondition {
                parts.append(try negation())
            } else {
                return parts.count == 1 ? parts[0] : .all(parts)
            }
        }
    }

    private mutating func negation(after mark: String? = nil) throws(Filter.Problem) -> FilterTree {
        var isNegated = false
        var mark = mark
        while take(.not, "not") {
            isNegated.toggle()
            mark = "!"
        }
        let tree = try condition(after: mark)
        return isNegated ? .not(tree) : tree
    }

    private mutating func condition(after mark: String?) throws(Filter.Problem) -> FilterTree {
        scanner.skipBlanks()
        let column = scanner.column
        if take(.open) { return try group(from: column) }
        if scanner.isAtQuote {
            let text = try scanner.quoted()
            guard !text.isEmpty else { throw Filter.Problem(column: column, message: "there is nothing between these quotes") }
            return .test(.compare(.name, .contains, .text(text)))
        }
        let word = scanner.word()
        let afterWord = scanner
        if let comparison = scanner.comparison() {
            guard !word.isEmpty else {
                throw Filter.Problem(
                    column: column,
                    message: "a field is missing before '\(comparison.rawValue)', as in stars\(comparison.rawValue)3")
            }
            return try compared(word, comparison, column)
        }
        scanner = afterWord
        guard !word.isEmpty else { throw missing(column, after: mark) }
        do throws(Filter.Problem) {
            return try FilterReading.word(word, column)
        } catch {
            guard let tree = saved[word.lowercased()] else { throw error }
            usesSaved = true
            return tree
        }
    }

    private mutating func group(from column: Int) throws(Filter.Problem) -> FilterTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw Filter.Problem(column: column, message: "more than \(Self.deepest) parentheses inside each other")
        }
        scanner.skipBlanks()
        let inner = try alternatives()
        guard take(.close) else {
            throw Filter.Problem(
                column: column, message: "this '(' is not closed: a ')' is missing", isUnfinished: scanner.isAtEnd)
        }
        return inner
    }

    private mutating func compared(_ word: String, _ comparison: FilterComparison, _ column: Int) throws(Filter.Problem)
        -> FilterTree
    {
        let (text, isQuoted, valueColumn) = try scanner.value()
        return try FilterReading.comparison(word, column, comparison, text, isQuoted, valueColumn)
    }

    private func missing(_ column: Int, after mark: String?) -> Filter.Problem {
        var ahead = scanner
        let next = ahead.mark()
        if let mark {
            return Filter.Problem(
                column: column, message: "a condition is missing after '\(mark)'", isUnfinished: scanner.isAtEnd)
        }
        switch next {
        case .and: return Filter.Problem(column: column, message: "a condition is missing before '&'")
        case .or: return Filter.Problem(column: column, message: "a condition is missing before '|'")
        case .close: return Filter.Problem(column: column, message: "a condition is missing before ')'")
        default: return Filter.Problem(column: column, message: "a condition is missing here, as in picked or stars>=3")
        }
    }

    /// Takes a mark, or the word that stands for it.
    private mutating func take(_ mark: FilterScanner.Mark, _ word: String? = nil) -> Bool {
        var ahead = scanner
        if ahead.mark() == mark {
            scanner = ahead
            return true
        }
        guard let word else { return false }
        ahead = scanner
        guard ahead.word().lowercased() == word, !isComparison(ahead) else { return false }
        scanner = ahead
        return true
    }

    private func isComparison(_ scanner: FilterScanner) -> Bool {
        var ahead = scanner
        return ahead.comparison() != nil
    }

    /// A blank alone joins two conditions.
    private var beginsCondition: Bool {
        var ahead = scanner
        switch ahead.mark() {
        case .not, .open: return true
        case .and, .or, .close: return false
        case nil: break
        }
        ahead = scanner
        ahead.skipBlanks()
        if ahead.isAtEnd { return false }
        let word = ahead.word().lowercased()
        return word != "or" || isComparison(ahead)
    }
}
