import KeepersCore
import Testing

@testable import KeepersUI

/// The sample's first entry is the burst of frames 1 to 7 with frame 3 suggested.
@Suite("The hand at the keys")
struct HandTests {
    static func app(
        _ profile: Bindings.Profile, _ layout: Bindings.Layout = .qwerty, file: String? = nil, columns: Int = 120, rows: Int = 40,
        opening: SessionOpening = Sample.opening()
    ) -> AppState {
        var app = AppState(
            geometry: Geometry(columns: columns, rows: rows), theme: Sample.theme, screen: .session,
            keys: KeyChoice(file: file, profile: profile, layout: layout))
        _ = app.update(.opened(opening))
        return app
    }

    private static func vim() -> Player { Player(app(.vim)) }

    /// The frames that `l` walks from the start, in their order.
    private static func order() -> [Int] {
        var player = Player(Sample.app())
        var order = [player.focus]
        for _ in 0..<16 {
            player.press("l")
            order.append(player.focus)
        }
        return order
    }

    // MARK: - Counts

    @Test("a count before a motion goes so far, and to the end where there is no more")
    func countedMotions() {
        let order = Self.order()
        var player = Self.vim()
        player.press("3", "l")
        #expect(player.focus == order[3])
        player.press("1", "0", "l", "2", "h")
        #expect(player.focus == order[11])
        player.press("9", "9", "l")
        #expect(player.focus == order[16])
        player.press("5", "G")
        #expect(player.focus == order[4])
        player.press("2", "g", "g")
        #expect(player.focus == order[1])
        player.press("3", "Esc", "l")
        #expect(player.focus == order[2], "Esc takes the count back and does nothing else")
        // Of all the places on the way only the last was worth the disk.
        var other = Self.vim()
        other.press("9", "l")
        #expect(other.effects.count { if case .savePlace = $0 { true } else { false } } == 1)
    }

    @Test("a count before a verdict judges so many frames as one step, and stands on the last")
    func countedVerdicts() {
        let order = Self.order()
        var player = Self.vim()
        player.press("l", "3", "x")
        #expect(order[1...3].allSatisfy { player.mark($0).verdict == .reject } && player.session.model.counts.rejects == 3)
        #expect(player.commits.count == 1 && player.focus == order[3])
        player.press("u")
        #expect(player.session.model.marks.isEmpty && player.focus == order[1], "undo brings the frame back")
        player.press("2", "P")
        #expect(player.session.model.counts.picks == 2 && player.focus == order[3], "P goes on behind them")
        player.press("3", "r", "4")
        #expect(order[3...5].allSatisfy { player.mark($0).stars == 4 } && player.focus == order[5])
        player.press("l", "2", ".")
        #expect(order[6...7].allSatisfy { player.mark($0).stars == 4 } && player.focus == order[7])
        player.press("a", "2", "x")
        #expect(player.focus == order[9] && player.session.autoAdvance, "auto-advance goes on behind them too")
        player.press("2", "u")
        #expect(player.session.model.counts.rejects == 0 && order[6...7].allSatisfy { player.mark($0).stars == 0 })
    }

    @Test("in a fan a count stays in the stack, and never falls on what a filter hides")
    func countedInAStack() {
        var player = Self.vim()
        player.press("s", "Home", "9", "x")
        #expect((1...7).allSatisfy { player.mark($0).verdict == .reject } && player.session.model.counts.rejects == 7)
        #expect(player.focus == 7 && player.session.level == .fan)
        player.press("u", "Esc", "/")
        player.type("!label=red")
        player.press("Enter", "g", "g", "9", "9", "r", "6")
        #expect(player.session.model.marks.values.allSatisfy { $0.label == .red })
        #expect(player.commits.last?.changes.count == 17, "one frame a stack: the one shown")
    }

    @Test("a count on a selection is the selection; keep and undo are done so often, each a step")
    func countedOthers() {
        var player = Self.vim()
        player.press("v", "l", "5", "x")
        #expect(player.session.model.counts.rejects == 2)
        player.press("3", "K")
        #expect(player.session.model.counts.picks == 3 && player.commits.count == 4)
        player.press("9", "u")
        #expect(player.session.model.marks.isEmpty && player.session.notice == "nothing to undo")
        player.press("4", "Ctrl-R")
        #expect(player.session.model.counts.picks == 3 && player.session.model.counts.rejects >= 1)
    }

