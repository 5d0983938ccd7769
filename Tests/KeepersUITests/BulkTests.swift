import KeepersCore
@testable import KeepersUI
import Testing

/// `:reject EXPR` and its siblings: counted, asked, one step.
@Suite struct BulkTests {
    private func command(_ text: String, in player: inout Player) {
        player.press(":")
        player.type(text)
        player.press("Enter")
    }

    @Test func countsFirstAndDoesItWithEnterAsOneStep() {
        var player = Player(Sample.app())
        player.press("p")
        let marks = player.session.model.marks
        command("reject burst", in: &player)
        #expect(player.screen.contains("would reject 8 frames; 1 picked left alone"))
        #expect(player.session.model.marks == marks && player.commits.count == 1)
        player.press("x", "p", "Space")
        #expect(player.session.model.marks == marks, "no other key is an answer")
        player.press("Enter")
        #expect(player.commits.count == 2 && player.commits[1].changes.count == 8)
        #expect(player.mark(3).verdict == .pick && player.mark(1).verdict == .reject)
        #expect(player.screen.contains("rejected 8 frames; 1 picked left alone; Ctrl-Z takes it back"))
        player.press("Ctrl-Z")
        #expect(player.session.model.marks == marks)
    }

    @Test func escDoesNothing() {
        var player = Player(Sample.app())
        command("reject all", in: &player)
        #expect(player.screen.contains("would reject 24 frames"))
        player.press("Esc")
        #expect(player.commits.isEmpty && player.screen.contains("nothing was changed"))
    }

    @Test func theExclamationMarkMeansIt() {
        var player = Player(Sample.app())
        player.press("p")
        command("reject! burst", in: &player)
        #expect(player.screen.contains("would reject 9 frames; 1 picked among them"))
        player.press("Enter")
        #expect(player.mark(3).verdict == .reject)
    }

    @Test func withoutAnExpressionItIsWhatTheFilterShows() {
        var player = Player(Sample.app())
        command("reject", in: &player)
        #expect(player.screen.contains("say which") && player.commits.isEmpty)
        player.press("Esc", "/")
        player.type("portrait")
        player.press("Enter")
        command("maybe", in: &player)
        player.press("Enter")
        #expect([5, 10, 15].allSatisfy { player.mark($0).verdict == .maybe })
        #expect(player.session.model.counts.maybes == 3)
    }

    @Test func starsLabelsAndClearing() {
        var player = Player(Sample.app())
        command("stars 3 portrait", in: &player)
        player.press("Enter")
        command("label red starred", in: &player)
        player.press("Enter")
        #expect(player.mark(10) == Mark(stars: 3, label: .red))
        command("pick red", in: &player)
        player.press("Enter")
        command("clear picked", in: &player)
        player.press("Enter")
        #expect(player.mark(10) == Mark(stars: 3, label: .red))
        command("stars 9 all", in: &player)
        #expect(player.screen.contains("stars are 0 to 5"))
        player.press("Esc")
        for _ in 0..<4 { player.press("Ctrl-Z") }
        #expect(player.session.model.marks.isEmpty)
        command("label purple", in: &player)
        #expect(player.mark(player.focus).label == .purple, "without a filter it is the frame in focus")
    }

    @Test func sayingWhichInPlainWordsIsSeenFirst() {
        var player = Player(Sample.app())
        command("reject photos en rafale", in: &player)
        #expect(player.screen.contains(":reject burst") && player.commits.isEmpty)
        player.press("Enter", "Enter")
        #expect(player.session.model.counts.rejects == 9)
    }

    @Test func aMistakeIsPointedAtBehindTheCommand() {
        var player = Player(Sample.app())
        command("reject eyse=closed", in: &player)
        #expect(player.screen.contains("^ no field 'eyse'; do you mean eyes?") && player.screen.contains(":reject eyse=closed"))
        #expect(player.commits.isEmpty)
    }

    @Test func readOnlyChangesNothing() {
        var player = Player(Sample.app(opening: Sample.opening(readOnly: "keepers on tty1")))
        command("reject all", in: &player)
        player.press("Enter")
        #expect(player.commits.isEmpty && player.session.model.marks.isEmpty)
    }

