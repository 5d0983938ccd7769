import KeepersCore

/// The names that commands have in key files. A new command gets a line here and a row in `ProfileTable`.
enum CommandNames {
    typealias Section = (heading: String, commands: [(name: String, command: Command)])

    static let sections: [Section] = [
        (
            "verdict",
            [
                ("pick", .verdict(.pick, advance: false)), ("reject", .verdict(.reject, advance: false)),
                ("maybe", .verdict(.maybe, advance: false)), ("clear", .clearVerdict),
                ("pick-next", .verdict(.pick, advance: true)), ("reject-next", .verdict(.reject, advance: true)),
                ("maybe-next", .verdict(.maybe, advance: true)), ("tag", .togglePick), ("keep", .keep),
                ("stars 0", .stars(0)), ("stars 1", .stars(1)), ("stars 2", .stars(2)), ("stars 3", .stars(3)),
                ("stars 4", .stars(4)), ("stars 5", .stars(5)), ("star-more", .moreStars), ("star-less", .fewerStars),
                ("label red", .label(.red)), ("label yellow", .label(.yellow)), ("label green", .label(.green)),
                ("label blue", .label(.blue)), ("label purple", .label(.purple)),
                ("repeat", .repeatVerdict), ("range", .range), ("select-stack", .wholeStack),
                ("auto-advance", .toggleAutoAdvance), ("undo", .undo), ("redo", .redo),
            ]
        ),
        (
            "move",
            [
                ("frame-previous", .previousFrame), ("frame-next", .nextFrame), ("go-left", .arrowLeft),
                ("go-right", .arrowRight), ("go-up", .arrowUp), ("go-down", .arrowDown), ("row-up", .rowUp),
                ("row-down", .rowDown), ("page-up", .pageUp), ("page-down", .pageDown), ("stack-previous", .previousStack),
                ("stack-next", .nextStack), ("first", .first), ("last", .last),
            ]
        ),
        (
            "look",
            [
                ("loupe", .loupe), ("loupe-only", .loupeOnly), ("look", .look), ("zoom", .zoom), ("zoom-double", .zoomDouble),
                ("face-next", .nextFace),
                ("face-previous", .previousFace), ("compare", .compare), ("compare-mode", .compareMode),
                ("slide-left", .slideLeft), ("slide-right", .slideRight),
                ("link", .link), ("survey", .survey), ("face-strip", .faceStrip), ("raw", .nextPicture),
                ("overlays", .overlays), ("fan-out", .fanOut), ("grid", .fanIn), ("why", .why), ("info", .info),
                ("chrome", .chromeOff),
            ]
        ),
        (
            "stack by hand",
            [
                ("stack-best", .stackEdit(.best)), ("stack-split", .stackEdit(.splitHere)),
                ("stack-take-out", .stackEdit(.takeOut)), ("stack-join", .stackEdit(.mergeBefore)),
                ("unstack", .stackEdit(.unstack)), ("restack", .stackEdit(.restack)), ("alike-fewer", .fewerAlike),
                ("alike-more", .moreAlike),
            ]
        ),
        (
            "queue",
            [
                ("filter", .filterPrompt), ("command", .commandPrompt), ("find-next", .findNext),
                ("find-previous", .findPrevious), ("time-order", .toggleTimeOrder), ("resort", .resort),
                ("disputed", .disputedFirst), ("blind", .blind), ("export", .export), ("redraw", .redraw), ("help", .help),
                ("back", .back), ("leave", .leave), ("interrupt", .interrupt),
            ]
        ),
        (
            "counts, marks, macros",
            [
                ("count 1", .count(1)), ("count 2", .count(2)), ("count 3", .count(3)), ("count 4", .count(4)),
                ("count 5", .count(5)), ("count 6", .count(6)), ("count 7", .count(7)), ("count 8", .count(8)),
                ("count 9", .count(9)), ("mark-set", .letter(.setMark)), ("mark-go", .letter(.goToMark)),
                ("macro-record", .letter(.recordMacro)), ("macro-play", .letter(.playMacro)),
            ]
        ),
    ]

    /// These live in the vim profile alone; everywhere else a file may bind them.
    static let vimOnly = "counts, marks, macros"

    /// `:` does these too, and seldom enough to need no key.
    static let keyless: Set<String> = ["label purple", "unstack", "restack", "loupe-only"]

    static let all = sections.flatMap(\.commands)
    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.command) })
    private static let byCommand = Dictionary(uniqueKeysWithValues: all.map { ($0.command, $0.name) })
    private static let verbs = Set(all.compactMap { $0.name.split(separator: " ").first })

    static func command(_ name: String) -> Command? { byName[name] }
    static func name(_ command: Command) -> String? { byCommand[command] }
    static func isVerb(_ word: Substring) -> Bool { verbs.contains(word) }

    /// The name nearest to what was written, where one is near enough to be meant.
    static func nearest(_ written: String) -> String? {
        let letters = Array(written.prefix(40))
        let limit = max(1, written.count / 3)
        let distances = all.map { (name: $0.name, distance: Nearest.distance(letters, Array($0.name), limit: limit)) }
        return distances.min { $0.distance < $1.distance }.flatMap { $0.distance <= limit ? $0.name : nil }
    }
}