    // MARK: - Marks

    @Test("marks lead back to their frame, also after the session was closed")
    func marks() {
        let order = Self.order()
        var player = Self.vim()
        player.press("4", "l", "m", "a", "G", "'", "a")
        #expect(player.focus == order[4])
        player.press("'", "'")
        #expect(player.focus == order[16], "'' is where the jump began")
        player.press("'", "z")
        #expect(player.focus == order[16] && player.session.notice == "no mark z")
        let saved = player.effects.compactMap { effect -> (String, String)? in
            if case .saveSetting(let name, let value?) = effect, name.hasPrefix("mark ") { (name, value) } else { nil }
        }
        #expect(saved.map(\.0) == ["mark a"])
        var opening = Sample.opening()
        opening.settings = Dictionary(uniqueKeysWithValues: saved)
        var again = Player(Self.app(.vim, opening: opening))
        again.press("`", "a")
        #expect(again.focus == order[4])
        again.press("/")
        again.type("picked")
        again.press("Enter", "Esc")
        again.press("p", "/")
        again.type("picked")
        again.press("Enter")
        again.press("m", "b", "Esc", "l", "/")
        again.type("open")
        again.press("Enter", "'", "b")
        #expect(again.session.notice?.contains("hidden by the filter") == true)
    }

    @Test("n and N find the name again, forwards and backwards")
    func findAgain() {
        var player = Self.vim()
        player.press("/")
        player.type("888")
        player.press("Enter")
        var seen = [player.focus]
        player.press("n")
        seen.append(player.focus)
        #expect(Set(seen).count == 2)
        player.press("N")
        #expect(player.focus == seen[0])
        var none = Self.vim()
        none.press("n")
        #expect(none.session.notice?.contains("nothing to find again") == true)
    }

    // MARK: - Macros

    @Test("a macro does again what was recorded, with its counts and filters, each verdict a step of its own")
    func macros() {
        let order = Self.order()
        var player = Self.vim()
        player.press("q", "a", "p", "l", "x", "l", "q")
        #expect(player.session.notice == "macro a: 4 commands" && player.focus == order[2])
        player.press("2", "@", "a")
        #expect(player.session.model.counts.picks == 3 && player.session.model.counts.rejects == 3 && player.focus == order[6])
        #expect(player.commits.count == 6)
        player.press("@", "@")
        #expect(player.session.model.counts.picks == 4)
        player.press("u")
        #expect(player.session.model.counts.rejects == 3, "u takes one verdict back")
        // A prompt inside a macro takes its keys as text, and nothing of it judges.
        player.press("q", "b", "/")
        player.type("picked")
        player.press("Enter", "r", "5", "q", "Esc", "@", "b")
        #expect(player.session.queue.filter.text == "picked" && player.mark(player.focus).stars == 5)
    }

    @Test("a macro stops at the last frame, at an error, and where it plays itself for ever")
    func macrosEnd() {
        let order = Self.order()
        var player = Self.vim()
        player.press("q", "a", "r", "3", "l", "@", "a", "q", "g", "g", "@", "a")
        #expect(player.focus == order[16] && player.mark(order[16]).stars == 3)
        #expect(player.app.hasMore == false)
        var still = Self.vim()
        still.press("q", "b", "t", "@", "b", "q", "@", "b")
        #expect(still.session.notice?.contains("stopped after") == true && !still.app.hasMore)
        #expect(still.commits.count <= 1001)
        var broken = Self.vim()
        broken.press("q", "c", "p", "l", "q", "g", "g", "5", "l")
        broken.storeIsBroken = true
        broken.press("5", "@", "c")
        #expect(broken.session.model.counts.picks == 1, "nothing is shown that could not be written")
        #expect(broken.session.notice?.contains("disk is full") == true && !broken.app.hasMore)
        // A refusal by hand is no reason for a macro to stop at its first command.
        var refused = Self.vim()
        refused.press("q", "d", "2", "u", "p", "q", "u", "g", "g", "h", "l", "l", "h", "h", "h")
        #expect(refused.session.hand.isRefused)
        refused.press("q", "e", "2", "K", "q", "2", "u", "g", "g", "h", "@", "e")
        #expect(refused.session.model.counts.picks >= 2)
        broken.press("@", "z")
        #expect(broken.session.notice == "no macro z; qz records one")
    }

