import KeepersCore
import Testing

/// Eyes, faces and people in the choice of a best.
@Suite struct FaceJudgeTests {
    private let ids = (1...4).map { FrameID(Int64($0)) }

    private func couple(_ left: EyeState = .open, _ right: EyeState = .open, smile: Double = 0, quality: Double = 80) -> [Face] {
        [
            Make.face(x: 0.2, size: 0.12, eyes: left, smile: smile, quality: quality),
            Make.face(x: 0.6, size: 0.1, eyes: right, smile: smile, quality: quality),
        ]
    }

    @Test func closedEyesLoseAndTheReasonSaysWhichAndWhatIf() throws {
        let model = Make.burst([
            Make.card(sharpness: 1.3, faces: couple(.open, .closed)), Make.card(sharpness: 1, faces: couple()),
        ])
        #expect(model.stacks.first?.suggestedBest == ids[1])
        let reason = try #require(model.reasons(ids[0]).first)
        #expect(reason.text == "2nd of 2: face 2 closed (EAR 0.08); would tie for 1st if open")
        #expect(reason.face == 1 && reason.part == .eyes && reason.place == 2 && reason.placeIf == 1 && reason.rival == ids[1])
        #expect(model.reasons(ids[0]).count { $0.kind == .eyes } == 0, "it is not said twice")
        #expect(model.reasonLine(ids[1]) == "1st of 2: eyes open; in the next face 2 closed (EAR 0.08)")
    }

