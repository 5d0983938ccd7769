import KeepersCore
import KeepersUI
import Testing

/// The screens in the middle of a round trip: three conflicts on two frames, one of them a sidecar that contradicts itself.
enum ConflictScreens {
    static func sight(_ name: String, base: Mark, theirs: Mark, quarrels: [SidecarAspect: String] = [:]) -> SidecarSight {
        SidecarSight(
            path: "DCIM/100NIKON/\(name).xmp", base: SidecarWords(base), theirs: SidecarWords(theirs), stamp: "ab12cd34",
            quarrels: quarrels)
    }

    static let sights: [FrameID: SidecarSight] = [
        FrameID(8): sight("DSC_8878", base: Mark(stars: 2), theirs: Mark(verdict: .reject, stars: 5)),
        FrameID(9): sight("DSC_8879", base: Mark(stars: 3), theirs: Mark(stars: 3)),
        FrameID(12): sight(
            "DSC_8882", base: Mark(), theirs: Mark(verdict: .pick),
            quarrels: [.verdict: "it says flag pick and rating -1 (reject)"]),
    ]

    /// Frame 8 was picked and given four stars here; frame 9 was picked.
    static func player(columns: Int, rows: Int, readOnly: String? = nil) -> Player {
        let marks = [FrameID(8): Mark(verdict: .pick, stars: 4), FrameID(9): Mark(verdict: .pick)]
        var player = Player(Sample.app(columns: columns, rows: rows, opening: Sample.opening(readOnly: readOnly, marks: marks)))
        player.press("Home")
        _ = player.app.update(.sights(sights))
        _ = player.app.update(.sidecars(changed: [FrameID(8), FrameID(12)], gone: [FrameID(14)]))
        return player
    }

    static let plan: ExportSummary = {
        var plan = GoldenTests.plan
        let decisions: [(Verdict, FileKind, Int)] = [(.pick, .nef, 412), (.reject, .nef, 1804)]
        let frames = decisions.flatMap { verdict, kind, count in
            (0..<count).map { _ in
                let mark = Mark(verdict: verdict)
                let wish = sidecarWish(for: mark, profile: .lightroom, existing: nil) ?? SidecarWish()
                return PlannedSight(mark: mark, kind: kind, values: SidecarValues().with(wish), isAppended: false)
            }
        }
        plan.programs = programRows(frames)
        return plan
    }()
}

@Suite struct ConflictTests {
    private func player() -> Player {
        var player = ConflictScreens.player(columns: 120, rows: 40)
        player.press("E")
        _ = player.app.update(.exportPlan(ConflictScreens.plan))
        return player
    }

    @Test func foreignEditsAreCountedAndMoveNothing() {
        var player = Player(Sample.app(columns: 120, rows: 40))
        player.press("Right", "Right")
        let (focus, visible) = (player.focus, player.session.queue.visible)
        _ = player.app.update(.existing([FrameID(15): Existing(mark: Mark(stars: 5))]))
        _ = player.app.update(.sidecars(changed: [FrameID(15)], gone: []))
        #expect(player.focus == focus && player.session.queue.visible == visible)
        #expect(player.screen.contains("sidecar of DSC_8885 changed by another program"))
        // Told until the frame was looked at or the dry run opened.
        player.press("i", "i")
        #expect(player.screen.contains("sidecar of DSC_8885 changed by another program"))
        player.press("E")
        _ = player.app.update(.exportPlan(ConflictScreens.plan))
        player.press("Esc")
        #expect(!player.screen.contains("changed by another program"))
    }

