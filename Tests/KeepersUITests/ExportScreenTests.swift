import KeepersCore
import KeepersUI
import Testing

enum ExportScreens {
    static let offers = UndoOffers(
        steps: [
            UndoOffer(when: "today 23:04", putBack: 5, removed: 1), UndoOffer(when: "today 22:10", putBack: 16, removed: 85),
        ],
        all: UndoOffer(putBack: 17, removed: 95))

    /// More than a window of 24 rows holds: what cannot be written, many names, long words.
    static let plan: ExportSummary = {
        func item(_ id: Int64, _ path: String, _ fate: PlannedSidecar.Fate, _ kind: FileKind = .nef) -> PlannedSidecar {
            PlannedSidecar(frame: FrameID(id), path: path, kind: kind, mark: Mark(verdict: .pick), fate: fate)
        }
        var items = (0..<5).map { item(Int64($0), "DCIM/100NIKON/DSC_800\($0).NEF", .create) }
        items.append(
            item(
                5, "DCIM/100NIKON/DSC_7999.NEF",
                .refused("it is read-only; allow writing and export again")))
        items += (10..<28).map { item(Int64($0), "DCIM/101APPLE/IMG_00\($0).JPG", .ignored, .jpeg) }
        items += (30..<48).map { item(Int64($0), "DCIM/101APPLE/IMG_00\($0).HEIC", .ignored, .heic) }
        return ExportSummary(items, profile: .lightroom)
    }()

    static let result =
        ["5 written, 0 unchanged, 41 failed"]
        + (0..<41).map { "DCIM/100NIKON/DSC_9\($0).xmp: reason \($0)" } + [lightroomHint]
    static let receipt = [
        "Receipt: card", "      60  frames: 46 picks, 0 rejects, 14 open", "Lightroom will not see:",
        "      41  decisions not exported yet: E, or keepers export",
    ]

    static func player(_ columns: Int, _ rows: Int, plan: ExportSummary? = ExportScreens.plan) -> Player {
        var player = Player(Sample.app(columns: columns, rows: rows))
        player.press("E")
        if let plan { _ = player.app.update(.exportPlan(plan)) }
        return player
    }
}

/// Nothing on the export's screens is lost in a small window: what does not fit is counted, and scrolls.
@Suite struct ExportScreenTests {
    static let sizes = [(150, 50), (100, 30), (80, 24), (40, 12)]

