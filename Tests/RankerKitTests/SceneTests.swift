import KeepersCore
import Testing

@testable import RankerKit

@Suite("Examples from decisions")
struct SceneTests {
    /// A burst of `count` frames, the first the sharpest, a minute after the last burst.
    private func burst(_ count: Int, number: Int = 0) -> (frames: [Frame], cards: [FrameID: ScoreCard]) {
        var cards: [FrameID: ScoreCard] = [:]
        let frames = (0..<count).map { index in
            let id = FrameID(Int64(number * 100 + index + 1))
            let lab = (0..<16).flatMap { [Float(20 + $0 * 4), Float(3), Float(number)] }
            let measures = Measures([
                .sharpness: 1.6 / Double(index + 1), .clippedShadows: 0, .clippedHighlights: 0, .brightness: 0.5,
                .contrast: 0.2, .colourfulness: 40,
            ])
            cards[id] = ScoreCard(
                model: "t", measures: measures, print: Print(hash: 0x0F3C_5A69, lab: lab), width: 1620, height: 1080)
            var shot = ShotData()
            shot.capturedAt = CaptureTime(
                wallSeconds: 1_780_000_000 + Int64(number * 150 + index / 4), nanoseconds: Int32(index % 4) * 250_000_000,
                subsecondDigits: 2)
            shot.camera = "A"
            return Frame(
                id: id, source: 0, path: "\(number)-\(index).NEF", size: 1, modified: 0,
                header: FrameHeader(kind: .nef, shot: shot))
        }
        return (frames, cards)
    }

    private func scenes(_ count: Int, _ marks: [Int64: Mark], isBlind: Bool = false) -> [TasteScene] {
        let (frames, cards) = burst(count)
        let model = SessionModel(
            frames: frames, marks: Dictionary(uniqueKeysWithValues: marks.map { (FrameID($0.key), $0.value) }), cards: cards)
        return TasteScene.scenes(of: model, isBlind: isBlind)
    }

    private let pick = Mark(verdict: .pick)
    private let reject = Mark(verdict: .reject)

    @Test("a pick against its rejected siblings is one example, an override of the suggestion a heavier one")
    func keepThisOne() {
        let found = scenes(3, [1: reject, 2: pick, 3: reject])
        #expect(found.count == 1)
        #expect(found.first?.examples == 1)
        #expect(found.first?.chosen == [1])
        let pairs = found.first?.preferences.map { [$0.winner, $0.loser] }
        #expect(pairs == [[1, 0], [1, 2]])
        #expect(found.first?.preferences.map(\.weight) == [1.5, 1])
    }

    @Test("unjudged siblings say nothing, but for the suggestion that was passed over")
    func passedOver() {
        #expect(scenes(3, [1: pick]).isEmpty)
        #expect(scenes(3, [2: pick]).first?.preferences.map { [$0.winner, $0.loser] } == [[1, 0]])
        #expect(scenes(3, [:]).isEmpty)
        #expect(scenes(3, [1: reject, 2: reject, 3: reject]).isEmpty)
    }

    @Test("stars and maybes count less, blind decisions more")
    func weights() {
        #expect(
            scenes(2, [1: Mark(verdict: .pick, stars: 2), 2: Mark(verdict: .pick, stars: 4)]).first?.preferences.first?.weight
                == 0.4 * 1.5)
        #expect(scenes(2, [1: pick, 2: Mark(verdict: .maybe)]).first?.preferences.first?.weight == 0.5)
        #expect(scenes(2, [1: pick, 2: reject], isBlind: true).first?.preferences.first?.weight == 1.5)
        #expect(scenes(2, [1: reject, 2: Mark(isBest: true)]).first?.chosen == [1])
    }

    @Test("a burst of twenty counts no more than six pairs")
    func capped() {
        var marks: [Int64: Mark] = [:]
        for id in 1...20 as ClosedRange<Int64> { marks[id] = id == 7 ? pick : reject }
        let scene = scenes(20, marks).first
        #expect(scene?.preferences.count == TasteScene.most)
        #expect(scene?.preferences.first?.loser == 0, "what was suggested first teaches first")
    }

    @Test("an undone decision is none: the marks of the log decide")
    func undone() {
        let (frames, cards) = burst(2)
        var history = UndoHistory()
        let keep = Step(changes: [FrameChange(FrameID(1), .verdict(.reject)), FrameChange(FrameID(2), .verdict(.pick))])
        history.record(StoredStep(id: StepID(1), at: 1, step: keep))
        func count() -> Int { TasteScene.scenes(of: SessionModel(frames: frames, marks: history.marks, cards: cards)).count }
        #expect(count() == 1)
        if let undo = history.undo(from: Place()) {
            history.record(StoredStep(id: StepID(2), at: 2, step: undo.step, undoOf: undo.undoOf))
        }
        #expect(count() == 0)
    }

    @Test("singles that look alike are weak examples, others none")
    func singles() {
        var frames: [Frame] = []
        var cards: [FrameID: ScoreCard] = [:]
        for number in [0, 1, 90] {
            let one = burst(1, number: number)
            frames += one.frames
            cards.merge(one.cards) { $1 }
        }
        let ids = frames.map(\.id)
        let model = SessionModel(frames: frames, marks: [ids[0]: reject, ids[1]: pick, ids[2]: reject], cards: cards)
        let found = TasteScene.scenes(of: model)
        #expect(found.count == 1)
        #expect(found.first?.isStack == false)
        // The third was taken hours later, and looks different.
        #expect(found.first?.preferences.map { [$0.winner, $0.loser] } == [[1, 0]])
        #expect(found.first?.preferences.first?.weight == 0.25)
    }
}
