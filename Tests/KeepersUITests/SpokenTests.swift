import Foundation
import KeepersCore
import KeepersUI
import Testing

/// What a screen reader hears, as transcripts in Fixtures/spoken; recorded only when KEEPERS_RECORD is set, and read before they are committed.
@Suite struct SpokenTests {
    /// Plays keys and writes down what is said after each.
    struct Listener {
        var player: Player
        var heard = ""

        init(_ opening: SessionOpening) {
            let app = AppState(geometry: Spoken.geometry, theme: Sample.theme, screen: .session)
            player = Player(app)
            send(.opened(opening))
        }

        mutating func send(_ event: Event) {
            let before = player.app
            _ = player.app.update(event)
            heard += Spoken.text(from: before, to: player.app, after: event)
        }

        mutating func press(_ names: String...) {
            for name in names { press(Key(named: name)!, named: name) }
        }

        mutating func type(_ text: String) { for character in text { press(Key(character), named: nil) } }

        private mutating func press(_ key: Key, named name: String?) {
            let before = player.app
            if let name, player.app.session?.isTyping != true { heard += "> \(name)\n" }
            player.press(key: key)
            heard += Spoken.text(from: before, to: player.app, after: .input(.key(key)))
        }
    }

    private func check(_ listener: Listener, _ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/spoken")
            .standardizedFileURL
        let file = folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["KEEPERS_RECORD"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try listener.heard.write(to: file, atomically: true, encoding: .utf8)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(listener.heard == golden, "differs from Fixtures/spoken/\(name).txt")
        // Nothing that places, colours or clears.
        #expect(!listener.heard.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
        #expect(!listener.heard.contains { "◆✕★▪▸━─▒".contains($0) })
    }

    @Test func decisionsFromBefore() throws {
        var listener = Listener(Sample.opening())
        let lightroom = Existing(mark: Mark(verdict: .pick, stars: 4, label: .yellow))
        listener.send(.existing(Dictionary(uniqueKeysWithValues: [3, 5, 8].map { (FrameID($0), lightroom) })))
        listener.press("Right", "]", "u", "u", "m", "Ctrl-Z", "Ctrl-Z", "7", "Home", "K")
        try check(listener, "before")
    }

    @Test func anEvening() throws {
        var listener = Listener(FaceSample.opening())
        listener.press("p", "Right", "x", "3", "m", "u", "u", "6", "Left", "j", "k", "Home", "h")
        listener.press("s", "Right", "K", "Ctrl-Z", "Ctrl-R", "Ctrl-Z", "Esc")
        listener.press("Enter", "Tab", "Tab", "Right", "Space", "w", "w", "i", "i", "Esc", "Esc")
        listener.press("v", "Right", "Right", "p", "V", "Esc", "a", "D", "T", "B", "B", ".", "g", "g", "Q")
        try check(listener, "evening")
    }

    @Test func promptsAndScreens() throws {
        var listener = Listener(FaceSample.opening())
        listener.press("/")
        listener.type("stars>=9")
        listener.press("Enter", "Backspace")
        listener.type("0 & open")
        listener.press("Enter", "Right", "x", "Right", "Esc", "/")
        listener.type("8880")
        listener.press("Enter", ":")
        listener.type("reject eyes=closed")
        listener.press("Enter", "Esc", "/")
        listener.type("closed eyes")
        listener.press("Enter", "Esc", "c", "Right", "d", "Esc", ":")
        listener.type("goal 4")
        listener.press("Esc", ":")
        listener.type("motion off")
        listener.press("Enter", ":")
        listener.type("nonsense")
        listener.press("Enter", "Esc", "E")
        listener.send(.exportPlan(GoldenTests.plan))
        listener.press("d", "Enter")
        listener.type("/mnt/x")
        listener.press("Enter")
        listener.send(.exportPlan(GoldenTests.plan))
        listener.press("Enter")
        for done in [0, 400, 800, 1200, 2216] { listener.send(.exportProgress(done: done, total: 2216)) }
        listener.send(.exported(lines: ["2 216 written, 0 unchanged, 0 failed"]))
        listener.send(.receipt(["Receipt: Anna + Tom", "   3 120  frames: 412 picks"]))
        listener.send(.undoOffers(ExportScreens.offers))
        listener.press("A", "Esc")
        listener.press("Enter", "?", "Esc")
        try check(listener, "prompts")
    }

    @Test func whatGoesOnBehind() throws {
        var listener = Listener(Sample.opening(scored: false))
        listener.send(.progress(Progress(stage: .listing)))
        listener.send(.progress(Progress(stage: .reading(done: 3, total: 24))))
        listener.send(.progress(Progress(stage: .reading(done: 9, total: 24))))
        for done in 0...24 { listener.send(.progress(Progress(stage: .scoring(done: done, total: 24), rate: 4))) }
        listener.press("Right")
        listener.send(.progress(Progress()))
        listener.press("/")
        listener.type("op")
        listener.send(.notice("/media/card is not there any more"))
        listener.type("en")
        listener.press("Enter")
        try check(listener, "behind")
    }

    @Test func aSessionThatSomebodyElseHolds() throws {
        var listener = Listener(Sample.opening(readOnly: "keepers, pid 41, since 23:04, on pts/3 of hotel"))
        listener.press("p")
        listener.send(.holder(nil))
        listener.press("y")
        #expect(listener.player.effects.last == .claim)
        listener.send(.opened(Sample.opening(place: listener.player.session.place)))
        listener.press("p")
        try check(listener, "holder")
    }

    @Test func theBrowser() {
        var app = AppState(geometry: Spoken.geometry, theme: Sample.theme, screen: .browser)
        let empty = app
        let lines = ["one", "two"].enumerated().map { index, name in
            SessionLine(
                SessionSummary(
                    id: SessionID(Int64(index)), name: name, sources: ["/media/\(name)"], status: .scoring, created: 0, opened: 0,
                    frames: 3120, picks: 412, rejects: 1804), isMounted: index == 0, when: "today 23:04")
        }
        _ = app.update(.sessions(lines))
        #expect(
            Spoken.text(from: empty, to: app, after: .sessions(lines))
                == "2 sessions; Enter opens, Up and Down choose, q leaves\n1: one, 3120 frames, 412 picks, 1804 rejects, 904 open, today 23:04\n"
        )
        let before = app
        let down = Event.input(.key(Key(.down)))
        _ = app.update(down)
        #expect(Spoken.text(from: before, to: app, after: down).hasPrefix("2: two, 3120 frames"))
        #expect(Spoken.text(from: before, to: app, after: down).hasSuffix("not mounted\n"))
    }

