import KeepersCore
import Testing

@Suite struct ReceiptTests {
    /// Bursts of three, a minute apart; in each the second frame is the sharpest.
    private static func frame(_ number: Int) -> Frame {
        var shot = ShotData()
        var time = CaptureTime(wallSeconds: 1_781_381_640 + Int64(number / 3 * 60), offsetMinutes: 120)
        time.setSubsecond(digits: padded(number % 3 * 20, 2))
        shot.capturedAt = time
        (shot.camera, shot.serial) = ("NIKON Z 8", "1")
        let kind: FileKind = number >= 9 ? .jpeg : .nef
        return Frame(
            id: FrameID(Int64(number)), source: 0, path: "DSC_\(padded(number, 4)).\(kind.rawValue)", size: 1, modified: 0,
            header: FrameHeader(kind: kind, shot: shot, previews: [], problem: nil), pair: nil)
    }

    private static func picture(_ group: Int) -> Print {
        var lab: [Float] = []
        for cell in 0..<16 { lab += [Float(20 + (cell * 3 + group * 7) % 60), Float(group % 9), Float(group % 7)] }
        return Print(hash: UInt64(group) &* 0x9E37_79B9_7F4A_7C15, lab: lab)
    }

    private static func model(_ log: [StoredStep], _ count: Int = 12) -> SessionModel {
        let frames = (0..<count).map(frame)
        var cards: [FrameID: ScoreCard] = [:]
        for frame in frames {
            let measures = Measures([.sharpness: frame.id.rawValue % 3 == 1 ? 4.5 : 1.0, .brightness: 0.4, .contrast: 0.2])
            cards[frame.id] = ScoreCard(
                model: "test", measures: measures,
                print: picture(Int(frame.id.rawValue) / 3),
                width: 1620,
                height: 1080)
        }
        return SessionModel(frames: frames, marks: UndoHistory(log: log).marks, cards: cards)
    }

    private static let minute: Int64 = 60_000_000_000

    private static func step(
        _ id: Int64, minutes: Double, _ changes: [FrameChange], _ origin: Step.Origin = .user, undoOf: Int64? = nil
    )
        -> StoredStep
    {
        StoredStep(
            id: StepID(id), at: Int64(minutes * Double(minute)), step: Step(changes: changes, origin: origin),
            undoOf: undoOf.map { StepID($0) })
    }
    private static func pick(_ frame: Int64) -> FrameChange { FrameChange(FrameID(frame), .verdict(.pick)) }
    private static func reject(_ frame: Int64) -> FrameChange { FrameChange(FrameID(frame), .verdict(.reject)) }
    private static func told(_ frame: Int64, _ word: Advice.Word, blind: Bool = false) -> [Advice] {
        [Advice(frame: FrameID(frame), word: word, isBlind: blind)]
    }
    private static func receipt(_ log: [StoredStep], _ advice: [StepID: [Advice]] = [:], since: Int64? = nil) -> Receipt {
        Receipt(
            name: "wedding", model: model(log), log: log, advice: advice, since: since, heatEvents: 0, exports: [],
            unseen: .init())
    }

