import Foundation
import KeepersCore
import KeepersUI
import Testing

/// The screens as text, compared with Fixtures/screens; recorded only when KEEPERS_RECORD is set, and read before they are committed.
@Suite struct GoldenTests {
    @Test(arguments: [(80, 24), (120, 40), (150, 50)])
    func screens(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = Player(Sample.app(columns: columns, rows: rows))
        player.press("p", "Right", "x", "3", "Right", "6", "Home")
        try check(player, "grid-\(size)")
        player.press("s", "Right")
        try check(player, "fan-\(size)")
        player.press("Enter")
        try check(player, "loupe-\(size)")
        player.press("?")
        try check(player, "help-\(size)")
        player.press("Esc", "Esc", "Esc", "/")
        player.type("stars>=9")
        player.press("Enter")
        try check(player, "filter-problem-\(size)")
        player.press("Esc", "E")
        _ = player.app.update(.exportPlan(Self.plan))
        try check(player, "export-\(size)")
        player.press("d", "f")
        player.type("/media/anna/stick/sidecars")
        try check(player, "export-folder-\(size)")
        player.press("Enter")
        _ = player.app.update(
            .exportFolderRefused(
                "/media/anna/stick/sidecars lies in /media/anna/stick: nothing but sidecars is written beside the photos; name a place elsewhere"
            ))
        try check(player, "export-refused-\(size)")
        player.press("Enter")
        _ = player.app.update(.exportPlan(Self.plan))
        try check(player, "export-mirror-\(size)")
    }

    /// Decisions from before, with the person's own beside them.
    @Test(arguments: [(80, 24), (150, 50)])
    func standing(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = Player(Sample.app(columns: columns, rows: rows))
        let lightroom = Existing(mark: Mark(verdict: .pick, stars: 4, label: .yellow), isEdited: true)
        _ = player.app.update(.existing(Dictionary(uniqueKeysWithValues: [3, 5, 8, 9, 10, 12].map { (FrameID($0), lightroom) })))
        player.press("Home", "]", "Right", "u", "Right", "m", "Right", "0", "7", "Home", "Right", "Right")
        try check(player, "standing-grid-\(size)")
        player.press("Enter")
        try check(player, "standing-loupe-\(size)")
        player.press("Esc", "Home", "s")
        try check(player, "standing-fan-\(size)")
    }

    @Test(arguments: [(80, 24), (150, 50)])
    func judgement(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = Player(Sample.app(columns: columns, rows: rows, opening: FaceSample.opening()))
        _ = player.app.update(.existing([FrameID(8): Existing(mark: Mark(stars: 4), isEdited: true)]))
        _ = player.app.update(.taste([FrameID(4): -2.5]))
        player.press("Home")
        try check(player, "existing-\(size)")
        player.press("s", "Home", "Right", "Right", "Right")
        try check(player, "fan-faces-\(size)")
        player.press("Enter", "Tab", "Tab")
        try check(player, "loupe-face-\(size)")
        player.press("Esc", "Esc", "B", "Home", "s")
        try check(player, "blind-fan-\(size)")
        player.press("Enter")
        try check(player, "blind-loupe-\(size)")
        player.press("Esc", "Esc", "B", ":")
        player.type("audit 10")
        player.press("Enter", "x", "Right", "p", "Right")
        try check(player, "audit-\(size)")
        player.press("Esc", "Esc", ":")
        player.type("timebox 20")
        player.press("Enter", "Right")
        _ = player.app.update(.clock(0))
        _ = player.app.update(.clock(150_000_000_000))
        try check(player, "timebox-\(size)")
        player.press("?", "Space")
        try check(player, "help-2-\(size)")
    }

    @Test(arguments: [(80, 24), (150, 50)])
    func conflicts(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = ConflictScreens.player(columns: columns, rows: rows)
        try check(player, "sidecars-changed-\(size)")
        player.press("E")
        _ = player.app.update(.exportPlan(ConflictScreens.plan))
        try check(player, "export-conflicts-\(size)")
        player.press("v")
        try check(player, "programs-\(size)")
        player.press("v", "c", "Down")
        try check(player, "conflicts-\(size)")
        player.press("l")
        try check(player, "conflict-look-\(size)")
        player.press("Esc", "M")
        try check(player, "conflicts-left-\(size)")
    }

    @Test(arguments: [(80, 24), (150, 50)])
    func together(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = Player(Sample.app(columns: columns, rows: rows, opening: FaceSample.opening()))
        player.press("s", "Home", "c", "Right", "Right", "x", "j", "p")
        try check(player, "compare-\(size)")
        player.press("d", "Left")
        try check(player, "compare-wipe-\(size)")
        player.press("d")
        try check(player, "compare-fade-\(size)")
        player.press("d")
        try check(player, "compare-blink-\(size)")
        player.press("d", "h")
        try check(player, "compare-difference-\(size)")
        player.press("n", "Right")
        try check(player, "survey-\(size)")
        player.press("F", "Tab", "Right")
        try check(player, "faces-\(size)")
    }

