import KeepersCore
import KeepersUI
import Testing

/// Keys on frames that Lightroom decided on before: they act on what stands, and the tile shows what stands.
@Suite struct StandingTests {
    private static let lightroom = Existing(mark: Mark(verdict: .pick, stars: 4, label: .yellow), isEdited: true)

    /// The single frame 8 under the loupe, whose panel has room for every word; or in the grid another one.
    private func player(_ existing: [Int: Existing] = [8: lightroom], at name: String = "8878", level: Place.Screen = .loupe)
        -> Player
    {
        var player = Player(Sample.app(columns: 150, rows: 50))
        _ = player.app.update(
            .existing(Dictionary(uniqueKeysWithValues: existing.map { (FrameID(Int64($0.key)), $0.value) })))
        player.press("/")
        player.type(name)
        player.press("Enter")
        if level == .loupe { player.press("Enter") }
        return player
    }

    private func standing(_ player: Player, _ frame: Int = 8) -> Mark { player.session.model.standing(FrameID(Int64(frame))) }

    @Test func moreAndLessStarsCountFromTheStarsThatStand() {
        var player = player()
        #expect(player.screen.contains("◆ pick ★4 ▪yellow edited sidecar"))
        player.press("]")
        #expect(player.mark(8) == Mark(stars: 5) && standing(player).verdict == .pick)
        #expect(player.screen.contains("◆ pick ★★★★★ ▪yellow"), "what stays in the sidecar stays on the tile")
        player.press("]")
        #expect(player.commits.count == 1 && player.screen.contains("★5 is the most"))
        player.press("Ctrl-Z", "[")
        #expect(player.mark(8) == Mark(stars: 3) && player.screen.contains("◆ pick ★★★ ▪yellow"))
        player.press("Ctrl-Z")
        #expect(player.screen.contains("◆ pick ★4 ▪yellow edited sidecar"))
    }

    @Test func uTakesOffThePickThatStandsAloneAsAfterP() {
        var (plain, after) = (player(), player())
        plain.press("u")
        after.press("p", "u")
        for player in [plain, after] {
            #expect(standing(player) == Mark(stars: 4, label: .yellow) && player.mark(8).isEmpty)
            #expect(player.session.model.decided == [FrameID(8): [.verdict]])
            #expect(player.screen.contains("★4 ▪yellow (was pick)"))
            #expect(player.session.model.counts.picks == 0)
        }
        plain.press("u")
        #expect(plain.commits.count == 1 && plain.screen.contains("nothing to clear"))
        plain.press("Ctrl-Z")
        after.press("Ctrl-Z")
        #expect(standing(plain) == Self.lightroom.mark && plain.session.model.decided.isEmpty)
        #expect(after.mark(8).verdict == .pick, "u after p: p stands again")
        after.press("Ctrl-Z")
        #expect(after.screen.contains("◆ pick ★4 ▪yellow edited sidecar"))
        #expect(after.screen.contains("undone: picked; DSC_8878 is ◆ pick ★4 ▪yellow edited sidecar"))
        after.press("Ctrl-R")
        #expect(after.mark(8).verdict == .pick && after.session.model.decided == [FrameID(8): [.verdict]])
    }

    @Test func zeroAndTheLabelsKeyTakeOffWhatStands() {
        var player = player()
        player.press("0")
        #expect(standing(player).stars == 0 && player.screen.contains("◆ pick ▪yellow (was ★4)"))
        player.press("0")
        #expect(player.screen.contains("nothing to clear"))
        player.press("7")
        #expect(standing(player).label == nil && player.screen.contains("◆ pick (was ★4 yellow)"))
        player.press("7")
        #expect(player.mark(8).label == .yellow && player.screen.contains("◆ pick ▪yellow (was ★4)"))
        player.press("u", "6")
        #expect(player.screen.contains("▪red (was pick ★4)"))
        player.press("3", "p")
        #expect(player.screen.contains("◆ PICK ★★★ ▪red") && !player.screen.contains("(was"))
    }

    @Test func whereNothingStandsTheKeySaysSo() {
        var player = player([:])
        for (key, words) in [("u", "nothing to clear"), ("0", "nothing to clear"), ("[", "no stars to take off")] {
            player.press(key)
            #expect(player.commits.isEmpty && player.screen.contains(words), "\(key)")
        }
        player.press(":")
        player.type("label none")
        player.press("Enter")
        #expect(player.commits.isEmpty && player.screen.contains("nothing to clear"))
    }

    @Test func tTogglesWhatStandsAndMLeavesTheSidecarsFlag() {
        var player = player()
        player.press("t")
        #expect(standing(player).verdict == nil && player.screen.contains("(was pick)"))
        player.press("t")
        #expect(player.mark(8).verdict == .pick)
        player.press("m")
        #expect(player.screen.contains("? MAYBE ★4 ▪yellow (pick stays)"))
    }

