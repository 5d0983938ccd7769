import KeepersCore
import Testing

@testable import KeepersUI

/// What is drawn over frames that are looked at together, and which of their pictures they are.
@Suite("Overlays and pictures of frames looked at together")
struct TogetherPictureTests {
    /// Frames 3 and 4 of the burst, side by side; the second person blinks on 4.
    private static func pair(_ modes: Int = 0) -> Player {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: FaceSample.opening()))
        player.press("Home", "s", "c")
        while player.session.comparedPair.first != FrameID(3) { player.press("Esc", "Right", "c") }
        for _ in 0..<modes { player.press("d") }
        return player
    }

    private static func words(_ placement: Placement) -> Set<String> { Set(placement.overlays.map(\.text)) }

    @Test("a wipe shows the corners of each frame's faces, a blink their words too; o takes them off")
    func wipeAndBlink() throws {
        var player = Self.pair(1)
        let wipe = player.app.render().placements
        #expect(wipe.count == 2 && wipe[0].request.frame == FrameID(3) && wipe[0].clip != nil)
        #expect(wipe.allSatisfy { $0.overlays.count == 4 && Self.words($0) == [""] }, "a slider would cut words")
        // The key that sets the slider must not draw anything anew: the same picture under another clip.
        player.press("<")
        let moved = player.app.render().placements
        #expect(moved.map(\.request) == wipe.map(\.request) && moved.map(\.overlays) == wipe.map(\.overlays))
        player.press("d", "d")
        let champion = Self.words(player.app.render().placements[0])
        #expect(champion.contains("2 open .30"))
        player.press("Right")
        #expect(Self.words(player.app.render().placements[0]).contains("2 closed .08"))
        // What is prepared is what will be shown.
        let scene = player.app.render()
        let hidden = try #require(scene.prefetch.first { $0.frame == FrameID(3) })
        #expect(Set(scene.prefetchOverlays[hidden]?.map(\.text) ?? []) == champion)
        player.press("o", "o", "o")
        #expect(player.session.overlay == .off && player.app.render().placements.allSatisfy { $0.overlays.isEmpty })
    }

    @Test("a fade and a difference are of bare pictures, and o says so", arguments: [2, 4])
    func mixtures(modes: Int) {
        var player = Self.pair(modes)
        player.press("d", "d", "d", "d", "d", "o")
        #expect(player.session.overlay == .faces, "o changes nothing where nothing would be seen")
        #expect(player.session.notice?.contains("mixes two pictures and shows them bare; d leads") == true)
        player.press(":")
        player.type("overlay clipping")
        player.press("Enter")
        for key in ["Home", "Right", "Right", "End"] {
            player.press(key)
            for placement in player.app.render().placements {
                #expect(placement.overlays.isEmpty && placement.request.aids.isEmpty)
                #expect(placement.blend?.with.aids.isEmpty ?? true)
            }
        }
        while player.session.comparison?.together.mode != .side { player.press("d") }
        #expect(player.app.render().placements.allSatisfy { $0.request.aids == .clipping })
    }

    @Test("the fan and a survey of large tiles show what o says; low tiles leave the words to their badge")
    func fanAndSurvey() {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: FaceSample.opening()))
        player.press("Home", "s", "o")
        #expect(player.app.render().placements[0].request.aids == .clipping)
        let next = player.app.render().prefetch.filter { $0.frame != player.session.focus }
        #expect(!next.isEmpty && next.allSatisfy { $0.aids == .clipping })
        player.press("o", "o", "o", "v", "Right", "Right", "n")
        let survey = player.app.render().placements
        #expect(survey.count == 3 && survey.allSatisfy { $0.overlays.count == 4 })
        var low = Player(Sample.app(columns: 80, rows: 24, opening: FaceSample.opening()))
        low.press("Home", "n")
        #expect(low.app.render().placements.allSatisfy { $0.overlays.isEmpty })
        low.press("F", "o")
        #expect(low.session.notice?.contains("the strip shows faces as they are") == true && low.session.overlay == .faces)
    }

    // MARK: - RAW

    private static func facts() -> PictureFacts {
        PictureFacts(
            width: 6048, height: 4032, histogram: nil,
            development: PictureFacts.Development(
                milliseconds: 420, keptBytes: 138 << 20, budgetBytes: 512 << 20, hasCameraBalance: true, isFull: false))
    }

    @Test("r develops both of two; until both are there, and where one has no RAW, both stay previews")
    func rawOfTwo() throws {
        var player = Self.pair()
        player.press("r")
        func wanted() -> [PictureRequest] { player.app.render().prefetch.filter { $0.source == .rawHalf } }
        func shown() -> [PictureSource] { player.app.render().placements.map(\.request.source) }
        #expect(Set(wanted().map(\.frame)) == [FrameID(3), FrameID(4)] && shown() == [.preview, .preview])
        #expect(player.screen.contains("RAW …"))
        _ = player.app.update(.drew(try #require(wanted().first), Self.facts()))
        #expect(shown() == [.preview, .preview], "one alone would compare the camera's colours")
        _ = player.app.update(.drew(try #require(wanted().first { $0.frame == FrameID(4) }), Self.facts()))
        #expect(shown() == [.rawHalf, .rawHalf] && player.session.notice?.contains("RAW 24 MP") == true)
        #expect(player.screen.contains("RAW") && !player.screen.contains("RAW …"))
        player.press("d", "d")
        let blend = player.app.render().placements[0]
        #expect(blend.request.source == .rawHalf && blend.blend?.with.source == .rawHalf)
        // Another challenger is not developed yet.
        player.press("d", "d", "d", "l")
        #expect(shown() == [.preview, .preview] && wanted().map(\.frame) == [FrameID(5)])
        _ = player.app.update(.pictureFailed(wanted()[0], "damaged"))
        #expect(shown() == [.preview, .preview] && wanted().isEmpty && player.session.notice?.contains("damaged") == true)
        player.press("n")
        #expect(player.app.render().placements.allSatisfy { $0.request.source == .preview })
        player.press("r")
        #expect(player.session.notice?.contains("r shows the RAW in the loupe") == true)
    }

    @Test("a JPEG beside a RAW keeps both at their previews, and that is said")
    func noRawOfOne() {
        var opening = FaceSample.opening()
        opening.frames[3].header.kind = .jpeg
        var player = Player(Sample.app(columns: 150, rows: 50, opening: opening))
        player.press("Home", "s", "c")
        while player.session.comparedPair.first != FrameID(3) { player.press("Esc", "Right", "c") }
        player.press("r")
        #expect(player.session.notice?.contains("has no RAW to show: both previews stay") == true)
        #expect(player.app.render().prefetch.allSatisfy { $0.source == .preview })
        player.press("r")
        #expect(player.session.pictures.choice == .preview)
    }

    // MARK: - The hand

    @Test("Z and :zoom 200 move both of two, and stay in the comparison")
    func doubleZoom() {
        var player = Self.pair()
        player.press("Z")
        #expect(player.session.level == .compare && player.screen.contains("side by side, 200 %"))
        let crops = player.app.render().placements.map(\.request.crop)
        #expect(crops.count == 2 && crops[0] == crops[1] && crops[0].width < 0.5)
        player.press("Z")
        #expect(player.app.render().placements[0].request.crop.width > 0.9)
        player.press(":")
        player.type("zoom 200")
        player.press("Enter")
        #expect(player.session.level == .compare && player.app.render().placements.map(\.request.crop) == crops)
    }

    @Test("a count falls on the frames of the survey, on none of two that are compared; 3G is the third of these")
    func counts() {
        var player = Player(HandTests.app(.vim, opening: FaceSample.opening()))
        player.press("g", "g", "v", "l", "l", "l")
        let chosen = player.session.targets
        player.press("g", "n")
        #expect(player.session.comparison?.frames == chosen && player.session.level == .survey)
        player.press("2", "G", "2", "x")
        let rejected = Set(player.session.model.marks.filter { $0.value.verdict == .reject }.keys)
        #expect(rejected == Set(chosen[1...2]) && player.session.level == .survey)
        player.press("c", "3", "x")
        #expect(player.session.model.counts.rejects == 2)
        #expect(player.session.notice?.contains("the one in focus alone") == true)
        player.press("4", "G")
        #expect(player.session.level == .compare && player.session.focus == chosen[3])
    }

    // MARK: - Motion

    /// The fan opens in one step for everybody; with reduced motion nothing may follow it by itself.
    @Test("a stack fans out in one step, and nothing moves by itself afterwards", arguments: [false, true])
    func fanInOneStep(isReduced: Bool) {
        var player = Player(Sample.app(columns: 150, rows: 50, opening: FaceSample.opening()))
        player.app.isMotionReduced = isReduced
        player.press("Home")
        let grid = player.app.render()
        let effects = player.app.update(.input(.key(Key("s"))))
        let opened = player.app.render()
        #expect(opened != grid && player.session.level == .fan)
        let isLarge = opened.placements.map { $0.request.quality == .large }
        #expect(isLarge.count { $0 } == 1 && isLarge.count { !$0 } >= 5, "the large one, and the strip as far as it fits")
        #expect(!player.app.wantsBlink && !player.app.wantsClock && !player.app.hasMore)
        #expect(!effects.contains(.redraw))
        // Time passes: what the program tells of by itself changes nothing.
        for second in 1...5 {
            _ = player.app.update(.clock(Int64(second) * 1_000_000_000))
            _ = player.app.update(.blink)
            #expect(player.app.render() == opened)
        }
    }
}
