import KeepersCore
import KeepersUI
import Testing

/// Frames 1 to 7 are a burst, 10 and 11 another stack.
@Suite struct StackEditTests {
    private func members(_ player: Player, _ frame: Int) -> [Int] {
        player.session.model.stack(of: FrameID(Int64(frame)))?.members.map { Int($0.rawValue) } ?? [frame]
    }

    private func fan(at frame: Int) -> Player {
        var player = Player(Sample.app())
        player.press("s", "Home")
        for _ in 1..<frame { player.press("Right") }
        #expect(player.focus == frame)
        return player
    }

    @Test func splitTakeOutMergeAndBestAreKeysWithUndo() {
        var player = fan(at: 4)
        let before = player.session.queue.visible
        player.press("|")
        #expect(members(player, 1) == [1, 2, 3] && members(player, 4) == [4, 5, 6, 7])
        #expect(player.session.notice == "split before DSC_8874: 3 and 4; Ctrl-Z takes it back")
        #expect(player.session.level == .fan && player.focus == 4)
        player.press("+")
        #expect(members(player, 4) == [1, 2, 3, 4, 5, 6, 7])
        player.press("-")
        #expect(members(player, 4) == [4] && members(player, 1) == [1, 2, 3, 5, 6, 7])
        #expect(player.session.level == .grid, "a single frame has no fan")
        player.press("Ctrl-Z", "*")
        #expect(player.session.model.stack(of: FrameID(4))?.userBest == FrameID(4))
        #expect(player.session.model.marks.count > 0 && player.session.model.counts.open == 24, "no verdict was given")
        for _ in 0..<3 { player.press("Ctrl-Z") }
        #expect(player.session.model.marks.isEmpty && player.session.queue.visible == before)
        for _ in 0..<2 { player.press("Ctrl-R") }
        #expect(members(player, 4) == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func theQueueKeepsItsOrderAroundAnEdit() {
        var player = Player(Sample.app())
        let order = player.session.queue.visible.flatMap(\.members)
        player.press("s", "Home", "Right", "|")
        #expect(player.session.queue.visible.flatMap(\.members) == order)
        #expect(player.session.queue.visible.count == 18)
    }

    @Test(arguments: [("split", [1, 2, 3]), ("takeout", [1, 2, 3, 5, 6, 7]), ("unstack", [1])])
    func commandsDoTheSame(command: String, left: [Int]) {
        var player = fan(at: 4)
        player.press(":")
        player.type(command)
        player.press("Enter")
        #expect(members(player, 1) == left)
        player.press(":")
        player.type("restack")
        player.press("Enter")
        #expect(members(player, 1) == [1, 2, 3, 4, 5, 6, 7])
        #expect(player.session.model.marks.isEmpty)
    }

    @Test func whatCannotBeDoneIsSaid() {
        var player = fan(at: 1)
        player.press("|")
        #expect(player.session.notice == "DSC_8871 begins this stack already")
        player.press("+")
        #expect(player.session.notice == "DSC_8871 is the first in time: nothing to join it to")
        player.press("Esc", "Right", "-")
        #expect(player.session.notice?.contains("stands alone") == true)
        #expect(player.commits.isEmpty)
    }

    @Test func anEditThatCannotBeWrittenIsNotShown() {
        var player = fan(at: 4)
        player.storeIsBroken = true
        player.press("|")
        #expect(members(player, 1).count == 7 && player.session.notice?.contains("disk is full") == true)
        #expect(player.session.queue.visible.count == 17)
    }

    @Test func readOnlySessionsKeepTheirStacks() {
        var player = Player(Sample.app(opening: Sample.opening(readOnly: "keepers, pid 41")))
        player.press("-", "*")
        #expect(player.commits.isEmpty && members(player, 1).count == 7)
    }
}

@Suite struct DuplicateScreenTests {
    /// Frame 18 shows what frame 14 shows, and 21 about what 15 shows.
    private func opening() -> SessionOpening {
        var opening = Sample.opening()
        let print = opening.cards[FrameID(14)]?.print
        opening.cards[FrameID(18)]?.print = print
        var near = opening.cards[FrameID(15)]!.print!
        near.hash ^= 0b1111_1111_1111
        opening.cards[FrameID(21)]?.print = near
        return opening
    }

    private func command(_ player: inout Player, _ text: String) {
        player.press(":")
        player.type(text)
        player.press("Enter")
    }

