import KeepersCore
@testable import KeepersUI
import Testing

/// The filter line: what it says while typing, what Enter does, and what users of others complained about.
@Suite struct FilterLineTests {
    private func shown(_ player: Player) -> [Int] {
        player.session.queue.visible.flatMap(\.members).map { Int($0.rawValue) }.sorted()
    }

    private func typed(_ text: String, opening: SessionOpening = Sample.opening()) -> Player {
        var player = Player(Sample.app(opening: opening))
        player.press("/")
        player.type(text)
        return player
    }

    // MARK: - While typing

    @Test func countsAtEveryKey() {
        var player = typed("iso>=800")
        #expect(player.screen.contains("24 of 24 frames"))
        player.type(" portrait")
        #expect(player.screen.contains("3 of 24 frames"))
        player.type(" iso>800")
        #expect(player.screen.contains("no frame of 24"))
        #expect(player.session.queue.filter.isEverything, "nothing is filtered before Enter")
    }

    @Test func pointsAtTheColumn() {
        let player = typed("open & stras>3 ")
        let lines = player.screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        let line = lines.firstIndex { String($0).contains("filter or name / open & stras") } ?? 0
        let column = String(lines[line]).distance(of: "stras") ?? -1
        #expect(lines[line + 1][column] == "^" && String(lines[line + 1]).contains("do you mean stars?"))
    }

    @Test func aWordThatIsBeingTypedIsNoMistake() {
        #expect(!typed("picked & st").screen.contains("^"))
        #expect(typed("picked & st").screen.contains("Tab stack  starred  stars  steady"))
        #expect(!typed("eyes=").screen.contains("^") && typed("eyes=").screen.contains("open  closed  unsure"))
        #expect(!typed("(picked").screen.contains("^"))
        #expect(typed("qqqq & ").screen.contains("^"))
    }

    // MARK: - Tab and the arrows

    @Test func tabCompletesWhatIsOnThisCard() {
        var player = typed("cam")
        player.press("Tab")
        #expect(player.screen.contains("/ camera"))
        player.type(":")
        player.press("Tab")
        #expect(player.screen.contains("/ camera:\"NIKON Z 8\""))
        player.type(" & st")
        player.press("Tab", "Tab")
        #expect(player.screen.contains("\"NIKON Z 8\" & starred"), "\(player.screen.suffix(500))")
        player.press("Shift-Tab")
        #expect(player.screen.contains("& stack\n"))
        player.press("Enter")
        #expect(shown(player) == Array(1...7) + [10, 11])
    }

    @Test func theArrowsBringEarlierFiltersBackAlsoAfterARestart() {
        var player = typed("portrait")
        player.press("Enter", "/", "Ctrl-u")
        player.type("stack")
        player.press("Enter", "/", "Ctrl-u")
        player.type("half")
        player.press("Up", "Up")
        #expect(player.screen.contains("/ portrait"))
        player.press("Down", "Down")
        #expect(player.screen.contains("/ half"))
        var settings: [String: String] = [:]
        for case .saveSetting(let name, let value) in player.effects { settings[name] = value }
        var opening = Sample.opening()
        opening.settings = settings
        var again = Player(Sample.app(opening: opening))
        again.press("/", "Up")
        #expect(again.screen.contains("/ stack"))
    }

    // MARK: - What Enter does

    @Test func aFilterWinsOverANameAndANameOverPlainWords() {
        var player = typed("8885")
        #expect(player.screen.contains("Enter jumps to DSC_8885"))
        player.press("Enter")
        #expect(player.focus == 15 && player.session.queue.filter.isEverything)
        player.press("/")
        player.type("DSC_888")
        player.press("Enter")
        #expect(player.focus == 10, "the next that holds it, in the order of the queue")
        player.press("/")
        player.type("\"DSC_8885\"")
        player.press("Enter")
        #expect(shown(player) == [15], "in quotes it is a filter")
    }

    @Test func plainWordsBecomeAFilterThatIsSeenFirst() {
        var player = typed("frames in portrait format")
        player.press("Enter")
        #expect(player.screen.contains("not understood: format"))
        #expect(player.session.queue.filter.isEverything && player.screen.contains("frames in portrait format"))
        player = typed("photos en rafale ou problem")
        player.press("Enter")
        #expect(player.session.queue.filter.isEverything, "only shown")
        #expect(player.screen.contains("/ burst | problem") && player.screen.contains("[burst] or [problem]"))
        player.press("Enter")
        #expect(player.session.queue.filter.text == "burst | problem" && shown(player) == Array(1...7) + [10, 11, 20])
    }

