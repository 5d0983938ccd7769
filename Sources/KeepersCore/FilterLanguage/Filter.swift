/// A filter over frames: `stars>=3 & iso>6400 & !picked`. Docs: docs/filters.md.
///
/// Whether a frame matches is told in three values: what was not measured, or not written by the camera, is neither yes nor no, and
/// stays so under `!`; only a yes shows a frame.
public struct Filter: Hashable, Sendable {
    /// What the person typed, kept for the filter line.
    public let text: String
    let tree: FilterTree

    public static let everything = Filter(text: "", tree: .all([]))
    public var isEverything: Bool { tree == .all([]) }

    init(text: String, tree: FilterTree) {
        self.text = text
        self.tree = tree
    }

    /// Characters that a filter may have; more is nobody's typing.
    public static let longest = 2000

    /// Where a filter does not read: `column` counts characters from 1.
    public struct Problem: Error, Equatable, Sendable {
        public var column: Int
        public var message: String
        /// More was going to come: an open parenthesis or quote, a condition or value still missing at the end.
        public var isUnfinished = false
        /// It is about a single word that the language does not have; a saved filter may be called so.
        public var mayBeName = false

        init(column: Int, message: String, isUnfinished: Bool = false) {
            self.column = column
            self.message = message
            self.isUnfinished = isUnfinished
        }
    }

    public static func parse(_ text: String) throws(Problem) -> Filter {
        var parser = try FilterParser(text)
        return Filter(text: trimmedBlanks(text), tree: try parser.whole())
    }

    /// The filter in its plainest writing; it reads as the same filter.
    public var canonical: String { tree.printed }

    /// Fields that would tell what the program thinks of a frame; such a filter is none for blind mode.
    public var tellingFields: [String] {
        var names: [String] = []
        tree.visit { if $0.tells, !names.contains($0.name) { names.append($0.name) } }
        return names
    }

    /// Near-duplicates across the session must be known.
    public var needsDuplicates: Bool {
        var found = false
        tree.visit { if case .word(.duplicate) = $0 { found = true } }
        return found
    }
}

/// A filter as it was understood: conditions, joined and negated.
indirect enum FilterTree: Hashable, Sendable {
    case test(FilterTest)
    case not(FilterTree)
    /// Of none: everything.
    case all([FilterTree])
    case any([FilterTree])

    func visit(_ body: (FilterTest) -> Void) {
        switch self {
        case .test(let test): body(test)
        case .not(let inner): inner.visit(body)
        case .all(let parts), .any(let parts): for part in parts { part.visit(body) }
        }
    }
}

/// One condition.
enum FilterTest: Hashable, Sendable {
    case word(FilterWord)
    case compare(FilterField, FilterComparison, FilterValue)
    /// Both ends belong to it.
    case between(FilterField, FilterValue, FilterValue)
    /// `sharp=?`: it was not measured, or the camera did not write it.
    case missing(FilterField)

    var field: FilterField? {
        switch self {
        case .word: nil
        case .compare(let field, _, _), .between(let field, _, _), .missing(let field): field
        }
    }

    var name: String {
        switch self {
        case .word(let word): word.rawValue
        case .compare(let field, _, _), .between(let field, _, _), .missing(let field): field.rawValue
        }
    }

    var tells: Bool {
        switch self {
        case .word(let word): word.tells
        case .compare(let field, _, _), .between(let field, _, _), .missing(let field): field.tells
        }
    }
}

enum FilterComparison: String, Sendable, CaseIterable {
    case equal = "=", unlike = "!=", below = "<", atMost = "<=", above = ">", atLeast = ">="
    /// Holds, as a part; of anything but text the same as `equal`.
    case contains = ":"
}

enum FilterValue: Hashable, Sendable {
    /// In the field's unit.
    case number(Double)
    case text(String)
    case choice(String)
    /// Seconds of the clock, and how many the writing leaves open: 3600 for `22h`, 60 for `22:00`, 1 for `22:00:05`.
    case clock(second: Int, span: Int)
    /// Days since 1970, both ends: `2026-06` is a month.
    case days(first: Int, last: Int)
}

func trimmedBlanks(_ text: some StringProtocol) -> String {
    var text = Substring(text).drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
}
