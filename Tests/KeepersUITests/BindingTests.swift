import Foundation
import KeepersCore
import Testing

@testable import KeepersUI

@Suite("Keys and what they do")
struct BindingTests {
    /// Every key that product and help promise to a studio hand, written down apart from the table.
    static let promised: [(String, Command)] = [
        ("p", .verdict(.pick, advance: false)), ("x", .verdict(.reject, advance: false)), ("m", .verdict(.maybe, advance: false)),
        ("u", .clearVerdict), ("P", .verdict(.pick, advance: true)), ("X", .verdict(.reject, advance: true)),
        ("a", .toggleAutoAdvance), ("t", .togglePick), ("1", .stars(1)), ("2", .stars(2)), ("3", .stars(3)), ("4", .stars(4)),
        ("5", .stars(5)), ("0", .stars(0)), ("[", .fewerStars), ("]", .moreStars), ("6", .label(.red)), ("7", .label(.yellow)),
        ("8", .label(.green)), ("9", .label(.blue)), ("K", .keep), ("h", .previousFrame), ("l", .nextFrame), ("Left", .arrowLeft),
        ("Right", .arrowRight), ("j", .rowDown), ("k", .rowUp), ("Down", .arrowDown), ("Up", .arrowUp), ("{", .previousStack),
        ("}", .nextStack), ("g g", .first), ("G", .last), ("Home", .first), ("End", .last), ("Enter", .loupe), ("e", .loupe),
        ("Space", .look), ("z", .zoom), ("Tab", .nextFace), ("Shift-Tab", .previousFace), ("s", .fanOut), ("b", .fanIn),
        ("v", .range), ("V", .wholeStack), (".", .repeatVerdict), ("/", .filterPrompt), (":", .commandPrompt),
        ("T", .toggleTimeOrder), ("S", .resort), ("D", .disputedFirst), ("B", .blind), ("i", .info), ("o", .overlays),
        ("w", .why), ("Ctrl-Z", .undo), ("Ctrl-R", .redo), ("E", .export), ("f", .chromeOff), ("Ctrl-L", .redraw), ("?", .help),
        ("q", .leave), ("Esc", .back), ("Keypad5", .stars(5)), ("Keypad0", .stars(0)),
    ]

    static func sequence(_ text: String) -> [Key] { text.split(separator: " ").compactMap { Key(written: $0) } }

    @Test("studio does what the product says, key by key")
    func studio() {
        for (keys, command) in Self.promised {
            #expect(Bindings.studio.command(of: Self.sequence(keys)) == command, "\(keys)")
        }
        for (keys, name) in [("r", "raw"), ("c", "compare"), ("n", "survey")] {
            let command = Bindings.studio.command(of: Self.sequence(keys))
            #expect(command != nil && command == CommandNames.command(name), "\(keys)")
        }
    }

    @Test("every row of the table has a cell for every profile, and every cell reads")
    func table() {
        let heading = ProfileTable.cells(ProfileTable.text.split(separator: "\n")[0])
        #expect(heading == ["command"] + Bindings.Profile.allCases.map(\.rawValue))
        #expect(ProfileTable.rows.map { $0[0] } == CommandNames.all.map(\.name))
        for row in ProfileTable.rows {
            #expect(row.count == heading.count, "\(row)")
            for cell in row.dropFirst() where cell != "·" {
                let sequences = cell.replacingOccurrences(of: ", ", with: "\u{1}").split(separator: "\u{1}")
                #expect(ProfileTable.keys(in: cell).count == sequences.count, "\(row[0]): \(cell)")
                for (keys, text) in zip(ProfileTable.keys(in: cell), sequences) {
                    #expect(keys.fileName == text, "\(row[0]): \(cell)")
                }
            }
        }
    }

