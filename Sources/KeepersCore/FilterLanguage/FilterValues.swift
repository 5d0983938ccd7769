/// Reads what stands behind a comparison, in the field's unit.
enum FilterValues {
    static func test(_ field: FilterField, _ comparison: FilterComparison, _ text: String, column: Int) throws(Filter.Problem)
        -> FilterTest
    {
        switch field.shape {
        case .text:
            let comparison = try only(field, comparison, [.contains, .equal, .unlike], column)
            return .compare(field, comparison, .text(try nonEmpty(field, text, column)))
        case .choice(let choices):
            let comparison = try only(field, plain(comparison), [.equal, .unlike], column)
            return .compare(field, comparison, .choice(try choice(field, text, choices, column)))
        default: break
        }
        if let (low, high) = ends(text) {
            let comparison = plain(comparison)
            guard comparison == .equal else {
                throw Filter.Problem(column: column, message: "a range goes with =, as in \(field.rawValue)=\(printable(text))")
            }
            return try range(field, low, high, column)
        }
        return .compare(field, plain(comparison), try value(field, text, column))
    }

    private static func plain(_ comparison: FilterComparison) -> FilterComparison {
        comparison == .contains ? .equal : comparison
    }

    private static func only(
        _ field: FilterField, _ comparison: FilterComparison, _ allowed: [FilterComparison], _ column: Int
    ) throws(Filter.Problem) -> FilterComparison {
        if allowed.contains(comparison) { return comparison }
        let marks = allowed.map(\.rawValue).joined(separator: ", ")
        throw Filter.Problem(column: column, message: "'\(field.rawValue)' can only be compared with \(marks)")
    }

    private static func nonEmpty(_ field: FilterField, _ text: String, _ column: Int) throws(Filter.Problem) -> String {
        guard !text.isEmpty else { throw Filter.Problem(column: column, message: field.demand) }
        return text
    }

    private static func choice(_ field: FilterField, _ text: String, _ choices: [String], _ column: Int) throws(Filter.Problem)
        -> String
    {
        let word = text.lowercased()
        if choices.contains(word) { return word }
        let same = [
            "null": "none", "picked": "pick", "rejected": "reject", "jpg": "jpeg", "shut": "closed", "paired": "pair",
            "motion": "shake", "focus": "missed", "sharp": "none",
        ]
        if let other = same[word], choices.contains(other) { return other }
        if field == .verdict, word == "open" { return "none" }
        if field == .label, Double(word) != nil {
            throw Filter.Problem(column: column, message: "\(field.demand); how much colour there is: colourfulness>=60")
        }
        if field == .eyes, Double(word) != nil {
            throw Filter.Problem(column: column, message: "\(field.demand); as a mark: eyescore>=60")
        }
        let near = Nearest.name(to: word, among: choices).map { "; do you mean \($0)?" } ?? ", not '\(printable(text))'"
        throw Filter.Problem(column: column, message: field.demand + near)
    }

    /// `800..3200`
    private static func ends(_ text: String) -> (String, String)? {
        let characters = Array(text)
        for index in characters.indices.dropFirst() where index + 1 < characters.count {
            guard characters[index] == ".", characters[index + 1] == "." else { continue }
            let high = String(characters[(index + 2)...].drop { $0 == "." })
            return high.isEmpty ? nil : (String(characters[..<index]), high)
        }
        return nil
    }

    private static func range(_ field: FilterField, _ low: String, _ high: String, _ column: Int) throws(Filter.Problem)
        -> FilterTest
    {
        let first = try value(field, low, column)
        let last = try value(field, high, column)
        let isBackwards =
            switch (first, last) {
            case (.number(let a), .number(let b)): a > b
            case (.days(let a, _), .days(_, let b)): a > b
            // A clock goes round: 22:00..01:00 is three hours.
            default: false
            }
        if isBackwards {
            throw Filter.Problem(
                column: column, message: "this range runs backwards: \(printable(high))..\(printable(low)) is the other way round"
            )
        }
        return .between(field, first, last)
    }