    private func lines(_ player: Player) -> [String] {
        player.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Every row of the body from top to bottom, turned page by page.
    private func walk(_ player: inout Player, keys: String) -> String {
        var seen = ""
        for _ in 0..<200 {
            let before = player.screen
            seen += before + "\n"
            player.press(keys)
            if player.screen == before { break }
        }
        return seen
    }

    @Test(arguments: sizes) func theDryRunShowsWhatMattersFirstAndNeverOverdrawsItsKeys(columns: Int, rows: Int) {
        var player = ExportScreens.player(columns, rows)
        #expect(
            player.screen.contains("cannot be written safely") || columns == 40 && player.screen.contains("cannot be written"))
        let keys = lines(player)[rows - 1]
        #expect(keys.hasPrefix(" Enter write 5"), "\(keys)")
        #expect(keys.contains("Esc back"))
        let places = lines(player)[rows - 2]
        #expect(places.contains("d ") && places.contains("beside") && places.contains("copy"), "\(places)")
        let seen = walk(&player, keys: "j")
        for words in ["DSC_7999.NEF", "5  picks", "18  exist only as JPEG", "18  exist only as HEIC", "0  originals touched"] {
            #expect(seen.contains(words), "\(words) at \(columns)x\(rows)")
        }
        #expect(lines(player)[rows - 1] == keys)
        #expect(seen.contains("more line") == (rows < 30))
        player.press("n", "g")
        let all = walk(&player, keys: "PageDown")
        for number in [10, 27] { #expect(all.contains("IMG_00\(number).JPG")) }
        #expect(all.contains("IMG_0047.HEIC") && all.contains("0  originals touched"))
        #expect(lines(player)[rows - 1].contains("Esc back"))
    }

    @Test(arguments: sizes) func theResultAndItsReceiptScroll(columns: Int, rows: Int) {
        var player = ExportScreens.player(columns, rows)
        player.press("Enter")
        _ = player.app.update(.exported(lines: ExportScreens.result))
        _ = player.app.update(.receipt(ExportScreens.receipt))
        _ = player.app.update(.undoOffers(ExportScreens.offers))
        #expect(player.screen.contains("5 written, 0 unchanged, 41 failed"))
        #expect(lines(player)[rows - 1].contains("U ") && lines(player)[rows - 1].contains("6"), "how many, before it is pressed")
        #expect(player.screen.contains("more lines"))
        let seen = walk(&player, keys: "Down")
        for words in ["reason 0", "reason 17", "reason 40", "Lightroom will not see", "decisions not"] {
            #expect(seen.contains(words), "\(words) at \(columns)x\(rows)")
        }
        #expect(!player.screen.contains("more line") && player.screen.contains("above"))
        player.press("g")
        #expect(player.screen.contains("5 written"))
        player.press("G")
        #expect(player.screen.contains("above"))
    }

    @Test func theWheelScrollsAndASmallerWindowKeepsTheKeys() {
        var player = ExportScreens.player(80, 24)
        player.press("n")
        let before = player.screen
        player.send(.mouse(Mouse(.wheelDown, x: 10, y: 10)))
        #expect(player.screen != before && player.screen.contains("3 lines above"))
        player.send(.mouse(Mouse(.wheelUp, x: 10, y: 10)))
        #expect(player.screen == before)
        player.press("G")
        player.send(.resize(Geometry(columns: 40, rows: 12)))
        #expect(lines(player).last { !$0.isEmpty }?.contains("Enter write") == true)
    }

    @Test func allNamesAreAKeyAway() {
        var player = ExportScreens.player(150, 50)
        #expect(player.screen.contains("and 15 more") && player.screen.contains("n all names"))
        player.press("n")
        #expect(!player.screen.contains("and 15 more") && player.screen.contains("IMG_0027.JPG"))
        player.press("n")
        #expect(player.screen.contains("and 15 more"))
    }

    @Test func uTakesBackOneExportAfterTheOtherAndAAsksFirst() {
        var player = ExportScreens.player(120, 40)
        player.press("Enter")
        _ = player.app.update(.exported(lines: ["6 written, 101 unchanged, 0 failed"]))
        _ = player.app.update(.undoOffers(ExportScreens.offers))
        #expect(player.screen.contains("U takes back this export: 6 sidecars (5 as before, 1 made by us goes)"))
        #expect(player.screen.contains("A takes back everything that was written here: 112 sidecars"))
        player.press("U")
        #expect(player.effects.last == .undoExport(.beside, .last) && player.screen.contains("taking back"))
        let count = player.effects.count
        player.press("U", "A", "Enter", "Esc")
        #expect(player.effects.count == count && player.session.isExporting, "one at a time")
        var left = ExportScreens.offers
        left.steps.removeFirst()
        left.all = UndoOffer(putBack: 16, removed: 95)
        left.unkept = 2
        _ = player.app.update(.exported(lines: ["5 put back as they were"] + left.left, end: .takenBack))
        _ = player.app.update(.undoOffers(left))
        #expect(player.screen.contains("Still stands: the export of today 22:10, 101 sidecars"))
        #expect(player.screen.contains("U takes back the export of today 22:10: 101 sidecars"))
        #expect(player.screen.contains("2 exports of an earlier Keepers stand here"))
        player.press("A")
        #expect(player.screen.contains("Take back everything: 111 sidecars") && player.effects.count == count)
        player.press("Esc")
        #expect(player.screen.contains("Export taken back"))
        player.press("A", "Enter")
        #expect(player.effects.last == .undoExport(.beside, .all))
        _ = player.app.update(.exported(lines: ["16 put back as they were"], end: .takenBack))
        _ = player.app.update(.undoOffers(UndoOffers()))
        let end = player.effects.count
        player.press("U", "A")
        #expect(player.effects.count == end && !player.screen.contains("takes back"), "nothing stands any more")
    }

    @Test func exportsOfAnEarlierVersionAreTakenBackTogetherOnly() {
        var player = Player(Sample.app(columns: 100, rows: 30))
        player.press(":")
        player.type("undo-export")
        player.press("Enter")
        #expect(player.effects.last == .offerUndo(.beside))
        _ = player.app.update(.undoOffers(UndoOffers(all: UndoOffer(putBack: 17, removed: 95), unkept: 1)))
        #expect(
            player.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                "only everything can be taken back (112 sidecars)"))
        let count = player.effects.count
        player.press("Enter")
        #expect(player.effects.count == count, "not by a key that says something else")
        player.press("A", "Enter")
        #expect(player.effects.last == .undoExport(.beside, .all))
    }

    @Test func whoCannotWriteIsToldInTheDryRun() {
        var opening = Sample.opening()
        opening.readOnly = "keepers 4711, since 22:58"
        var player = Player(Sample.app(columns: 100, rows: 30, opening: opening))
        player.press("E")
        _ = player.app.update(.exportPlan(ExportScreens.plan))
        #expect(player.screen.contains("keepers 4711, since 22:58 has this session open"))
        #expect(!player.screen.contains("Enter write"))
        player.press("Enter")
        #expect(player.session.isExporting && !player.effects.contains(.runExport(.lightroom)))
        player.press(":")
        player.press("Esc")
    }

    @Test(arguments: sizes) func goldens(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = ExportScreens.player(columns, rows)
        try GoldenTests().check(player, "export-long-\(size)")
        player.press("v")
        try GoldenTests().check(player, "export-programs-\(size)")
        player.press("v", "Enter")
        _ = player.app.update(.exported(lines: ExportScreens.result))
        _ = player.app.update(.receipt(ExportScreens.receipt))
        _ = player.app.update(.undoOffers(ExportScreens.offers))
        try GoldenTests().check(player, "export-result-\(size)")
        player.press("A")
        try GoldenTests().check(player, "export-undo-\(size)")
    }
}
