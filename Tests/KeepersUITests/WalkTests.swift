import KeepersCore
@testable import KeepersUI
import Testing

@Suite struct WalkTests {
    @Test func aFilterDoesNotTrapAndKeepsTheJudgedFrameUntilFocusLeaves() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("open")
        player.press("Enter", "Right")
        let judged = player.focus
        player.press("p")
        #expect(player.focus == judged, "a judged frame stays until focus leaves it")
        player.press("Right")
        #expect(player.focus != judged)
        player.press("Left")
        #expect(player.focus != judged, "it is gone after focus left")
        let place = player.focus
        player.press("Esc")
        #expect(player.focus == place && player.session.queue.visible.count == 17, "clearing a filter keeps the place")
    }

    @Test func aBookPastedIntoTheFilterIsCutAndCostsNothing() {
        var player = Player(Sample.app())
        player.press("/")
        for _ in 0..<20 { player.send(.paste(String(repeating: "b", count: 60_000))) }
        player.type("ccc")
        #expect(player.session.place == Player(Sample.app()).session.place)
        player.press("Ctrl-u")
        player.type("picked")
        #expect(player.screen.contains("picked"))
        player.send(.paste(String(repeating: "b", count: 60_000)))
        player.press("Ctrl-u", "Backspace")
        #expect(!player.screen.contains("bbbb"))
    }

    @Test func whatCouldNotBeListedIsSaid() {
        var player = Player(Sample.app())
        _ = player.app.update(.unlisted(["DCIM/101: could not be opened (Permission denied)", "another"]))
        #expect(player.screen.contains("DCIM/101: could not be opened (Permission denied)"))
        #expect(player.screen.contains("1 more"))
    }

    @Test func aFilterWithoutAMatchIsRefused() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("stars>=5")
        player.press("Enter")
        #expect(player.screen.contains("no frame matches"))
        player.press("Esc")
        #expect(player.session.queue.visible.count == 17 && player.focus == 3)
    }

    @Test func slashJumpsToAName() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("8885")
        player.press("Enter")
        #expect(player.focus == 15)
    }

    @Test func escapeLeadsBackStepByStep() {
        var player = Player(Sample.app())
        player.press("s", "Enter", "z")
        #expect(player.session.level == .loupe && player.session.place.zoom == 100)
        player.press("Esc")
        #expect(player.session.level == .fan)
        player.press("Esc")
        #expect(player.session.level == .grid && player.focus == 3)
    }

    @Test func arrowsWalkTheFanAndStopAtItsEnds() {
        var player = Player(Sample.app())
        player.press("s", "Home")
        #expect(player.focus == 1)
        player.press("Left")
        #expect(player.focus == 1)
        for _ in 0..<10 { player.press("Right") }
        #expect(player.focus == 7)
    }

    /// tmux and slow lines deliver Esc and the next key as one Alt key.
    @Test func escapeAndAKeyInOneAreTwoKeys() {
        var player = Player(Sample.app())
        player.press("Enter")
        player.press("Alt-p")
        #expect(player.session.level == .grid && player.mark(3).verdict == .pick)
        player.press("/")
        player.type("open")
        player.press("Alt-x")
        #expect(player.session.queue.filter.isEverything && player.mark(3).verdict == .reject)
    }

    @Test func zoomAndPlaceStayWhenTheFrameChanges() {
        var player = Player(Sample.app())
        player.press("Enter", "z", "Right", "Down", "l")
        let place = player.session.place
        #expect(place.zoom == 100 && place.centreX > 0.5 && place.centreY > 0.5 && player.focus != 3)
    }

    @Test func scoresThatArriveMoveNothingOnceAPersonBegan() {
        var player = Player(Sample.app(opening: Sample.opening(scored: false)))
        player.press("Right")
        let order = player.session.queue.visible
        let place = player.focus
        let cards = Dictionary(uniqueKeysWithValues: (1...19).map { (FrameID($0), Sample.card(FrameID($0))) })
        _ = player.app.update(.cards(cards))
        #expect(player.session.queue.visible == order && player.focus == place)
        #expect(player.screen.contains("19 newly ranked, S re-sorts"))
        player.press("S")
        #expect(player.session.queue.visible != order && player.focus == place)
    }

    @Test func beforeAnyKeyTheBestComesForward() {
        var player = Player(Sample.app(opening: Sample.opening(scored: false)))
        _ = player.app.update(.cards(Dictionary(uniqueKeysWithValues: (1...19).map { (FrameID($0), Sample.card(FrameID($0))) })))
        #expect(player.focus == 3 && player.session.queue.visible.count == 17)
    }

    @Test func thePlaceComesBackAfterARestart() {
        var player = Player(Sample.app())
        player.press("/")
        player.type("!rejected")
        player.press("Enter", "T", "s", "Right", "Right", "Enter", "z")
        let place = player.session.place
        #expect(player.effects.contains(.savePlace(place)))
        let again = Player(Sample.app(opening: Sample.opening(place: place)))
        #expect(again.session.place == place)
    }

    /// Whatever is typed: the focus is visible, undo takes back everything, and the same keys give the same screen.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomKeysKeepTheHouseInOrder(seed: UInt64) {
        let names = [
            "p", "x", "m", "u", "P", "X", "t", "1", "3", "0", "[", "]", "6", "9", "K", "h", "l", "j", "k", "Left", "Right", "Up",
            "Down", "{",
            "}", "G", "Home", "Enter", "Space", "z", "s", "b", "v", "V", ".", "T", "S", "i", "w", "f", "a", "Ctrl-Z", "Ctrl-R",
            "Esc", "PageDown", "o", "Tab", "Shift-Tab", "D", "B", "|", "-", "+", "*", "(", ")",
        ]
        func play() -> Player {
            var state = seed
            var player = Player(Sample.app(columns: 80, rows: 24))
            for _ in 0..<1500 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                player.press(names[Int(state >> 33) % names.count])
                guard let focus = player.session.focus, player.session.queue.position(of: focus) != nil else {
                    Issue.record("the focus left the list")
                    break
                }
            }
            return player
        }
        var player = play()
        #expect(player.screen == play().screen)
        let redrawn = player.app.render()
        #expect(redrawn.placements.allSatisfy { $0.rect.x >= 0 && $0.rect.y >= 0 && $0.rect.x + $0.rect.width <= 80 })
        for _ in 0..<1600 { player.press("Ctrl-Z") }
        #expect(player.session.model.marks.isEmpty)
    }

    @Test(arguments: [(0, 0), (1, 1), (19, 5), (20, 6), (80, 24), (40, 100), (300, 100), (500, 10)])
    func anySizeDraws(columns: Int, rows: Int) {
        var player = Player(Sample.app())
        for keys in [[], ["s"], ["Enter"], ["z"], ["Esc", "Esc", "?"], ["q"], ["E"], ["Esc", ":"]] {
            for key in keys { player.press(key) }
            player.send(.resize(Geometry(columns: columns, rows: rows)))
            let scene = player.app.render()
            #expect(scene.cells.count == columns * rows)
            for placement in scene.placements {
                #expect(placement.rect.x >= 0 && placement.rect.x + placement.rect.width <= columns)
                #expect(
                    placement.rect.y >= 0 && placement.rect.y + placement.rect.height <= max(rows, 0),
                    "\(columns)x\(rows) after \(keys)")
                #expect(placement.request.pixelWidth == placement.rect.width * 10)
            }
            for (index, one) in scene.placements.enumerated() {
                for other in scene.placements.dropFirst(index + 1) { #expect(!one.rect.intersects(other.rect)) }
            }
        }
    }

    @Test func leavingTheFanByItsLastFrameIsSaid() {
        var player = Player(Sample.app())
        player.press("s", "G", "X")
        #expect(player.session.level == .grid && player.session.notice?.contains("stack done; in the grid, at DSC_") == true)
    }

    @Test func aFrameThatCannotBeShownStandsBehindAllOthersEvenUnmeasured() {
        let player = Player(Sample.app(opening: Sample.opening(scored: false)))
        #expect(player.session.queue.visible.last?.members == [FrameID(20)])
    }

    @Test func aPulledCardIsSaidForAsLongAsItIsOut() {
        var player = Player(Sample.app())
        _ = player.app.update(.cardOut(["/media/card"]))
        #expect(player.screen.contains("CARD OUT") && player.screen.contains("/media/card is gone: verdicts are kept"))
        player.press("p", "l", "x")
        #expect(player.screen.contains("CARD OUT") && player.commits.count == 2)
        #expect(player.app.update(.cardOut([])).contains(.redraw), "pictures are asked for again")
        #expect(!player.screen.contains("CARD OUT") && player.screen.contains("the card is back"))
    }

    /// What to do is often said last.
    @Test(arguments: [(80, 24), (100, 30), (150, 50)]) func wordsThatDoNotFitGoOnInTheKeyLine(_ columns: Int, _ rows: Int) {
        var player = Player(Sample.app(columns: columns, rows: rows))
        _ = player.app.update(.cardOut(["/run/media/photographer/A_CARD_WITH_A_LONG_NAME/of the second shooter"]))
        let lines = player.screen.split(separator: "\n").map(String.init)
        #expect(lines.joined(separator: " ").contains("wait until it is back"), "\(lines)")
        player.press("p")
        #expect(player.screen.contains("? keys"), "gone with the next key")
        player.press(":")
        player.type("themes of my own")
        player.press("Enter")
        #expect(player.screen.contains("Tab completes") || player.screen.contains("did you mean"), "\(player.screen.suffix(400))")
    }
}