    @Test("what is recorded in one profile does the same in another")
    func macrosAreCommands() {
        var player = Self.vim()
        player.press("q", "a", "r", "2", "q", ":")
        player.type("profile darktable")
        player.press("Enter")
        #expect(player.effects.contains(.remember("keys.profile", "darktable")))
        player.press("l", "r", ":")
        player.type("profile vim")
        player.press("Enter", "l", "@", "a")
        #expect(player.mark(player.focus).stars == 2 && player.session.model.counts.rejects == 1)
    }

    // MARK: - What is on the screen

    @Test("what waits for its next key is shown, for as long as it waits")
    func pending() {
        var player = Self.vim()
        player.press("1", "2")
        #expect(player.screen.contains("12…"))
        player.press("r")
        #expect(player.screen.contains("12r…"))
        player.press("Esc")
        #expect(!player.screen.contains("…  ") && player.commits.isEmpty && player.session.level == .grid)
        player.press("f", "1", "2", "r")
        #expect(player.screen.contains("12r…"), "also with the chrome off")
        player.press("Esc", "f", "q", "a")
        #expect(player.screen.contains("REC a"))
        player.press("q")
        #expect(!player.screen.contains("REC"))
    }

    @Test("hints, words and help show the keys in force", arguments: Bindings.Profile.allCases)
    func hints(profile: Bindings.Profile) {
        var player = Player(Self.app(profile, columns: 160, rows: 50))
        let reject = Bindings(profile).keys(of: .verdict(.reject, advance: false))[0].shown
        #expect(player.screen.contains(" \(reject) reject"))
        let leave = Bindings(profile).keys(of: .leave)[0].shown
        #expect(player.screen.contains(" \(leave) leave"))
        player.press("Ctrl-C")
        #expect(player.session.notice == "\(leave) leaves; there is nothing to save")
        player.press("?")
        let pages = HelpView.pages(player.app.geometry, player.app.bindings, player.app.helpPlace)
        var help = ""
        for _ in 0..<pages {
            help += player.screen
            player.press("Space")
        }
        #expect(help.contains("mouse on") && help.contains("pick, reject, maybe"))
        if profile != .studio { #expect(help.contains("keys, \(profile.rawValue)")) }
        if profile == .vim {
            #expect(help.contains("r1 … r5") && help.contains("r0 clears") && help.contains("record qa, end q"))
        }
    }

    @Test("a line of the file that does not hold is said in the footer, and the session goes on")
    func fileProblems() {
        var player = Player(Self.app(.studio, file: "y pick\nz nonsense\ng pick\n"))
        #expect(player.screen.contains("keys file, line 2: z: no command 'nonsense'"))
        #expect(player.screen.contains("(and 1 more)"))
        player.press("y")
        #expect(player.mark(3).verdict == .pick)
        player.press("z")
        #expect(player.session.level == .loupe, "z does what it did")
    }

    @Test("the profile of the file decides at the next start, and that is said")
    func fileProfile() {
        var app = AppState(
            geometry: Geometry(columns: 120, rows: 40), theme: Sample.theme, screen: .session,
            keys: KeyChoice(file: "profile vim\n", remembered: (.lightroom, .azerty)))
        _ = app.update(.opened(Sample.opening()))
        #expect(app.bindings.profile == .vim && app.bindings.layout == .azerty)
        var player = Player(app)
        player.press(":")
        player.type("profile studio")
        player.press("Enter")
        #expect(player.app.bindings.profile == .studio)
        #expect(player.session.notice?.contains("the keys file decides again") == true)
        player.press(":")
        player.type("profile emacs")
        player.press("Enter")
        #expect(player.session.notice == "profiles are studio, lightroom, photomechanic, vim, darktable")
    }

    // MARK: - Typing ahead, pasting, the mouse

    /// Keys that judge and walk, as typed by somebody who knows what comes.
    private static let evening: [String] = {
        var dice = Dice(7)
        let keys = [
            "p", "x", "P", "X", "l", "h", "j", "k", "1", "5", "6", "K", "s", "Esc", "Right", "Left", "Ctrl-Z", ".", "Space",
        ]
        return ["l", "h"] + (0..<200).map { _ in dice.pick(keys) }
    }()

    @Test("scores, rescans and resizes between any two keys change no verdict")
    func typingAhead() {
        func play(_ disturb: (inout Player, Int) -> Void) -> Player {
            var player = Player(Sample.app(opening: Sample.opening(scored: false)))
            for (index, key) in Self.evening.enumerated() {
                player.press(key)
                disturb(&player, index)
            }
            return player
        }
        let quiet = play { _, _ in }
        #expect(quiet.session.model.marks.count > 5 && quiet.commits.count > 60)
        let disturbed = play { player, index in
            let id = FrameID(Int64(index % 24 + 1))
            _ = player.app.update(.cards([id: Sample.card(id)]))
            // The card is read again: the same files, seen anew.
            _ = player.app.update(.frames([Sample.frame(index % 24 + 1)]))
            _ = player.app.update(.progress(Progress(stage: .scoring(done: index, total: 240))))
            _ = player.app.update(.existing([id: Existing()]))
            player.send(.resize(Geometry(columns: index % 2 == 0 ? 120 : 121, rows: 40)))
            player.send(.focus(index % 3 == 0))
            player.send(.paste("xxpp"))
        }
        #expect(disturbed.session.model.marks == quiet.session.model.marks)
        #expect(disturbed.commits.map(\.changes) == quiet.commits.map(\.changes))
        #expect(disturbed.focus == quiet.focus)
    }

    @Test("a paste judges nothing, wherever it falls, and breaks no sequence", arguments: Bindings.Profile.allCases)
    func paste(profile: Bindings.Profile) {
        for keys in [[], ["Enter"], ["s"], ["g"], ["Enter", "z"], ["v"], ["E"], ["?"]] {
            var player = Player(Self.app(profile))
            for key in keys { player.press(key) }
            player.send(.paste("ppxx\nKPX12345\n"))
            #expect(player.commits.isEmpty && player.session.model.marks.isEmpty, "after \(keys)")
        }
        var player = Player(Self.app(profile))
        player.press("/")
        player.send(.paste("ppxx"))
        player.send(.paste("\n"))
        #expect(player.session.prompt?.text == "ppxx" && player.commits.isEmpty)
    }

    @Test("a click focuses, a second one opens, two more lead back; the wheel walks; at 100 % it pans, and so does a drag")
    func mouse() {
        var player = Player(Sample.app())
        func slot(_ number: Int) -> (x: Int, y: Int) {
            let layout = GridLayout(geometry: player.app.geometry, chromeOff: false)
            for y in 0..<40 { for x in 0..<120 where layout.slot(x: x, y: y) == number { return (x + 2, y + 1) } }
            return (0, 0)
        }
        func click(_ at: (x: Int, y: Int)) {
            player.send(.mouse(Mouse(.press, x: at.x, y: at.y)))
            player.send(.mouse(Mouse(.release, x: at.x, y: at.y)))
        }
        let order = Self.order()
        click(slot(0))
        #expect(player.session.level == .grid, "one click on the frame in focus opens nothing")
        click(slot(2))
        #expect(player.focus == order[2] && player.session.level == .grid)
        player.press("i")
        click(slot(2))
        #expect(player.session.level == .grid, "a key between two clicks parts them")
        click(slot(2))
        #expect(player.session.level == .loupe)
        player.send(.mouse(Mouse(.wheelDown, x: 5, y: 5)))
        #expect(player.focus == order[3])
        player.press("z")
        let place = player.session.place
        player.send(.mouse(Mouse(.wheelDown, x: 5, y: 5)))
        #expect(player.session.place.centreY > place.centreY && player.focus == order[3])
        player.send(.mouse(Mouse(.press, x: 60, y: 20)))
        player.send(.mouse(Mouse(.drag, x: 50, y: 20)))
        player.send(.mouse(Mouse(.release, x: 50, y: 20)))
        #expect(player.session.place.centreX > place.centreX && player.session.level == .loupe)
        click((x: 60, y: 20))
        #expect(player.session.level == .loupe)
        click((x: 60, y: 20))
        #expect(player.session.level == .grid)
        #expect(player.commits.isEmpty)
        player.press(":")
        player.type("mouse on")
        player.press("Enter")
        #expect(player.effects.contains(.mouse(true)) && player.effects.contains(.remember("mouse", "on")))
    }

    @Test("Shift that only newer terminals tell of changes nothing, and Alt is Esc and a key where nobody bound it")
    func modifiers() {
        var player = Player(Sample.app())
        player.press(key: Key(.right, shift: true))
        #expect(player.focus == Self.order()[1])
        player.press(key: Key(.enter, shift: true))
        #expect(player.session.level == .loupe)
        player.press("Alt-p")
        #expect(player.session.level == .grid && player.session.model.counts.picks == 1)
        var bound = Player(Self.app(.studio, file: "alt-p reject"))
        bound.press("Enter", "Alt-p")
        #expect(bound.session.level == .loupe && bound.mark(3).verdict == .reject)
    }

    // MARK: - The same keys, the same evening

    /// 24,000 keys, and what else a terminal sends, in every profile: twice the same state at every thousandth.
    @Test("24,000 random keys replay identically", arguments: Bindings.Profile.allCases)
    func replay(profile: Bindings.Profile) {
        let layout: Bindings.Layout = profile == .darktable ? .azerty : .qwerty
        let words = Bindings(profile, layout: layout).list.filter { $0.command != .leave }.map(\.sequence)
        let letters = Array("abz'@19&é\"")
        func play() -> ([AppState], Player) {
            var dice = Dice(UInt64(profile.rawValue.count))
            var player = Player(Self.app(profile, layout, columns: 80, rows: 24))
            var states: [AppState] = []
            for number in 1...24_000 {
                switch dice.below(40) {
                case 0: player.press(key: Key(dice.pick(letters)))
                case 1: player.press("Esc")
                case 2 where number % 7 == 0:
                    player.send(.resize(Geometry(columns: 60 + dice.below(80), rows: 20 + dice.below(30))))
                case 3: player.send(.paste("pxK\n"))
                case 4:
                    player.send(
                        .mouse(
                            Mouse(
                                dice.pick([.press, .release, .drag, .wheelUp, .wheelDown]), x: dice.below(80), y: dice.below(24)))
                    )
                default: for key in dice.pick(words) { player.press(key: key) }
                }
                if number % 1000 == 0 {
                    states.append(player.app)
                    // Both runs begin again with an empty log, so that an undo costs no more than on an evening.
                    player.effects = []
                }
            }
            return (states, player)
        }
        let (one, player) = play()
        let (two, _) = play()
        #expect(one.count == 24 && one == two)
        #expect(player.screen == two.last?.render().text)
        if let focus = player.session.focus { #expect(player.session.queue.position(of: focus) != nil) }
    }

    @Test("the dot takes the count of what it repeats, as in vim, until a verdict without one")
    func dotWithCount() {
        var player = Player(Sample.app())
        player.press(":")
        player.type("profile vim")
        player.press("Enter", "3", "X", ".")
        #expect(player.session.model.counts.rejects == 6)
        player.press("2", ".")
        #expect(player.session.model.counts.rejects == 8, "its own count goes first")
        player.press("X", ".")
        #expect(player.session.model.counts.rejects == 10)
    }

    @Test("Lightroom's E leads into the loupe and never out of it; Enter does both")
    func lightroomsE() {
        var player = Player(Sample.app())
        player.press(":")
        player.type("profile lightroom")
        player.press("Enter", "e")
        #expect(player.session.level == .loupe)
        player.press("e")
        #expect(player.session.level == .loupe && player.session.notice == "this is the loupe; g is the grid")
        player.press("g", "Enter", "Enter")
        #expect(player.session.level == .grid && player.screen.contains("e loupe"))
        player.press("n", "e")
        #expect(player.session.level == .loupe, "from the survey, too")
    }
}
