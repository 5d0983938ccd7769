import KeepersCore
import KeepersUI
import Testing

/// Where an export goes, chosen on its screen.
@Suite struct ExportPlaceTests {
    private func player(settings: [String: String] = [:]) -> Player {
        var opening = Sample.opening()
        opening.settings = settings
        var player = Player(Sample.app(columns: 120, rows: 40, opening: opening))
        player.press("E")
        return player
    }

    private func plans(_ player: Player) -> [ExportPlace] {
        player.effects.compactMap { if case .planExport(_, let place) = $0 { place } else { nil } }
    }

    private func kept(_ player: Player) -> [String] {
        player.effects.compactMap { effect in
            guard case .saveSetting(let name, let value) = effect, name.hasPrefix("export-") else { return nil }
            return "\(name) \(value ?? "-")"
        }
    }

    @Test func beginsBesideThePhotos() {
        let player = player()
        #expect(plans(player) == [.beside])
        #expect(player.screen.contains("Export to sidecars beside the photos"))
    }

    @Test func aFolderIsAskedForOnceAndThenOffered() {
        var player = player()
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        player.press("d")
        #expect(player.screen.contains("No folder is named for it yet") && !player.screen.contains("Enter write"))
        player.press("Enter")
        #expect(player.screen.contains("mirror the card's tree in"))
        #expect(plans(player) == [.beside], "nothing is planned before there is a folder")
        player.type(" ~/side cars ")
        player.press("Enter")
        #expect(plans(player).last == .mirror("~/side cars"))
        #expect(kept(player).isEmpty, "a folder that may not hold is not remembered")
        player.effects += player.app.update(.exportPlan(GoldenTests.plan))
        #expect(kept(player) == ["export-mirror ~/side cars"])
        #expect(player.screen.contains("in a mirror") && player.screen.contains("~/side cars"))
        player.press("d", "f")
        player.type("/mnt/backup")
        player.press("Enter")
        player.effects += player.app.update(.exportPlan(GoldenTests.plan))
        #expect(plans(player).last == .copies("/mnt/backup"))
        player.press("d")
        #expect(plans(player).last == .beside)
        player.press("d")
        #expect(plans(player).last == .mirror("~/side cars"), "known by now")
    }

    @Test func escapeLeavesThePlaceAsItWas() {
        var player = player()
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        player.press("f")
        #expect(!player.screen.contains("the card's tree in"), "beside the photos there is no folder to change")
        player.press("d", "f", "Esc")
        #expect(plans(player) == [.beside] && player.session.isExporting)
        player.press("f", "Enter")
        #expect(player.screen.contains("name a folder"))
        player.press("Esc", "Esc")
        #expect(!player.session.isExporting)
    }

    @Test func dGoesRoundTheThreePlacesBeforeAnyHasAFolder() {
        var player = player()
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        var titles: [String] = []
        for _ in 0..<4 {
            player.press("d")
            titles.append(
                ["in a mirror", "beside a copy", "beside the photos"].first {
                    player.screen.contains("Export to sidecars \($0)")
                } ?? "none")
            // What was on its way is not shown under another title.
            if titles.last != "beside the photos" {
                _ = player.app.update(.exportPlan(GoldenTests.plan))
                #expect(!player.screen.contains("Enter write"), "\(player.screen)")
            }
        }
        #expect(titles == ["in a mirror", "beside a copy", "beside the photos", "in a mirror"])
        #expect(plans(player) == [.beside, .beside], "planned where there is a folder, and not before")
        player.press("d", "Enter")
        #expect(player.screen.contains("the copy lies in or below"))
    }

    @Test func aFolderThatWillNotDoIsSaidWhereItWasTyped() {
        var player = player()
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        player.press("d", "Enter")
        player.type("/media/card")
        player.press("Enter")
        player.effects += player.app.update(.exportFolderRefused("/media/card lies in /media/card"))
        #expect(player.screen.contains("mirror the card's tree in /media/card"))
        #expect(player.screen.contains("lies in /media/card"))
        #expect(plans(player) == [.beside, .mirror("/media/card"), .beside])
        #expect(kept(player).isEmpty)
    }

    @Test func isRememberedOnceSidecarsAreWrittenThereAndTakenBackFromThere() {
        var player = player(settings: ["export-mirror": "/mnt/one"])
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        player.press("d")
        #expect(plans(player).last == .mirror("/mnt/one"))
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        #expect(kept(player).isEmpty, "looking is not writing")
        player.press("Enter")
        #expect(kept(player) == ["export-place mirror"])
        _ = player.app.update(.exported(lines: ["2 216 written, 0 unchanged, 0 failed"]))
        player.press("U")
        #expect(player.effects.last == .undoExport(.mirror("/mnt/one"), .last))
        _ = player.app.update(.exported(lines: ["0 put back"], end: .takenBack))
        player.press("Enter", ":")
        player.type("undo-export")
        player.press("Enter")
        #expect(player.effects.last == .offerUndo(.mirror("/mnt/one")), "counted before anything is done")
        _ = player.app.update(.undoOffers(ExportScreens.offers))
        #expect(player.screen.contains("Take back the export of today 23:04: 6 sidecars"))
        player.press("Enter")
        #expect(player.effects.last == .undoExport(.mirror("/mnt/one"), .last))

        let later = self.player(settings: ["export-place": "mirror", "export-mirror": "/mnt/one"])
        #expect(plans(later) == [.mirror("/mnt/one")])
        let broken = self.player(settings: ["export-place": "mirror"])
        #expect(plans(broken) == [.beside], "a place without a folder is none")
    }

    @Test func anotherProfileAndTheConflictsKeepThePlace() {
        var player = player(settings: ["export-place": "copies", "export-copies": "/mnt/two"])
        _ = player.app.update(.sights(ConflictScreens.sights))
        _ = player.app.update(.exportPlan(GoldenTests.plan))
        player.press("Tab")
        #expect(plans(player).last == .copies("/mnt/two"))
        player.press("f")
        #expect(player.screen.contains("the copy lies in or below /mnt/two"))
        player.press("Esc", "Esc", "E")
        #expect(plans(player).last == .copies("/mnt/two"))
    }

    @Test func theHeadingSaysWhatBecameOfIt() {
        var player = player(settings: [:])
        func ended(_ end: ExportEnd) -> String {
            player.press("E")
            _ = player.app.update(.exportPlan(GoldenTests.plan))
            _ = player.app.update(.exported(lines: ["nothing can be written in /media/card"], end: end))
            defer { player.press("Esc") }
            let before = player.effects.count
            let screen = player.screen
            player.press("U")
            #expect((player.effects.count > before) == (end == .written))
            if end == .written { _ = player.app.update(.exported(lines: ["1 put back"], end: .takenBack)) }
            return screen
        }
        for (end, words, isUndoable) in [
            (ExportEnd.written, "Exported", true), (.failed, "Not exported", false), (.takenBack, "Export taken back", false),
        ] {
            let screen = ended(end)
            #expect(screen.contains(words) && screen.contains("undo this export") == isUndoable, "\(screen)")
        }
    }
}
