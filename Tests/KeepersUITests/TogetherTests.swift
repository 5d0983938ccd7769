import KeepersCore
import KeepersUI
import Testing

/// Frames looked at together: two against each other, a survey, one face from each.
@Suite struct TogetherTests {
    private func player(columns: Int = 120, rows: Int = 40, _ opening: SessionOpening = FaceSample.opening()) -> Player {
        Player(Sample.app(columns: columns, rows: rows, opening: opening))
    }

    private func together(_ player: Player) -> Together? { player.session.place.together }

    private func pair(_ player: Player) -> [Int] {
        together(player).map { [Int($0.champion.rawValue), Int($0.challenger.rawValue)] } ?? []
    }

    // MARK: - Who is hit

    @Test func comparingBeginsWithTheFrameInFocusAndMovesItNowhere() {
        var player = player()
        player.press("s", "Home", "Right", "c")
        #expect(player.session.level == .compare && player.focus == 2 && pair(player) == [2, 3])
        player.press("x")
        #expect(player.mark(2).verdict == .reject && player.mark(3).verdict == nil)
    }

    @Test func aVerdictHitsTheFrameInFocusAndNoOther() {
        var player = player()
        player.press("s", "Home", "c", "Right")
        #expect(player.focus == 3 && pair(player) == [1, 3], "the next challenger is in focus")
        player.press("x", "4")
        #expect(player.mark(3) == Mark(verdict: .reject, stars: 4) && player.session.model.marks.count == 1)
        player.press("j", "p")
        #expect(player.mark(1).verdict == .pick && player.session.model.marks.count == 2)
        player.press("d", "d", "d", "m")
        #expect(player.mark(1).verdict == .maybe, "no mode changes who is in focus")
    }

    @Test func theFocusIsToldWithoutAnyColour() {
        var player = player()
        player.press("s", "Home", "c", "Right")
        for _ in 0..<5 {
            let marked = player.screen.split(separator: "\n").filter { $0.contains("▸") }
            #expect(marked.count == 1 && marked[0].contains("▸ challenger  DSC_8873"))
            #expect(player.screen.contains("x reject DSC_8873"))
            player.press("d")
        }
        #expect(player.screen.contains("▐") && player.screen.contains("▌"))
    }

    @Test func ofTwoTheArrowGoesToTheOther() {
        var player = player()
        player.press("/")
        player.type("8873")
        player.press("Enter", ":")
        player.type("compare 8877")
        player.press("Enter", "Right")
        #expect(pair(player) == [3, 7] && player.focus == 7)
        player.press("Right")
        #expect(pair(player) == [3, 7] && player.focus == 7 && player.screen.contains("K keeps the champion"))
    }

    @Test func theChallengerCanBeCrownedAndTheWalkGoesOnBehindIt() {
        var player = player()
        player.press("s", "Home", "c", "Right", "Right", "c")
        #expect(pair(player) == [4, 1] && player.focus == 4)
        player.press("Right")
        #expect(pair(player) == [4, 5], "those that were beaten do not come again")
        player.press("c", "c")
        #expect(pair(player) == [4, 5])
    }

    @Test func theChampionIsKeptWhoeverIsInFocusAndTheNextStackComes() {
        var player = player()
        player.press("s", "Home", "c", "Right", "x", "Right", "K")
        #expect(player.mark(1).verdict == .pick && player.mark(3).verdict == .reject)
        #expect((2...7).allSatisfy { player.mark($0).verdict == .reject })
        #expect(player.session.level != .fan && player.focus > 7)
        player.press("Ctrl-Z")
        #expect(player.session.level == .compare && pair(player) == [1, 4] && player.focus == 4)
        #expect(player.mark(3).verdict == .reject && player.session.model.marks.count == 1, "K was one step")
    }

    @Test func undoBringsBackThePairTheModeAndTheSlider() {
        var player = player()
        player.press("s", "Home", "c", "Right", "d", "Left", "Left")
        let place = player.session.place
        #expect(place.together?.mode == .wipe && place.together?.wipe == 400)
        player.press("x", "Esc", "Esc", "Down", "Ctrl-Z")
        #expect(player.session.place == place && player.mark(3).verdict == nil)
        player.press("Ctrl-R")
        #expect(player.mark(3).verdict == .reject)
    }