    /// Undo of a verdict for many is its inverse, whatever stood before.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func undoIsTheInverse(seed: UInt64) {
        var state = seed
        func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }
        let filters = ["all", "stack", "portrait", "!portrait", "sharp>=80", "open", "starred | red", "tie", "iso=?", "problem"]
        let commands = [
            "pick", "reject", "maybe", "clear", "stars 4", "stars 0", "label green", "label none", "pick!", "reject!",
        ]
        var player = Player(Sample.app())
        var before: [[FrameID: Mark]] = []
        for _ in 0..<25 {
            let marks = player.session.model.marks
            let count = player.commits.count
            command("\(commands[roll(commands.count)]) \(filters[roll(filters.count)])", in: &player)
            player.press("Enter", "Esc")
            if player.commits.count > count { before.append(marks) }
        }
        #expect(before.count > 8)
        for marks in before.reversed() {
            player.press("Ctrl-Z")
            #expect(player.session.model.marks == marks)
        }
    }
}

/// `:save`, `:show`, `:filters`, `:forget`
@Suite struct SavedFilterTests {
    private func command(_ text: String, in player: inout Player) {
        player.press(":")
        player.type(text)
        player.press("Enter")
    }

    @Test func aNameStandsForItsFilter() {
        var player = Player(Sample.app())
        command("save tall portrait & iso>=800", in: &player)
        #expect(player.effects.contains(.remember("\(SavedFilters.settingPrefix)tall", "portrait & iso>=800")))
        command("show tall", in: &player)
        #expect(player.session.queue.visible.count == 3)
        command("save again", in: &player)
        #expect(player.effects.contains(.remember("\(SavedFilters.settingPrefix)again", "portrait & iso>=800")))
        player.press("Esc")
        command("reject TALL", in: &player)
        #expect(player.screen.contains("would reject 3 frames"))
        player.press("Esc")
        command("save red stars>3", in: &player)
        #expect(player.screen.contains("'red' is a filter already"))
        command("save odd stras>3", in: &player)
        #expect(player.screen.contains("do you mean stars?"))
    }

    @Test func theListCountsShowsAndForgets() {
        var opening = Sample.opening()
        opening.savedFilters = ["tall": "portrait", "alone": "single", "later": "colour=pink"]
        var player = Player(Sample.app(opening: opening))
        command("filters", in: &player)
        #expect(player.screen.contains("alone       15   single") && player.screen.contains("later        -   colour=pink"))
        player.press("Down", "Delete")
        #expect(player.effects.contains(.remember("\(SavedFilters.settingPrefix)later", nil)))
        player.press("Enter")
        #expect(player.session.queue.visible.count == 3 && player.session.queue.filter.text == "portrait")
    }

    /// A key is for one frame, a line with a filter for many: one without may mean either, so it asks.
    @Test func starsAndLabelsOverAFilteredListSayWhich() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("portrait")
        player.press("Enter")
        for line in ["label red", "stars 2"] {
            command(line, in: &player)
            #expect(player.screen.contains("'\(line) this', or '\(line) shown' (") && player.commits.isEmpty, "\(player.screen)")
            player.press("Esc")
        }
        command("label red shown", in: &player)
        player.press("Enter")
        #expect(player.session.queue.visible.flatMap(\.members).allSatisfy { player.session.model.mark($0).label == .red })
        let focus = player.focus
        command("stars 2 this", in: &player)
        player.press("Enter")
        #expect(player.mark(focus).stars == 2 && player.commits.last?.changes.count == 1)
    }

    @Test func withoutAFilterALabelIsForTheFrameInFocus() {
        var player = Player(Sample.app())
        let focus = player.focus
        command("label purple", in: &player)
        #expect(player.mark(focus).label == .purple && player.commits.last?.changes.count == 1)
        command("stars 2 shown", in: &player)
        #expect(player.screen.contains("would give 2 stars to 24 frames"))
    }

    @Test func stackCommandsTakeNothingBehindThem() {
        var player = Player(Sample.app())
        for line in ["unstack x", "merge 4", "best DSC_8871"] {
            command(line, in: &player)
            #expect(player.commits.isEmpty && player.screen.contains("nothing stands behind it"))
            player.press("Esc")
        }
    }
}