    /// Frame 3 is the suggested best of the burst of seven.
    private func burst(_ existing: [Int: Existing]) -> Player { player(existing, at: "8873", level: .grid) }

    @Test(arguments: ["grid", "fan", "compare", "survey"]) func keepLeavesWhatWasPickedBefore(screen: String) throws {
        var player = burst([5: Self.lightroom, 6: Existing(mark: Mark(verdict: .reject)), 7: Existing(mark: Mark(stars: 3))])
        switch screen {
        case "fan": player.press("s")
        case "compare": player.press("s", "c")
        case "survey": player.press("n")
        default: break
        }
        while player.focus != 3, screen == "fan" || screen == "survey" { player.press("Right") }
        let kept = try #require(screen == "compare" ? Int(player.session.place.together?.champion.rawValue ?? 0) : player.focus)
        player.press("K")
        #expect(player.mark(kept).verdict == .pick)
        #expect(player.mark(5).verdict == (kept == 5 ? .pick : nil) && standing(player, 5).verdict == .pick)
        #expect(player.mark(6).verdict == nil && standing(player, 6).verdict == .reject, "it stands as it was")
        #expect(player.commits.count == 1)
        if kept == 3 {
            let words = "kept DSC_8873, rejected 4 siblings; 1 picked before left alone; 1 rated or edited before"
            #expect(player.session.notice == words && player.screen.contains(words))
            #expect([1, 2, 4, 7].allSatisfy { player.mark($0).verdict == .reject })
        }
        player.press("Ctrl-Z")
        #expect(player.session.model.marks.isEmpty && player.session.model.decided.isEmpty)
    }

    @Test func aStoreThatTakesNothingLeavesWhatStood() {
        var player = player()
        player.storeIsBroken = true
        player.press("u")
        #expect(standing(player) == Self.lightroom.mark && player.session.model.decided.isEmpty)
        #expect(player.screen.contains("◆ pick ★4 ▪yellow edited sidecar") && player.screen.contains("NOT SAVED"))
    }

    @Test func countsFiltersAndBulkGoByWhatStands() {
        var player = player([8: Self.lightroom, 9: Existing(mark: Mark(verdict: .reject))], level: .grid)
        #expect(player.screen.contains("1 ◆ (1 before)   1 ✕   22 open"))
        func shown(_ filter: String) -> [Int64] {
            player.press("/")
            player.type(filter)
            player.press("Enter")
            defer { player.press("Esc") }
            return player.session.queue.visible.flatMap(\.members).map(\.rawValue)
        }
        #expect(shown("yellow") == [8] && shown("stars>=1") == [8] && shown("picked") == [8] && shown("rejected") == [9])
        #expect(shown("judged").sorted() == [8, 9])
        player.press(":")
        player.type("clear picked")
        player.press("Enter")
        #expect(player.screen.contains("would clear the verdict of 1 frame; 1 of them decided before"))
        player.press("Enter")
        #expect(standing(player).verdict == nil && shown("mine") == [8])
        #expect(player.screen.contains("0 ◆   1 ✕   23 open"))
    }

    @Test(arguments: [(80, 24), (150, 50)]) func aTileSaysFirstWhatStands(columns: Int, rows: Int) {
        var player = Player(Sample.app(columns: columns, rows: rows))
        _ = player.app.update(.existing([FrameID(8): Self.lightroom, FrameID(3): Self.lightroom]))
        player.press("]")
        #expect(player.screen.contains(" ◆ pick ★5 ▪yell… 1/7") || player.screen.contains(" ◆ pick ★5 ▪yellow 1/7"))
        player.press("Right", "]")
        #expect(player.screen.contains(" ◆ pick ★5 ▪yellow ") || player.screen.contains(" ◆ pick ★★★★★ ▪yellow "))
        player.press("u")
        #expect(player.screen.contains("★★★★★ ▪yellow (was") || player.screen.contains("★5 ▪yellow (was"))
    }

    @Test func aRangeActsOnEachFrameByWhatStandsOnIt() {
        var player = burst([3: Existing(mark: Mark(stars: 2)), 4: Existing(mark: Mark(stars: 5))])
        player.press("s", "V", "]")
        #expect(player.mark(3).stars == 3 && player.mark(4).stars == 0 && standing(player, 4).stars == 5)
        #expect([1, 2, 5, 6, 7].allSatisfy { player.mark($0).stars == 1 } && player.commits.count == 1)
        player.press("V", "0")
        #expect((1...7).allSatisfy { standing(player, $0).stars == 0 } && player.commits.count == 2)
    }
}
