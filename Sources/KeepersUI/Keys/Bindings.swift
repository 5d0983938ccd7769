import KeepersCore

/// Key sequences and what they do. To change a key, change its line here; `?` shows what stands here.
public struct Bindings: Equatable, Sendable {
    public struct Binding: Equatable, Sendable {
        /// Key names parted by blanks; more than one name is a sequence ("g g").
        public var keys: String
        public var command: Command
        init(_ keys: String, _ command: Command) {
            self.keys = keys
            self.command = command
        }
    }
    public var list: [Binding]

    public static let studio = Bindings(list: [
        Binding("p", .verdict(.pick, advance: false)), Binding("x", .verdict(.reject, advance: false)),
        Binding("m", .verdict(.maybe, advance: false)), Binding("u", .clearVerdict),
        Binding("P", .verdict(.pick, advance: true)), Binding("X", .verdict(.reject, advance: true)),
        Binding("M", .verdict(.maybe, advance: true)),
        Binding("t", .togglePick), Binding("a", .toggleAutoAdvance),
        Binding("0", .stars(0)), Binding("1", .stars(1)), Binding("2", .stars(2)), Binding("3", .stars(3)),
        Binding("4", .stars(4)), Binding("5", .stars(5)), Binding("]", .moreStars), Binding("[", .fewerStars),
        Binding("Keypad0", .stars(0)), Binding("Keypad1", .stars(1)), Binding("Keypad2", .stars(2)),
        Binding("Keypad3", .stars(3)), Binding("Keypad4", .stars(4)), Binding("Keypad5", .stars(5)),
        Binding("6", .label(.red)), Binding("7", .label(.yellow)), Binding("8", .label(.green)), Binding("9", .label(.blue)),
        Binding("K", .keep),
        Binding("h", .previousFrame), Binding("l", .nextFrame), Binding("j", .rowDown), Binding("k", .rowUp),
        Binding("Left", .arrowLeft), Binding("Right", .arrowRight), Binding("Up", .arrowUp), Binding("Down", .arrowDown),
        Binding("PageDown", .pageDown), Binding("PageUp", .pageUp), Binding("Ctrl-D", .pageDown), Binding("Ctrl-U", .pageUp),
        Binding("{", .previousStack), Binding("}", .nextStack),
        Binding("g g", .first), Binding("Home", .first), Binding("G", .last), Binding("End", .last),
        Binding("Enter", .loupe), Binding("e", .loupe), Binding("Space", .look), Binding("z", .zoom),
        Binding("s", .fanOut), Binding("b", .fanIn),
        Binding("v", .range), Binding("V", .wholeStack), Binding(".", .repeatVerdict),
        Binding("/", .filterPrompt), Binding(":", .commandPrompt), Binding("T", .toggleTimeOrder), Binding("S", .resort),
        Binding("i", .info), Binding("w", .why),
        Binding("Ctrl-Z", .undo), Binding("Ctrl-R", .redo), Binding("E", .export),
        Binding("c", .compare), Binding("n", .survey), Binding("F", .faceStrip),
        Binding("d", .compareMode), Binding("L", .link), Binding("<", .slideLeft), Binding(">", .slideRight),
        Binding("r", .absent("RAW decoding: not in this version; this is the embedded preview")),
        Binding("o", .overlays), Binding("Tab", .nextFace), Binding("Shift-Tab", .previousFace),
        Binding("D", .disputedFirst), Binding("B", .blind), Binding("(", .fewerAlike), Binding(")", .moreAlike),
        Binding("*", .stackEdit(.best)), Binding("|", .stackEdit(.splitHere)), Binding("-", .stackEdit(.takeOut)),
        Binding("+", .stackEdit(.mergeBefore)),
        Binding("Ctrl-C", .absent("q leaves; there is nothing to save")),
        Binding("f", .chromeOff), Binding("Ctrl-L", .redraw), Binding("?", .help), Binding("q", .leave), Binding("Esc", .back),
    ])
}

/// Turns keys into commands, remembering the first key of a sequence.
struct KeyReader: Equatable, Sendable {
    enum Profile: String, Sendable { case studio }

    private let table: [[Key]: Command]
    private let prefixes: Set<[Key]>
    private var pending: [Key] = []

    init(profile: Profile) {
        var table: [[Key]: Command] = [:]
        var prefixes: Set<[Key]> = []
        for binding in Bindings.studio.list {
            let keys = binding.keys.split(separator: " ").compactMap { Key(named: String($0)) }
            table[keys] = binding.command
            for count in 1..<max(1, keys.count) { prefixes.insert(Array(keys.prefix(count))) }
        }
        self.table = table
        self.prefixes = prefixes
    }

    /// nil while a sequence is incomplete and for keys that do nothing.
    mutating func read(_ key: Key) -> Command? {
        pending.append(key)
        if let command = table[pending] {
            pending = []
            return command
        }
        if prefixes.contains(pending) { return nil }
        let wasSequence = pending.count > 1
        pending = []
        return wasSequence ? read(key) : nil
    }
}
