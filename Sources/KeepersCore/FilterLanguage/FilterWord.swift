/// Conditions that are one word and no comparison of a field.
public enum FilterWord: String, CaseIterable, Sendable {
    case all
    case judged
    case stack, burst, bracket, retry, single
    case best, suggested, tie, duplicate
    case mine, existing, edited, protected
    case problem
    case measured

    /// It says what the program thinks of the picture.
    var tells: Bool {
        switch self {
        case .best, .suggested, .tie: true
        default: false
        }
    }

    public var help: String {
        switch self {
        case .all: "every frame"
        case .judged: "it has a verdict, yours or one from before"
        case .stack: "in a stack of any kind"
        case .burst: "in a burst"
        case .bracket: "in an exposure bracket"
        case .retry: "in a stack of the same picture tried again"
        case .single: "in no stack"
        case .best: "the best of its stack, yours or the suggested one"
        case .suggested: "the suggested best of its stack"
        case .tie: "one of those too close to call in its stack"
        case .duplicate: "the same picture is there again, anywhere in the session"
        case .mine: "you decided something on it here: verdict, stars or label"
        case .existing: "something was decided on it before Keepers looked"
        case .edited: "its sidecar holds develop settings"
        case .protected: "picked, rated or edited before"
        case .problem: "its file is damaged, or nothing can be read of it"
        case .measured: "it was measured"
        }
    }
}

/// Every single word that is a condition, and what it means.
enum FilterVocabulary {
    static let words: [String: FilterTree] = {
        var table: [String: FilterTree] = [:]
        for word in FilterWord.allCases { table[word.rawValue] = .test(.word(word)) }
        table["all"] = .all([])
        func add(_ names: [String], _ tree: FilterTree) { for name in names { table[name] = tree } }
        func choice(_ field: FilterField, _ value: String) -> FilterTree { .test(.compare(field, .equal, .choice(value))) }
        add(["picked", "pick", "picks"], choice(.verdict, "pick"))
        add(["rejected", "reject", "rejects"], choice(.verdict, "reject"))
        add(["maybe", "maybes"], choice(.verdict, "maybe"))
        add(["open", "unjudged"], choice(.verdict, "none"))
        add(["starred", "rated"], .test(.compare(.stars, .atLeast, .number(1))))
        add(["labelled", "labeled"], .test(.compare(.label, .unlike, .choice("none"))))
        for label in ColourLabel.allCases { add([label.rawValue], choice(.label, label.rawValue)) }
        for kind in ["raw", "jpeg", "heic", "pair"] { add([kind], choice(.kind, kind)) }
        add(["jpg"], choice(.kind, "jpeg"))
        add(["paired"], choice(.kind, "pair"))
        for turn in ["portrait", "landscape"] { add([turn], choice(.orientation, turn)) }
        for blur in ["shake", "missed", "soft"] { add([blur], choice(.blur, blur)) }
        add(["stacked", "stacks"], .test(.word(.stack)))
        add(["bursts"], .test(.word(.burst)))
        add(["brackets"], .test(.word(.bracket)))
        add(["retries"], .test(.word(.retry)))
        add(["singles"], .test(.word(.single)))
        add(["ties"], .test(.word(.tie)))
        add(["duplicates", "dupes"], .test(.word(.duplicate)))
        add(["problems"], .test(.word(.problem)))
        add(["unmeasured"], .not(.test(.word(.measured))))
        return table
    }()

    /// The words that completion offers: one of each meaning.
    static let offered: [String] =
        FilterWord.allCases.map(\.rawValue)
        + [
            "picked", "rejected", "maybe", "open", "starred", "labelled", "raw", "jpeg", "pair", "portrait", "landscape", "shake",
            "missed", "soft", "unmeasured",
        ]
}
