import KeepersCore
import KeepersUI
import Testing

/// What a person winced at on the screens, so that it does not come back.
@Suite struct LookedAtTests {
    private func player(_ opening: SessionOpening, _ columns: Int = 150, _ rows: Int = 50) -> Player {
        Player(Sample.app(columns: columns, rows: rows, opening: opening))
    }

    private func loupe(_ frame: Int, _ opening: SessionOpening, _ columns: Int = 150, _ rows: Int = 50) -> Player {
        var player = player(opening, columns, rows)
        player.press("/")
        player.type("DSC_\(8870 + frame)")
        player.press("Enter", "Enter")
        return player
    }

    /// A badge "closed" beside eyes at 100 and "all 3 faces with open eyes" contradict each other.
    @Test func badgesSayWhatTheMarksSay() {
        var opening = FaceSample.opening()
        opening.cards[FrameID(4)]?.faces?[1].smile = 0.9
        opening.cards[FrameID(4)]?.faces?[2].presence = 0.2
        var player = loupe(4, opening)
        let texts = player.app.render().placements[0].overlays.map(\.text)
        #expect(texts == ["1 open .31", "2 laughing .08", "3 can't tell", "4 open .28"])
        let screen = player.screen
        #expect(screen.contains(" 2 laughing   .08") && screen.contains(" 3 can't tell .29"))
        #expect(screen.contains("face 2: eyes closed in a laugh, no fault"))
        #expect(!screen.contains("all 2 faces") && !screen.contains("all 4 faces"))
        player.press("Esc", "s", "Home")
        #expect(player.screen.contains("laughing · ") && !player.screen.contains("1 closed"))
    }

    @Test func hundredsOfDoubtfulFacesDoNotHideThePicture() {
        var opening = FaceSample.opening()
        let crowd = (0..<60).map { index in
            var face = FaceSample.group(20)[index % 20]
            face.box.x = Double(index % 10) * 0.09
            face.box.y = Double(index / 10) * 0.15
            face.box.width = 0.03
            if index > 10 { face.eyes = .unsure }
            return face
        }
        opening.cards[FrameID(12)]?.faces = crowd
        var player = loupe(12, opening)
        let texts = player.app.render().placements[0].overlays.map(\.text)
        #expect(texts.count == 60 && texts[0] == "1" && texts[2] == "3 closed .09")
        #expect(texts[11...].allSatisfy { $0.isEmpty })
        player.press("Shift-Tab")
        #expect(
            player.app.render().placements[0].overlays.contains { $0.text == "60 can't tell" }, "but the one in focus says it")
    }

    @Test(arguments: [(80, 24), (150, 50)])
    func anUprightPictureFillsTheHeight(columns: Int, rows: Int) throws {
        let placement = try #require(loupe(10, Sample.opening(), columns, rows).app.render().placements.first)
        #expect(placement.request.pixelHeight > placement.request.pixelWidth)
        let pane = rows - 2 - (rows < 30 ? 2 : 4)
        #expect(placement.rect.height >= pane - 1, "\(placement.rect.height) of \(pane) rows")
    }

    /// However much the status takes, the way to all keys stays.
    @Test func theWayToAllKeysIsAlwaysShown() {
        var player = player(FaceSample.opening(), 80, 24)
        player.press("B", ":")
        player.type("timebox 20")
        player.press("Enter", ":")
        player.type("audit")
        player.press("Enter", "l")
        for keys in [[], ["z"], ["Esc"], ["Esc", "Home", "s"]] {
            for key in keys { player.press(key) }
            let line = player.screen.split(separator: "\n").last.map(String.init) ?? ""
            #expect(line.contains("? keys"), "\(line)")
        }
    }

    @Test func anAuditNamesWhatItsKeysDo() {
        var player = player(FaceSample.opening())
        player.press(":")
        player.type("audit")
        player.press("Enter")
        #expect(player.screen.contains("p overturn  x let it fall") && !player.screen.contains("K keep"))
    }

    @Test func disputedFirstGoesToTheFirst() {
        var player = player(Sample.opening())
        player.press("End", "D")
        #expect(player.session.queue.sort == .disputed)
        #expect(player.session.queue.visible[0].members.contains(FrameID(Int64(player.focus))))
    }

    /// Decisions beside the photos are read at every opening; a reopened session must not nag about those that change nothing.
    @Test func whatWasDecidedBeforeDoesNotAskForASort() {
        let place = Place(screen: .grid, frame: FrameID(8), filter: "", sort: "rank", zoom: 0, centreX: 0.5, centreY: 0.5)
        var player = player(Sample.opening(place: place))
        _ = player.app.update(.existing([FrameID(8): Existing(mark: Mark(stars: 4))]))
        #expect(!player.screen.contains("newly ranked"))
    }

    @Test func theFaceTableStandsApart() {
        let lines = loupe(4, FaceSample.opening()).screen.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        let head = lines.firstIndex { $0.contains("EAR smile") } ?? 0
        #expect(head > 0 && !lines[max(0, head - 1)].contains("100"))
        #expect(!lines.contains { $0.contains("photograph") }, "a row only where something is none")
    }
}