    /// Blind, nothing that the program thinks of a frame is said.
    @Test func blindIsSilentToo() {
        var listener = Listener(FaceSample.opening(settings: ["blind": "on"]))
        listener.press("Home", "s", "Right", "Enter", "w", "w", "Esc")
        for word in ["overall", "suggested", "tie of", "sharp", "EAR", "closed"] {
            #expect(!listener.heard.contains(word), "\(word): \(listener.heard)")
        }
    }

    /// The keys of a long evening: whatever is pressed is answered, and every verdict is said with its frame.
    @Test func everyVerdictIsSaid() {
        var listener = Listener(FaceSample.opening())
        var random = SystemRandomNumberGenerator()
        let keys = ["p", "x", "m", "l", "h", "K", "s", "Esc", "Enter", "Right", "3", "Space"]
        var trace: [String] = []
        for _ in 0..<400 {
            let key = keys.randomElement(using: &random)!
            trace.append(key)
            let marks = listener.player.session.model.marks
            let start = listener.heard.endIndex
            let length = listener.heard.count
            _ = start
            listener.press(key)
            let said = listener.heard.dropFirst(length + key.count + 3)
            #expect(!said.isEmpty, "silent after \(trace)")
            for frame in listener.player.session.model.frames
            where listener.player.session.model.mark(frame.id).verdict != marks[frame.id]?.verdict {
                let named = said.contains(frame.stem) || said.contains(" more")
                #expect(named, "\(frame.stem) changed unsaid: \(said)")
            }
        }
    }
}
