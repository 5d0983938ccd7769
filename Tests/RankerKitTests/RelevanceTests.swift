import DemoKit
import KeepersCore
import Testing

@testable import RankerKit

@Suite("Relevance")
struct RelevanceTests {
    /// A basis of straight columns of these properties after the base.
    private func basis(_ properties: [Descriptor]) -> Basis {
        let zeros = [Double](repeating: 0, count: Descriptor.count)
        let terms = [Basis.Term.base] + properties.map { .straight($0.rawValue) }
        return Basis(
            columns: terms.map { Basis.Column(term: $0, mean: 0, scale: 1) }, low: zeros, high: zeros, centre: zeros,
            spread: zeros)
    }

    @Test("narrows what explains nothing, leaves what does, and never touches the base")
    func narrows() {
        let prior = Prior(means: [0, 0, 0], precisions: [4, 4, 4])
        var relevance = Relevance(basis([.meanSmile, .tilt]))
        // Well known (a curvature of 50 each): the smile counts for much, the tilt for nothing.
        relevance.update([2, 1.5, 0.01], bound: [50, 0, 0, 0, 50, 0, 0, 0, 50], prior: prior)
        let narrowed = relevance.narrowed(prior).precisions
        #expect(narrowed[0] == 4)
        #expect(narrowed[1] < 4)
        #expect(narrowed[2] > 1.5 * 4)
        for _ in 0..<5 { relevance.update([2, 1.5, 0], bound: [50, 0, 0, 0, 50, 0, 0, 0, 50], prior: prior) }
        #expect(relevance.narrowed(prior).precisions[2] <= 400, "nothing is shut out for ever")
    }
}

@Suite("Evidence")
struct EvidenceTests {
    /// Scenes of three frames of which the second is chosen, with bases that name the first.
    private func count(_ scenes: Int, points: [Double]) -> HeldOut {
        var count = HeldOutCount()
        let frames = [60.0, 55, 50].map {
            Described(ScoreCard(model: "t", measures: Measures([:]), print: nil, width: 3, height: 2), base: $0, place: nil)
        }
        let preferences = [0, 2].map { TasteScene.Preference(winner: 1, loser: $0, weight: 1) }
        for _ in 0..<scenes { count.ask(TasteScene(frames: frames, preferences: preferences, isStack: true), points: points) }
        return count.result
    }

    @Test("grows with every scene that the taste foresaw better than any certainty about the base")
    func grows() {
        let (few, many) = (count(10, points: [-15, 20, -5]), count(40, points: [-15, 20, -5]))
        #expect(few.evidence > 0)
        #expect(abs(many.evidence - 4 * few.evidence) < 1e-9)
        #expect(many.taste.share == 1 && many.base.share == 0)
    }

    @Test("is no more than nothing for a taste that adds nothing, and falls for one that is sure and wrong")
    func falls() {
        #expect(count(40, points: [0, 0, 0]).evidence <= 0)
        #expect(count(40, points: [0, -20, 20]).evidence < -40)
    }
}
