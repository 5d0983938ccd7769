import KeepersCore
import Testing

@testable import KeepersUI

/// `?` says what the keys do on the screen where it was pressed, and nothing else.
@Suite("The page of keys")
struct HelpTests {
    /// Keys, in the studio's hand, that lead from the grid to each screen.
    static let screens: [(name: String, keys: [String])] = [
        ("grid", []), ("fan", ["s"]), ("loupe", ["Enter"]), ("loupe in a stack at 100 %", ["s", "Enter", "z"]),
        ("side by side", ["c"]), ("side by side at 100 %", ["c", "z"]), ("wipe", ["c", "d"]), ("fade", ["c", "d", "d"]),
        ("blink", ["c", "d", "d", "d"]), ("difference", ["c", "d", "d", "d", "d"]), ("survey", ["n"]),
        ("survey at 100 %", ["n", "z"]), ("faces", ["F"]),
    ]

    private static func player(_ keys: [String], _ profile: Bindings.Profile = .studio) -> Player {
        var player = Player(HandTests.app(.studio, columns: 150, rows: 50, opening: FaceSample.opening()))
        player.press("Home")
        for key in keys { player.press(key) }
        if profile != .studio {
            player.press(":")
            player.type("profile \(profile.rawValue)")
            player.press("Enter")
        }
        return player
    }

    private static func lines(_ player: Player) -> [(commands: [Command], words: String)] {
        let place = player.app.helpPlace
        return HelpMoves.items(place) + HelpLooks.items(place) + HelpLooks.together(place)
    }

    @Test("fits its columns, in every profile and on every screen", arguments: Bindings.Profile.allCases)
    func fits(profile: Bindings.Profile) {
        for (name, keys) in Self.screens {
            let player = Self.player(keys, profile)
            let sections = HelpText.sections(player.app.bindings, player.app.helpPlace)
            for case .key(let keys, let words) in sections.joined() {
                #expect(columns(of: words) <= 23, "\(name), \(profile): \(words)")
                #expect(columns(of: keys) <= 14, "\(name), \(profile): \(keys)")
            }
            for line in player.screen.split(separator: "\n") { #expect(columns(of: String(line)) <= 150) }
        }
    }

    /// Of every key that the page names for walking and looking: pressing it changes what is shown, or says why it does not.
    @Test("names no key that does nothing there", arguments: screens.map(\.name))
    func everyKeyDoesSomething(name: String) throws {
        let keys = try #require(Self.screens.first { $0.name == name }?.keys)
        for (commands, words) in Self.lines(Self.player(keys)) {
            // One command has a key in one profile only.
            for command in commands where command != .loupeOnly {
                var player = Self.player(keys)
                // From the middle of the list, where there is somewhere to go to in both directions.
                if keys.isEmpty { player.press("l", "j") }
                if keys == ["s"] || keys.first == "n" && keys.count == 1 || keys == ["F"] { player.press("l", "l") }
                let before = (player.app.session, player.app.render())
                for key in try #require(player.app.bindings.keys(of: command).first) { player.press(key: key) }
                var after = player.app
                let notice = after.session?.notice
                after.session?.notice = before.0?.notice
                #expect(
                    notice != nil || after.session != before.0 || after.render() != before.1,
                    "\(name): \(command), '\(words)', does nothing and says nothing")
            }
        }
    }

    @Test("tells the screens apart")
    func told() {
        func words(_ keys: String...) -> String { Self.help(Self.player(keys)) }
        #expect(words().hasPrefix("keys|") && !words().contains("crown") && !words().contains("preview, RAW"))
        #expect(words().contains("←|row") == false && words().contains("range, until a verdict"))
        let loupe = words("Enter", "z")
        #expect(loupe.hasPrefix("keys in the loupe|") && loupe.contains("pan|") && loupe.contains("preview, RAW, JPEG"))
        let wipe = words("c", "d")
        #expect(wipe.hasPrefix("keys for two compared|") && wipe.contains("slider, one column") && wipe.contains("crown"))
        #expect(wipe.contains("keep the champion") && !wipe.contains("range, until a verdict"))
        #expect(wipe.contains("faces, clipping, focus|fan") || wipe.contains("faces, clipping, focus|to the fan"))
        // Mixed pictures are shown bare, so the key is not named; the command still is.
        #expect(!words("c", "d", "d").contains("faces, clipping, focus|to the fan"))
        #expect(!words("c").contains("slider") && words("n").hasPrefix("keys in the survey|"))
        #expect(words("F").contains("this face at 100 %"))
    }

    @Test("knows an audit and a session that another program holds")
    func states() {
        var player = Player(Sample.app(opening: FaceSample.opening()))
        player.press(":")
        player.type("audit 5")
        player.press("Enter")
        #expect(Self.help(player).contains("overturn, let it fall"))
        let held = Player(Sample.app(opening: Sample.opening(readOnly: "keepers (process 7)")))
        #expect(Self.help(held).contains("verdict: read-only here"))
        #expect(SpokenHelp.lines(held.app.bindings, held.app.helpPlace).contains { $0.hasSuffix("why panel, shot data") })
    }

    @Test("names only filters that are read as they stand, and marks that the why panel shows")
    func wordsAreRead() throws {
        for (text, _) in HelpWords.filter where text != "Tab" {
            for condition in text.contains("&") ? [text] : text.split(separator: " ").map(String.init) {
                #expect(try Filter.parse(condition).text == condition)
            }
        }
        let parts = Set(Scores.Part.allCases.map(\.rawValue) + ["overall", "EAR", "0.08", "qual"])
        for word in HelpWords.marks.flatMap({ $0.0.split(separator: " ") }) { #expect(parts.contains(String(word)), "\(word)") }
    }

    private static func help(_ player: Player) -> String {
        let sections = HelpText.sections(player.app.bindings, player.app.helpPlace)
        let title = player.app.helpPlace.words.map { "keys \($0)" } ?? "keys"
        return
            ([title]
            + sections.joined().map { line in
                switch line {
                case .heading(let text): text
                case .key(_, let words): words
                case .gap: ""
                }
            }).joined(separator: "|")
    }
}
