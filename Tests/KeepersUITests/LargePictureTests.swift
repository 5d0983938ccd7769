import KeepersCore
import Testing

@testable import KeepersUI

/// The loupe's pictures: preview, RAW and the JPEG beside it; zoom, aids and histogram.
@Suite struct LargePictureTests {
    private func loupe(columns: Int = 150, rows: Int = 50, change: (inout SessionOpening) -> Void = { _ in }) -> Player {
        var opening = Sample.opening()
        change(&opening)
        var player = Player(Sample.app(columns: columns, rows: rows, opening: opening))
        player.press("s", "Home", "Enter")
        return player
    }

    private func shown(_ player: Player) -> PictureRequest { player.app.render().placements[0].request }
    private func wanted(_ player: Player) -> [PictureRequest] { player.app.render().prefetch.filter { $0.source != .preview } }

    private func facts(isFull: Bool = false, milliseconds: Int = 420, balance: Bool = true) -> PictureFacts {
        let steps = (0..<64).map { UInt32(64 - $0) }
        return PictureFacts(
            width: 6048, height: 4032,
            histogram: Histogram(luminance: steps, red: steps, green: steps, blue: steps, shadows: 0.021, highlights: 0.0001),
            development: PictureFacts.Development(
                milliseconds: milliseconds, keptBytes: 138 << 20, budgetBytes: 512 << 20, hasCameraBalance: balance,
                isFull: isFull))
    }

    /// Answers what the screen asks for first beside the shown picture.
    private func answer(_ player: inout Player, _ facts: PictureFacts) throws {
        let request = try #require(wanted(player).first)
        _ = player.app.update(.drew(request, facts))
    }

    @Test func halfThenFull() throws {
        var player = loupe()
        #expect(shown(player).source == .preview && wanted(player).isEmpty)
        player.press("r")
        #expect(shown(player).source == .preview, "the preview stays until the half is there")
        #expect(wanted(player).map(\.source) == [.rawHalf, .rawHalf], "this frame's half, then the next one's")
        #expect(wanted(player)[0].frame == player.session.focus)
        #expect(player.screen.contains("being developed") && player.screen.contains("RAW …"))
        try answer(&player, facts())
        #expect(shown(player).source == .rawHalf)
        #expect(player.screen.contains("RAW 24 MP, camera white balance, developed in 0.42 s"))
        #expect(player.screen.contains("24 MP 6048x4032 fit") && player.screen.contains("138 of 512 MB"))
        #expect(wanted(player).allSatisfy { $0.frame != player.session.focus }, "the half is enough at this size")
        player.press("z")
        #expect(shown(player).source == .rawHalf)
        let better = try #require(wanted(player).first)
        #expect(better.source == .raw && better.crop == shown(player).crop)
        _ = player.app.update(.drew(better, facts(isFull: true, milliseconds: 180)))
        #expect(shown(player) == better)
        #expect(player.screen.contains("half in 0.42 s, part in 0.18 s"))
        player.press("Right")
        #expect(shown(player).source == .rawHalf && wanted(player).first?.source == .raw, "a part not seen yet: half first")
        player.press("Left")
        #expect(shown(player) == better, "back where it was developed")
        _ = player.app.update(.drew(better, facts(isFull: true, milliseconds: 2)))
        #expect(player.screen.contains("half in 0.42 s, part in 0.18 s"), "cutting is no developing")
        player.press("r")
        #expect(shown(player).source == .preview)
    }

    /// At 100 % a screen pixel is a pixel of the source that is shown, from a whole pixel on.
    @Test(arguments: [("z", 1.0), ("Z", 2.0)]) func zoomIsInTheSourcesPixels(key: String, factor: Double) throws {
        var player = loupe()
        player.press(key)
        func check(width: Double, height: Double) {
            let request = shown(player)
            #expect(abs(request.crop.width * width * factor - Double(request.pixelWidth)) < 1e-6)
            #expect(abs(request.crop.height * height * factor - Double(request.pixelHeight)) < 1e-6)
            let left = request.crop.x * width
            #expect(abs(left - left.rounded()) < 1e-6)
        }
        check(width: 1620, height: 1080)
        let before = player.session.centreX
        player.press("r")
        try answer(&player, facts())
        check(width: 6048, height: 4032)
        #expect(player.session.centreX == before, "the place is kept")
        player.press(key)
        #expect(player.session.zoom == 0)
    }

