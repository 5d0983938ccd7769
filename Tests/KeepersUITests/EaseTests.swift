import KeepersCore
import KeepersUI
import Testing

@Suite struct EaseTests {
    /// Role colours that are different from each other and from anything else, on a ground that is not black.
    private static let odd: Theme = {
        let names = Theme.Role.allCases.map(\.rawValue)
        let colours = names.enumerated().map { "\"\($1)\": \"#\($1 == "background" ? "204060" : "fff0" + padded($0, 2))\"" }
        return try! Theme(json: "{\"colours\": {\(colours.joined(separator: ", "))}}")
    }()

    @Test func noCellOfAnyScreenKnowsAnotherGroundThanTheThemes() {
        for (columns, rows) in [(80, 24), (150, 50)] {
            var player = Player(Sample.app(columns: columns, rows: rows, opening: FaceSample.opening()))
            _ = player.app.update(.theme(Self.odd, notice: nil))
            func check(_ screen: String) {
                let cells = player.app.render().cells
                #expect(cells.allSatisfy { $0.style.background == Self.odd.background }, "\(screen)")
                #expect(cells.allSatisfy { $0.style.foreground.hex >> 8 == 0xFFF0 }, "\(screen)")
            }
            check("grid")
            for key in ["p", "s", "Enter", "Tab", "Esc", "Esc", "/", "Esc", "?", "Esc", "f", "f", "E"] {
                player.press(key)
                check(key)
            }
            _ = player.app.update(.exportPlan(GoldenTests.plan))
            check("plan")
        }
    }

    /// Verdicts must not need colour: with all colours gone their cells still differ by text and attributes.
    @Test func verdictsAreToldWithoutColour() {
        var player = Player(Sample.app())
        player.press("p", "Right", "x", "Right", "m")
        let text = player.screen
        for words in ["◆ PICK", "✕ REJECT", "? MAYBE"] { #expect(text.contains(words)) }
    }

    @Test func attributesOfATheme() throws {
        let text =
            Sample.themeText.dropLast()
            + ", \"attributes\": {\"pick\": \"reverse\", \"reject\": \"underline\", \"number\": \"\"}}"
        var player = Player(Sample.app())
        _ = player.app.update(.theme(try Theme(json: String(text)), notice: "theme x"))
        #expect(player.session.notice == "theme x")
        player.press("p", "Right", "x")
        let scene = player.app.render()
        func style(_ sign: Character) -> Style? {
            scene.cells.indices.first {
                scene.cells[$0].text == sign && $0 + 2 < scene.cells.count && scene.cells[$0 + 2].text?.isLetter == true
            }
            .map { scene.cells[$0].style }
        }
        #expect(style("◆")?.reverse == true && style("◆")?.bold == false)
        #expect(style("✕")?.underline == true)
    }

    @Test func aThemeIsAskedForByItsName() {
        var player = Player(Sample.app())
        player.press(":")
        player.type("theme daylight")
        player.press("Enter")
        #expect(player.effects.last == .useTheme("daylight"))
        player.press(":")
        player.type("theme")
        player.press("Enter")
        #expect(player.effects.last == .useTheme(""))
    }

    @Test func motionIsSwitchedForEverySession() {
        var player = Player(Sample.app())
        #expect(!player.app.isMotionReduced && !player.session.isMotionReduced)
        player.press(":")
        player.type("motion off")
        player.press("Enter")
        #expect(player.app.isMotionReduced && player.session.isMotionReduced)
        #expect(player.effects.contains(.remember("motion", "off")))
        _ = player.app.update(.opened(Sample.opening()))
        #expect(player.session.isMotionReduced, "another session of the same evening")
        player.press(":")
        player.type("motion on")
        player.press("Enter")
        #expect(!player.app.isMotionReduced && player.effects.contains(.remember("motion", nil)))
        player.press(":")
        player.type("motion")
        player.press("Enter")
        #expect(player.session.notice?.contains("motion is on") == true)
    }
}

@Suite struct HolderTests {
    private static let holder = "keepers, pid 41, since 23:04, on pts/3 of hotel"