    @Test func theReasonForOpenEyesIsTrueOfTheFrameItself() {
        func reason(_ own: [Face], _ other: [Face]) -> String {
            let model = Make.burst([Make.card(sharpness: 1, faces: own), Make.card(sharpness: 1, faces: other)])
            return model.reasonLine(ids[0])
        }
        #expect(reason(couple(.open, .closed), couple(.closed, .closed)) == "1st of 2: fewer eyes closed (1, in the next 2)")
        #expect(
            reason(couple(.open, .unsure), couple(.open, .closed))
                == "1st of 2: no eyes closed as far as can be told; in the next face 2 closed (EAR 0.08)")
    }

    @Test func theCounterfactualIsComputed() throws {
        // Sharper than the winner, so open eyes would win; a softer one would still be behind.
        let winner = Make.card(sharpness: 1, faces: couple())
        let sharper = Make.burst([Make.card(sharpness: 1.9, faces: couple(.closed, .closed)), winner])
        #expect(sharper.reasonLine(ids[0]) == "2nd of 2: faces 1 and 2 closed; would be 1st if open")
        let softer = Make.burst([Make.card(sharpness: 0.3, faces: couple(.closed, .closed)), winner])
        let reasons = softer.reasons(ids[0])
        #expect(reasons[0].text == "2nd of 2: faces 1 and 2 closed" && reasons[0].placeIf == 2)
        #expect(reasons[1].text.hasPrefix("also softer (sharpness"), "\(reasons[1].text)")
    }

    @Test func theLargerFaceCostsMore() throws {
        let background = Make.face(x: 0.8, y: 0.1, size: 0.03, eyes: .closed)
        let marks = try [[Make.face(size: 0.2), background], couple(.open, .closed), couple(.closed, .open)].map {
            try #require(Scores(Make.card(faces: $0)).composite)
        }
        #expect(marks == marks.sorted(by: >) && Set(marks).count == 3)
        let clean = try #require(Scores(Make.card(faces: couple())).composite)
        #expect(clean - marks[0] < Calibration.tiePoints, "a blink far behind spoils nothing")
        let crowd = (0..<20).map { (index: Int) -> Face in
            let (x, y) = (Double(index % 5) * 0.18, Double(index / 5) * 0.2)
            return Make.face(x: x, y: y, size: 0.06, eyes: index == 7 ? .closed : .open)
        }
        let group = try #require(Scores(Make.card(faces: crowd)).composite)
        #expect(clean - group >= Calibration.tiePoints, "one blink in a group of twenty is seen")
    }

    @Test func aLaughOrAKissIsNeverAFaultAlone() {
        let laugh = Make.face(eyes: .closed, smile: 0.8)
        let kiss = [Make.face(x: 0.40, eyes: .closed), Make.face(x: 0.49, eyes: .closed)]
        let apart = [Make.face(x: 0.30, eyes: .closed), Make.face(x: 0.49, eyes: .closed)]
        #expect(EyeFaults.closed([laugh]).isEmpty && EyeFaults.excuse(0, in: [laugh]) == .laugh)
        #expect(EyeFaults.closed(kiss).isEmpty && EyeFaults.excuse(0, in: kiss) == .kiss)
        #expect(EyeFaults.closed(apart) == [0, 1])
        #expect(Scores(Make.card(faces: kiss))[.eyes] == nil, "nothing for, nothing against")
        #expect(Scores(Make.card(faces: kiss)).composite == Scores(Make.card(faces: [])).composite)
        let model = Make.burst([
            Make.card(sharpness: 2, faces: kiss), Make.card(sharpness: 0.5, faces: [Make.face(), Make.face(x: 0.6)]),
        ])
        #expect(model.stacks.first?.suggestedBest == ids[0])
        #expect(model.reasons(ids[0]).contains { $0.text == "face 1: eyes closed, touching another face, no fault" })
    }

    @Test func wordsCountEveryFaceThatIsDrawn() {
        func words(_ faces: [Face]) -> [String] { Make.burst([Make.card(faces: faces)]).reasons(ids[0]).map(\.text) }
        var loose = Make.face(x: 0.6, eyes: .closed)
        loose.presence = 0.2
        #expect(EyeFaults.told(loose) == .unsure && EyeFaults.told(Make.face(eyes: .closed)) == .closed)
        let beside = words([Make.face(), loose])
        #expect(beside.contains("can't tell whether 1 of 2 pairs of eyes are open"), "\(beside)")
        #expect(!beside.contains { $0.hasPrefix("all ") || $0 == "eyes open" })
        let crowd = (0..<12).map { index in
            Make.face(x: Double(index) * 0.08, size: 0.05, eyes: index == 11 ? .closed : .open, smile: index == 11 ? 0.8 : 0)
        }
        #expect(words(crowd).contains("face 12: eyes closed in a laugh, no fault"), "however small the face")
    }

    @Test func whatCannotBeToldCountsNeitherWay() {
        let unsure = Make.card(faces: [Make.face(eyes: .unsure)])
        #expect(Scores(unsure)[.eyes] == nil)
        #expect(Scores(unsure).composite == Scores(Make.card(faces: nil)).composite)
        let doubtful = Make.card(faces: [Make.face(eyes: .closed, confidence: 0.4)])
        #expect(Scores(doubtful)[.eyes] == nil, "a face that may be none has no eyes")
        #expect(Make.burst([unsure]).reasons(ids[0]).contains { $0.text == "can't tell whether the eyes are open" })
    }

    @Test func amongFaultlessFramesFacesThenSmilesThenPeopleDecide() throws {
        let clear = Make.burst([Make.card(faces: couple(quality: 55)), Make.card(faces: couple(quality: 90))])
        #expect(clear.stacks.first?.suggestedBest == ids[1])
        #expect(clear.reasonLine(ids[0]) == "2nd of 2: less clear faces (faces 65 against 100); would tie for 1st if as clear")
        let smile = Make.burst([Make.card(faces: couple(smile: 0.9)), Make.card(faces: couple(smile: 0.1))])
        #expect(smile.stacks.first?.suggestedBest == ids[0])
        #expect(smile.reasonLine(ids[1]).contains("less smile (expression 20 against 100)"))
        let missing = Make.burst([Make.card(faces: couple()), Make.card(faces: [couple()[0]])])
        #expect(missing.stacks.first?.suggestedBest == ids[0])
        #expect(missing.reasonLine(ids[1]).contains("somebody is missing"))
        // The order of the rules: a clearer face is worth more than a smile, open eyes more than both.
        let faceBeforeSmile = Make.burst([
            Make.card(faces: couple(smile: 0.9, quality: 40)), Make.card(faces: couple(smile: 0.1, quality: 95)),
        ])
        #expect(faceBeforeSmile.place(of: ids[1]) == 1)
        let eyesBeforeAll = Make.burst([
            Make.card(faces: couple(.closed, .closed, smile: 0.4, quality: 95)), Make.card(faces: couple(smile: 0, quality: 60)),
        ])
        #expect(eyesBeforeAll.stacks.first?.suggestedBest == ids[1])
    }

    @Test func theWidestOfCropsWins() {
        let wide = [Make.face(x: 0.3, size: 0.05, quality: 80), Make.face(x: 0.5, size: 0.05, quality: 80)]
        let crop = [Make.face(x: 0.2, size: 0.1, quality: 80), Make.face(x: 0.6, size: 0.1, quality: 80)]
        let model = Make.burst([Make.card(faces: crop), Make.card(faces: wide), Make.card(faces: crop)])
        #expect(model.stacks.first?.suggestedBest == ids[1])
        #expect(model.reasonLine(ids[0]) == "2nd of 3: a tighter view (framing 50 against 100); would tie for 1st if as wide")
    }

    @Test func theSamePersonIsFoundInSiblings() {
        // The camera moved by more than a face, the second frame is larger, and the size order of the two people swapped.
        let first = [
            Make.face(x: 0.30, y: 0.30, size: 0.10), Make.face(x: 0.55, y: 0.32, size: 0.09),
            Make.face(x: 0.8, y: 0.1, size: 0.04),
        ]
        let second = [Make.face(x: 0.72, y: 0.40, size: 0.11), Make.face(x: 0.43, y: 0.37, size: 0.105)]
        let model = Make.burst([Make.card(faces: first), Make.card(faces: second)])
        #expect(model.face(0, of: ids[0], in: ids[1]) == 1)
        #expect(model.face(1, of: ids[0], in: ids[1]) == 0)
        #expect(model.face(2, of: ids[0], in: ids[1]) == nil)
        #expect(model.face(0, of: ids[1], in: ids[0]) == 1)
    }

    @Test func aFaceQualityIsComparedOnlyAmongSiblings() {
        let single = SessionModel(frames: [Make.frame(1)], cards: [ids[0]: Make.card(faces: couple(quality: 10))])
        #expect(single.scores[ids[0]]?[.faces] == nil && single.scores[ids[0]]?[.expression] == nil)
        #expect(single.composite(ids[0]) == Scores(Make.card(faces: couple())).composite)
    }

    @Test func framesWithoutMeasuredFacesLoseNothingByIt() {
        let model = Make.burst([Make.card(faces: nil), Make.card(faces: couple())])
        #expect(model.composite(ids[0]) == model.composite(ids[1]))
        #expect(model.scores[ids[0]]?[.people] == nil)
    }
}
