import KeepersCore

/// What each command does on the screen where the help was opened, in words that fit half of 80 columns; the keys come from the bindings.
enum HelpText {
    enum Line: Equatable { case heading(String), key(String, String), gap }
    typealias Item = (commands: [Command], words: String)

    static func sections(_ bindings: Bindings, _ place: HelpPlace) -> [[Line]] {
        let hand = bindings.keys(of: .letter(.setMark)).isEmpty ? [] : [("counts, marks, macros", HelpText.hand)]
        return (table(place) + hand).map { heading, items in
            [.heading(heading)] + items.map { .key(keys(of: $0.commands, in: bindings), words($0.words, bindings)) }
        } + [
            section("filter, after / and :show", HelpWords.filter), section("marks of 0 to 100, and faces", HelpWords.marks),
            section("commands", commands),
        ]
    }

    private static func section(_ heading: String, _ lines: [(String, String)]) -> [Line] {
        [.heading(heading)] + lines.map { .key($0.0, $0.1) }
    }

    /// `%0`: the key that clears the stars.
    private static func words(_ text: String, _ bindings: Bindings) -> String {
        let zero = bindings.keys(of: .stars(0)).first { !$0.isKeypad }?.shown ?? "·"
        return text.split(separator: "%0", omittingEmptySubsequences: false).joined(separator: zero)
    }

    /// All keys of one command; of several commands the first of each.
    private static func keys(of commands: [Command], in bindings: Bindings) -> String {
        let shown = commands.count == 1 ? 2 : 1
        let keys = commands.flatMap { command in
            bindings.keys(of: command).filter { !$0.isKeypad }.prefix(shown).map(\.shown)
        }
        return keys.isEmpty ? "·" : keys.joined(separator: commands == [.stars(1), .stars(5)] ? " … " : " ")
    }

    private static func table(_ place: HelpPlace) -> [(String, [Item])] {
        [
            (place.isReadOnly ? "verdict: read-only here" : "verdict", verdict(place)), ("move", HelpMoves.items(place)),
            ("look", HelpLooks.items(place)), ("together", HelpLooks.together(place)), ("stack by hand", stack),
            ("queue", queue(place)),
        ]
    }

    private static func verdict(_ place: HelpPlace) -> [Item] {
        let (pick, reject) = (Command.verdict(.pick, advance: false), Command.verdict(.reject, advance: false))
        let judge: [Item] =
            place.isAudit
            ? [([pick, reject], "overturn, let it fall")]
            : [([pick, reject, .verdict(.maybe, advance: false)], "pick, reject, maybe")]
        let next = place.level == .compare ? "and the next challenger" : "and on to the next"
        // Where frames are looked at together each verdict is for the one in focus alone.
        let select: [Item] =
            place.isTogether ? [] : [([.range], "range, until a verdict"), ([.wholeStack], "select the whole stack")]
        return judge + [
            ([.verdict(.pick, advance: true), .verdict(.reject, advance: true)], next),
            ([.clearVerdict], "clear this verdict"),
            ([.togglePick], "pick on or off"),
            ([.keep], place.level == .compare ? "keep the champion" : "keep, reject siblings"),
            ([.stars(1), .stars(5)], "stars; %0 clears"),
            ([.fewerStars, .moreStars], "one star less, more"),
            ([.label(.red), .label(.yellow), .label(.green), .label(.blue)], "red yellow green blue"),
            ([.repeatVerdict], "repeat the last verdict"),
        ] + select + [
            ([.toggleAutoAdvance], "auto-advance"),
            ([.undo, .redo], "undo, redo"),
        ]
    }

    private static let stack: [Item] = [
        ([.stackEdit(.best)], "name this the best"),
        ([.stackEdit(.splitHere)], "split before this"),
        ([.stackEdit(.takeOut)], "take this frame out"),
        ([.stackEdit(.mergeBefore)], "join the one before"),
        ([.fewerAlike, .moreAlike], "duplicates: threshold"),
    ]

    private static func queue(_ place: HelpPlace) -> [Item] {
        [
            ([.filterPrompt], "filter or jump to name"),
            ([.commandPrompt], "command, see below"),
            ([.toggleTimeOrder], "time or rank order"),
            ([.resort], "re-sort by new scores"),
            ([.disputedFirst], "disputed first"),
            ([.blind], "blind: hide scores"),
            ([.export], "export (dry run first)"),
            ([.redraw], "redraw"),
            ([.back], place.level == .grid ? "end filter, list, range" : "back"),
            ([.leave], "leave; nothing to save"),
        ]
    }

    /// Shown where a profile has these keys.
    private static let hand: [Item] = [
        ([.count(3)], "3x: so many frames"),
        ([.letter(.setMark)], "set a mark: ma"),
        ([.letter(.goToMark)], "go to it; '' back"),
        ([.letter(.recordMacro)], "record qa, end q"),
        ([.letter(.playMacro)], "play @a, again @@"),
        ([.findNext, .findPrevious], "find the name again"),
    ]

    /// What only `:` does, or does with a number.
    private static let commands: [(String, String)] = [
        (":reject EXPR", "all that match; counts"),
        (":pick :stars 3", "the same; also :label"),
        (":save NAME", "keep this filter"),
        (":filters", "saved ones; :show NAME"),
        (":timebox 20", "most worth in 20 min"),
        (":audit", "30 random unseen ones"),
        (":dupes", "same picture again"),
        (":compare NAME", "with any frame"),
        (":clock", "two cameras' clocks"),
        (":split :merge", "as | and +"),
        (":takeout :best", "as - and *"),
        (":unstack", "all frames single"),
        (":restack", "undo your grouping"),
        (":sort name", "rank, time, stars …"),
        (":label purple", "or none"),
        (":zoom 200", "fit, 100, 200"),
        (":overlay off", "faces, clipping, focus"),
        (":picture raw", "preview, raw, jpeg"),
        (":goal 400", "count picks to it"),
        (":theme NAME", "other colours"),
        (":motion off", "nothing glides"),
        (":export", "E; d: mirror or a copy"),
        (":undo-export", "the last one; or all"),
        (":labels de", "words of colours"),
        (":conflicts", "with sidecars"),
        (":meter", "bytes and trip times"),
        (":quality low", "normal, local, auto"),
        (":budget 2M/min", "spare the line; off"),
        (":suspend", "to the shell; fg"),
        (":profile vim", "other keys"),
        (":layout azerty", "and qwerty"),
        (":mouse on", "click, wheel, drag"),
    ]
}