    @Test func stacksAreFound() { #expect(Self.model([]).stacks.map(\.members.count) == [3, 3, 3, 3]) }

    @Test func agreementGoesByWhatWasShownThen() {
        let log = [
            Self.step(1, minutes: 0, [Self.pick(1), Self.reject(0), Self.reject(2)]),
            Self.step(2, minutes: 1, [Self.pick(3)]), Self.step(3, minutes: 2, [Self.pick(6)]),
            Self.step(4, minutes: 3, [Self.pick(10)]),
        ]
        let advice: [StepID: [Advice]] = [
            StepID(1): Self.told(1, .best(FrameID(1))), StepID(2): Self.told(3, .best(FrameID(4))),
            StepID(3): Self.told(6, .tie), StepID(4): Self.told(10, .best(FrameID(9)), blind: true),
        ]
        let agreement = Self.receipt(log, advice).agreement
        #expect((agreement.agreed, agreement.compared, agreement.ties) == (1, 2, 1))
        #expect((agreement.blindAgreed, agreement.blindCompared, agreement.changed) == (0, 1, 2))
        #expect(agreement.share == 0.5)
        // Today's ranking would say otherwise; it was not on the screen.
        #expect(Self.model(log).stacks.last?.suggestedBest == FrameID(10))
    }

    @Test func theFirstChoiceInAStackCounts() {
        let log = [Self.step(1, minutes: 0, [Self.pick(0)]), Self.step(2, minutes: 1, [Self.pick(1)])]
        let advice: [StepID: [Advice]] = [StepID(1): Self.told(0, .best(FrameID(1))), StepID(2): Self.told(1, .nothing)]
        let agreement = Self.receipt(log, advice).agreement
        #expect((agreement.agreed, agreement.compared, agreement.silent) == (1, 1, 0), "the suggested one is among the picks")
    }

    @Test func whatWasUndoneIsNoChoice() {
        let log = [
            Self.step(1, minutes: 0, [Self.pick(0)]),
            Self.step(2, minutes: 1, [FrameChange(FrameID(0), .verdict(nil))], .undo, undoOf: 1),
            Self.step(3, minutes: 2, [Self.pick(1)]),
        ]
        let advice: [StepID: [Advice]] = [StepID(1): Self.told(0, .best(FrameID(1))), StepID(3): Self.told(1, .best(FrameID(1)))]
        let agreement = Self.receipt(log, advice).agreement
        #expect((agreement.agreed, agreement.compared) == (1, 1))
    }

    @Test func decisionsWithoutASuggestionAreCountedApart() {
        let log = [Self.step(1, minutes: 0, [Self.pick(1)], .commandLine)]
        #expect(Self.receipt(log).agreement.untold == 1 && Self.receipt(log).agreement.share == nil)
        #expect(Self.receipt(log).work.frames == 0 && Self.receipt(log).work.seconds == 0)
        #expect(Self.receipt(log).text { _ in "then" }.contains { $0.contains("outside the screens") })
    }

    @Test func pausesAreNoWork() {
        let log = [0.0, 1, 2, 7, 12.01, 13].enumerated().map { index, minutes in
            Self.step(Int64(index + 1), minutes: minutes, [Self.pick(Int64(index))])
        }
        let work = Self.receipt(log).work
        // 7 -> 12.01 is a pause; 2 -> 7 is just none.
        #expect(abs(work.seconds - (1 + 1 + 5 + 0.99) * 60) < 0.01)
        #expect(work.frames == 6)
        #expect(abs(work.pace! - 6 / 7.99) < 0.01)
        // A clock set back by an hour.
        let back = [
            Self.step(1, minutes: 60, [Self.pick(0)]), Self.step(2, minutes: 0, [Self.pick(1)]),
            Self.step(3, minutes: 1, [Self.pick(2)]),
        ]
        #expect(Self.receipt(back).work.seconds == 60)
    }

    @Test func thisTimeIsToldApart() {
        let log = [0.0, 2, 60, 61].enumerated().map { Self.step(Int64($0 + 1), minutes: $1, [Self.pick(Int64($0))]) }
        let receipt = Self.receipt(log, since: 59 * Self.minute)
        #expect(receipt.work.seconds == 180 && receipt.sitting?.seconds == 60 && receipt.sitting?.frames == 2)
        #expect(Self.receipt(log, since: 0).sitting == nil, "all of it is this time")
    }

    @Test func withoutDecisionsItSaysSo() {
        let text = Self.receipt([]).text { _ in "then" }
        #expect(
            text == [
                "Receipt: wedding", "      12  frames: 0 picks, 0 rejects, 12 open",
                "          no decision was made in this session yet",
            ])
    }

    @Test func theTextIsPlainAndNarrow() {
        let log = [Self.step(1, minutes: 0, [Self.pick(1), Self.reject(0)]), Self.step(2, minutes: 3, [Self.pick(3)])]
        let advice: [StepID: [Advice]] = [StepID(1): Self.told(1, .best(FrameID(1))), StepID(2): Self.told(3, .best(FrameID(4)))]
        var unseen = Receipt.Unseen()
        unseen.withoutSidecar = [.jpeg: 9, .dng: 1]
        unseen.unexported = 2
        unseen.maybes = 1
        let receipt = Receipt(
            name: "Anna + Tom\u{1B}[31m, card 2, which has a name that is much longer than a line", model: Self.model(log),
            log: log,
            advice: advice, heatEvents: 2,
            exports: [
                Receipt.Export(at: 5, profile: "lightroom", state: "finished", written: 2216, unchanged: 4, failed: 0),
                Receipt.Export(at: 4, profile: "flags", state: "undone", written: 1, unchanged: 0, failed: 0),
            ], unseen: unseen)
        let text = receipt.text { "at \($0)" }
        #expect(text.allSatisfy { columns(of: $0) <= 72 && !$0.contains("\u{1B}") }, "\(text)")
        #expect(
            text == [
                "Receipt: Anna + Tom?[31m, card 2, which has a name that is much longer",
                "  than a line",
                "      12  frames: 2 picks, 1 reject, 9 open",
                "   3 min  at the keys (pauses over 5 min left out), 1.0 frames/min",
                "       1  stack changed by you: another best than suggested",
                "    50 %  the model agreed: 1 of 2 stacks that you chose from",
                "       2  times the measuring stepped back from heat or load",
                "exported at 5, lightroom: 2 216 written, 4 unchanged, 0 failed",
                "exported at 4, flags: undone since",
                "Lightroom will not see:",
                "       1  decision on DNG: it reads no sidecar for those",
                "       9  decisions on JPEG: it reads no sidecar for those",
                "       2  decisions not exported yet: E, or keepers export",
                "       1  maybe: no flag is written for it",
            ], "\(text.joined(separator: "\n"))")
    }
}
