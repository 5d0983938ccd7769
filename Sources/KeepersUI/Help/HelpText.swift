import KeepersCore

/// What each command does, in the words of the help; the keys come from the bindings.
enum HelpText {
    enum Line: Equatable { case heading(String), key(String, String), gap }

    static let lines: [Line] = build(Bindings.studio)

    private static func build(_ bindings: Bindings) -> [Line] {
        var lines: [Line] = []
        for (heading, items) in sections {
            if !lines.isEmpty { lines.append(.gap) }
            lines.append(.heading(heading))
            for (commands, words) in items {
                let keys = commands.map { command in
                    bindings.list.filter { $0.command == command && !$0.keys.hasPrefix("Keypad") }.prefix(2)
                        .map { short($0.keys) }.joined(separator: " ")
                }
                lines.append(.key(keys.joined(separator: " "), words))
            }
        }
        return lines
    }

    private static func short(_ keys: String) -> String {
        switch keys {
        case "Left": "←"
        case "Right": "→"
        case "Up": "↑"
        case "Down": "↓"
        case "g g": "gg"
        default: keys
        }
    }

    private static let sections: [(String, [([Command], String)])] = [
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
                ([.fanOut, .fanIn], "fan the stack out, in"),
                ([.why, .info], "why panel, shot data"),
                ([.chromeOff], "chrome off"),
            ]
        ),
        (
            "queue",
            [
                ([.filterPrompt], "filter or jump to name"),
                ([.commandPrompt], "command (label, sort …)"),
                ([.toggleTimeOrder], "time or rank order"),
                ([.resort], "re-sort by new scores"),
                ([.export], "export (dry run first)"),
                ([.redraw], "redraw"),
                ([.back], "back"),
                ([.leave], "leave; nothing to save"),
            ]
        ),
    ]
}
