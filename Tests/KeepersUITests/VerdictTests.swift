import KeepersCore
@testable import KeepersUI
import Testing

/// The sample's first entry is the burst of frames 1 to 7 with frame 3 suggested.
@Suite struct VerdictTests {
    @Test func aKeyActsOnTheFrameShownAlsoOnACollapsedStack() {
        var player = Player(Sample.app())
        #expect(player.focus == 3)
        player.press("p", "4", "6")
        #expect(player.mark(3) == Mark(verdict: .pick, stars: 4, label: .red))
        #expect(player.session.model.marks.count == 1)
        player.press("6", "u")
        #expect(player.mark(3) == Mark(stars: 4))
        let count = player.commits.count
        player.press("u")
        #expect(player.commits.count == count, "u does nothing where there is no verdict")
    }

    @Test func starsStayInTheirBounds() {
        var player = Player(Sample.app())
        player.press("[", "]", "]", "]", "]", "]", "]")
        #expect(player.mark(3).stars == 5)
        player.press("0")
        #expect(player.mark(3).stars == 0)
    }

    @Test func keepRejectsUnjudgedSiblingsAsOneStep() {
        var player = Player(
            Sample.app(opening: Sample.opening(marks: [FrameID(1): Mark(verdict: .pick), FrameID(2): Mark(verdict: .maybe)])))
        player.press("s")
        while player.focus != 3 { player.press("Right") }
        player.press("K")
        #expect(player.mark(3).verdict == .pick)
        #expect(player.mark(1).verdict == .pick, "never one already picked")
        #expect(player.mark(2).verdict == .maybe)
        #expect([4, 5, 6, 7].allSatisfy { player.mark($0).verdict == .reject })
        #expect(player.commits.count == 1)
        player.press("Ctrl-Z")
        #expect(player.mark(3).verdict == nil && player.mark(4).verdict == nil)
        #expect(player.focus == 3 && player.session.level == .fan, "undo brings the place back")
    }

    @Test func keepLeavesWhatAFilterHides() {
        var player = Player(Sample.app(opening: Sample.opening(marks: [FrameID(5): Mark(stars: 1), FrameID(3): Mark(stars: 2)])))
        player.press("/")
        player.type("starred")
        player.press("Enter")
        player.press("K")
        #expect(player.mark(3).verdict == .pick && player.mark(5).verdict == .reject)
        #expect([1, 2, 4, 6, 7].allSatisfy { player.mark($0).verdict == nil })
        #expect(player.session.notice?.contains("5 hidden by the filter left alone") == true)
    }

    @Test func keepOnASinglePicksIt() {
        var player = Player(Sample.app())
        player.press("Right")
        let frame = player.focus
        player.press("K")
        #expect(player.mark(frame).verdict == .pick && player.focus != frame)
        #expect(player.session.model.counts.rejects == 0)
    }

    @Test func advanceOnlyWhenAsked() {
        var player = Player(Sample.app())
        player.press("p")
        #expect(player.focus == 3)
        player.press("P")
        let second = player.focus
        #expect(second != 3)
        player.press("a", "x")
        #expect(player.mark(second).verdict == .reject && player.focus != second)
    }

    @Test func repeatDoesTheLastVerdictAgain() {
        var player = Player(Sample.app())
        player.press("3", "Right", ".")
        #expect(player.mark(player.focus).stars == 3)
    }

    @Test func aRangeTakesOneVerdictAndOneUndo() {
        var player = Player(Sample.app())
        player.press("v", "Right", "Right", "x")
        #expect(player.session.model.counts.rejects == 3)
        #expect(player.commits.count == 1)
        player.press("Ctrl-Z")
        #expect(player.session.model.counts.rejects == 0)
        player.press("Ctrl-R")
        #expect(player.session.model.counts.rejects == 3)
    }

    @Test func theWholeStackIsJudgedOnlyWhenSelected() {
        var player = Player(Sample.app())
        player.press("V", "x")
        #expect(player.session.model.counts.rejects == 7)
    }

    @Test func aVerdictThatCannotBeWrittenIsNotShown() {
        var player = Player(Sample.app())
        player.storeIsBroken = true
        player.press("p")
        #expect(player.mark(3).verdict == nil)
        #expect(player.session.notice?.contains("disk is full") == true)
        player.storeIsBroken = false
        player.press("p")
        #expect(player.mark(3).verdict == .pick)
    }

    @Test func readOnlySessionsTakeNoVerdict() {
        var player = Player(Sample.app(opening: Sample.opening(readOnly: "keepers, pid 41")))
        player.press("p", "K", "Ctrl-Z", ":")
        player.type("label red")
        player.press("Enter")
        #expect(player.commits.isEmpty && player.session.model.marks.isEmpty)
        #expect(player.screen.contains("READ-ONLY"))
        #expect(player.effects.contains(.claim), "perhaps its holder has ended meanwhile")
    }

