import KeepersCore
import Testing

@Suite struct StackKindTests {
    private func frame(
        _ id: Int64, _ second: Int, _ sub: String = "", time: Double? = nil, iso: Int = 100, aperture: Double = 4,
        bias: Double? = nil,
        mode: Int? = nil, camera: String = "A"
    ) -> Frame {
        var frame = Make.frame(id, at: Make.time(second, sub: sub), camera: camera)
        frame.header.shot.exposureTime = time
        frame.header.shot.iso = iso
        frame.header.shot.aperture = aperture
        frame.header.shot.exposureBias = bias
        frame.header.shot.bracketMode = mode
        return frame
    }

    private func kinds(_ model: SessionModel) -> [Stack.Kind] { model.stacks.map(\.kind) }

    @Test func featuresDecideWhereBothHaveThem() {
        let frames = [frame(1, 0, "1"), frame(2, 0, "3"), frame(3, 0, "5")]
        // About .29 apart: people moved; then a right angle: another picture, though dHash and colours are the same.
        var other = Looked.print(scene: 1)
        other.features = Looked.features(scene: 5)
        let model = Looked.model([
            (frames[0], Looked.print(scene: 1)), (frames[1], Looked.print(scene: 1, angle: 45)), (frames[2], other),
        ])
        #expect(Looked.members(model) == [[1, 2]])
        var bare = other
        bare.features = []
        let mixed = Looked.model([(frames[0], Looked.print(scene: 1)), (frames[1], bare), (frames[2], other)])
        #expect(Looked.members(mixed) == [[1, 2, 3]], "one without features is compared by hash and colours")
    }

    @Test func aBlackFrameInABurstPartsNothingAndIsNotInIt() {
        let black = Print(hash: 0, lab: [Float](repeating: 2, count: 48))
        let model = Looked.model([
            (frame(1, 0, "1"), Looked.print(scene: 1)), (frame(2, 0, "4"), black), (frame(3, 0, "7"), Looked.print(scene: 1)),
        ])
        #expect(Looked.members(model) == [[1, 3]])
    }

    @Test func anOddFrameInABurstStandsAlone() {
        let scenes = [1, 1, 7, 1, 8]
        let model = Looked.model(
            scenes.enumerated().map { (frame(Int64($0.offset + 1), 0, String($0.offset)), Looked.print(scene: $0.element)) })
        #expect(Looked.members(model) == [[1, 2, 4]])
        let slow = Looked.model(
            scenes.enumerated().map { (frame(Int64($0.offset + 1), $0.offset), Looked.print(scene: $0.element)) })
        #expect(Looked.members(slow).first == [1, 2], "not across more than the gap")
    }

    @Test func aClockWithoutSecondsStacksOnlyTheSamePicture() {
        // One minute, one moment to this clock: alike is not enough, the same picture is.
        func model(_ angle: Double, second: Int) -> SessionModel {
            let minute = 1_780_000_020 - 1_780_000_000
            return Looked.model([
                (frame(1, minute), Looked.print(scene: 1)), (frame(2, minute), Looked.print(scene: 1, angle: angle)),
                (frame(3, minute + second), Looked.print(scene: 9)),
            ])
        }
        #expect(Looked.members(model(45, second: 60)).isEmpty)
        #expect(Looked.members(model(20, second: 60)) == [[1, 2]])
        #expect(Looked.members(model(45, second: 61)) == [[1, 2]], "a clock with seconds")
    }

    @Test func theCamerasWordMakesABracket() {
        // A pair at 0 and -0.7, and again eight seconds later, as one compact camera writes it.
        let model = Looked.model([
            (frame(1, 0, time: 1.0 / 15, bias: 0, mode: 1), Looked.print(scene: 1)),
            (frame(2, 0, time: 1.0 / 25, bias: -0.7, mode: 1), Looked.print(scene: 1, angle: 10)),
            (frame(3, 8, time: 1.0 / 20, bias: 0, mode: 1), Looked.print(scene: 1)),
            (frame(4, 8, time: 1.0 / 30, bias: -0.7, mode: 1), Looked.print(scene: 1, angle: 10)),
        ])
        #expect(Looked.members(model) == [[1, 2], [3, 4]])
        #expect(kinds(model) == [.bracket, .bracket])
        #expect(model.stacks.allSatisfy { $0.suggestedBest == nil && $0.tie.isEmpty }, "never judged against itself")
    }

