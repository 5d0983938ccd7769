import KeepersCore

/// What each command does, in the words of the help; the keys come from the bindings.
enum HelpText {
    enum Line: Equatable { case heading(String), key(String, String), gap }

    static func sections(_ bindings: Bindings) -> [[Line]] {
        let hand = bindings.keys(of: .letter(.setMark)).isEmpty ? [] : [handTable]
        return (table + hand).map { heading, items in
            [.heading(heading)] + items.map { .key(keys(of: $0.0, in: bindings), words($0.1, bindings)) }
        } + [[.heading("commands")] + commands.map { .key($0.0, $0.1) }]
    }

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
        (":undo-export", "sidecars as before"),
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

    private static let table: [(String, [([Command], String)])] = [
        (
            "verdict",
            [
                (
                    [.verdict(.pick, advance: false), .verdict(.reject, advance: false), .verdict(.maybe, advance: false)],
                    "pick, reject, maybe"
                ),
                ([.verdict(.pick, advance: true), .verdict(.reject, advance: true)], "and on to the next"),
                ([.clearVerdict], "clear this verdict"),
                ([.togglePick], "pick on or off"),
                ([.keep], "keep, reject siblings"),
                ([.stars(1), .stars(5)], "stars; %0 clears"),
                ([.fewerStars, .moreStars], "one star less, more"),
                ([.label(.red), .label(.yellow), .label(.green), .label(.blue)], "red yellow green blue"),
                ([.repeatVerdict], "repeat the last verdict"),
                ([.range], "range, until a verdict"),
                ([.wholeStack], "select the whole stack"),
                ([.toggleAutoAdvance], "auto-advance"),
                ([.undo, .redo], "undo, redo"),
            ]
        ),
        (
            "move",
            [
                ([.previousFrame, .nextFrame], "frame"),
                ([.rowDown, .rowUp], "row"),
                ([.arrowLeft, .arrowRight], "frame; pan at 100 %"),
                ([.previousStack, .nextStack], "stack"),
                ([.first, .last], "first, last"),
                ([.pageUp, .pageDown], "page"),
            ]
        ),
        (
            "look",
            [
                ([.loupe], "loupe, and back"),
                ([.look], "loupe, 100 %, fit"),
                ([.zoom, .zoomDouble], "fit or 100 %, 200 %"),
                ([.nextPicture], "preview, RAW, JPEG"),
                ([.nextFace, .previousFace], "face by face, 100 %"),
                ([.overlays], "faces, clipping, focus"),
                ([.fanOut, .fanIn], "fan the stack out, in"),
                ([.why, .info], "why panel, shot data"),
                ([.chromeOff], "chrome off"),
            ]
        ),
        (
            "together",
            [
                ([.compare], "compare two; crown"),
                ([.compareMode], "side, wipe, fade, blink"),
                ([.rowDown, .rowUp], "to the other frame"),
                ([.slideLeft, .slideRight], "slider, a little"),
                ([.link], "zoom only this one"),
                ([.survey], "survey up to 16"),
                ([.faceStrip], "one face from each"),
            ]
        ),
        (
            "stack by hand",
            [
                ([.stackEdit(.best)], "name this the best"),
                ([.stackEdit(.splitHere)], "split before this"),
                ([.stackEdit(.takeOut)], "take this frame out"),
                ([.stackEdit(.mergeBefore)], "join the one before"),
                ([.fewerAlike, .moreAlike], "duplicates: threshold"),
            ]
        ),
        (
            "queue",
            [
                ([.filterPrompt], "filter or jump to name"),
                ([.commandPrompt], "command, see below"),
                ([.toggleTimeOrder], "time or rank order"),
                ([.resort], "re-sort by new scores"),
                ([.disputedFirst], "disputed first"),
                ([.blind], "blind: hide scores"),
                ([.export], "export (dry run first)"),
                ([.redraw], "redraw"),
                ([.back], "back"),
                ([.leave], "leave; nothing to save"),
            ]
        ),
    ]

    /// Shown where a profile has these keys.
    private static let handTable: (String, [([Command], String)]) = (
        "counts, marks, macros",
        [
            ([.count(3)], "3x: so many frames"),
            ([.letter(.setMark)], "set a mark: ma"),
            ([.letter(.goToMark)], "go to it; '' back"),
            ([.letter(.recordMacro)], "record qa, end q"),
            ([.letter(.playMacro)], "play @a, again @@"),
            ([.findNext, .findPrevious], "find the name again"),
        ]
    )
}