    @Test func whoHoldsItIsSaidAtOnceAndKept() {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: Sample.opening(readOnly: Self.holder)))
        #expect(player.screen.contains(Self.holder) && player.screen.contains("READ-ONLY"))
        player.press("Right")
        #expect(player.screen.contains("READ-ONLY"))
        player.press("y")
        #expect(!player.effects.contains(.claim), "y does nothing while somebody is there")
    }

    @Test func aFreeSessionIsOfferedAndTakenByOneKey() {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: Sample.opening(readOnly: Self.holder)))
        _ = player.app.update(.holder(nil))
        #expect(player.session.isFree && player.screen.contains("y makes it yours") && player.screen.contains("take over"))
        player.press("?", "y", "/", "y", "Esc")
        #expect(!player.effects.contains(.claim), "a page of help and a prompt take y for themselves")
        player.press("y")
        #expect(player.effects.last == .claim)
        _ = player.app.update(.holder("keepers, pid 52, since 23:40, on hotel"))
        #expect(!player.session.isFree && player.session.notice?.contains("pid 52") == true, "somebody else was faster")
        player.press("p")
        #expect(player.session.model.marks.isEmpty)
    }

    @Test func ourOwnSessionHearsNothingOfHolders() {
        var player = Player(Sample.app())
        _ = player.app.update(.holder(nil))
        #expect(!player.session.isFree && player.session.notice == nil)
        player.press("y")
        #expect(!player.effects.contains(.claim))
    }
}

@Suite struct ScrollTests {
    @Test func thePlaceHoldsTheScroll() {
        var player = Player(Sample.app(columns: 80, rows: 24))
        let first = player.screen
        player.press("G", "Up", "Up")
        let place = player.session.place
        #expect(place.top > 0 && player.screen != first)
        // Scrolled up and back down the focus stands in another row of the same page than after a jump to it.
        let again = Player(Sample.app(columns: 80, rows: 24, opening: Sample.opening(place: place)))
        #expect(again.session.place == place)
        func tiles(_ player: Player) -> [Substring] { Array(player.screen.split(separator: "\n").dropLast(2)) }
        #expect(tiles(again) == tiles(player))
    }

    @Test func aScrollThatFitsNoWindowIsPutRight() {
        let places = [Place(frame: FrameID(3), top: 9999), Place(frame: FrameID(3), top: -5), Place(frame: FrameID(24), top: 1)]
        for place in places {
            for (columns, rows) in [(80, 24), (150, 50), (20, 6)] {
                let player = Player(Sample.app(columns: columns, rows: rows, opening: Sample.opening(place: place)))
                #expect(player.session.focus == place.frame)
                #expect(player.screen.contains("_\(8870 + place.frame!.rawValue)") || columns < 80)
            }
        }
    }

    /// The view's switches are a person's habits of the evening: a dropped link must not turn auto-advance off unseen.
    @Test func switchesComeBack() {
        var player = Player(Sample.app())
        player.press("a", "w", "i")
        var settings: [String: String] = [:]
        for case .saveSetting(let name, let value) in player.effects { settings[name] = value }
        var opening = Sample.opening()
        opening.settings = settings
        var again = Player(Sample.app(opening: opening))
        #expect(again.screen.contains("AUTO"))
        #expect(!again.session.isWhyOn && !again.session.isInfoOn)
        again.press("a", "w", "i")
        for case .saveSetting(let name, let value) in again.effects { settings[name] = value }
        #expect(settings["view"] == nil)
    }
}

@Suite struct AdviceTests {
    private func advice(_ player: Player) -> [Advice] { player.commits.last?.advice ?? [] }

    @Test func aPickInAStackTellsWhatWasSuggested() {
        var player = Player(Sample.app())
        _ = player.app.update(.taste([FrameID(3): 20]))
        #expect(player.session.model.stack(of: FrameID(3))?.suggestedBest == FrameID(3))
        player.press("s", "Home", "K")
        #expect(advice(player) == [Advice(frame: FrameID(1), word: .best(FrameID(3)))])
    }

    @Test func aTieASingleAndARejectTell() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("8880")
        player.press("Enter", "p")
        #expect(advice(player) == [Advice(frame: FrameID(10), word: .tie)])
        player.press("/")
        player.type("8890")
        player.press("Enter", "p", "x")
        #expect(player.commits.count == 3 && advice(player) == [])
    }

    @Test func blindChoicesAreMarked() {
        var opening = Sample.opening()
        opening.settings = ["blind": "on"]
        var player = Player(Sample.app(opening: opening))
        player.press("Home", "s", "Right", "p")
        #expect(advice(player).map(\.isBlind) == [true])
    }

    @Test func anOwnBestIsNoSuggestion() {
        var player = Player(Sample.app())
        _ = player.app.update(.taste([FrameID(3): 20]))
        player.press("s", "Home", "*")
        #expect(advice(player) == [Advice(frame: FrameID(1), word: .best(FrameID(3)))])
        player.press("p")
        #expect(advice(player) == [])
    }
}
