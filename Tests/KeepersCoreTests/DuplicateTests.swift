import KeepersCore
import Testing

@Suite struct DuplicateTests {
    private func random(_ count: Int, _ dice: inout Dice) -> [Print] {
        (0..<count).map { place in
            var print = Make.print(place)
            let centre = dice.roll(4)
            print.features = (0..<1280).map { UInt8(dice.roll(60) + ($0 / 320 == centre ? dice.roll(180) : 0)) }
            if dice.roll(6) == 0 { print.features = [] }
            return print
        }
    }

    @Test func comparingManyGivesWhatComparingTwoGives() throws {
        var dice = Dice(3)
        let prints = random(24, &dice)
        let ids = prints.indices.map { FrameID(Int64($0)) }
        let table = Dictionary(uniqueKeysWithValues: zip(ids, prints))
        for threshold in [0.05, 0.15, 0.25, 0.4] {
            let pairs = Duplicates.pairs(ids, prints: table, threshold: threshold)
            let found = Dictionary(uniqueKeysWithValues: pairs.map { ([$0.first, $0.second], $0.distance) })
            for left in ids.indices {
                for right in ids.indices where right > left {
                    guard let expected = prints[left].distance(to: prints[right]) else { continue }
                    let distance = found[[ids[left], ids[right]]]
                    if expected <= threshold {
                        #expect(abs(try #require(distance) - expected) < 1e-12)
                    } else {
                        #expect(distance == nil)
                    }
                }
            }
        }
    }

    @Test func theThresholdJoinsAndParts() {
        let frames = (0..<3).map { index in
            (Make.frame(Int64(index + 1), at: Make.time(index * 1000)), Looked.print(scene: 1, angle: Double(index) * 25))
        }
        func groups(_ threshold: Double) -> [[Int64]] {
            Looked.model(frames, rules: StackRules(duplicateThreshold: threshold)).duplicates().map { $0.members.map(\.rawValue) }
        }
        #expect(groups(0.05).isEmpty)
        #expect(groups(0.15) == [[1, 2, 3]], "single linkage: the second joins the first and the third")
        var model = Looked.model(frames)
        model.findAlike()
        for threshold in [0.0, 0.05, 0.15, 0.3] {
            model.set(duplicateThreshold: threshold)
            #expect(model.knowsAlike && model.duplicates().map { $0.members.map(\.rawValue) } == groups(threshold))
        }
        model.set(duplicateThreshold: 0.9)
        #expect(!model.knowsAlike, "so wide was not looked")
    }

    @Test func whatWasFoundMeanwhileServesTheSameCardsOnly() {
        let frames = (1...4).map { (Make.frame(Int64($0), at: Make.time($0 * 90_000)), Looked.print(scene: 1)) }
        var model = Looked.model(Array(frames.dropLast()))
        let found = AlikeFrames(model.frames.map(\.id).reversed(), model.cards, threshold: 0.15)
        let all = Looked.model(frames)
        let without = model.duplicates()
        model.take(alike: found)
        #expect(model.knowsAlike && model.duplicates() == without && without.count == 1, "in any order of frames")
        model.add(cards: [FrameID(4): all.cards[FrameID(4)]!])
        #expect(!model.knowsAlike)
        model.take(alike: found)
        #expect(!model.knowsAlike, "another frame was measured since")
    }

    @Test func blackAndFlatFramesAreNever() {
        var black = Looked.print(scene: 1)
        black.lab = [Float](repeating: 1, count: 48)
        var noisy = black
        for cell in stride(from: 0, to: 48, by: 3) { noisy.lab[cell] = Float(cell % 6) }
        let model = Looked.model((0..<4).map { (Make.frame(Int64($0), at: Make.time($0 * 500)), $0 < 2 ? black : noisy) })
        #expect(model.duplicates().isEmpty)
    }

    @Test func theRepresentativeIsTheBestOrTheOneChosen() throws {
        let frames = (1...3).map { Make.frame(Int64($0), at: Make.time($0 * 1000)) }
        var cards: [FrameID: ScoreCard] = [:]
        for (frame, sharpness) in zip(frames, [0.1, 1.5, 0.7]) { cards[frame.id] = Make.card(sharpness: sharpness) }
        var model = SessionModel(frames: frames, cards: cards)
        let group = try #require(model.duplicates().first)
        #expect(group.representative == FrameID(2) && group.kind == .sameAgain)
        model.apply(StackEdits.chooseRepresentative(FrameID(3), of: group, in: model))
        #expect(model.duplicates().first?.representative == FrameID(3))
        model.apply(StackEdits.chooseRepresentative(FrameID(1), of: group, in: model))
        #expect(model.duplicates().first?.representative == FrameID(1), "one at a time")
        #expect(StackEdits.chooseRepresentative(FrameID(9), of: group, in: model).isEmpty)
    }

    @Test func oneMomentOfTwoCamerasIsSaid() {
        func kind(_ seconds: Int, rules: StackRules = StackRules()) -> DuplicateGroup.Kind? {
            let frames = [
                (Make.frame(1, at: Make.time(0), camera: "A"), Looked.print(scene: 1)),
                (Make.frame(2, at: Make.time(seconds), camera: "B"), Looked.print(scene: 1, angle: 10)),
            ]
            return Looked.model(frames, rules: rules).duplicates().first?.kind
        }
        #expect(kind(3) == .twoCameras)
        #expect(kind(3600) == .sameAgain)
        let body = Make.frame(2, camera: "B").body
        #expect(kind(3600, rules: StackRules(clockOffsets: [body: -3_598_000_000_000])) == .twoCameras, "after the clock was set")
    }
}
