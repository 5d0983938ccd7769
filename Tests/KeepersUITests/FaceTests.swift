import KeepersCore
import KeepersUI
import Testing

@Suite struct FaceTests {
    private func loupe(_ frame: Int, _ opening: SessionOpening = FaceSample.opening()) -> Player {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: opening))
        player.press("/")
        player.type("DSC_\(8870 + frame)")
        player.press("Enter", "Enter")
        return player
    }

    private func overlays(_ player: Player) -> [Overlay] { player.app.render().placements[0].overlays }

    @Test func everyFaceIsDrawnWithNumberAndBadge() {
        let player = loupe(4)
        #expect(overlays(player).map(\.text) == ["1 open .31", "2 closed .08", "3 open .29", "4 open .28"])
        #expect(overlays(player).allSatisfy { $0.shape == .corners && $0.colour == Sample.theme.accent })
        #expect(overlays(loupe(5)).map(\.text)[2] == "3 can't tell")
    }

    /// The overlay stands where the crop of the picture has the face.
    @Test(arguments: [[], ["z"]])
    func overlaysFollowTheCrop(keys: [String]) throws {
        var player = loupe(4)
        for key in keys { player.press(key) }
        let placement = try #require(player.app.render().placements.first)
        let crop = placement.request.crop
        let box = FaceSample.faces(4)[1].box
        let overlay = try #require(placement.overlays.first { $0.text == "2 closed .08" })
        #expect(abs(crop.x + overlay.rect.x * crop.width - box.x) < 1e-9)
        #expect(abs(crop.y + overlay.rect.y * crop.height - box.y) < 1e-9)
        #expect(abs(overlay.rect.width * crop.width - box.width) < 1e-9)
        #expect(abs(overlay.rect.height * crop.height - box.height) < 1e-9)
    }

    @Test func theFanShowsThemTooAndTheGridDoesNot() {
        var player = loupe(4)
        player.press("Esc", "s")
        #expect(overlays(player).count == 4)
        player.press("s")
        #expect(player.app.render().placements.allSatisfy { $0.overlays.isEmpty })
    }

    @Test func oGoesRoundAndIsRemembered() {
        var player = loupe(4)
        player.press("o", "o", "o")
        #expect(overlays(player).isEmpty)
        #expect(player.effects.contains(.saveSetting("overlays", "off")))
        #expect(overlays(loupe(4, FaceSample.opening(settings: ["overlays": "off"]))).isEmpty)
        player.press("o")
        #expect(overlays(player).count == 4)
    }

    @Test func aGroupOfTwentyStaysReadable() {
        let texts = overlays(loupe(12)).map(\.text)
        #expect(texts.count == 20)
        #expect(texts[0] == "1" && texts[2] == "3 closed .09" && texts[6] == "7 ?" && texts[19] == "20")
    }

    @Test func theFocusPointIsACross() throws {
        var opening = FaceSample.opening()
        opening.frames[3].header.shot.focusX = 0.25
        opening.frames[3].header.shot.focusY = 0.75
        opening.frames[3].header.shot.orientation = .turned90
        let placement = try #require(loupe(4, opening).app.render().placements.first)
        let cross = try #require(placement.overlays.first { $0.shape == .cross })
        let crop = placement.request.crop
        // The stored point (0.25, 0.75) of a picture turned by 90 degrees stands at (0.25, 0.25).
        #expect(abs(crop.x + (cross.rect.x + cross.rect.width / 2) * crop.width - 0.25) < 1e-9)
        #expect(abs(crop.y + (cross.rect.y + cross.rect.height / 2) * crop.height - 0.25) < 1e-9)
        let wide = cross.rect.width * Double(placement.request.pixelWidth)
        #expect(abs(wide - cross.rect.height * Double(placement.request.pixelHeight)) < 1e-6, "as wide as high on the screen")
    }

    @Test func tabWalksTheFacesAtFullSizeRoundAndRound() {
        var player = loupe(4)
        player.press("Tab")
        #expect(player.session.place.zoom == 100 && player.session.notice == "face 1 of 4: open, EAR 0.31")
        player.press("Tab")
        #expect(player.session.notice == "face 2 of 4: closed, EAR 0.08")
        let box = FaceSample.faces(4)[1].box
        #expect(abs(player.session.place.centreX - box.x - box.width / 2) < 1e-9)
        let focused = overlays(player).filter { $0.colour == Sample.theme.number }
        #expect(focused.count == 1 && focused[0].text == "2 closed .08", "the face in focus is told from the others")
        player.press("Tab", "Tab", "Tab")
        #expect(player.session.notice == "face 1 of 4: open, EAR 0.31")
        player.press("Shift-Tab")
        #expect(player.session.notice == "face 4 of 4: open, EAR 0.28")
        player.press("l")
        #expect(overlays(player).allSatisfy { $0.colour == Sample.theme.accent }, "another frame has no face in focus")
        player.press("h", "z", "Shift-Tab")
        #expect(player.session.notice?.hasPrefix("face 4 of 4") == true)
    }

    @Test func theSamePersonIsFollowedThroughTheStack() {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: FaceSample.opening()))
        player.press("s", "Home", "Right", "Right", "Enter", "Tab", "Tab", "l")
        #expect(player.focus == 4 && player.session.notice == "face 2 of 4: closed, EAR 0.08")
        #expect(player.session.place.zoom == 100)
        #expect(overlays(player).filter { $0.colour == Sample.theme.number }.map(\.text) == ["2 closed .08"])
        player.press("z", "l")
        #expect(player.session.notice == nil, "from the whole picture nobody is followed")
    }

    @Test func spaceGoesToTheLargestFace() {
        var player = loupe(4)
        player.press("Space")
        let box = FaceSample.faces(4)[0].box
        #expect(player.session.place.zoom == 100)
        #expect(abs(player.session.place.centreX - box.x - box.width / 2) < 1e-9)
        player.press("Tab")
        #expect(player.session.notice?.hasPrefix("face 2 of 4") == true)
    }

    @Test func whatWasNotMeasuredIsNotAnAbsentFace() {
        var player = loupe(8)
        player.press("Tab")
        #expect(player.session.notice == "no face found on DSC_8878" && player.session.place.zoom == 0)
        player = loupe(9)
        player.press("Tab")
        #expect(player.session.notice == "faces: not measured")
        _ = player.app.update(.progress(Progress(modelsMissing: "faces not measured: no models here; `make setup` adds them")))
        for _ in 0..<2 {
            player.press("Tab")
            #expect(player.session.notice == "faces not measured: no models here; `make setup` adds them")
        }
    }

    @Test func missingModelsAreSaidOnce() {
        var player = Player(Sample.app())
        let progress = Progress(stage: .scoring(done: 1, total: 24), modelsMissing: "faces not measured: no models here")
        _ = player.app.update(.progress(progress))
        #expect(player.screen.contains("scoring 1 of 24"))
        player.press("Right")
        #expect(player.screen.contains("faces not measured: no models here"))
        player.press("Right")
        _ = player.app.update(.progress(progress))
        #expect(!player.screen.contains("not measured"))
    }

    @Test func siblingsShowEyesAndSharpness() {
        var player = loupe(4)
        player.press("Esc", "s", "Home")
        let screen = player.screen
        for (frame, words) in [(1, "eyes ok"), (4, "1 closed"), (5, "eyes ?")] as [(Int64, String)] {
            let sharpness = player.session.model.scores[FrameID(frame)]?.sharpness ?? -1
            #expect(screen.contains("\(words) · \(fixed(sharpness, 0))"))
        }
        #expect(screen.contains("eyes   4/4") && screen.contains("eyes   3/4"))
    }

    @Test func theWhyPanelListsTheFaces() {
        let lines = loupe(4).screen.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasSuffix("face          EAR smile sharp qual") })
        #expect(lines.contains { $0.hasSuffix(" 2 closed     .08   .12   1.4   77") })
        #expect(loupe(8).screen.contains("faces      none found"))
        #expect(loupe(9).screen.contains("faces      not measured"))
        #expect(loupe(12).screen.contains(" 3 closed     .09"), "closed eyes come before the rest of a crowd")
    }

    @Test func filtersKnowEyesAndFaces() {
        var player = Player(Sample.app(opening: FaceSample.opening()))
        player.press("/")
        player.type("eyes=closed")
        player.press("Enter")
        #expect(player.session.queue.visible.flatMap(\.members) == [FrameID(4), FrameID(12)])
        player.press("/", "Ctrl-u")
        player.type("!faces>=1")
        player.press("Enter")
        #expect(
            player.session.queue.visible.flatMap(\.members) == [FrameID(8)], "what was not measured has neither faces nor none")
    }
}
