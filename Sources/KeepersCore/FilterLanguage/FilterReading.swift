/// From the words of a filter to what they mean, or to an error that helps.
enum FilterReading {
    /// `picked`, `f/2.8`, `85mm`, `1/500`.
    static func word(_ word: String, _ column: Int) throws(Filter.Problem) -> FilterTree {
        let name = word.lowercased()
        if let tree = FilterVocabulary.words[name] { return tree }
        if let shorthand = shorthand(name) { return .test(shorthand) }
        if let field = FilterField.byName[name] {
            throw Filter.Problem(column: column, message: "\(name) needs a comparison: \(example(field))")
        }
        if name.hasPrefix("unmeasured") {
            throw Filter.Problem(column: column, message: "what is not measured is written unmeasured:sharp or sharp=?")
        }
        var problem = Filter.Problem(column: column, message: unknown(word))
        problem.mayBeName = SavedFilters.isName(word)
        throw problem
    }

    /// `f/2.8`, `f/1.4..f/2.8`, `85mm`, `1/500`: a unit says which field is meant.
    private static func shorthand(_ name: String) -> FilterTest? {
        let field: FilterField
        if name.hasPrefix("f/") {
            field = .aperture
        } else if name.hasSuffix("mm"), name.first?.isNumber == true {
            field = .focal
        } else if name.hasPrefix("1/") {
            field = .shutter
        } else {
            return nil
        }
        return try? FilterValues.test(field, .equal, name, column: 1)
    }

    static func comparison(
        _ word: String, _ column: Int, _ comparison: FilterComparison, _ text: String, _ isQuoted: Bool, _ valueColumn: Int
    ) throws(Filter.Problem) -> FilterTree {
        let name = word.lowercased()
        if name == "unmeasured" { return .test(.missing(try unmeasured(text, valueColumn))) }
        if let speed = try speed(name, comparison, text, valueColumn) { return .test(speed) }
        guard let field = FilterField.byName[name] else {
            if FilterVocabulary.words[name] != nil {
                throw Filter.Problem(column: column, message: "\(printable(word)) stands alone: nothing is compared with it")
            }
            throw Filter.Problem(column: column, message: unknown(word, isField: true))
        }
        guard !text.isEmpty || isQuoted else {
            throw Filter.Problem(column: valueColumn, message: "a value is missing: \(field.demand)", isUnfinished: true)
        }
        if text == "?", !isQuoted { return try missing(field, comparison, valueColumn) }
        if isQuoted, field.shape != .text {
            return .test(try FilterValues.test(field, comparison, trimmedBlanks(text), column: valueColumn))
        }
        return .test(try FilterValues.test(field, comparison, text, column: valueColumn))
    }

    private static func missing(_ field: FilterField, _ comparison: FilterComparison, _ column: Int) throws(Filter.Problem)
        -> FilterTree
    {
        guard field.canBeMissing else {
            throw Filter.Problem(column: column, message: "\(field.rawValue) is always known: \(field.demand)")
        }
        switch comparison {
        case .equal, .contains: return .test(.missing(field))
        case .unlike: return .not(.test(.missing(field)))
        default: throw Filter.Problem(column: column, message: "'?' (not measured) goes with = or !=, as in \(field.rawValue)=?")
        }
    }

    private static func unmeasured(_ text: String, _ column: Int) throws(Filter.Problem) -> FilterField {
        guard let field = FilterField.byName[text.lowercased()], field.canBeMissing else {
            throw Filter.Problem(column: column, message: "unmeasured:FIELD names a measure, as in unmeasured:sharp")
        }
        return field
    }

    /// `faster:1/500` and `slower:1/60` say which way is meant; both include the time itself.
    private static func speed(_ name: String, _ comparison: FilterComparison, _ text: String, _ column: Int)
        throws(Filter.Problem) -> FilterTest?
    {
        guard name == "faster" || name == "slower" else { return nil }
        guard comparison == .contains || comparison == .equal else {
            throw Filter.Problem(column: column, message: "\(name) takes ':', as in \(name):1/500")
        }
        return try FilterValues.test(.shutter, name == "faster" ? .atMost : .atLeast, text, column: column)
    }

    /// An example of a comparison that reads.
    private static func example(_ field: FilterField) -> String {
        switch field.shape {
        case .choice(let choices): "\(field.rawValue)=\(choices[0])"
        case .text: "\(field.rawValue):X"
        case .shutter: "shutter<=1/500"
        case .clock: "time>22:00"
        case .date: "date=2026-06-13"
        case .number(let range, _):
            switch field {
            case .aperture: "f<=2.8"
            case .stars: "stars>=3"
            case .iso: "iso>=3200"
            case .focal: "focal>=85"
            default: range.upperBound == 100 ? "\(field.rawValue)>=60" : "\(field.rawValue)>=2"
            }
        }
    }

    private static func unknown(_ word: String, isField: Bool = false) -> String {
        let what = isField ? "no field '\(printable(word))'" : "'\(printable(word))' is not known"
        let names = isField ? Array(FilterField.byName.keys) : Array(FilterField.byName.keys) + FilterVocabulary.words.keys
        if let near = Nearest.name(to: word.lowercased(), among: names) { return "\(what); do you mean \(near)?" }
        if word.allSatisfy(\.isNumber) { return "\(what): a number needs a field, as in stars>=\(word.prefix(1))" }
        return isField ? "\(what); try stars, iso, camera, eyes, time" : "\(what); try picked, open, stars>=3, label=red, stack"
    }
}

extension FilterField {
    /// Not every frame has one.
    var canBeMissing: Bool {
        switch self {
        case .verdict, .stars, .label, .kind, .source, .stack, .name, .folder: false
        default: true
        }
    }
}

/// The nearest name to a mistyped one (Damerau and Levenshtein, neighbours swapped count once).
public enum Nearest {
    /// nil where none is near enough to be meant: one slip in four letters, two from six on.
    public static func name(to word: String, among names: some Sequence<String>) -> String? {
        let wanted = Array(word.prefix(40))
        guard wanted.count >= 3 else { return nil }
        let allowed = wanted.count >= 6 ? 2 : 1
        var best: (distance: Int, name: String)?
        for name in names {
            let distance = distance(wanted, Array(name), limit: allowed)
            guard distance <= allowed else { continue }
            if let known = best, (known.distance, known.name) <= (distance, name) { continue }
            best = (distance, name)
        }
        return best?.name
    }

    /// Letters to change, add, drop or swap; where they are more than `limit`, some number above it.
    public static func distance(_ left: [Character], _ right: [Character], limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit, !left.isEmpty, !right.isEmpty else { return limit + 1 }
        var before: [Int] = []
        var last = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var row = [i + 1]
            for (j, b) in right.enumerated() {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, before[j - 1] + 1) }
                row.append(cost)
            }
            before = last
            last = row
        }
        return last[right.count]
    }
}