    @Test(
        "in every profile and layout every command has a key, and no key is another's beginning",
        arguments: Bindings.Profile.allCases, Bindings.Layout.allCases)
    func reachable(profile: Bindings.Profile, layout: Bindings.Layout) {
        let bindings = Bindings(profile, layout: layout)
        #expect(bindings.withoutKey == [], "give them a row in ProfileTable")
        for binding in bindings.list {
            #expect(bindings.rival(of: binding.sequence) == nil, "\(binding.sequence.fileName)")
            #expect(bindings.list.count { $0.sequence == binding.sequence } == 1, "\(binding.sequence.fileName) is bound twice")
        }
        // The keypad rates wherever the terminal tells it apart.
        for stars in 0...5 { #expect(bindings.command(of: [Key(.keypad(stars))]) == .stars(stars)) }
    }

    /// The compiler makes this list whole: a new case that is not named here or there does not build.
    @Test("every command that a key can do has a name")
    func named() {
        func mustHaveName(_ command: Command) -> Bool {
            switch command {
            case .verdict, .clearVerdict, .togglePick, .stars, .moreStars, .fewerStars, .label, .keep, .previousFrame, .nextFrame,
                .arrowLeft, .arrowRight, .arrowUp, .arrowDown, .rowDown, .rowUp, .pageDown, .pageUp, .previousStack, .nextStack,
                .first, .last, .loupe, .loupeOnly, .look, .zoom, .fanOut, .fanIn, .range, .wholeStack, .repeatVerdict,
                .filterPrompt,
                .commandPrompt, .toggleTimeOrder, .resort, .info, .why, .overlays, .nextFace, .previousFace, .disputedFirst,
                .blind, .fewerAlike, .moreAlike, .stackEdit, .undo, .redo, .export, .toggleAutoAdvance, .chromeOff, .redraw,
                .help, .leave, .back, .zoomDouble, .nextPicture, .compare, .compareMode, .survey, .faceStrip, .link,
                .slideLeft, .slideRight, .count, .letter, .findNext, .findPrevious, .interrupt:
                true
            case .lettered, .endMacro: false
            }
        }
        for item in CommandNames.all { #expect(mustHaveName(item.command) && CommandNames.name(item.command) == item.name) }
        let keyNames = ["enter", "esc", "tab", "up", "down", "left", "right", "home", "end", "space", "comma", "hash", "delete"]
        for item in CommandNames.all { #expect(!keyNames.contains(item.name) && item.name.count > 1) }
    }

    @Test(
        "printed and read again is the same, in every profile and layout", arguments: Bindings.Profile.allCases,
        Bindings.Layout.allCases)
    func roundTrip(profile: Bindings.Profile, layout: Bindings.Layout) {
        let bindings = Bindings(profile, layout: layout)
        let (read, problems) = Bindings.read(bindings.text)
        #expect(problems == [] && read == bindings)
        #expect(read.text == bindings.text)
        // And with a hand's own lines.
        let own =
            "layout \(layout.rawValue)\nprofile \(profile.rawValue)\nunbind w\nCtrl-W why\nf1 label red\nunbind &\nHash tag\nComma info\n; x Q keep\n"
        let (edited, complaints) = Bindings.read(own)
        #expect(complaints == [], "\(profile) \(layout)")
        #expect(edited.command(of: [Key(.function(1))]) == .label(.red) && edited.command(of: Self.sequence("; x Q")) == .keep)
        let (again, none) = Bindings.read(edited.text)
        #expect(again == edited && none == [])
    }

    @Test("random files never take the way out, and what holds reads back", arguments: 0..<40 as Range<UInt64>)
    func randomFiles(seed: UInt64) {
        var dice = Dice(seed)
        let keys = [
            "p", "x", "q", ":", "?", "Esc", "g", "g g", "G", "1", "&", "'", "(", "-", "<", "Ctrl-A", "kp5", "d", "d d", "r",
            "r 1", "Tab",
        ]
        let names = CommandNames.all.map(\.name)
        var text = "profile \(dice.pick(Bindings.Profile.allCases.map(\.rawValue)))\nlayout \(dice.pick(["qwerty", "azerty"]))\n"
        for _ in 0..<30 {
            switch dice.below(5) {
            case 0: text += "unbind \(dice.pick(keys))\n"
            case 1: text += "\(dice.pick(["", "#", "nonsense", "p", "unbind", "p p p p p pick", "unbind all"]))\n"
            default: text += "\(dice.pick(keys)) \(dice.pick(names))\n"
            }
        }
        let (bindings, _) = Bindings.read(text)
        for command in [Command.commandPrompt, .help, .back] { #expect(!bindings.keys(of: command).isEmpty) }
        for binding in bindings.list {
            #expect(bindings.rival(of: binding.sequence) == nil, "\(binding.sequence.fileName) in\n\(text)")
        }
        let (again, problems) = Bindings.read(bindings.text)
        #expect(again == bindings && problems == [], "\(text)\n--\n\(bindings.text)")
    }

    @Test("a bad line is named with its key and ignored; all others hold")
    func problems() {
        let (bindings, problems) = Bindings.read(
            """
            # my keys
            profile vim
            ctrl-q leave
            y pik
            ctrl-foo pick
            g pick
            g g x pick
            p
            y keep   # twice
            y tag
            layout bepo
            unbind
            kp7 stars 7
            unbind g n
            g n keep
            """)
        #expect(
            problems.map(\.words) == [
                "line 4: y: no command 'pik'; did you mean pick?",
                "line 5: 'ctrl-foo' is no key",
                "line 6: g is how g g (first) begins; unbind that first",
                "line 7: g g x begins with g g (first); unbind that first",
                "line 8: 'p' stands alone: no command beside it",
                "line 10: y is bound in line 9 already",
                "line 11: layout is qwerty or azerty",
                "line 12: unbind names no key",
                "line 13: Keypad7: no command 'stars 7'; did you mean stars 0?",
            ])
        #expect(bindings.profile == .vim && bindings.command(of: Self.sequence("y")) == .keep)
        #expect(bindings.command(of: Self.sequence("ctrl-q")) == .leave && bindings.command(of: Self.sequence("g n")) == .keep)
        #expect(bindings.command(of: Self.sequence("p")) == .verdict(.pick, advance: false))
    }

    @Test("a file that takes everything away leaves help, the command line, back and leave")
    func nothingLeft() {
        let (bindings, problems) = Bindings.read("unbind all")
        #expect(bindings.list.map(\.sequence.fileName).sorted() == [":", "?", "Esc", "q"])
        #expect(problems.count == 4 && problems.allSatisfy { $0.words.contains("does again") })
    }

    @Test(
        "hostile files end at once",
        arguments: [
            "\u{0}\u{1B}[2J pick", String(repeating: "p ", count: 50_000) + "pick", String(repeating: "x pick\n", count: 5000),
            "é́́́ pick", "\r\np pick\r\n",
        ])
    func hostile(text: String) {
        let (bindings, problems) = Bindings.read(text)
        #expect(bindings.command(of: [Key("p")]) == .verdict(.pick, advance: false))
        #expect(problems.allSatisfy { !$0.words.contains("\u{1B}") })
    }

    @Test("on AZERTY the unshifted row does what the digits do; what it displaces moves where nothing else is")
    func azerty() {
        for profile in Bindings.Profile.allCases where profile != .vim {
            let bindings = Bindings(profile, layout: .azerty)
            for (digit, typed) in zip(0...5, "à&é\"'(") { #expect(bindings.command(of: [Key(typed)]) == .stars(digit)) }
            for (label, typed) in zip([ColourLabel.red, .yellow, .green, .blue], "-è_ç") {
                #expect(bindings.command(of: [Key(typed)]) == .label(label))
            }
            #expect(bindings.command(of: [Key("^")]) == .fewerAlike && bindings.command(of: [Key("=")]) == .stackEdit(.takeOut))
        }
        let vim = Bindings(.vim, layout: .azerty)
        #expect(vim.command(of: Self.sequence("r \"")) == .stars(3) && vim.command(of: Self.sequence("r à")) == .stars(0))
        #expect(vim.command(of: [Key("'")]) == .letter(.goToMark), "a mark is more than a count of four")
        #expect(vim.command(of: [Key("&")]) == .count(1))
        // What a file says of such a key holds.
        let (own, problems) = Bindings.read("( tag\nlayout azerty\n7 keep")
        #expect(problems == [] && own.command(of: [Key("(")]) == .togglePick && own.command(of: [Key("è")]) == .keep)
    }

    @Test("the table in docs/keys.md is the one in the program")
    func document() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/keys.md").standardizedFileURL
        let text = try String(contentsOf: path, encoding: .utf8)
        let begin = "<!-- keys -->\n"
        let end = "<!-- /keys -->"
        let table = KeyDocument.table
        // The example of a file is one that holds.
        let example = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.joined(separator: "\n")
        let (bindings, problems) = Bindings.read(example)
        #expect(problems == [] && bindings.profile == .vim && bindings.command(of: Self.sequence("g x")) != nil)
        let parts = text.components(separatedBy: begin)
        try #require(parts.count == 2)
        if ProcessInfo.processInfo.environment["KEEPERS_RECORD"] == "1", let tail = parts[1].range(of: end) {
            try (parts[0] + begin + table + String(parts[1][tail.lowerBound...])).write(
                to: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: path, encoding: .utf8).contains(begin + table + end), "record docs/keys.md anew")
    }
}

/// The table of docs/keys.md.
enum KeyDocument {
    static var table: String {
        var out = "| command | " + Bindings.Profile.allCases.map(\.rawValue).joined(separator: " | ") + " |\n"
        out += "|---|" + String(repeating: "---|", count: Bindings.Profile.allCases.count) + "\n"
        for row in ProfileTable.rows {
            let cells = row.dropFirst().map { cell in
                cell == "·"
                    ? "" : ProfileTable.keys(in: cell).map { "<kbd>" + escaped($0.shown) + "</kbd>" }.joined(separator: " ")
            }
            out += "| \(row[0]) | " + cells.joined(separator: " | ") + " |\n"
        }
        return out
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "|": "&#124;"
            case "<": "&lt;"
            case "*", "_", "`", "[", "]", "\\", "~": "&#\(character.asciiValue ?? 0);"
            default: String(character)
            }
        }.joined()
    }
}

/// splitmix64 (Steele, Lea, Flood 2014)
struct Dice {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func below(_ sides: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
    }
    mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }
}
