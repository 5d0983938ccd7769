import KeepersCore
import Testing

/// The same cards give the same marks, stacks, order and reasons, however they came in.
@Suite struct SameResultTests {
    private struct Session {
        var frames: [Frame] = []
        var cards: [(FrameID, ScoreCard)] = []
        var existing: [FrameID: Existing] = [:]
        var taste: [FrameID: Double] = [:]
    }

    private func session(_ seed: UInt64) -> Session {
        var dice = Dice(seed)
        var session = Session()
        for number in 1...48 {
            let frame = Make.frame(Int64(number), at: Make.time(number / 6 * 10, sub: String(number % 6)))
            let faces: [Face]? = dice.roll(5) == 0 ? nil : (0..<dice.roll(4)).map { face($0, &dice) }
            var card = Make.card(sharpness: Double(1 + dice.roll(30)) / 10, bright: Double(dice.roll(4)) / 20, faces: faces)
            card.print = Make.print(number / 6)
            card.measures[.contrast] = Double(10 + dice.roll(30)) / 100
            if dice.roll(4) == 0 { card.measures[.motionBlur] = Double(dice.roll(10)) / 10 }
            session.frames.append(frame)
            session.cards.append((frame.id, card))
            if dice.roll(12) == 0 { session.existing[frame.id] = Existing(mark: Mark(stars: 1 + dice.roll(5))) }
            session.taste[frame.id] = Double(dice.roll(13)) - 6
        }
        return session
    }

    private func face(_ index: Int, _ dice: inout Dice) -> Face {
        let shift = Double(dice.roll(10)) / 100
        return Make.face(
            x: 0.1 + 0.25 * Double(index) + shift, size: 0.1 + Double(dice.roll(3)) / 100, eyes: EyeState.allCases[dice.roll(3)],
            smile: Double(dice.roll(10)) / 10, quality: Double(dice.roll(100)))
    }

    private func words(_ model: SessionModel) -> [String] {
        var lines = SortKey.allCases.map { key in "\(key) \(model.entries(sortedBy: key).map(\.members))" }
        lines += model.stacks.map { "\($0)" }
        for frame in model.frames {
            lines.append("\(frame.id) \(model.composite(frame.id) ?? -1) \(model.place(of: frame.id) ?? 0)")
            lines += model.reasons(frame.id).map(\.text)
        }
        return lines
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func anyOrderOfArrivalGivesTheSame(seed: UInt64) {
        let session = session(seed)
        let cards = Dictionary(uniqueKeysWithValues: session.cards)
        let expected = words(
            SessionModel(frames: session.frames, cards: cards, existing: session.existing, taste: session.taste))
        #expect(Set(expected).count > 80)
        var dice = Dice(seed + 100)
        for _ in 0..<2 {
            var frames = session.frames
            var waiting = session.cards
            for index in frames.indices.reversed() { frames.swapAt(index, dice.roll(index + 1)) }
            for index in waiting.indices.reversed() { waiting.swapAt(index, dice.roll(index + 1)) }
            var model = SessionModel(frames: frames)
            let isTasteFirst = dice.roll(2) == 0
            if isTasteFirst { model.set(taste: session.taste) } else { model.set(existing: session.existing) }
            while !waiting.isEmpty {
                let batch = waiting.prefix(1 + dice.roll(9))
                waiting.removeFirst(batch.count)
                model.add(cards: Dictionary(uniqueKeysWithValues: batch))
                if dice.roll(3) == 0 { model.restack() }
            }
            if isTasteFirst { model.set(existing: session.existing) } else { model.set(taste: session.taste) }
            model.restack()
            #expect(words(model) == expected)
        }
    }

    /// What counts as full colour follows the session, in coarse steps: more of the same evening moves nothing.
    @Test func marksHoldStillWhileCardsArrive() {
        func model(_ count: Int) -> SessionModel {
            let frames = (1...count).map { Make.frame(Int64($0), at: Make.time($0 * 10)) }
            let cards = frames.enumerated().map { index, frame in
                var card = Make.card(group: index)
                card.measures[.colourfulness] = 12 + Double(index * 37 % 20)
                card.measures[.contrast] = 0.1 + Double(index * 37 % 20) / 200
                return (frame.id, card)
            }
            return SessionModel(frames: frames, cards: Dictionary(uniqueKeysWithValues: cards))
        }
        let evening = model(60)
        let later = model(200)
        for frame in evening.frames { #expect(evening.scores[frame.id] == later.scores[frame.id]) }
        let few = model(20)
        #expect(
            few.scores[FrameID(20)]?.colour ?? 100 < evening.scores[FrameID(20)]?.colour ?? 0, "a dim evening has its own scale")
    }
}
