/// What may stand where the cursor is.
public struct FilterCompletion: Equatable, Sendable {
    /// Characters of the text that a candidate takes the place of.
    public var range: Range<Int>
    public var candidates: [String]

    /// For the `cursor`, in characters from 0; nil where nothing fits.
    public init?(_ text: String, cursor: Int, hints: FilterHints) {
        let characters = Array(text)
        guard cursor >= 0, cursor <= characters.count, characters.count <= Filter.longest else { return nil }
        let head = Array(characters[..<cursor])
        if let value = FilterCompletion.value(head) {
            range = value.start..<cursor
            candidates = FilterCompletion.values(value.field, value.text, hints)
        } else {
            let start = (head.lastIndex { !FilterScanner.isWord($0) } ?? -1) + 1
            range = start..<cursor
            candidates = FilterCompletion.names(String(head[start...]).lowercased(), hints)
        }
        if candidates.isEmpty { return nil }
    }

    /// The comparison that the cursor stands behind.
    private static func value(_ head: [Character]) -> (field: FilterField, text: String, start: Int)? {
        var start = head.count
        if let quote = openQuote(head) {
            start = quote
        } else {
            while start > 0, !head[start - 1].isWhitespace, !"&|()".contains(head[start - 1]),
                FilterScanner.oneMarks[head[start - 1]] == nil
            { start -= 1 }
        }
        var end = start
        while end > 0, head[end - 1].isWhitespace { end -= 1 }
        guard end > 0, FilterScanner.oneMarks[head[end - 1]] != nil else { return nil }
        while end > 0, FilterScanner.oneMarks[head[end - 1]] != nil || head[end - 1] == "!" { end -= 1 }
        while end > 0, head[end - 1].isWhitespace { end -= 1 }
        let name = String(head[..<end].suffix(while: FilterScanner.isWord)).lowercased()
        guard let field = FilterField.byName[name] else { return nil }
        return (field, String(head[start...].drop { $0 == "\"" }), start)
    }

    /// Where a quote begins that is still open.
    private static func openQuote(_ head: [Character]) -> Int? {
        var open: Int?
        for (index, character) in head.enumerated() where character == "\"" && (index == 0 || head[index - 1] != "\\") {
            open = open == nil ? index : nil
        }
        return open
    }

    /// Those that begin with what was typed, then those that hold it.
    private static func values(_ field: FilterField, _ typed: String, _ hints: FilterHints) -> [String] {
        let wanted = typed.lowercased()
        let all = hints.values(of: field)
        let first = all.filter { $0.lowercased().hasPrefix(wanted) }
        let second = all.filter { value in !first.contains(value) && Array(value.lowercased()).holds(Array(wanted)) }
        return (first + second).map(FilterValue.quoted)
    }

    private static func names(_ typed: String, _ hints: FilterHints) -> [String] {
        // A bare cursor offers the fields that a cull lives on, in this order; whatever begins with the letters typed otherwise.
        if typed.isEmpty { return ["open", "picked", "stars", "eyes", "stack", "camera", "time", "iso", "sharp", "label"] }
        let all =
            FilterField.allCases.map(\.rawValue) + FilterVocabulary.offered + ColourLabel.allCases.map(\.rawValue) + hints.saved
        let fitting = Array(Set(all.filter { $0.lowercased().hasPrefix(typed) })).sorted()
        if !fitting.isEmpty { return fitting }
        return Nearest.name(to: typed, among: all).map { [$0] } ?? []
    }
}

extension Collection {
    /// The longest tail of elements that all fit.
    func suffix(while fits: (Element) -> Bool) -> SubSequence where Self: BidirectionalCollection {
        var start = endIndex
        while start != startIndex, fits(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