    @Test func aRangeIsConsumedAndEachVerdictHitsOne() {
        var player = player()
        player.press("Right", "v", "Right", "Right", "n")
        #expect(player.session.level == .survey && together(player)?.frames.count == 3)
        player.press("x")
        #expect(player.session.model.marks.count == 1)
        player.press("v", "V", "p")
        #expect(player.session.model.marks.count == 1 && player.commits.count == 2)
    }

    @Test func autoAdvanceGoesOnAmongTheFramesOnTheScreen() {
        var player = player()
        player.press("s", "Home", "n", "P", "X")
        #expect(player.mark(1).verdict == .pick && player.mark(2).verdict == .reject && player.focus == 3)
        player.press("c", "X")
        #expect(player.mark(3).verdict == .reject && player.focus == 5 && pair(player) == [3, 5])
    }

    @Test(arguments: ["c", "n", "F"], [1, 2, 3] as [UInt64])
    func randomKeysHitTheFrameInFocusAlone(screen: String, seed: UInt64) {
        let names = [
            "p", "x", "m", "u", "t", "1", "3", "0", "[", "]", "6", "9", "h", "l", "j", "k", "Left", "Right", "Up", "Down", "Home",
            "End",
            "d", "d", "<", ">", "L", "z", "Space", "Tab", "Shift-Tab", "c", "n", "F", "v", "V", "a", "Enter", "Esc", "i", "o",
            "w", "f",
            "B", "PageUp", "PageDown", ".",
        ]
        let verdicts: Set = ["p", "x", "m", "u", "t", "1", "3", "0", "[", "]", "6", "9"]
        var state = seed
        var player = player(columns: 80, rows: 24)
        player.press("s", "Home", screen)
        for _ in 0..<1200 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            if player.session.level == .grid || player.session.level == .fan {
                player.press("Esc", "Esc", "s", screen)
            }
            let name = names[Int(state >> 33) % names.count]
            let (focus, before, steps) = (player.session.focus, player.session.model.marks, player.commits.count)
            let wasTogether = [.compare, .survey, .faces].contains(player.session.level)
            player.press(name)
            // Elsewhere a selection may be judged as one.
            guard wasTogether else { continue }
            let hit = Set(before.keys).union(player.session.model.marks.keys).filter {
                before[$0] != player.session.model.marks[$0]
            }
            guard hit.isSubset(of: focus.map { [$0] } ?? []), verdicts.contains(name) || name == "." || hit.isEmpty else {
                Issue.record("\(name) hit \(hit), not \(String(describing: focus)), on \(player.session.level)")
                return
            }
            #expect(player.commits.count <= steps + 1)
            let scene = player.app.render()
            for (index, one) in scene.placements.enumerated() {
                for other in scene.placements.dropFirst(index + 1) { #expect(!one.visible.intersects(other.visible)) }
            }
        }
        for _ in 0..<1300 { player.press("Ctrl-Z") }
        #expect(player.session.model.marks.isEmpty)
    }

    /// What is selected in the loupe of one of them must not be hit on the way back.
    @Test func aSelectionMadeInTheLoupeEndsWithIt() {
        var player = player()
        player.press("s", "Home", "n", "Enter", "V", "Enter", "x")
        #expect(player.session.level == .survey && player.mark(1).verdict == .reject && player.session.model.marks.count == 1)
    }

    // MARK: - Slider

