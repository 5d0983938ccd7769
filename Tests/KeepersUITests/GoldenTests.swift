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
    }

    @Test func browser() throws {
        var app = AppState(geometry: Geometry(columns: 100, rows: 20), theme: Sample.theme, screen: .browser)
        _ = app.update(
            .sessions([
                SessionLine(
                    id: 1, name: "Anna + Tom, card 2", sources: ["/media/card"], isMounted: true, frames: 3120, picks: 412,
                    rejects: 1804,
                    open: 904, when: "today 23:04"),
                SessionLine(
                    id: 2, name: "Lena", sources: ["/media/EOS_DIGITAL"], isMounted: false, frames: 812, picks: 0, rejects: 0,
                    open: 812,
                    when: "12 June"),
            ]))
        try check(Player(app), "browser-100x20")
        var empty = AppState(geometry: Geometry(columns: 80, rows: 24), theme: Sample.theme, screen: .browser)
        _ = empty.update(.sessions([]))
        try check(Player(empty), "browser-empty-80x24")
    }

    static let plan = ExportPlan(
        profile: .lightroom,
        lines: [
            .init(count: 412, words: "picks", detail: "flag pick, ★★★ where you set no stars"),
            .init(count: 1804, words: "rejects", detail: "flag reject, red + ★ where you set none"),
            .init(count: 9, words: "exist only as JPEG", detail: "Lightroom will not read a sidecar for these"),
            .init(count: 0, words: "originals touched"),
        ], toWrite: 2216)

    private func check(_ player: Player, _ name: String) throws {
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
