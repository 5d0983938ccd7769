import KeepersCore
import KeepersUI
import Testing

/// Random keys on a frame with random decisions from before: what the panel shows is what the sidecar holds after an export.
@Suite struct StandingPropertyTests {
    private static let frame = FrameID(8)

    /// Knuth's generator: the same sequences in every run.
    private struct Chance {
        var state: UInt64
        mutating func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        mutating func pick<Value>(_ values: [Value]) -> Value { values[next(values.count)] }
    }

    @Test(arguments: ["lightroom", "flags"], 0..<60)
    func theScreenShowsWhatTheExportLeaves(name: String, number: Int) throws {
        let profile = try #require(ExportProfile(rawValue: name))
        var chance = Chance(state: UInt64(number) &* 0x9E37_79B9 &+ 7)
        var beside = try SidecarBeside(Self.words(&chance), camera: max(0, chance.next(9) - 3), profile: profile)
        let before = try beside.mark
        var player = try Self.player(beside)
        let first = try Self.shown(player)
        var keys: [String] = []
        for _ in 0..<(3 + chance.next(8)) {
            let key = chance.pick(Self.keys)
            keys.append(key)
            if key == "export" { try Self.export(&beside, &player) } else { Self.press(key, &player) }
        }
        let comment = "\(profile.rawValue) \(number): \(before), camera \(beside.camera), \(keys)"
        let shown = try Self.shown(player)
        try Self.export(&beside, &player)
        #expect(try Self.shown(player) == shown, "an export changes nothing on the screen: \(comment)")
        try Self.compare(shown, with: beside, player, "\(comment)")
        // Once more changes nothing.
        let bytes = beside.bytes
        try Self.export(&beside, &player)
        #expect(beside.bytes == bytes, "\(comment)")

        while player.session.notice != "nothing to undo" { player.press("Ctrl-Z") }
        #expect(try Self.shown(player) == first, "all undone: \(comment)")
        #expect(player.session.model.marks.isEmpty && player.session.model.decided.isEmpty, "\(comment)")
        try Self.export(&beside, &player)
        #expect(try beside.mark == before, "all undone and exported: \(comment)")
    }

    private static let keys = [
        "p", "x", "m", "u", "t", "0", "1", "3", "5", "[", "]", "6", "7", "8", ".", ":label none", ":label yellow", "Ctrl-Z",
        "Ctrl-R",
        "export", "u", "0",
    ]

    /// What another program may have written; nil = no sidecar.
    private static func words(_ chance: inout Chance) -> SidecarWish? {
        guard chance.next(5) > 0 else { return nil }
        var wish = SidecarWish()
        let pick = chance.pick([nil, nil, 0, 1, 1, -1])
        if let pick { wish[.pick] = .set(String(pick)) }
        if let pick, pick != 0, chance.next(2) == 0 { wish[.good] = .set(pick > 0 ? "true" : "false") }
        let rating = chance.pick([nil, nil, 0, 1, 3, 4, 5, pick == 1 ? 2 : -1])
        if let rating { wish[.rating] = .set(String(rating)) }
        let label = chance.pick([nil, nil, "Yellow", "Rot", "To print"])
        if let label { wish[.label] = .set(label) }
        if label == "Yellow", chance.next(2) == 0 { wish[.labelColour] = .set("yellow") }
        return wish
    }

    private static func player(_ beside: SidecarBeside) throws -> Player {
        var opening = Sample.opening()
        opening.frames[7].header.shot.cameraRating = beside.camera == 0 ? nil : beside.camera
        var player = Player(Sample.app(columns: 240, rows: 60, opening: opening))
        _ = player.app.update(.existing([frame: try beside.existing]))
        player.press("/")
        player.type("8878")
        player.press("Enter", "Enter")
        return player
    }

    private static func press(_ key: String, _ player: inout Player) {
        guard key.hasPrefix(":") else { return player.press(key) }
        player.press(":")
        player.type(String(key.dropFirst()))
        player.press("Enter")
    }

    private static func export(_ beside: inout SidecarBeside, _ player: inout Player) throws {
        let model = player.session.model
        #expect(model.decided == player.session.history.decided())
        try beside.export(model.mark(frame), decided: model.decided[frame] ?? [])
        _ = player.app.update(.existing([frame: try beside.existing]))
    }

    /// The line of the panel below the file's name, read as a photographer reads it.
    private struct Shown: Equatable {
        var verdict: Verdict?
        var isOwnVerdict = false
        var stars = 0
        var label: ColourLabel?
        /// In brackets.
        var aside = ""
    }

    private static func shown(_ player: Player) throws -> Shown {
        let scene = player.app.render()
        let name = try #require((0..<scene.rows).first { scene.line($0).contains("DSC_8878.NEF") })
        let column = Array(scene.line(name)).count - scene.line(name).drop { $0 != "D" }.count
        let text = String(scene.line(name + 1).dropFirst(column))
        var shown = Shown()
        if let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") {
            shown.aside = String(text[text.index(after: open)..<close])
        }
        let main = text.prefix { $0 != "(" }
        for (sign, verdict) in [("◆", Verdict.pick), ("✕", .reject), ("? MAYBE", .maybe)] where main.contains(sign) {
            shown.verdict = verdict
        }
        shown.isOwnVerdict = ["PICK", "REJECT", "MAYBE"].contains { main.contains($0) }
        let stars = main.drop { $0 != "★" }
        shown.stars = stars.dropFirst().first?.wholeNumberValue ?? stars.prefix { $0 == "★" }.count
        let label = main.drop { $0 != "▪" }.dropFirst().prefix { $0.isLetter }
        shown.label = ColourLabel(rawValue: String(label))
        return shown
    }

    private static func compare(_ shown: Shown, with beside: SidecarBeside, _ player: Player, _ comment: String) throws {
        let mark = try beside.mark
        let standing = player.session.model.standing(frame)
        #expect(
            (shown.verdict, shown.stars, shown.label) == (standing.verdict, standing.stars, standing.label),
            "the panel shows what stands: \(comment)")
        if shown.verdict == .maybe {
            // No flag is written for a maybe; what stays beside it is said.
            #expect(shown.aside.contains("stays") == (mark.verdict != nil), "\(comment)")
            if let verdict = mark.verdict { #expect(shown.aside.hasSuffix("\(verdict.rawValue) stays"), "\(comment)") }
        } else {
            #expect(mark.verdict == shown.verdict, "\(comment)")
        }
        // A profile's own signs stand only where no stars and no colour do.
        let rule = shown.isOwnVerdict ? shown.verdict.map { beside.profile.rules[$0] } : nil
        let isRejectByRating = try beside.values?.rating == -1
        #expect(mark.stars == (shown.stars > 0 ? shown.stars : isRejectByRating ? 0 : rule?.rating ?? 0), "\(comment)")
        let keepsOwnWords = try beside.values?.label == "To print"
        #expect(mark.label == (shown.label ?? (keepsOwnWords ? nil : rule?.label)), "\(comment)")
    }
}
