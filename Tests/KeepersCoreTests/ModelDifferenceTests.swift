import KeepersCore
import Testing

@Suite struct ModelDifferenceTests {
    /// Three bursts of three; `best` is the sharpest place of each.
    private func model(best: [Int], marks: [FrameID: Mark] = [:], model: String) -> SessionModel {
        var frames: [Frame] = []
        var cards: [FrameID: ScoreCard] = [:]
        for burst in 0..<3 {
            for place in 0..<3 {
                let number = Int64(burst * 10 + place)
                var frame = Make.frame(number)
                frame.header.shot.capturedAt = CaptureTime(
                    wallSeconds: 1_700_000_000 + Int64(burst) * 600, nanoseconds: Int32(place) * 200_000_000, subsecondDigits: 2)
                frames.append(frame)
                var card = Make.card(sharpness: place == best[burst] ? 1 : 0.2, group: burst + 1)
                card.model = model
                cards[frame.id] = card
            }
        }
        return SessionModel(frames: frames, marks: marks, cards: cards)
    }

    @Test func theSameSuggestionsAreNoDifference() {
        let difference = ModelDifference(one: model(best: [0, 1, 2], model: "b"), other: model(best: [0, 1, 2], model: "a"))
        #expect(difference.stacks == 3)
        #expect(difference.differing.isEmpty && difference.ties.isEmpty && difference.cutOtherwise == 0)
        #expect(difference.judged == 0)
    }

    @Test func whatDiffersIsNamedAndWhoWasRightIsCounted() {
        let kept = Make.frame(12).id
        let marks = [kept: Mark(verdict: .pick)]
        let one = model(best: [0, 1, 2], marks: marks, model: "b")
        let other = model(best: [0, 2, 1], marks: marks, model: "a")
        let difference = ModelDifference(one: one, other: other)
        #expect(difference.stacks == 3)
        #expect(difference.differing.map(\.one) == [Make.frame(11).id, Make.frame(22).id])
        #expect(difference.differing.map(\.other) == [Make.frame(12).id, Make.frame(21).id])
        #expect(difference.differing.map(\.kept) == [[kept], []])
        #expect([difference.judged, difference.oneRight, difference.otherRight] == [1, 0, 1])
    }
}