    @Test func theNextOfTheStackIsReadyWhenItComes() throws {
        var player = loupe()
        player.press("r")
        try answer(&player, facts())
        let next = try #require(wanted(player).first)
        #expect(next.frame != player.session.focus)
        _ = player.app.update(.drew(next, facts()))
        player.press("l")
        #expect(player.session.focus == next.frame && shown(player).source == .rawHalf)
    }

    @Test func whatFailsIsSaidAndThePreviewStays() throws {
        var player = loupe()
        player.press("r")
        let request = try #require(wanted(player).first)
        _ = player.app.update(.pictureFailed(request, "LibRaw does not know this camera"))
        #expect(shown(player).source == .preview)
        #expect(
            player.screen.contains(
                "this RAW cannot be developed here: LibRaw does not know this camera; the embedded preview is shown"))
        #expect(!wanted(player).contains { $0.frame == request.frame }, "not asked again and again")
        player.press("r", "r")
        #expect(wanted(player).contains { $0.frame == request.frame }, "but when the person asks again")
    }

    @Test func theFullMayFailAloneAndTheHalfStays() throws {
        var player = loupe()
        player.press("r")
        try answer(&player, facts())
        player.press("z")
        let better = try #require(wanted(player).first)
        _ = player.app.update(.pictureFailed(better, "this file asked for more memory"))
        #expect(shown(player).source == .rawHalf && !wanted(player).contains { $0.source == .raw })
        #expect(player.screen.contains("its half is shown") && player.screen.contains("full failed"))
    }

    @Test func aPairHasThreePictures() throws {
        var player = loupe { opening in for at in opening.frames.indices { opening.frames[at].pair = "DCIM/PAIR.JPG" } }
        player.press("r", "r")
        #expect(wanted(player).first?.source == .pair)
        _ = player.app.update(.drew(wanted(player)[0], PictureFacts(width: 6000, height: 4000)))
        #expect(shown(player).source == .pair && player.screen.contains("JPEG 6000x4000"))
        player.press("r")
        #expect(shown(player).source == .preview)
    }

    @Test func aJPEGHasNoRaw() {
        var player = loupe { opening in for at in opening.frames.indices { opening.frames[at].header.kind = .jpeg } }
        player.press("r")
        #expect(player.screen.contains("is no RAW") && wanted(player).isEmpty)
        player.press("Esc", "Esc", "r")
        #expect(player.screen.contains("r shows the RAW in the loupe"))
    }

    @Test func aRawWithoutPreviewCanBeDeveloped() throws {
        var player = loupe { opening in for at in opening.frames.indices { opening.frames[at].header.previews = [] } }
        #expect(player.app.render().placements.isEmpty)
        player.press("r")
        try answer(&player, facts())
        #expect(shown(player).source == .rawHalf)
    }

    @Test func aidsAreOtherPictures() {
        var player = loupe()
        let clean = shown(player)
        player.press("o")
        #expect(shown(player).aids == .clipping && player.screen.contains("red stripes"))
        player.press("o")
        #expect(shown(player).aids == .peaking)
        player.press("l", "h")
        #expect(player.screen.contains("PEAKING"), "what is painted over a photo is named as long as it is there")
        player.press("o", "o")
        #expect(shown(player) == clean && !player.screen.contains("PEAKING") && !player.screen.contains("CLIPPING"))
        player.press(":")
        player.type("overlay clipping")
        player.press("Enter")
        #expect(shown(player).aids == .clipping)
        #expect(player.effects.contains(.saveSetting("overlays", "clipping")))
    }

    @Test func theHistogramStandsUnderThePanel() throws {
        var player = loupe()
        let request = shown(player)
        #expect(!player.screen.contains("black"))
        _ = player.app.update(.drew(request, facts()))
        #expect(player.screen.contains("2.1 % black") && player.screen.contains("< 0.1 % clipped"))
        let light = HistogramView.columns((0..<64).map { UInt32($0 == 0 ? 1_000_000 : 100) }, width: 32, rows: 3)
        #expect(light.count == 32 && light[0] == 24 && light[10] < 24, "a black wall fills its column and flattens nothing more")
        #expect(HistogramView.columns(Array(repeating: 0, count: 64), width: 20, rows: 1) == Array(repeating: 0, count: 20))
    }

    @Test func zoomByCommand() {
        var player = loupe()
        for (words, zoom) in [("zoom 200", 200), ("zoom fit", 0), ("zoom 100", 100)] {
            player.press(":")
            player.type(words)
            player.press("Enter")
            #expect(player.session.zoom == zoom)
        }
    }
}