    @Test(arguments: [[0, -1, 1], [-1, 0, 1], [0, -1, 1, -2, 2], [2, 1, 0, -1, -2]] as [[Double]])
    func oneBracketAfterAnotherIsTwo(_ biases: [Double]) {
        let twice = (biases + biases).enumerated().map { place, bias in
            (
                frame(Int64(place + 1), place / 5, String(place % 5 * 2), time: power(2, bias) / 100, bias: bias),
                Looked.print(scene: 1)
            )
        }
        let model = Looked.model(twice)
        #expect(model.stacks.map(\.members.count) == [biases.count, biases.count])
        #expect(kinds(model) == [.bracket, .bracket])
    }

    @Test func aWheelTurnedDuringABurstIsNoBracket() {
        func model(_ biases: [Double]) -> SessionModel {
            Looked.model(
                biases.enumerated().map {
                    (frame(Int64($0.offset + 1), 0, String($0.offset), bias: $0.element), Looked.print(scene: 1))
                })
        }
        #expect(kinds(model([0, 0, 0, -0.3, -0.7, -1, -1, -1])) == [.burst])
        #expect(kinds(model([0, 0, -0.7, -0.7])) == [.burst])
        #expect(kinds(model([0, -0.7])) == [.burst], "two prove no ladder")
        #expect(kinds(model([0, -0.7, 0.7])) == [.bracket])
    }

