import KeepersCore
import Testing

@Suite struct ReasonTests {
    private func reasons(_ card: ScoreCard) -> [Reason] {
        SessionModel(frames: [Make.frame(1)], cards: [FrameID(1): card]).reasons(FrameID(1))
    }

    /// Take the measure away and its sentence goes or changes: no sentence is a fixed text.
    @Test func everySentenceComesFromItsMeasure() {
        var measures = Measures([
            .sharpness: 0.008, .noise: 12, .clippedShadows: 0.3, .clippedHighlights: 0.1, .brightness: 0.1, .contrast: 0.03,
            .colourfulness: 2, .motionBlur: 0.8, .tilt: 3,
        ])
        let full = reasons(ScoreCard(model: "t", measures: measures, print: nil, width: 1620, height: 1080))
        let measured = Set(full.compactMap(\.measure))
        #expect(
            measured == [.motionBlur, .noise, .tilt, .clippedShadows, .clippedHighlights, .brightness, .contrast, .colourfulness])
        for measure in measured {
            let kept = measures[measure]
            measures[measure] = nil
            let less = reasons(ScoreCard(model: "t", measures: measures, print: nil, width: 1620, height: 1080))
            #expect(!less.contains { $0.measure == measure }, "\(measure) is gone, its sentence must go")
            measures[measure] = kept
        }
    }

    @Test func tooSmallToJudgeSaysSo() {
        var card = Make.card(sharpness: nil)
        card.caveat = "too small to judge"
        card.width = 160
        card.height = 120
        #expect(reasons(card).first?.text == "too small to judge (160x120)")
        #expect(Scores(card).sharpness == nil)
        #expect(Scores(card).composite == nil, "good light alone must not lead the ranking")
    }

    @Test func burstReasonsNameTheDecidingMeasure() throws {
        let frames = (1...3).map { Make.frame(Int64($0), at: Make.time(0, sub: String($0))) }
        let cards = [
            FrameID(1): Make.card(sharpness: 0.5), FrameID(2): Make.card(sharpness: 3),
            FrameID(3): Make.card(sharpness: 3, bright: 0.2),
        ]
        let model = SessionModel(frames: frames, cards: cards)
        #expect(model.stacks.first?.suggestedBest == FrameID(2))
        let second = try #require(model.reasons(FrameID(3)).first)
        #expect(second.measure == .clippedHighlights && second.text.contains("more burnt out"))
        let last = try #require(model.reasons(FrameID(1)).first)
        #expect(last.measure == .sharpness && last.text.hasPrefix("3rd of 3: softer") || last.text.hasPrefix("2nd of 3: softer"))
    }

    @Test func marksFollowTheirMeasures() {
        let sharp = [0.1, 0.3, 1, 3].map { Scores(Make.card(sharpness: $0)).sharpness ?? -1 }
        #expect(sharp == sharp.sorted() && Set(sharp).count == 4)
        let burnt = [0.0, 0.03, 0.1, 0.2].map { Scores(Make.card(bright: $0)).exposure ?? -1 }
        #expect(burnt == burnt.sorted(by: >) && Set(burnt).count == 4)
    }

    /// A display's gamma of 2.2: a stop less light is .73 of the luma.
    @Test(arguments: [0.38, 0.42, 0.46, 0.5])
    func aStopUnderIsSeenInTheRank(mean: Double) throws {
        let card = Make.card(brightness: mean, faces: nil)
        let under = Make.card(brightness: mean * 0.73, faces: nil)
        let cost = try #require(Scores(card).composite) - (try #require(Scores(under).composite))
        #expect(cost >= Calibration.tiePoints && cost < 10)
    }
}
