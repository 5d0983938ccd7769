import KeepersCore
import Testing

/// The best of a stack: who wins, when it is a tie, and who wins by somebody's own word.
@Suite struct JudgeTests {
    private let ids = (1...4).map { FrameID(Int64($0)) }

    @Test func namesTheBestOrAnHonestTie() {
        func judged(_ marks: [Double?]) -> Stack {
            var stack = Stack(id: 1, kind: .burst, members: Array(ids.prefix(marks.count)))
            let byFrame = Dictionary(uniqueKeysWithValues: zip(ids, marks))
            StackJudge.judge(&stack, composite: { byFrame[$0] ?? nil })
            return stack
        }
        #expect(judged([50, 90, 60]).suggestedBest == ids[1])
        let tie = judged([88, 90, 60])
        #expect(tie.suggestedBest == nil && tie.tie == [ids[0], ids[1]])
        let unknown = judged([88, nil, 60])
        #expect(unknown.suggestedBest == nil && unknown.tie.isEmpty)
        #expect(judged([87, 90, 10]).suggestedBest == ids[1], "three points apart is no tie")
        #expect(judged([87.3, 90.3, 10]).suggestedBest == ids[1], "whatever binary fractions make of 90.3 - 87.3")
    }

    @Test func bracketsAreNeverJudged() {
        var stack = Stack(id: 1, kind: .bracket, members: ids)
        StackJudge.judge(&stack, composite: { Double($0.rawValue) * 20 }, kept: { $0 == FrameID(2) })
        #expect(stack.suggestedBest == nil && stack.tie.isEmpty)
        #expect(StackJudge.places(stack, composite: { Double($0.rawValue) * 20 }).isEmpty)
        stack.userBest = ids[2]
        StackJudge.judge(&stack, composite: { _ in nil })
        #expect(stack.suggestedBest == ids[2], "but a person may name one")
    }

    @Test func whatSomebodyChoseWinsByDefault() throws {
        let cards = [3, 1, 0.5, 0.5].map { Make.card(sharpness: $0) }
        let plain = Make.burst(cards)
        #expect(plain.stacks.first?.suggestedBest == ids[0])

        let rated = Make.burst(cards, existing: [ids[2]: Existing(mark: Mark(stars: 4))])
        #expect(rated.stacks.first?.suggestedBest == ids[2])
        #expect(rated.reasonLine(ids[2]) == "kept first: already rated ★4 in its sidecar")
        let other = try #require(rated.reasons(ids[0]).first)
        #expect(other.text == "2nd of 4: DSC_3 stands first, already rated ★4 in its sidecar")
        #expect(other.rival == ids[2] && other.place == 2)

        let inCamera = Make.burst(cards, camera: [2: 3])
        #expect(inCamera.stacks.first?.suggestedBest == ids[1])
        #expect(inCamera.reasonLine(ids[1]) == "kept first: rated ★3 in the camera")

        let edited = Make.burst(cards, existing: [ids[1]: Existing(isEdited: true)], camera: [2: 3])
        #expect(edited.reasonLine(ids[1]) == "kept first: already edited in its sidecar")
        let rejected = Make.burst(cards, existing: [ids[1]: Existing(mark: Mark(verdict: .reject, stars: 1))], camera: [2: 3])
        #expect(rejected.stacks.first?.suggestedBest == ids[0], "a rejected frame is not protected")
    }

    @Test func ofSeveralChosenOnesTheBest() {
        let cards = [3, 1, 0.5, 0.5].map { Make.card(sharpness: $0) }
        let two = Make.burst(
            cards, existing: [ids[1]: Existing(mark: Mark(stars: 2)), ids[2]: Existing(mark: Mark(verdict: .pick))])
        #expect(two.stacks.first?.suggestedBest == ids[1])
        #expect(two.reasonLine(ids[1]) == "kept first: already rated ★2 in its sidecar")
        #expect(two.reasonLine(ids[2]).hasPrefix("already picked in its sidecar"))
        #expect(ids.map { two.place(of: $0) } == [3, 1, 2, 4])
        let tied = Make.burst(
            cards, existing: [ids[2]: Existing(mark: Mark(stars: 2)), ids[3]: Existing(mark: Mark(stars: 2))])
        #expect(tied.stacks.first?.suggestedBest == nil && tied.stacks.first?.tie == [ids[2], ids[3]])
    }

    @Test func yourOwnBestStandsBeforeEverything() {
        let cards = [3, 1, 0.5].map { Make.card(sharpness: $0) }
        var model = Make.burst(cards, existing: [ids[1]: Existing(mark: Mark(stars: 4))])
        model.apply([FrameChange(ids[2], .best(true))])
        #expect(model.stacks.first?.suggestedBest == ids[2])
        #expect(model.reasonLine(ids[2]) == "kept first: you named it the best")
        #expect(model.reasonLine(ids[1]) == "2nd of 3: DSC_3 stands first, named the best by you")
    }

    @Test func aTieIsShownByItsLatest() {
        let model = Make.burst([0.5, 1, 1, 1].map { Make.card(sharpness: $0) })
        #expect(model.stacks.first?.tie == [ids[1], ids[2], ids[3]])
        #expect(model.face(of: ids) == ids[3])
    }

    @Test func theTasteMayDecideAndSaysSo() throws {
        let cards = [1.2, 1].map { Make.card(sharpness: $0) }
        #expect(Make.burst(cards).place(of: ids[0]) == 1)
        let model = Make.burst(cards, taste: [ids[0]: -3, ids[1]: 4])
        #expect(model.stacks.first?.suggestedBest == ids[1])
        let first = try #require(model.reasons(ids[1]).first)
        #expect(first.kind == .taste && first.text == "1st of 2: your taste: +4; 2nd without it" && first.placeIf == 2)
        let second = try #require(model.reasons(ids[0]).first)
        #expect(second.text == "2nd of 2: your taste: −3; 1st without it")
        #expect(model.isTasteAgainstBase(try #require(model.stacks.first)))
        #expect(model.composite(ids[1]) == model.baseComposite(ids[1]).map { $0 + 4 })
    }

    @Test func disputedStacksComeFirstAndReviewedOnesLast() throws {
        // Three bursts of two: clear, a toss-up, and in between; and two singles.
        let sharp: [Double] = [3, 0.1, 1, 1.01, 1, 1.5, 2, 0.2]
        let frames = sharp.indices.map {
            Make.frame(Int64($0 + 1), at: Make.time(min($0, 5) / 2 * 60 + max(0, $0 - 5) * 600, sub: String($0 % 2)))
        }
        var cards: [FrameID: ScoreCard] = [:]
        for (index, frame) in frames.enumerated() {
            cards[frame.id] = Make.card(sharpness: sharp[index], group: index / 2 + index / 7)
        }
        var model = SessionModel(frames: frames, cards: cards)
        #expect(model.stacks.map(\.members.count) == [2, 2, 2])
        func order(_ key: SortKey) -> [Int64] { model.entries(sortedBy: key).map { $0.members[0].rawValue } }
        #expect(order(.disputed).prefix(2) == [3, 5])
        #expect(order(.value).prefix(3) == [3, 5, 1])
        let confidence = try model.stacks.map { try #require(model.confidence(of: $0)) }
        #expect(confidence[0] == 1 && confidence[1] < 0.2 && confidence[2] > 0.2 && confidence[2] < 1)
        model.apply([FrameChange(FrameID(3), .verdict(.pick))])
        #expect(order(.disputed).first == 5)
        #expect(order(.value).last == 3)
    }
}