    @Test func whatWaitsWithAConflictIsSaid() {
        let opening = Sample.opening(marks: [FrameID(12): Mark(verdict: .pick, stars: 3)])
        var player = Player(Sample.app(columns: 120, rows: 40, opening: opening))
        _ = player.app.update(
            .sights([FrameID(12): ConflictScreens.sight("DSC_8882", base: Mark(stars: 1), theirs: Mark(stars: 5))]))
        player.press(":")
        player.type("conflicts")
        player.press("Enter")
        #expect(player.screen.contains("1 decision stands against a sidecar; these frames wait until you choose"))
        #expect(
            player.screen.contains("until you choose, its\n") && player.screen.contains("verdict (pick) waits too"),
            "\(player.screen)")
    }

    @Test func aKeyMakesAConflictAndAnotherEndsIt() {
        var player = Player(Sample.app(columns: 120, rows: 40))
        _ = player.app.update(
            .sights([FrameID(12): ConflictScreens.sight("DSC_8882", base: Mark(stars: 1), theirs: Mark(stars: 5))]))
        #expect(!player.screen.contains("conflict"), "what was not decided here conflicts with nothing")
        player.press("/")
        player.type("DSC_8882")
        player.press("Enter", "3")
        #expect(player.focus == 12 && player.screen.contains("1 conflict"))
        player.press("5")
        #expect(!player.screen.contains("1 conflict"), "both say the same")
        // What the undo says stands there first.
        player.press("Ctrl-Z", "i")
        #expect(player.screen.contains("1 conflict"))
        player.press("Ctrl-Z", "i")
        #expect(!player.screen.contains("1 conflict"))
    }

    @Test func mineIsASettlementTheirsADecisionBothOneStep() throws {
        var player = player()
        player.press("c")
        #expect(player.screen.contains("3 decisions stand against a sidecar"))
        // Verdict of frame 8: mine.
        player.press("m")
        #expect(player.commits.last?.changes == [FrameChange(FrameID(8), .settled(.verdict, "reject@ab12cd34"))])
        #expect(player.mark(8).decision == Mark(verdict: .pick, stars: 4))
        // Its stars: theirs.
        player.press("t")
        #expect(
            player.commits.last?.changes == [
                FrameChange(FrameID(8), .stars(5)), FrameChange(FrameID(8), .settled(.stars, "5@ab12cd34")),
            ])
        #expect(player.mark(8).stars == 5)
        #expect(player.screen.contains("1 decision stands"))
        player.press("Ctrl-Z", "Ctrl-Z")
        #expect(player.mark(8) == Mark(verdict: .pick, stars: 4))
        #expect(player.screen.contains("3 decisions stand"))
        player.press("Ctrl-R")
        #expect(player.screen.contains("2 decisions stand"))
    }

    @Test func allAtOnceIsOneStepAndWhatHasNoAnswerStays() {
        var player = player()
        player.press("c", "T")
        #expect(player.commits.count == 1)
        #expect(player.mark(8).decision == Mark(verdict: .reject, stars: 5))
        #expect(player.screen.contains("1 conflict left that only you can decide"))
        player.press("t")
        #expect(player.commits.count == 1 && player.screen.contains("theirs is no answer"))
        player.press("m")
        #expect(player.commits.count == 1 && player.screen.contains("you have not decided"))
        player.press("Ctrl-Z")
        #expect(player.mark(8).decision == Mark(verdict: .pick, stars: 4))
        // Back in the dry run, which is made anew.
        player.press("Esc")
        #expect(player.effects.last == .planExport(.lightroom, .beside))
        _ = player.app.update(.exportPlan(ConflictScreens.plan))
        #expect(player.screen.contains("settle 2 conflicts"))
        player.press("Esc")
        #expect(player.screen.contains("Anna + Tom"))
    }

    @Test func lookShowsTheFrameAndTheListKeepsItsPlace() {
        var player = player()
        let focus = player.focus
        player.press("c", "Down", "Down", "l")
        let large = player.app.render().placements
        #expect(large.count == 1 && large[0].request.frame == FrameID(12) && large[0].request.quality == .large)
        player.press("Esc")
        #expect(player.screen.contains("3 decisions stand"))
        #expect(player.app.render().placements.first?.request.frame == FrameID(12))
        player.press("Esc", "Esc")
        #expect(player.focus == focus)
    }

    @Test func aStoreThatTakesNothingSettlesNothing() {
        var player = player()
        player.storeIsBroken = true
        player.press("c", "M")
        #expect(player.screen.contains("3 decisions stand") && player.screen.contains("the disk is full"))
        #expect(player.mark(8) == Mark(verdict: .pick, stars: 4))
    }

    @Test func readOnlySettlesNothing() {
        var player = ConflictScreens.player(columns: 120, rows: 40, readOnly: "keepers, pid 7")
        player.press(":")
        player.type("conflicts")
        player.press("Enter", "m")
        #expect(player.commits.isEmpty && player.screen.contains("3 decisions stand"))
    }

    /// The opening's marks came from one step of the person; another program then saves the sidecar.
    @Test func takenOverChangesAreNamedAndUndoneLikeAnyStep() {
        var player = Player(
            Sample.app(columns: 120, rows: 40, opening: Sample.opening(marks: [FrameID(12): Mark(verdict: .pick, stars: 4)])))
        player.press("Right", "Enter")
        let level = player.session.level
        let changes = [FrameChange(FrameID(12), .verdict(.reject)), FrameChange(FrameID(12), .stars(2))]
        let step = Step(
            changes: changes, origin: .sidecar, reason: ForeignChanges(changes).reason, place: Place(frame: FrameID(12)))
        _ = player.app.update(.adopted(StoredStep(id: StepID(900), at: 0, step: step)))
        #expect(player.mark(12) == Mark(verdict: .reject, stars: 2))
        #expect(player.screen.contains("DSC_8882: another program made it reject ★2"))
        player.press("Ctrl-Z")
        #expect(player.mark(12) == Mark(verdict: .pick, stars: 4))
        #expect(player.screen.contains("undone: another program's reject ★2; DSC_8882 is pick ★4"))
        #expect(player.focus == 12 && player.session.level == level, "the frame is shown, the screen stays")
        player.press("Ctrl-R")
        #expect(player.mark(12) == Mark(verdict: .reject, stars: 2))
        #expect(player.screen.contains("done again: another program's reject ★2; DSC_8882 is reject ★2"))
        player.press("Ctrl-Z", "Ctrl-Z")
        #expect(player.mark(12).isEmpty && player.screen.contains("DSC_8882 is undecided"))
    }

    /// Where both decided, the change is said by the frame's name as well; it changes no decision.
    @Test func aConflictThatArisesIsNamed() {
        let opening = Sample.opening(marks: [FrameID(12): Mark(stars: 4)])
        var player = Player(Sample.app(columns: 150, rows: 50, opening: opening))
        player.press("Right")
        _ = player.app.update(
            .sights([FrameID(12): ConflictScreens.sight("DSC_8882", base: Mark(stars: 1), theirs: Mark(stars: 5))]))
        _ = player.app.update(.sidecars(changed: [FrameID(12)], gone: []))
        #expect(player.screen.contains("DSC_8882: its stars were changed here (★4) and by another program (★5)"))
        #expect(player.mark(12).stars == 4)
        player.press("i")
        #expect(player.screen.contains("1 conflict"))
    }

    @Test func whatWasNotWrittenIsSaidAtTheNextStart() {
        var opening = Sample.opening()
        opening.unwritten = 37
        var player = Player(Sample.app(columns: 120, rows: 40, opening: opening))
        #expect(player.screen.contains("an export could not write 37 sidecars; E tries them again"))
        player.press("Right")
        #expect(player.screen.contains("an export could not write 37 sidecars"))
        _ = player.app.update(.unwritten(0))
        #expect(!player.screen.contains("could not write"))
    }

    @Test(arguments: [(20, 6), (40, 10), (80, 24), (300, 100)]) func everySizeHoldsTheScreens(columns: Int, rows: Int) {
        var player = ConflictScreens.player(columns: columns, rows: rows)
        player.press("E")
        _ = player.app.update(.exportPlan(ConflictScreens.plan))
        for keys in [
            ["v"], ["v", "c"], ["Down", "Down", "Down"], ["PageDown", "End"], ["l"], ["m"], ["Esc", "M"], ["t"], ["Esc"],
        ] {
            for key in keys { player.press(key) }
            let scene = player.app.render()
            #expect(scene.columns == columns && scene.rows == rows)
            for placement in scene.placements {
                let rect = placement.rect
                #expect(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= columns && rect.y + rect.height <= rows)
            }
        }
    }
}
