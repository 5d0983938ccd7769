/// Plain words read as a filter: visibly, by a table and a small grammar, and never by a guess. Docs: docs/filters.md, "Plain words".
public struct PlainWords: Equatable, Sendable {
    /// One condition, and the words that it was read from.
    public struct Chip: Equatable, Sendable {
        public var words: String
        /// More than one: the words can mean either.
        public var conditions: [String]
        /// `or` stood before it.
        public var isAlternative = false
        var isNegated = false

        func written(_ choice: Int) -> String { (isNegated ? "!" : "") + conditions[min(choice, conditions.count - 1)] }
        public var shown: String { conditions.map { (isNegated ? "!" : "") + $0 }.joined(separator: " or ") }
    }

    public private(set) var chips: [Chip] = []
    /// What was not understood, with its column, counted from 1.
    public private(set) var unknown: [(words: String, column: Int)] = []
    /// The filters that the words can mean, the likeliest first; one when they are unambiguous. Words not understood are in none.
    public private(set) var readings: [String] = []

    /// Phrases that are known, and the conditions that each stands for.
    public static var vocabulary: [String: [String]] { PlainVocabulary.conditions }

    public var isUnderstood: Bool { unknown.isEmpty && !chips.isEmpty }

    public static func == (left: PlainWords, right: PlainWords) -> Bool {
        left.chips == right.chips && left.readings == right.readings && left.unknown.elementsEqual(right.unknown) { $0 == $1 }
    }

    /// More readings than these are not listed.
    private static let most = 6

    public init(_ text: String, hints: FilterHints = FilterHints()) {
        var reader = PlainReader(text, hints)
        reader.read()
        chips = reader.chips
        unknown = reader.unknown
        guard !chips.isEmpty else { return }
        var choices: [[Int]] = [[]]
        for chip in chips {
            choices = choices.flatMap { known in chip.conditions.indices.map { known + [$0] } }
            choices = Array(choices.prefix(PlainWords.most))
        }
        for choice in choices {
            let filter = written(choice)
            // Two ways of saying it may come to the same.
            if let read = try? Filter.parse(filter), !readings.contains(filter), read.text == filter { readings.append(filter) }
        }
    }

    private func written(_ choice: [Int]) -> String {
        var out = ""
        for (chip, choice) in zip(chips, choice) {
            if !out.isEmpty { out += chip.isAlternative ? " | " : " & " }
            out += chip.written(choice)
        }
        return out
    }
}
