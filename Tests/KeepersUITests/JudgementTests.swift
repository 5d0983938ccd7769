import KeepersCore
import KeepersUI
import Testing

@Suite struct BlindTests {
    /// Words that would tell what the program thinks.
    private static let telling = [
        "sharp", "crisp", "tie of", "best of", "suggested", "1st", "5th", "closed", "eyes", "EAR", "keep best",
        "━━",
    ]

    private func tells(_ player: Player) -> [String] {
        let marks = (1...24).compactMap { player.session.model.composite(FrameID($0)).map { " " + fixed($0, 0) } }
        let screen = player.screen
        return (Self.telling + Set(marks)).filter(screen.contains)
    }

    @Test(arguments: [(80, 24), (150, 50)])
    func blindHidesUntilTheVerdict(columns: Int, rows: Int) {
        var player = Player(Sample.app(columns: columns, rows: rows, opening: FaceSample.opening()))
        #expect(!tells(player).isEmpty)
        player.press("B")
        #expect(player.session.queue.sort == .time && player.screen.contains("BLIND"))
        for keys in [["Home"], ["s"], ["Right"], ["Enter"], ["Tab"]] {
            for key in keys { player.press(key) }
            #expect(tells(player) == [], "after \(keys)")
            let overlays = player.app.render().placements.flatMap(\.overlays).map(\.text)
            #expect(overlays.allSatisfy { $0.allSatisfy(\.isNumber) })
        }
        player.press("Esc", "Home")
        #expect(player.focus == 1, "the suggested frame does not stand for its stack")
        player.press("K")
        player.press("s")
        #expect(player.mark(1).verdict == .pick)
        player.press("/")
        player.type("8871")
        player.press("Enter", "Enter")
        #expect(player.screen.contains("sharpness") && player.screen.contains("EAR"), "shown after the verdict on the stack")
    }

    @Test func blindIsRememberedAndLeavesNoOrderThatTells() {
        var player = Player(Sample.app(opening: FaceSample.opening(settings: ["blind": "on"])))
        #expect(player.session.isBlind && player.session.queue.sort == .time && player.focus == 1)
        player.press("T")
        #expect(player.session.queue.sort == .time && player.session.notice?.contains("blind") == true)
        player.press("D")
        #expect(player.session.queue.sort == .time)
        player.press(":")
        player.type("sort sharpness")
        player.press("Enter")
        #expect(player.session.queue.sort == .time)
        player.press("B")
        #expect(!player.session.isBlind && player.effects.contains(.saveSetting("blind", nil)))
        player.press("T")
        #expect(player.session.queue.sort == .rank && !tells(player).isEmpty)
    }

    @Test func undoDoesNotBringARankingBackIntoBlindMode() {
        var player = Player(Sample.app())
        player.press("p", "B", "Ctrl-Z")
        #expect(player.mark(3).verdict == nil && player.session.queue.sort == .time)
        player.press("B")
        #expect(player.session.queue.sort == .rank, "and the order from before comes back")
    }

    @Test func aBrokenFileIsNamedAlsoInBlindMode() {
        var player = Player(Sample.app(opening: FaceSample.opening(settings: ["blind": "on"])))
        player.press("/")
        player.type("8890")
        player.press("Enter", "Enter")
        #expect(player.screen.contains("only 128 bytes"))
    }
}

@Suite struct AuditScreenTests {
    private func command(_ player: inout Player, _ text: String) {
        player.press(":")
        player.type(text)
        player.press("Enter")
    }

    @Test func aDrawTakesOnlyWhatWasLetFallUnseen() {
        var player = Player(Sample.app())
        player.press("p", "Right", "Enter", "Esc")
        let looked = player.focus
        command(&player, "audit 100")
        let drawn = Set(player.session.queue.visible.flatMap(\.members))
        #expect(!drawn.contains(FrameID(3)), "picked")
        #expect(!drawn.contains(FrameID(Int64(looked))), "shown large")
        #expect(!drawn.contains(FrameID(20)), "has no picture")
        #expect(drawn.count == 21 && player.session.level == .loupe)
        #expect(player.screen.contains("21 drawn at random of 21 neither picked nor looked at"))
    }

