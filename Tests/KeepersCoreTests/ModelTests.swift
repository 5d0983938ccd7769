import KeepersCore
import Testing

@Suite struct ModelTests {
    private func model(shuffledBy seed: UInt64 = 0) -> SessionModel {
        var frames = (1...60).map { Make.frame(Int64($0), at: Make.time($0 / 4 * 10, sub: String($0 % 4))) }
        var cards: [FrameID: ScoreCard] = [:]
        for frame in frames {
            let number = Int(frame.id.rawValue)
            cards[frame.id] = Make.card(sharpness: 0.2 + Double(number * 37 % 23) / 6, group: number / 4)
        }
        var dice = Dice(seed)
        for index in frames.indices.reversed() where seed > 0 { frames.swapAt(index, dice.roll(index + 1)) }
        return SessionModel(frames: frames, cards: cards)
    }

    @Test func orderDoesNotDependOnTheOrderOfArrival() {
        let expected = model()
        #expect(expected.stacks.count >= 10)
        for seed in 1...8 as ClosedRange<UInt64> {
            let other = model(shuffledBy: seed)
            #expect(other.entries(sortedBy: .rank) == expected.entries(sortedBy: .rank))
            #expect(other.stacks == expected.stacks)
        }
    }

    @Test func everyFrameStandsOnceInEveryOrder() {
        let model = model()
        for key in SortKey.allCases {
            let all = model.entries(sortedBy: key).flatMap(\.members)
            #expect(all.count == 60 && Set(all).count == 60)
        }
    }

    @Test func unmeasuredStandLastAndAreNotZero() {
        let frames = [Make.frame(1, at: Make.time(1)), Make.frame(2, at: Make.time(50))]
        let model = SessionModel(frames: frames, cards: [FrameID(2): Make.card(sharpness: 0.01, bright: 0.6)])
        #expect(model.entries(sortedBy: .rank) == [.single(FrameID(2)), .single(FrameID(1))])
        #expect(model.composite(FrameID(1)) == nil)
        #expect(model.reasonLine(FrameID(1)) == "not measured yet")
    }

    @Test func theInverseTakesBackAnything() {
        var dice = Dice(7)
        var model = model()
        for _ in 0..<300 {
            let before = model.marks
            let changes = (0..<1 + dice.roll(6)).map { _ in FrameChange(FrameID(Int64(1 + dice.roll(60))), change(&dice)) }
            let inverse = model.inverse(of: changes)
            model.apply(changes)
            var undone = model
            undone.apply(inverse)
            #expect(undone.marks == before)
        }
        #expect(!model.marks.isEmpty)
    }

    private func change(_ dice: inout Dice) -> Change {
        switch dice.roll(3) {
        case 0: .verdict([nil, .pick, .reject, .maybe][dice.roll(4)])
        case 1: .stars(dice.roll(6))
        default: .label([nil, .red, .purple][dice.roll(3)])
        }
    }

    @Test func whatNoDecoderCanReadIsAProblem() {
        let card = ScoreCard(model: "t", measures: Measures(), print: nil, width: 0, height: 0, caveat: "the picture is damaged")
        let model = SessionModel(frames: [Make.frame(1)], cards: [FrameID(1): card])
        #expect(model.problem(FrameID(1)) == "the picture is damaged")
        #expect(model.reasonLine(FrameID(1)) == "the picture is damaged")
        #expect(model.matches(FrameID(1), (try? Filter.parse("problem")) ?? .everything))
    }

    @Test func nothingToSeeIsTheWorstAndNotUnknown() {
        let black = Measures([.clippedShadows: 1, .clippedHighlights: 0, .brightness: 0, .contrast: 0, .colourfulness: 0])
        #expect(Scores(ScoreCard(model: "t", measures: black, print: nil, width: 1620, height: 1080)).composite == 0)
    }

    @Test func yourPickStandsForItsStack() throws {
        var model = model()
        let stack = try #require(model.stacks.first)
        let other = try #require(stack.members.first { $0 != model.face(of: stack.members) })
        model.apply([FrameChange(other, .verdict(.pick))])
        #expect(model.face(of: stack.members) == other)
    }
}