    private static func value(_ field: FilterField, _ text: String, _ column: Int) throws(Filter.Problem) -> FilterValue {
        let read: FilterValue? =
            switch field.shape {
            case .number(let range, let isWhole): number(field, text, range, isWhole)
            case .shutter: seconds(text).map(FilterValue.number)
            case .clock: clock(text)
            case .date: days(text)
            case .text, .choice: nil
            }
        guard let read else { throw Filter.Problem(column: column, message: "\(field.demand), not '\(printable(text))'") }
        return read
    }

    private static func number(_ field: FilterField, _ text: String, _ range: ClosedRange<Double>, _ isWhole: Bool)
        -> FilterValue?
    {
        var text = text.lowercased()
        switch field {
        case .aperture:
            if text.hasPrefix("f/") { text.removeFirst(2) } else if text.hasPrefix("f") { text.removeFirst() }
        case .focal: if text.hasSuffix("mm") { text.removeLast(2) }
        case .iso: if text.hasPrefix("iso") { text.removeFirst(3) }
        case .burnt, .blocked, .brightness: if text.hasSuffix("%") { text.removeLast() }
        default: break
        }
        guard let value = decimal(text), range.contains(value), !isWhole || value == value.rounded() else { return nil }
        return .number(value)
    }

    /// Digits, a sign and a point or comma; no `inf`, `nan`, `0x` or exponents.
    static func decimal(_ text: String) -> Double? {
        let body = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : Substring(text)
        guard !body.isEmpty, body.count <= 16, body.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }),
            body.first?.isNumber == true, body.last?.isNumber == true, body.count(where: { !$0.isNumber }) <= 1
        else { return nil }
        return Double(text.map { $0 == "," ? "." : String($0) }.joined())
    }

    /// `1/500`, `0.5`, `2s`, `1/500s`.
    static func seconds(_ text: String) -> Double? {
        var text = text.lowercased()
        if text.hasSuffix("s") { text.removeLast() }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first.flatMap(decimal), first > 0 else { return nil }
        if parts.count == 1 { return first <= 100_000 ? first : nil }
        guard parts.count == 2, let second = decimal(parts[1]), second > 0 else { return nil }
        if first == 1, second == second.rounded(), second <= 1e6 { return 1 / second }
        // To the nanosecond, so that it can be written again.
        let quotient = (first / second * 1e9).rounded() / 1e9
        return quotient > 0 && quotient <= 100_000 ? quotient : nil
    }

    /// `22:00`, `22:00:05`, `22h`, `22h30`, `10pm`, `10:30pm`, `22`.
    static func clock(_ text: String) -> FilterValue? {
        var text = text.lowercased()
        var half: Int?
        for (suffix, value) in [("am", 0), ("pm", 12)] where text.hasSuffix(suffix) {
            text.removeLast(2)
            half = value
        }
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == ":" || $0 == "h" })
        guard let first = parts.first, parts.count <= 3, var hour = digits(first, 0...24) else { return nil }
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        var second = hour * 3600
        var span = 3600
        for (part, unit) in zip(parts.dropFirst(), [60, 1]) {
            if part.isEmpty, unit == 60, parts.count == 2, text.hasSuffix("h") { continue }
            guard part.count == 2, let value = digits(part, 0...59) else { return nil }
            second += value * unit
            span = unit
        }
        guard hour < 24 || second == 86400 else { return nil }
        return .clock(second: second % 86400, span: span)
    }

    private static func digits(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard (1...4).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text),
            range.contains(value)
        else { return nil }
        return value
    }

    /// `2026-06-13`, `2026-06`, `2026`.
    static func days(_ text: String) -> FilterValue? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].count == 4, let year = digits(parts[0], 1...9999) else { return nil }
        guard parts.count > 1 else {
            return .days(
                first: CaptureTime.daysSinceEpoch(year: year, month: 1, day: 1),
                last: CaptureTime.daysSinceEpoch(year: year, month: 12, day: 31))
        }
        guard let month = digits(parts[1], 1...12) else { return nil }
        let length = CaptureTime.days(inMonth: month, year: year)
        guard parts.count > 2 else {
            let first = CaptureTime.daysSinceEpoch(year: year, month: month, day: 1)
            return .days(first: first, last: first + length - 1)
        }
        guard let day = digits(parts[2], 1...length) else { return nil }
        let date = CaptureTime.daysSinceEpoch(year: year, month: month, day: day)
        return .days(first: date, last: date)
    }
}
