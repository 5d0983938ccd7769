import KeepersCore
import Testing

@testable import KeepersUI

/// The link dropped: what the next start shows of what stood on the screen.
@Suite("After a restart")
struct ResumeTests {
    private static func command(_ player: inout Player, _ text: String) {
        player.press(":")
        player.type(text)
        player.press("Enter")
    }

    /// The same session opened again from nothing but what was written.
    private static func again(_ player: Player, _ opening: SessionOpening = FaceSample.opening()) -> Player {
        var opening = opening
        for effect in player.effects {
            switch effect {
            case .saveSetting(let name, let value): opening.settings[name] = value
            case .savePlace(let place): opening.place = place
            default: break
            }
        }
        return Player(Sample.app(opening: opening))
    }

    @Test("the loupe goes on with the RAW, or the JPEG beside it, and asks for it at once", arguments: ["raw", "jpeg"])
    func choiceOfPicture(choice: String) throws {
        var player = Player(Sample.app(opening: FaceSample.opening()))
        Self.command(&player, "compare DSC_8882")
        player.press("Esc", "/")
        player.type("8882")
        player.press("Enter", "Enter", "r")
        if choice == "jpeg" { player.press("r") }
        let back = Self.again(player)
        #expect(back.session.place == player.session.place && back.session.level == .loupe)
        #expect(back.session.pictures.choice.rawValue == choice)
        let wanted: PictureSource = choice == "raw" ? .rawHalf : .pair
        #expect(back.app.render().prefetch.contains { $0.frame == FrameID(12) && $0.source == wanted })
        // And the preview again, once that was chosen.
        player.press("r")
        if choice == "raw" { player.press("r") }
        #expect(Self.again(player).session.pictures.choice == .preview)
    }

    @Test("an audit stands where it stood, with what was judged")
    func audit() {
        var player = Player(Sample.app(opening: FaceSample.opening()))
        Self.command(&player, "audit 5")
        player.press("x", "Right", "p", "Right")
        let back = Self.again(player)
        #expect(back.session.queue.scope == player.session.queue.scope && back.session.place == player.session.place)
        #expect(back.screen.contains("AUDIT 2/5"))
        // Left on purpose it stays left.
        player.press("Esc", "Esc")
        #expect(Self.again(player).session.queue.scope == nil)
    }

    private static func twice() -> SessionOpening {
        var opening = FaceSample.opening()
        let print = opening.cards[FrameID(14)]?.print
        opening.cards[FrameID(18)]?.print = print
        return opening
    }

    @Test("the list of duplicates is open again, in the group that was fanned out, with its filter")
    func duplicates() {
        var player = Player(Sample.app(opening: Self.twice()))
        Self.command(&player, "dupes")
        player.press("s", "Right", "/")
        player.type("!label=red")
        player.press("Enter")
        let back = Self.again(player, Self.twice())
        #expect(back.session.queue.scope?.kind == .duplicates && back.session.level == .fan)
        #expect(back.session.place == player.session.place && back.focus == player.focus)
        #expect(back.screen.contains("2 times the same picture"))
        // Nothing is alike any more: the queue shows, at the same frame.
        let gone = Self.again(player)
        #expect(gone.session.queue.scope == nil && gone.focus == player.focus)
    }

    @Test("a loupe inside a stack walks the stack, and Esc leads back to its fan")
    func insideAStack() {
        var player = Player(Sample.app(opening: FaceSample.opening()))
        player.press("Home", "s", "Enter")
        var back = Self.again(player)
        back.press("Right")
        player.press("Right")
        #expect(back.focus == player.focus && back.session.level == .loupe)
        back.press("Esc")
        #expect(back.session.level == .fan)
        player.press("Esc", "Esc", "Enter")
        back = Self.again(player)
        back.press("Esc")
        #expect(back.session.level == .grid, "opened from the grid it leads back to the grid")
    }

    @Test("a goal is kept, and the face in focus: Tab goes on from there")
    func goalAndFace() {
        var player = Player(Sample.app(opening: FaceSample.opening()))
        Self.command(&player, "goal 400")
        player.press("Enter", "Tab", "Tab")
        var back = Self.again(player)
        #expect(back.session.goal == 400 && back.screen.contains("of 400"))
        #expect(player.session.focusedFace == 1 && back.session.focusedFace == 1)
        back.press("Tab")
        #expect(back.session.focusedFace == 2)
        Self.command(&back, "goal none")
        #expect(Self.again(back).session.goal == nil)
    }

    @Test("a session that became ours shows the list that was open, and what a damaged setting says is ignored")
    func takenOver() {
        var held = Self.twice()
        held.readOnly = "keepers (process 7)"
        var player = Player(Sample.app(opening: held))
        Self.command(&player, "dupes")
        var ours = Self.twice()
        ours.place = player.session.place
        _ = player.app.update(.opened(ours))
        #expect(player.session.readOnly == nil && player.session.queue.scope?.kind == .duplicates)
        for words in ["list=", "list=all", "goal=-3", "goal=99999999999999999999", "list=audit", "goal=x raw=1 ==="] {
            var opening = FaceSample.opening(settings: ["view": words])
            opening.settings["audit"] = "5;900,901"
            let session = Sample.app(opening: opening).session
            #expect(session?.queue.scope == nil && session?.goal == nil && session?.pictures.choice == .preview, "\(words)")
        }
    }

    @Test("nothing is repeated from before, and that is said")
    func repeating() {
        var player = Player(Sample.app())
        player.press("p")
        player = Self.again(player)
        player.press(".")
        #expect(player.commits.isEmpty && player.session.notice == "no verdict to repeat since keepers was opened")
    }
}
