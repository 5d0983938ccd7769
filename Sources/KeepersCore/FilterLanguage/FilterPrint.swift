extension FilterTree {
    /// In its plainest writing; reads as the same tree.
    var printed: String {
        switch self {
        case .all(let parts): parts.isEmpty ? "all" : parts.map(\.enclosedInAll).joined(separator: " & ")
        case .any(let parts): parts.map(\.enclosedInAny).joined(separator: " | ")
        case .not(.test(let test)): "!" + test.printed
        case .not(.all([])): "!all"
        case .not(let inner): "!(\(inner.printed))"
        case .test(let test): test.printed
        }
    }

    private var enclosedInAll: String {
        switch self {
        case .any: "(\(printed))"
        case .all(let parts) where !parts.isEmpty: "(\(printed))"
        default: printed
        }
    }

    private var enclosedInAny: String {
        if case .any = self { return "(\(printed))" }
        return printed
    }
}

extension FilterTest {
    var printed: String {
        switch self {
        case .word(let word): word.rawValue
        case .missing(let field): "\(field.rawValue)=?"
        case .between(let field, let low, let high): "\(field.rawValue)=\(low.printed(field))..\(high.printed(field))"
        case .compare(.verdict, .equal, .choice(let verdict)): FilterTest.verdicts[verdict] ?? "verdict=\(verdict)"
        case .compare(let field, let comparison, let value): "\(field.rawValue)\(comparison.rawValue)\(value.printed(field))"
        }
    }

    private static let verdicts = ["pick": "picked", "reject": "rejected", "maybe": "maybe", "none": "open"]
}

extension FilterValue {
    func printed(_ field: FilterField) -> String {
        switch self {
        case .choice(let word): return word
        case .text(let text): return FilterValue.quoted(text)
        case .number(let value): return field == .shutter ? FilterValue.shutter(value) : FilterValue.number(value)
        case .clock(let second, let span):
            if span == 3600 { return "\(padded(second / 3600, 2))h" }
            let minutes = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2))"
            return span == 60 ? minutes : minutes + ":\(padded(second % 60, 2))"
        case .days(let first, let last):
            let (year, month, day) = CaptureTime.calendar(daysSinceEpoch: first)
            if first == last { return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
            return last - first > 31 ? padded(year, 4) : "\(padded(year, 4))-\(padded(month, 2))"
        }
    }

    /// Shortest digits that read as the same number, without an exponent.
    static func number(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        let text = String(value)
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]), exponent < 0 else {
            return text
        }
        let digits = text[..<mark].filter(\.isNumber)
        return (value < 0 ? "-0." : "0.") + String(repeating: "0", count: -exponent - 1) + digits
    }

    /// `1/500` where that is the very number; other times in decimals.
    private static func shutter(_ seconds: Double) -> String {
        let parts = (1 / seconds).rounded()
        return seconds < 1 && parts <= 1e6 && 1 / parts == seconds ? "1/\(Int64(parts))" : number(seconds)
    }

    static func quoted(_ text: String) -> String {
        let isPlain = text.first != "\"" && text != "?" && !text.contains { $0.isWhitespace || "&|()".contains($0) }
        if isPlain, !text.isEmpty { return text }
        return "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}