    @Test func verdictsCountAndTheResultIsAnInterval() {
        var player = Player(Sample.app())
        player.press("V", "x")
        command(&player, "audit 10")
        #expect(player.session.queue.visible.count == 10)
        #expect(player.screen.contains("AUDIT 0/10, 0 overturned"))
        player.press("p")
        #expect(player.screen.contains("AUDIT 1/10, 1 overturned"))
        for _ in 0..<9 { player.press("Right", "x") }
        #expect(player.session.notice == "you overturned 1 of 10: 0-45 % of the 23 let fall; Esc leaves")
        player.press("Esc", "Esc")
        #expect(player.session.queue.scope == nil && player.session.queue.visible.count == 17)
    }

    @Test func theSameSessionDrawsTheSame() {
        func drawn() -> [FrameID] {
            var player = Player(Sample.app())
            command(&player, "audit 5")
            return player.session.queue.visible.flatMap(\.members)
        }
        #expect(drawn() == drawn() && drawn().count == 5)
    }

    @Test func anAuditGoesOnAfterARestart() throws {
        var player = Player(Sample.app())
        command(&player, "audit 5")
        player.press("x")
        var settings: [String: String] = [:]
        for case .saveSetting(let name, let value) in player.effects { settings[name] = value }
        let drawn = player.session.queue.visible
        player = Player(Sample.app(opening: FaceSample.opening(settings: settings)))
        command(&player, "audit")
        #expect(player.session.queue.visible == drawn)
        #expect(player.screen.contains("audit goes on: 1 of 5 judged"))
        #expect(player.focus == Int(drawn[1].members[0].rawValue))
    }

    @Test func undoInsideAnAuditStaysInside() {
        var player = Player(Sample.app())
        command(&player, "audit 5")
        player.press("p", "Right", "Ctrl-Z")
        #expect(player.session.queue.scope?.kind == .audit && player.session.queue.visible.count == 5)
        #expect(player.screen.contains("AUDIT 1/5, 0 overturned"))
    }

    @Test func lookingIsRememberedAcrossOpenings() {
        var player = Player(Sample.app())
        player.press("Right", "Enter")
        let looked = player.focus
        var settings: [String: String] = [:]
        for case .saveSetting(let name, let value) in player.effects { settings[name] = value }
        #expect(settings["looked 0"]?.count == 64)
        player = Player(Sample.app(opening: FaceSample.opening(settings: settings)))
        command(&player, "audit 100")
        #expect(!player.session.queue.visible.flatMap(\.members).contains(FrameID(Int64(looked))))
    }

    @Test func nothingToAuditIsSaid() {
        var player = Player(Sample.app())
        player.press("v", "G", "p", "Home", "V", "p", "Right", "Right", "Right", "V", "p")
        command(&player, "audit")
        #expect(player.session.notice?.hasPrefix("nothing was let fall") == true || player.session.queue.scope?.kind == .audit)
        command(&player, "audit many")
        #expect(player.session.notice?.contains(":audit 50 for 50") == true)
    }
}

@Suite struct TimeBoxTests {
    private static let minute: Int64 = 60_000_000_000

    private func boxed(_ minutes: String) -> Player {
        var player = Player(Sample.app())
        player.press(":")
        player.type("timebox \(minutes)")
        player.press("Enter")
        return player
    }

