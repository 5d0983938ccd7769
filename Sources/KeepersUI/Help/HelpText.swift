import KeepersCore

/// What each command does, in the words of the help; the keys come from the bindings.
enum HelpText {
    enum Line: Equatable { case heading(String), key(String, String), gap }

    static let sections: [[Line]] =
        table.map { heading, items in
            [.heading(heading)] + items.map { .key(keys(of: $0.0, in: Bindings.studio), $0.1) }
        } + [[.heading("commands")] + commands.map { .key($0.0, $0.1) }]

    /// What only `:` does, or does with a number.
    private static let commands: [(String, String)] = [
        (":timebox 20", "most worth in 20 min"),
        (":audit", "30 random unseen ones"),
        (":dupes", "same picture again"),
        (":clock", "two cameras' clocks"),
        (":split :merge", "as | and +"),
        (":takeout :best", "as - and *"),
        (":unstack", "all frames single"),
        (":restack", "undo your grouping"),
        (":sort name", "rank, time, stars …"),
        (":label purple", "or none"),
        (":goal 400", "count picks to it"),
        (":undo-export", "sidecars as before"),
        (":meter", "bytes and trip times"),
        (":quality low", "normal, local, auto"),
        (":budget 2M/min", "spare the line; off"),
        (":suspend", "to the shell; fg"),
    ]

    /// All keys of one command; of several commands the first of each.
    private static func keys(of commands: [Command], in bindings: Bindings) -> String {
        let shown = commands.count == 1 ? 2 : 1
        let keys = commands.flatMap { command in
            bindings.list.filter { $0.command == command && !$0.keys.hasPrefix("Keypad") }.prefix(shown).map { short($0.keys) }
        }
        return keys.joined(separator: commands == [.stars(1), .stars(5)] ? " … " : " ")
    }

    private static func short(_ keys: String) -> String {
        switch keys {
        case "Left": "←"
        case "Right": "→"
        case "Up": "↑"
        case "Down": "↓"
        case "g g": "gg"
        case "PageUp": "PgUp"
        case "PageDown": "PgDn"
        default: keys
        }
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
                ([.stars(1), .stars(5)], "stars; 0 clears"),
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
                ([.zoom], "fit or 100 %"),
                ([.nextFace, .previousFace], "face by face, 100 %"),
                ([.overlays], "faces, focus point"),
                ([.fanOut, .fanIn], "fan the stack out, in"),
                ([.why, .info], "why panel, shot data"),
                ([.chromeOff], "chrome off"),
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
}
