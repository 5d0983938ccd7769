/// A filter over frames: terms joined by `&`, each may be negated with `!`: `stars>=3 & !picked & label=red`.
public struct Filter: Hashable, Sendable {
    /// What the person typed, kept for the filter line.
    public let text: String
    private let terms: [Term]

    public static let everything = Filter(text: "", terms: [])
    public var isEverything: Bool { terms.isEmpty }

    private init(text: String, terms: [Term]) {
        self.text = text
        self.terms = terms
    }

    /// Where a filter does not read: `column` counts characters from 1.
    public struct Problem: Error, Equatable {
        public var column: Int
        public var message: String
    }

    fileprivate enum Test: Hashable {
        case verdict(Verdict?)
        case stars(Comparison, Int)
        case label(ColourLabel?)
        case labelled
        case problem
        case stacked
        case pair
        case eyes(EyeState)
        case faces(Comparison, Int)
    }
    fileprivate enum Comparison: String, CaseIterable {
        case atLeast = ">=", atMost = "<=", unlike = "!=", equal = "=", above = ">", below = "<"
    }
    fileprivate struct Term: Hashable {
        var negated: Bool
        var test: Test
    }

    public static func parse(_ text: String) throws(Problem) -> Filter {
        var terms: [Term] = []
        var column = 1
        for part in text.split(separator: "&", omittingEmptySubsequences: false) {
            let word = trimmed(part)
            let start = column + part.prefix { $0 == " " }.count
            column += part.count + 1
            if word.isEmpty {
                if text.contains("&") { throw Problem(column: start, message: "a condition is missing beside '&'") }
                continue
            }
            terms.append(try term(word, column: start))
        }
        return Filter(text: trimmed(Substring(text)), terms: terms)
    }

    private static func term(_ word: String, column: Int) throws(Problem) -> Term {
        var rest = Substring(word)
        var negated = false
        var column = column
        while rest.first == "!" {
            negated.toggle()
            rest = rest.dropFirst().drop { $0 == " " }
            column = column + 1
        }
        return Term(negated: negated, test: try test(String(rest), column: column))
    }

    private static func test(_ word: String, column: Int) throws(Problem) -> Test {
        for comparison in Comparison.allCases {
            guard let range = split(word, at: comparison.rawValue) else { continue }
            return try compared(range.left.lowercased(), comparison, range.right.lowercased(), column: column)
        }
        switch word.lowercased() {
        case "pick", "picked", "picks": return .verdict(.pick)
        case "reject", "rejected", "rejects": return .verdict(.reject)
        case "maybe", "maybes": return .verdict(.maybe)
        case "open", "unjudged": return .verdict(nil)
        case "problem", "problems": return .problem
        case "stack", "stacked": return .stacked
        case "pair", "paired": return .pair
        case "label", "labelled": return .labelled
        case "starred": return .stars(.atLeast, 1)
        case let colour:
            if let label = ColourLabel(rawValue: colour) { return .label(label) }
            throw Problem(
                column: column,
                message: "'\(printable(word))' is not known; try picked, open, stars>=3, label=red, problem, stack")
        }
    }

    private static func compared(_ field: String, _ comparison: Comparison, _ value: String, column: Int) throws(Problem) -> Test
    {
        func equality(_ test: Test) throws(Problem) -> Test {
            guard comparison == .equal else { throw Problem(column: column, message: "'\(field)' can only be compared with =") }
            return test
        }
        switch field {
        case "stars", "rating":
            guard let number = Int(value), (0...5).contains(number) else {
                throw Problem(column: column, message: "stars are 0 to 5, not '\(printable(value))'")
            }
            return .stars(comparison, number)
        case "verdict", "flag":
            if ["none", "open", "null", ""].contains(value) { return try equality(.verdict(nil)) }
            guard let verdict = Verdict(rawValue: value) else {
                throw Problem(column: column, message: "a verdict is pick, reject, maybe or none, not '\(printable(value))'")
            }
            return try equality(.verdict(verdict))
        case "label", "colour", "color":
            if ["none", "null", ""].contains(value) { return try equality(.label(nil)) }
            guard let label = ColourLabel(rawValue: value) else {
                throw Problem(
                    column: column, message: "a label is red, yellow, green, blue, purple or none, not '\(printable(value))'")
            }
            return try equality(.label(label))
        case "eyes":
            guard let eyes = EyeState(rawValue: value) else {
                throw Problem(column: column, message: "eyes are open, closed or unsure, not '\(printable(value))'")
            }
            return try equality(.eyes(eyes))
        case "faces":
            guard let number = Int(value), number >= 0 else {
                throw Problem(column: column, message: "faces are counted, not '\(printable(value))'")
            }
            return .faces(comparison, number)
        default:
            throw Problem(column: column, message: "'\(printable(field))' is not known; try verdict, stars, label, eyes, faces")
        }
    }

    /// `faces` as the frame's card has them: nil = not measured, which no condition on eyes or faces matches, negated or not.
    public func matches(_ frame: Frame, mark: Mark, isStacked: Bool, problem: String?, faces: [Face]? = nil) -> Bool {
        terms.allSatisfy { term in
            if term.test.needsFaces, faces == nil { return false }
            return term.negated != term.test.matches(frame, mark, isStacked, problem, faces ?? [])
        }
    }
}

extension Filter.Test {
    fileprivate var needsFaces: Bool {
        switch self {
        case .eyes, .faces: true
        default: false
        }
    }

    fileprivate func matches(_ frame: Frame, _ mark: Mark, _ isStacked: Bool, _ problem: String?, _ faces: [Face]) -> Bool {
        switch self {
        case .verdict(let verdict): mark.verdict == verdict
        case .stars(let comparison, let number): comparison.holds(mark.stars, number)
        case .label(let label): mark.label == label
        case .labelled: mark.label != nil
        case .problem: problem != nil
        case .stacked: isStacked
        case .pair: frame.pair != nil
        case .eyes(.open): !faces.isEmpty && faces.allSatisfy { $0.eyes == .open }
        case .eyes(let eyes): faces.contains { $0.eyes == eyes }
        case .faces(let comparison, let number): comparison.holds(faces.count, number)
        }
    }
}

extension Filter.Comparison {
    fileprivate func holds(_ left: Int, _ right: Int) -> Bool {
        switch self {
        case .atLeast: left >= right
        case .atMost: left <= right
        case .unlike: left != right
        case .equal: left == right
        case .above: left > right
        case .below: left < right
        }
    }
}

private func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
}

private func split(_ word: String, at mark: String) -> (left: String, right: String)? {
    let characters = Array(word)
    let pattern = Array(mark)
    guard characters.count >= pattern.count else { return nil }
    for index in 0...(characters.count - pattern.count) where Array(characters[index..<index + pattern.count]) == pattern {
        return (
            trimmed(Substring(String(characters[..<index]))), trimmed(Substring(String(characters[(index + pattern.count)...])))
        )
    }
    return nil
}