    @Test func anEvenLadderThatThePicturesFollowIsABracket() {
        func model(_ times: [Double], light: [Float]) -> SessionModel {
            Looked.model(
                times.indices.map {
                    (frame(Int64($0 + 1), 0, String($0 * 2), time: times[$0]), Looked.print(scene: 1, lightness: light[$0]))
                })
        }
        #expect(kinds(model([1.0 / 100, 1.0 / 200, 1.0 / 50], light: [0, -9, 9])) == [.bracket])
        #expect(kinds(model([1.0 / 400, 1.0 / 200, 1.0 / 100], light: [-9, 0, 9])) == [.bracket])
        #expect(
            kinds(model([1.0 / 100, 1.0 / 200, 1.0 / 50], light: [0, 0, 0])) == [.burst], "automatic exposure follows the light")
        #expect(kinds(model([1.0 / 100, 1.0 / 200, 1.0 / 70], light: [0, -9, 5])) == [.burst], "uneven steps")
        #expect(kinds(model([1.0 / 100, 1.0 / 110, 1.0 / 90], light: [0, -2, 2])) == [.burst], "less than a third of a stop")
        #expect(kinds(model([1.0 / 100, 1.0 / 200], light: [0, -9])) == [.burst], "two prove no ladder")
    }

    @Test func anotherSceneIsNoPartOfABracket() {
        let model = Looked.model([
            (frame(1, 0, "1", time: 0.01, bias: 0, mode: 1), Looked.print(scene: 1)),
            (frame(2, 0, "3", time: 0.005, bias: -1, mode: 1), Looked.print(scene: 7)),
        ])
        #expect(model.stacks.isEmpty)
    }

    @Test func theSamePictureWithinMinutesIsARetry() {
        func model(_ second: Int, _ angle: Double, camera: String = "A") -> SessionModel {
            Looked.model([
                (frame(1, 0), Looked.print(scene: 1)), (frame(2, 30), Looked.print(scene: 6)),
                (frame(3, second), Looked.print(scene: 1, angle: angle)),
                (frame(4, second + 1, "5", camera: camera), Looked.print(scene: 8)),
            ])
        }
        #expect(Looked.members(model(100, 20)) == [[1, 3]])
        #expect(kinds(model(100, 20)) == [.retry])
        #expect(model(100, 45).stacks.isEmpty, "alike is not the same picture")
        #expect(model(130, 20).stacks.isEmpty, "another visit")
    }

    @Test func retriesDoNotChainAndLeaveBurstsWhole() {
        // 25 degrees a step: each is the same picture as the one before it, the third is another than the first.
        let chain = Looked.model((0..<4).map { (frame(Int64($0 + 1), $0 * 20), Looked.print(scene: 1, angle: Double($0) * 25)) })
        #expect(Looked.members(chain) == [[1, 2], [3, 4]])
        let burst = Looked.model([
            (frame(1, 0, "1"), Looked.print(scene: 1)), (frame(2, 0, "3"), Looked.print(scene: 1)),
            (frame(3, 20), Looked.print(scene: 1)), (frame(4, 60), Looked.print(scene: 1)),
        ])
        #expect(Looked.members(burst) == [[1, 2], [3, 4]])
        #expect(kinds(burst) == [.burst, .retry])
    }

    @Test func whatJoinsABracketByHandIsNotJudgedEither() {
        var model = Looked.model([
            (frame(1, 0, "1", time: 0.01, bias: 0, mode: 1), Looked.print(scene: 1)),
            (frame(2, 0, "3", time: 0.005, bias: -1, mode: 1), Looked.print(scene: 1)), (frame(3, 50), Looked.print(scene: 2)),
        ])
        model.apply(StackEdits.mergeWithPrevious(FrameID(3), in: model))
        #expect(Looked.members(model) == [[1, 2, 3]] && kinds(model) == [.bracket])
        #expect(model.stacks[0].suggestedBest == nil && model.stacks[0].tie.isEmpty)
    }

    @Test func nonsenseFromAFileDoesNoHarm() {
        var print = Looked.print(scene: 1)
        print.lab[6] = .nan
        var short = print
        short.lab = [.nan, .infinity]
        short.features = [7]
        for time in [Double.nan, .infinity, -1, 0, 1e300] {
            for bias in [Double.nan, .infinity, 1e300] {
                let frames = [
                    (frame(1, 0, time: time, iso: -1, aperture: time, bias: bias, mode: -7), print),
                    (frame(2, 0, time: 0.01, iso: .max, aperture: 0, bias: 0, mode: .max), short),
                    (frame(3, 0, time: time, bias: bias), Looked.print(scene: 1)),
                ]
                let model = Looked.model(
                    frames, rules: StackRules(gap: .max, duplicateThreshold: 1, clockOffsets: [frames[0].0.body: .max]))
                #expect(Set(model.stacks.flatMap(\.members)).count == model.stacks.flatMap(\.members).count)
                #expect(model.duplicates().count <= 1 && model.clockProposals().isEmpty)
            }
        }
    }

    @Test func nothingDependsOnTheOrderOfArrival() {
        var dice = Dice(11)
        var frames: [(Frame, Print)] = []
        for id in 1...80 as ClosedRange<Int64> {
            let bias = [0.0, -1, 1][dice.roll(3)]
            let camera = ["A", "B"][dice.roll(2)]
            frames.append(
                (
                    frame(
                        id, dice.roll(90), String(dice.roll(10)), time: 0.01 * power(2, bias), bias: bias,
                        mode: camera == "A" ? 1 : 0,
                        camera: camera),
                    Looked.print(scene: dice.roll(4), angle: Double(dice.roll(40)))
                ))
        }
        let expected = Looked.model(frames)
        #expect(Set(expected.stacks.map(\.kind)) == [.burst, .bracket, .retry])
        for _ in 0..<6 {
            for index in frames.indices.reversed() { frames.swapAt(index, dice.roll(index + 1)) }
            let other = Looked.model(frames)
            #expect(other.stacks == expected.stacks)
            #expect(other.duplicates() == expected.duplicates())
            #expect(other.clockProposals() == expected.clockProposals())
        }
        let members = expected.stacks.flatMap(\.members)
        #expect(Set(members).count == members.count, "a frame is in at most one stack")
    }

    private func power(_ base: Double, _ exponent: Double) -> Double {
        exponent < 0 ? 1 / power(base, -exponent) : (0..<Int(exponent)).reduce(1) { value, _ in value * base }
    }
}