    @Test(arguments: [(80, 24), (120, 40), (33, 14)])
    func theSlidersEndsShowOneOfTheTwoWhole(columns: Int, rows: Int) throws {
        var player = player(columns: columns, rows: rows)
        player.press("s", "Home", "c", "d", "End")
        var placements = player.app.render().placements
        #expect(placements.map(\.request.frame) == [FrameID(1)] && placements[0].visible == placements[0].rect)
        player.press("Home")
        placements = player.app.render().placements
        #expect(placements.map(\.request.frame) == [FrameID(2)] && placements[0].visible == placements[0].rect)
        let rect = placements[0].rect
        for x in rect.x..<rect.x + rect.width {
            player.send(.mouse(Mouse(.press, x: x, y: rect.y + 1)))
            let now = player.app.render().placements
            #expect(now.reduce(0) { $0 + $1.visible.width } == rect.width, "every column is shown once")
            if x == rect.x { #expect(now.map(\.request.frame) == [FrameID(2)]) }
            if x == rect.x + rect.width - 1 { #expect(now.map(\.request.frame) == [FrameID(1)]) }
        }
        player.send(.mouse(Mouse(.drag, x: 0, y: 0)))
        #expect(together(player)?.wipe == 0)
        player.send(.mouse(Mouse(.drag, x: columns + 5, y: rows)))
        #expect(together(player)?.wipe == 1000)
    }

    @Test func oneKeyMovesTheSliderByOneColumn() throws {
        var player = player()
        player.press("s", "Home", "c", "d")
        var line = try #require(player.app.render().placements.first?.visible.width)
        for key in ["<", "<", "<", ">", ">"] {
            player.press(key)
            let next = try #require(player.app.render().placements.first?.visible.width)
            #expect(abs(next - line) == 1)
            line = next
        }
    }

    @Test func framesOfOtherShapesAreCentredInOnePane() {
        var player = player()
        player.press("s", "Home", "c", "l", "l", "l", "d")
        #expect(pair(player) == [1, 5] && player.screen.contains("of different shapes, both centred"))
        let rects = player.app.render().placements.map(\.rect)
        #expect(rects.count == 2 && rects[0].width > rects[1].width)
        #expect(abs(rects[0].x * 2 + rects[0].width - rects[1].x * 2 - rects[1].width) <= 1)
        player.press("d")
        let blend = player.app.render().placements
        #expect(blend.count == 1 && blend[0].rect.width == rects[0].width && blend[0].blend?.mode == .fade(step: 2))
    }

    @Test func theFadeHasFiveStepsAndItsEndsAreThePicturesThemselves() {
        var player = player()
        player.press("s", "Home", "c", "d", "d", "Home")
        var seen: [Blend.Mode?] = []
        for _ in 0..<5 {
            let placement = player.app.render().placements[0]
            seen.append(placement.blend?.mode)
            if placement.blend == nil { #expect(placement.request.frame == FrameID(seen.count == 1 ? 1 : 2)) }
            player.press("Right")
        }
        #expect(seen == [nil, .fade(step: 1), .fade(step: 2), .fade(step: 3), nil])
        player.press("d", "d")
        #expect(player.app.render().placements[0].blend?.mode == .difference)
    }

    @Test func blinkingIsWantedOnlyWhileItIsSeenAndNeverWithReducedMotion() {
        var player = player()
        player.press("s", "Home", "c", "d", "d")
        #expect(!player.app.wantsBlink)
        player.press("d")
        #expect(player.app.wantsBlink)
        let first = player.app.render().placements[0].request.frame
        _ = player.app.update(.blink)
        #expect(player.app.render().placements[0].request.frame != first)
        player.press("Right")
        #expect(player.app.render().placements[0].request.frame == first, "by key as well")
        player.press("?")
        #expect(!player.app.wantsBlink)
        player.press("Esc")
        player.app.isMotionReduced = true
        #expect(!player.app.wantsBlink)
    }

    // MARK: - Zoom

    @Test func zoomAndPanMoveBothOrOnlyOne() {
        var player = player()
        player.press("s", "Home", "c", "z", "Right", "Down")
        func crops() -> [UnitRect] { player.app.render().placements.map(\.request.crop) }
        #expect(crops()[0] == crops()[1] && crops()[0].x > 0 && crops()[0].width < 1)
        let before = crops()
        player.press("L", "Left")
        #expect(player.focus == 1 && crops()[0] != before[0] && crops()[1] == before[1])
        #expect(player.screen.contains("ONLY THIS ONE"))
        let apart = crops()[1].x - crops()[0].x
        player.press("L", "Up")
        #expect(abs(crops()[1].x - crops()[0].x - apart) < 1e-9 && crops()[1].y < before[1].y, "linked from where they stand")
        player.press("z", "z")
        #expect(crops()[0] == crops()[1], "fit lines them up again")
    }

    @Test func tabGoesToTheSamePersonOnBoth() {
        var opening = FaceSample.opening()
        // The second frame was taken a step to the left.
        opening.cards[FrameID(2)]?.faces = FaceSample.faces(2).map { face in
            var moved = face
            moved.box.x += 0.1
            return moved
        }
        var player = player(opening)
        player.press("s", "Home", "c", "Tab", "Tab", "Tab")
        let crops = player.app.render().placements.map(\.request.crop)
        #expect(abs(crops[1].x - crops[0].x - 0.1) < 0.02, "the third person's face is in the middle of both")
        #expect(player.screen.contains("person 3 of 4"))
        player.press("l")
        let next = player.app.render().placements.map(\.request.crop)
        #expect(abs(next[1].x - next[0].x) < 0.02, "a new challenger is seen at the same face")
    }

    // MARK: - Ways in and out

    @Test func singlesAreComparedWithTheirNeighbours() {
        var player = player()
        player.press("End", "c")
        #expect(player.session.level == .compare && together(player)?.frames.count ?? 0 > 4)
        player.press("Esc")
        #expect(player.session.level == .grid)
        player.press("n")
        #expect(player.session.level == .grid && player.screen.contains("v selects a range first"))
    }

    @Test func anyFrameCanBeNamed() {
        var player = player()
        player.press("s", "Home", ":")
        player.type("compare 8885")
        player.press("Enter")
        #expect(pair(player) == [1, 15] && player.session.level == .compare)
        player.press("j", "p", "Esc", ":")
        #expect(player.mark(15).verdict == .pick)
        player.type("compare nothing")
        player.press("Enter")
        #expect(player.screen.contains("no other frame has 'nothing' in its name"))
    }

    @Test func aFilterHidesNobodyWhoIsCompared() {
        var player = player()
        player.press("/")
        player.type("open")
        player.press("Enter", "Home", "s", "Home", "c", "x", "j", "j", "4")
        #expect(player.session.level == .compare && pair(player) == [1, 2])
        #expect(player.mark(1) == Mark(verdict: .reject, stars: 4))
    }

    @Test func escapeLeadsBackToWhereItWasOpened() {
        var player = player()
        player.press("s", "c", "Enter")
        #expect(player.session.level == .loupe)
        player.press("Esc")
        #expect(player.session.level == .compare)
        player.press("n", "F", "Esc")
        #expect(player.session.level == .fan)
    }

    @Test func theLoupeOfAnotherFrameMakesItTheChallenger() {
        var player = player()
        player.press("s", "Home", "c", "Enter", "l", "l", "l", "Esc")
        #expect(player.session.level == .compare && pair(player) == [1, 4] && player.focus == 4)
    }

    @Test(arguments: ["c", "n", "F"])
    func thePlaceComesBackAfterARestart(screen: String) {
        var player = player()
        player.press("s", "Home", screen, "Right", "Right")
        let place = player.session.place
        #expect(player.effects.contains(.savePlace(place)))
        let again = self.player(FaceSample.opening(place: place))
        #expect(again.session.place == place && again.screen == player.screen)
        var gone = FaceSample.opening(place: place)
        gone.frames.removeAll { $0.id.rawValue < 8 && $0.id != FrameID(3) }
        #expect(self.player(gone).session.level == .grid, "too few are left")
    }

    @Test func framesThatVanishEndTheComparison() {
        var player = player()
        player.press("s", "Home", "c")
        _ = player.app.update(.missing([FrameID(2)]))
        #expect(player.session.level != .compare && player.session.focus != nil)
    }

    @Test func aSurveyOfManyHasPages() {
        var player = player(columns: 150, rows: 50)
        player.press("Home", "v", "End", "n", "Home")
        let first = player.app.render().placements.count
        #expect(first > 12 && first <= 16 && together(player)?.frames.count == 17)
        player.press("End")
        #expect(player.screen.contains("page 2 of 2") && player.screen.contains("17 of 17"))
    }

    // MARK: - Faces

    @Test func theStripShowsOnePersonsFaceFromEachFrameWithTheEyesAligned() {
        var player = player(columns: 100, rows: 30)
        player.press("s", "Home", "F")
        let placements = player.app.render().placements
        #expect(placements.count == 7 && Set(placements.map { [$0.rect.width, $0.rect.height] }).count == 1)
        for placement in placements {
            let face = FaceSample.faces(Int(placement.request.frame.rawValue))[0]
            let crop = placement.request.crop
            let (left, right) = ((face.leftEye.x - crop.x) / crop.width, (face.rightEye.x - crop.x) / crop.width)
            #expect(abs((left + right) / 2 - 0.5) < 0.01 && right - left > 0.25, "\(placement.request.frame)")
            #expect(abs((face.leftEye.y - crop.y) / crop.height - 0.42) < 0.02)
        }
        #expect(player.screen.contains("open .31"))
        player.press("Tab")
        #expect(player.screen.contains("person 2 of 4") && player.screen.contains("closed .08"))
    }

    @Test func aLowWindowShowsFewerFacesAndNotSmallerOnes() {
        var player = player(columns: 80, rows: 24)
        player.press("s", "Home", "F")
        let widths = player.app.render().placements.map(\.rect.width)
        #expect(widths.count == 4 && widths.allSatisfy { $0 >= 11 })
        player.press("End")
        #expect(player.app.render().placements.map(\.request.frame) == [5, 6, 7].map { FrameID($0) })
    }

    @Test func aVerdictInTheStripHitsTheFrameAndTheFaceOpensInTheLoupe() {
        var player = player()
        player.press("s", "Home", "F", "Tab", "Right", "Right", "Right", "x")
        #expect(player.mark(4).verdict == .reject && player.session.model.marks.count == 1)
        player.press("Enter")
        #expect(player.session.level == .loupe)
        player.press("Esc", "z")
        #expect(player.session.level == .loupe && player.session.place.zoom == 100)
        #expect(player.screen.contains("face 2 of 4: closed, EAR 0.08"))
        player.press("Esc")
        #expect(player.session.level == .faces && player.focus == 4)
    }

    @Test func withoutFacesTheStripSaysWhy() {
        var player = player(Sample.opening())
        player.press("s", "F")
        #expect(player.session.level == .fan && player.screen.contains("faces: not measured"))
    }

    @Test func facesAtAnEdgeAreCutFromInsideThePicture() {
        var opening = FaceSample.opening()
        for number in 1...7 {
            opening.cards[FrameID(Int64(number))]?.faces = FaceSample.faces(number).map { face in
                var moved = face
                let shift = number == 2 ? -face.leftEye.x + 0.002 : number == 3 ? 0.999 - face.rightEye.x : 0
                moved.box.x += shift
                moved.leftEye.x += shift
                moved.rightEye.x += shift
                return moved
            }
        }
        var player = player(opening)
        player.press("s", "F")
        for placement in player.app.render().placements {
            let crop = placement.request.crop
            #expect(crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= 1 + 1e-9 && crop.y + crop.height <= 1 + 1e-9)
        }
    }

    @Test(arguments: [(20, 6), (24, 8), (30, 10), (40, 100), (80, 24), (300, 100), (500, 10)])
    func anySizeDraws(columns: Int, rows: Int) {
        for screen in ["c", "n", "F"] {
            var player = player()
            player.press("s", screen)
            for key in ["d", "d", "d", "d", "d", "z", "Tab"] {
                player.send(.resize(Geometry(columns: columns, rows: rows)))
                let scene = player.app.render()
                for placement in scene.placements {
                    let rect = placement.rect
                    #expect(rect.x >= 0 && rect.x + rect.width <= columns && rect.y >= 0 && rect.y + rect.height <= rows)
                }
                for (index, one) in scene.placements.enumerated() {
                    for other in scene.placements.dropFirst(index + 1) { #expect(!one.visible.intersects(other.visible)) }
                }
                player.press(key)
            }
        }
    }
}