    @Test func groupsAreAQueueOfTheirOwn() {
        var player = Player(Sample.app(opening: opening()))
        command(&player, "dupes")
        #expect(player.session.queue.visible.map(\.members) == [[FrameID(14), FrameID(18)]])
        #expect(player.screen.contains("duplicates ≤ .15: 1 group") && player.screen.contains("DUPLICATES"))
        player.press("s")
        #expect(player.screen.contains("2 times the same picture"))
        player.press("K")
        #expect(player.session.model.counts.picks == 1 && player.session.model.counts.rejects == 1)
        player.press("Esc", "Esc", "Esc")
        #expect(player.session.queue.scope == nil && player.session.queue.visible.count == 17)
    }

    @Test func theThresholdStepsAndIsKept() {
        var player = Player(Sample.app(opening: opening()))
        command(&player, "dupes")
        for _ in 0..<5 { player.press(")") }
        #expect(player.session.notice == "duplicates ≤ .20: 2 groups")
        #expect(player.session.queue.visible.count == 2)
        #expect(player.effects.contains(.saveSetting("duplicates.threshold", "0.2")))
        for _ in 0..<5 { player.press("(") }
        #expect(player.session.queue.visible.count == 1)
        player.press("Esc", ")")
        #expect(player.session.notice == "duplicates ≤ .16: 1 group; :dupes shows them")
    }

    @Test func noneIsSaid() {
        var player = Player(Sample.app())
        command(&player, "dupes")
        #expect(player.session.notice?.hasPrefix("duplicates ≤ .15: none") == true && player.session.queue.scope == nil)
    }
}

@Suite struct ClockScreenTests {
    /// Five moments, each seen by both cameras; the second camera's clock is 192 seconds behind.
    private func opening(settings: [String: String] = [:]) -> SessionOpening {
        var opening = Sample.opening()
        opening.settings = settings
        for index in 0..<5 {
            let first = 12 + index
            let second = 17 + index
            guard second != 20, first != 20 else { continue }
            opening.frames[second - 1].header.shot.camera = "Canon EOS R5"
            opening.frames[second - 1].header.shot.serial = "77"
            var time = opening.frames[first - 1].header.shot.capturedAt!
            time.wallSeconds -= 192
            opening.frames[second - 1].header.shot.capturedAt = time
            let print = opening.cards[FrameID(Int64(first))]?.print
            opening.cards[FrameID(Int64(second))]?.print = print
        }
        return opening
    }

    private func measured(_ opening: SessionOpening) -> Player {
        var player = Player(Sample.app(columns: 80, rows: 24, opening: opening))
        _ = player.app.update(.progress(Progress(stage: .scoring(done: 23, total: 24))))
        _ = player.app.update(.progress(Progress()))
        return player
    }

    private func command(_ player: inout Player, _ text: String) {
        player.press(":")
        player.type(text)
        player.press("Enter")
    }

    @Test func aProposalIsNoticedShownAndAppliedOnlyOnY() {
        var player = measured(opening())
        #expect(player.screen.contains("Canon EOS R5 seems 3 min 12 s behind NIKON Z 8: :clock shows three pairs"))
        #expect(player.session.model.rules.clockOffsets.isEmpty)
        command(&player, "clock")
        #expect(player.app.render().placements.count == 6 && player.screen.contains("3 min 12 s apart"))
        player.press("p")
        #expect(player.session.model.marks.isEmpty, "no verdict behind the screen")
        player.press("y")
        #expect(player.session.model.rules.clockOffsets == ["Canon EOS R5\u{1}77": 192_000_000_000])
        #expect(player.effects.contains(.saveSetting("clock.offset Canon EOS R5\u{1}77", "192000000000")))
        #expect(player.screen.contains("3 min 12 s added in Keepers; no file was changed"))
        command(&player, "clock")
        #expect(player.session.notice == "clocks are set right (1 camera); :clock reset takes that back")
        command(&player, "clock reset")
        #expect(player.session.model.rules.clockOffsets.isEmpty)
        #expect(player.effects.contains(.saveSetting("clock.offset Canon EOS R5\u{1}77", nil)))
    }

    @Test func whatWasDeclinedIsNotProposedAgainByItself() {
        var player = measured(opening())
        command(&player, "clock")
        player.press("n")
        #expect(player.session.model.rules.clockOffsets.isEmpty)
        var settings: [String: String] = [:]
        for case .saveSetting(let name, let value) in player.effects { settings[name] = value }
        player = measured(opening(settings: settings))
        #expect(player.session.notice == nil)
        command(&player, "clock")
        #expect(player.screen.contains("seems 3 min 12 s behind"))
    }

    @Test func oneCameraHasNothingToCompare() {
        var player = measured(Sample.opening())
        #expect(player.session.notice == nil)
        command(&player, "clock")
        #expect(player.session.notice == "one camera: no clock to compare")
    }

    static let golden = ClockScreenTests().opening()
}