    @Test func pasteNeverJudges() {
        var player = Player(Sample.app())
        player.send(.paste("pxKP"))
        #expect(player.session.model.marks.isEmpty)
        player.press("/")
        player.send(.paste("picked\n"))
        #expect(player.session.model.marks.isEmpty)
    }

    @Test func theFirstVerdictNeverHitsAFrameThatJustSlidIn() {
        var player = Player(Sample.app(opening: Sample.opening(scored: false)))
        _ = player.app.update(.progress(Progress(stage: .scoring(done: 3, total: 24))))
        player.press("p")
        #expect(player.session.model.marks.isEmpty)
        #expect(player.session.notice?.contains("press again") == true)
        player.press("p")
        #expect(player.session.model.counts.picks == 1)
    }

    @Test func aRangeInTheFanShows() {
        var player = Player(Sample.app())
        player.press("s", "Home", "v", "Right", "Right")
        #expect(player.screen.contains("• ") && player.screen.contains("3 SELECTED"))
        player.press("x")
        #expect([1, 2, 3].allSatisfy { player.mark($0).verdict == .reject } && player.session.model.counts.rejects == 3)
    }

    @Test func aGoalIsANumber() {
        var player = Player(Sample.app())
        func goal(_ word: String) {
            player.press(":")
            player.type("goal \(word)")
            player.press("Enter")
        }
        goal("40")
        goal("abc")
        #expect(player.screen.contains("0 of 40") && player.session.notice?.contains("number of picks") == true)
        goal("none")
        #expect(!player.screen.contains("of 40"))
    }

    @Test(arguments: ["X", "x", "K", "V 3"]) func whatCouldNotBeWrittenLeavesThePersonWhereTheyWere(_ keys: String) {
        var player = Player(Sample.app())
        player.press("p", "a")
        let (place, before) = (player.session.place, player.session.model.marks)
        #expect(!player.screen.contains("NOT SAVED"))
        player.storeIsBroken = true
        for key in keys.split(separator: " ") { player.press(String(key)) }
        #expect(player.session.place == place && player.session.model.marks == before)
        #expect(player.session.notice == "the disk is full: this verdict was not kept")
        player.press("l", "h")
        #expect(player.screen.contains("NOT SAVED"), "it stays until something was saved")
        player.storeIsBroken = false
        player.press("m")
        #expect(!player.screen.contains("NOT SAVED"))
    }

    @Test func aGoalOutlivesTheSession() {
        var player = Player(Sample.app())
        func command(_ text: String, _ player: inout Player) {
            player.press(":")
            player.type(text)
            player.press("Enter")
        }
        command("goal 40", &player)
        var opening = Sample.opening()
        func keep(_ player: Player) {
            for case .saveSetting(let name, let value) in player.effects { opening.settings[name] = value }
        }
        keep(player)
        var again = Player(Sample.app(opening: opening))
        #expect(again.screen.contains("0 of 40"))
        command("goal off", &again)
        #expect(!again.screen.contains("of 40"))
        keep(again)
        #expect(!Player(Sample.app(opening: opening)).screen.contains("of 40"))
    }

    @Test func unknownKeysAndBrokenSequencesDoNothing() {
        var player = Player(Sample.app())
        for keys in [["g", "p"], ["g", "x"], ["g", "q"], ["g", "Right"]] {
            for key in keys { player.press(key) }
            #expect(player.session.notice?.hasSuffix(" is no key; ? shows them") == true, "\(keys)")
        }
        #expect(player.commits.isEmpty && !player.effects.contains(.quit), "the last key of a broken sequence does not act alone")
        player.press("g", "Ctrl-C", "p")
        #expect(player.mark(3).verdict == .pick, "taken back, the next key counts again")
        player.press("F", "c", "Ctrl-C")
        #expect(player.commits.count == 1)
        #expect(player.session.notice == "q leaves; there is nothing to save")
    }

    /// A slow card whose volume has no name is listed before anything can be shown.
    @Test func beforeTheFirstFramesNoKeyJudgesAndQLeaves() {
        var app = AppState(geometry: Geometry(columns: 120, rows: 40), theme: Sample.theme, screen: .session)
        #expect(app.render().text.contains("looking at the card   q leaves"))
        #expect(app.update(.input(.key(Key("p")))).isEmpty && app.update(.input(.key(Key(.enter)))).isEmpty)
        #expect(app.update(.input(.key(Key("q")))) == [.quit])
        _ = app.update(.opened(Sample.opening()))
        #expect(app.session?.model.marks.isEmpty == true && !app.render().text.contains("looking at the card"))
    }

    @Test func undoSaysWhichListItBringsBack() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("open")
        player.press("Enter", "x", "/", "Backspace", "Enter", "Ctrl-Z")
        #expect(player.session.queue.filter.text == "open")
        #expect(player.session.notice?.contains("filter open is on again") == true, "\(player.session.notice ?? "")")
        player.press("p", "Ctrl-Z")
        #expect(player.session.notice?.contains("again") == false, "\(player.session.notice ?? "")")
    }
}