    @Test(arguments: [(80, 24), (150, 50)])
    func clocks(columns: Int, rows: Int) throws {
        var player = Player(Sample.app(columns: columns, rows: rows, opening: ClockScreenTests.golden))
        player.press(":")
        player.type("clock")
        player.press("Enter")
        try check(player, "clock-\(columns)x\(rows)")
    }

    /// The filter line: completion, pointer, chips, dry run, the list of saved filters.
    @Test(arguments: [(80, 24), (150, 50)])
    func filterLine(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var opening = FaceSample.opening()
        opening.savedFilters = ["tall": "portrait", "evening": "time>22:00 & !rejected"]
        var player = Player(Sample.app(columns: columns, rows: rows, opening: opening))
        player.press("p", "/")
        player.type("open & sta")
        try check(player, "filter-completion-\(size)")
        player.press("Tab")
        player.type(" stras>=3 ")
        try check(player, "filter-pointer-\(size)")
        player.press("Ctrl-u")
        player.type("yeux fermés ou rafales")
        player.press("Enter")
        try check(player, "filter-chips-\(size)")
        player.press("Ctrl-u")
        player.type("rafales de la mariée")
        player.press("Enter")
        try check(player, "filter-unknown-\(size)")
        player.press("Ctrl-u")
        player.type("iso>=800 & portrait")
        try check(player, "filter-count-\(size)")
        player.press("Enter", ":")
        player.type("reject burst | problem")
        player.press("Enter")
        try check(player, "filter-dry-run-\(size)")
        player.press("Esc", ":")
        player.type("filters")
        player.press("Enter")
        try check(player, "filter-list-\(size)")
    }

    /// The line to the terminal in the footer.
    @Test(arguments: [(80, 24), (150, 50)])
    func meter(columns: Int, rows: Int) throws {
        let size = "\(columns)x\(rows)"
        var player = Player(Sample.app(columns: columns, rows: rows))
        player.press(":")
        player.type("meter")
        player.press("Enter", ":")
        player.type("budget 2M/min")
        player.press("Enter", "Right")
        var line = LinkState(
            bytesPerSecond: 31_400, bytes: 1_412_000, leastTrip: 82.4, lastTrip: 95.1, inFlight: 11_200, quality: .low,
            budget: 2_000_000)
        _ = player.app.update(.link(line))
        try check(player, "meter-\(size)")
        line.isOverBudget = true
        line.isChosen = true
        _ = player.app.update(.link(line))
        try check(player, "meter-over-budget-\(size)")
    }

    @Test func browser() throws {
        var app = AppState(geometry: Geometry(columns: 100, rows: 20), theme: Sample.theme, screen: .browser)
        _ = app.update(
            .sessions([
                SessionLine(
                    SessionSummary(
                        id: SessionID(1), name: "Anna + Tom, card 2", sources: ["/media/card"], status: .scoring, created: 0,
                        opened: 0,
                        frames: 3120, picks: 412, rejects: 1804), isMounted: true, when: "today 23:04"),
                SessionLine(
                    SessionSummary(
                        id: SessionID(2), name: "Lena", sources: ["/media/EOS_DIGITAL"], status: .scoring, created: 0, opened: 0,
                        frames: 812), isMounted: false, when: "12 June"),
            ]))
        try check(Player(app), "browser-100x20")
        var empty = AppState(geometry: Geometry(columns: 80, rows: 24), theme: Sample.theme, screen: .browser)
        _ = empty.update(.sessions([]))
        try check(Player(empty), "browser-empty-80x24")
    }

    static let plan: ExportSummary = {
        let frames: [(FileKind, Mark, PlannedSidecar.Fate)] =
            Array(repeating: (.nef, Mark(verdict: .pick), .create), count: 412)
            + Array(repeating: (.nef, Mark(verdict: .reject), .merge), count: 1804)
            + Array(repeating: (.jpeg, Mark(verdict: .pick), .ignored), count: 9)
        return ExportSummary(
            frames.enumerated().map { index, item in
                PlannedSidecar(
                    frame: FrameID(Int64(index)), path: "DCIM/100NIKON/DSC_\(padded(index, 4))", kind: item.0, mark: item.1,
                    fate: item.2)
            }, profile: .lightroom)
    }()

    func check(_ player: Player, _ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/screens")
            .standardizedFileURL
        let file = folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["KEEPERS_RECORD"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try player.screen.write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(player.screen == golden, "\(name) differs from Fixtures/screens/\(name).txt")
    }
}
