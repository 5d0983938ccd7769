import KeepersCore
import Testing

@testable import KeepersUI

@Suite("Progress in words")
struct ProgressTests {
    private func words(_ progress: Progress) -> String? { ProgressText.describe(progress)?.words }

    @Test("measuring says its pace, the machine's heat, and when it ends as honestly as is known")
    func scoring() {
        var progress = Progress(stage: .scoring(done: 312, total: 3120))
        #expect(words(progress) == "scoring 312 of \(grouped(3120))   shortlist usable now")
        progress.rate = 14.2
        progress.finish = "23:31"
        progress.spread = "± 2 min"
        progress.heat = HeatReport(state: .fair, cause: "84 °C", workers: 1, hasSensor: true)
        #expect(
            words(progress)
                == "scoring 312 of \(grouped(3120)), 14/s   shortlist usable now, done about 23:31 ± 2 min   fair: 84 °C, one worker"
        )
        progress.spread = nil
        progress.heat = HeatReport(state: .nominal, cause: "no sensor", workers: 2, hasSensor: false)
        #expect(
            words(progress)?.hasSuffix("14/s   shortlist usable now, done about 23:31") == true,
            "only where there is something to tell")
    }

    @Test("a pause says why and that nobody has to do anything")
    func paused() {
        let heat = HeatReport(state: .critical, cause: "battery 7 %", workers: 0, hasSensor: true)
        let progress = Progress(stage: .scoring(done: 5, total: 9), heat: heat)
        #expect(words(progress) == "paused at 5 of 9   critical: battery 7 %, paused   goes on by itself; shortlist usable now")
    }

    @Test("what is not measured here and what is no frame are said together, once")
    func notes() {
        #expect(ProgressText.note(Progress()) == nil)
        #expect(
            ProgressText.note(Progress(note: "1 film on the card is no frame", modelsMissing: "faces not measured"))
                == "faces not measured; 1 film on the card is no frame")
    }
}

@Suite("What is measured first")
struct WantedTests {
    @Test("the focus, its stack, the screen, then the neighbours, each once")
    func order() throws {
        let player = Player(Sample.app())
        let state = try #require(player.app.session)
        let focus = try #require(state.focus)
        let entry = try #require(state.focusedEntry)
        let shown = state.queue.visible.prefix(4).flatMap(\.members)
        let wanted = state.wanted(shown: shown)
        #expect(wanted.first == focus)
        #expect(Set(wanted.prefix(entry.members.count)) == Set(entry.members))
        #expect(Set(wanted.prefix(shown.count)) == Set(shown).union(entry.members))
        #expect(Set(wanted).count == wanted.count && wanted.count > shown.count)
    }
}