    @Test func aTimeBoxCountsDownAndSaysWhatStays() {
        var player = boxed("20")
        #expect(player.app.wantsClock && player.session.queue.sort == .value)
        #expect(player.screen.contains("20 min, 24 unreviewed"))
        _ = player.app.update(.clock(1000 * Self.minute))
        player.press("x", "Right", "p")
        _ = player.app.update(.clock(1000 * Self.minute + 2 * Self.minute + 1))
        #expect(player.screen.contains("18 min, 22 unreviewed"))
        _ = player.app.update(.clock(1020 * Self.minute))
        #expect(player.screen.contains("time is up: 2 frames judged in 20 min; 22 stay unreviewed"))
        #expect(player.screen.contains("TIME UP, 22 unreviewed") && !player.app.wantsClock)
        #expect(player.session.model.counts.open == 22, "nothing is decided by the clock")
        player.press(":")
        player.type("timebox off")
        player.press("Enter")
        #expect(!player.screen.contains("TIME UP"))
    }

    @Test func aTimeBoxSurvivesARestart() {
        var player = boxed("20")
        let effects = player.app.update(.clock(1000 * Self.minute))
        #expect(effects.contains(.saveSetting("timebox", "20 \(1000 * Self.minute) 24")))
        player = Player(Sample.app(opening: FaceSample.opening(settings: ["timebox": "20 \(1000 * Self.minute) 24"])))
        _ = player.app.update(.clock(1015 * Self.minute))
        #expect(player.screen.contains("5 min, 24 unreviewed"))
    }

    @Test(arguments: ["", "0", "-3", "9999999999", "soon"])
    func aTimeBoxIsMinutes(argument: String) {
        let player = boxed(argument)
        #expect(!player.app.wantsClock && player.session.notice?.contains("1 to 600 minutes") == true)
    }
}

@Suite struct OrderTests {
    @Test func disputedStacksComeFirstAndDGoesBack() {
        var player = Player(Sample.app())
        player.press("D")
        #expect(player.session.queue.sort == .disputed && player.session.notice == "disputed first")
        let first = player.session.queue.visible.prefix(2).map(\.members.count)
        #expect(first.allSatisfy { $0 > 1 }, "both stacks are ties: they stand before every single frame")
        player.press("D")
        #expect(player.session.queue.sort == .rank)
    }

    @Test func whatIsWorthMostComesFirstInATimeBox() {
        var player = Player(Sample.app())
        player.press(":")
        player.type("timebox 20")
        player.press("Enter")
        #expect(player.session.queue.visible[0].members.count == 7, "one look at seven alike saves six decisions")
        #expect(player.focus == 3)
    }
}

@Suite struct ExistingTests {
    private func player(_ existing: Existing, size: (Int, Int) = (150, 50)) -> Player {
        var player = Player(Sample.app(columns: size.0, rows: size.1))
        _ = player.app.update(.existing([FrameID(8): existing]))
        return player
    }

    @Test func whatWasDecidedBeforeShowsDimmedFromTheFirstScreenOn() throws {
        var player = player(Existing(mark: Mark(stars: 4), isEdited: true))
        #expect(player.screen.contains("★4 edited sidecar"))
        let scene = player.app.render()
        let row = try #require((0..<scene.rows).first { scene.line($0).contains("★4") })
        let cell = try #require(scene.cells[row * scene.columns..<(row + 1) * scene.columns].first { $0.text == "★" })
        #expect(cell.style.foreground == Sample.theme.faint)
        player.press("/")
        player.type("8878")
        player.press("Enter", "Enter")
        #expect(player.screen.contains("in its sidecar: ★4, edited"))
        player.press("Esc", "p")
        #expect(!player.screen.contains("★4 edited sidecar"), "the person's own verdict stands in its place")
        #expect(player.session.model.counts.picks == 1)
    }

    @Test func starsOfTheCameraAreCalledSo() {
        var opening = Sample.opening()
        opening.frames[7].header.shot.cameraRating = 3
        var player = Player(Sample.app(columns: 150, rows: 50, opening: opening))
        _ = player.app.update(.existing([FrameID(8): Existing(mark: Mark(stars: 3))]))
        #expect(player.screen.contains("★3 camera"))
    }
}