    @Test func tabTakesWhatWasUnderstoodOrChooses() {
        var player = typed("rafale de la mariée")
        player.press("Enter")
        #expect(player.screen.contains("[burst]") && player.screen.contains("not understood: mariée"))
        player.press("Tab")
        #expect(player.screen.contains("/ burst\n"))
        player.press("Ctrl-u")
        player.type("frames after 10")
        player.press("Enter")
        #expect(player.screen.contains("[time>22:00 or time>10:00]") && player.session.queue.filter.isEverything)
        player.press("Tab", "Tab")
        #expect(player.screen.contains("/ time>10:00"))
    }

    // MARK: - Complaints

    /// Auto-advance under a filter trapped the user: each judged frame left, and the next one was hit in its place.
    @Test func autoAdvanceUnderAFilterHitsEachFrameOnce() {
        var player = typed("open single")
        player.press("Enter", "Home", "a")
        let all = shown(player)
        for _ in 0..<all.count { player.press("x") }
        #expect(all.filter { player.mark($0).verdict == .reject } == all)
        #expect(player.commits.allSatisfy { $0.changes.count == 1 } && player.commits.count == all.count)
        player.press("Esc")
        #expect(player.session.queue.filter.isEverything && player.session.queue.visible.count == 17, "the way out is one key")
    }

    @Test func undoBringsTheFilterAndTheFrameBack() {
        var player = typed("open portrait")
        player.press("Enter", "Right")
        let place = player.session.place
        player.press("p", "Esc", "/")
        player.type("stack")
        player.press("Enter", "Ctrl-Z")
        #expect(player.session.place == place && player.session.queue.filter.text == "open portrait")
    }

    @Test func aFilterOfAnEarlierVersionStillReads() {
        for text in ["picked & stars>=3", "!label=red", "verdict=pick", "eyes=closed & faces>=2", "STARS = 1"] {
            let place = Place(filter: text)
            let player = Player(Sample.app(opening: FaceSample.opening(place: place)))
            #expect(player.session.place.filter == text)
        }
    }

    @Test func blindModeTellsNothing() {
        var player = typed("sharp>=50")
        player.press("Enter")
        #expect(!player.session.queue.filter.isEverything)
        player.press("B")
        #expect(player.session.queue.filter.isEverything, "the filter that tells is gone")
        player.press("/")
        player.type("best")
        player.press("Enter")
        #expect(player.session.queue.filter.isEverything && player.screen.contains("blind: a filter by best would tell"))
        player.press("Esc", ":")
        player.type("reject score<50")
        player.press("Enter", "Enter")
        #expect(player.commits.isEmpty)
    }

    /// As in a browser's address line: what stands there is looked at, changed, or typed over.
    @Test func theFilterThatIsSetIsTypedOver() {
        var player = typed("portrait")
        player.press("Enter", "/")
        #expect(player.session.prompt?.isSelected == true && player.screen.contains("/ portrait"))
        player.type("open")
        #expect(player.session.prompt?.text == "open")
        player.press("Esc", "/", "End")
        player.type(" open")
        #expect(player.session.prompt?.text == "portrait open", "moving in it keeps it")
        player.press("Esc", "/", "Backspace")
        #expect(player.session.prompt?.text == "")
        player.press("Enter")
        #expect(player.session.queue.filter.isEverything, "empty shows all")
        player.press("/")
        #expect(player.session.prompt?.isSelected == false)
    }
}

extension String {
    fileprivate func distance(of word: String) -> Int? {
        let own = Array(self)
        let wanted = Array(word)
        return own.indices.first { $0 + wanted.count <= own.count && Array(own[$0..<($0 + wanted.count)]) == wanted }
    }

    @Test(
        "a mistyped command is told with the one that is meant",
        arguments: [
            ("themee", "did you mean theme?"), ("box", "did you mean timebox?"), ("dup", "did you mean dupes?"),
            ("confilcts", "did you mean conflicts?"), ("exp", "did you mean export?"), ("xyzzy", "there are show, pick"),
            ("q1", "there are show, pick"),
        ]) func mistypedCommand(_ typed: String, _ words: String)
    {
        var player = Player(Sample.app())
        player.press(":")
        player.type(typed)
        player.press("Enter")
        #expect(player.screen.contains("no command '\(typed)'; \(words)"), "\(player.screen)")
    }
}
