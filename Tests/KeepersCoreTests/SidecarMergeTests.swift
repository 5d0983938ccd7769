import KeepersCore
import Testing

/// The three-way merge, over every combination of what both sides may have said.
@Suite struct SidecarMergeTests {
    struct Case {
        var aspect: SidecarAspect
        var sight: SidecarSight
        var mark: Mark
        var isDecided: Bool
        var decided: Set<SidecarAspect> { isDecided ? [aspect] : [] }
        var merge: SidecarMerge { sight.merge(aspect, mark: mark, isDecided: isDecided) }
        var words: String {
            "\(aspect) base \(sight.base[aspect]) theirs \(sight.theirs?[aspect] ?? "-") ours \(mark) \(isDecided)"
        }
    }

    /// Base, theirs and ours in every combination, decided or not, settled not at all, for what stands there, or for something older.
    static let cases: [Case] = {
        var cases: [Case] = []
        let words: [SidecarAspect: [String]] = [
            .verdict: ["none", "unflagged", "pick", "reject"], .stars: ["0", "2", "4"],
            .colour: ["none", "red", "\"Winner alt\""],
        ]
        for aspect in SidecarAspect.allCases {
            for base in words[aspect]! {
                for theirs in words[aspect]! {
                    for mark in marks(aspect) {
                        for isDecided in [true, false] {
                            var sight = SidecarSight(path: "A.xmp", base: .nothing, theirs: .nothing, stamp: "ab12")
                            sight.base[aspect] = base
                            sight.theirs?[aspect] = theirs
                            for settled in [nil, sight.token(aspect), "older@0"] {
                                var mark = mark
                                mark.settled[aspect] = settled
                                cases.append(Case(aspect: aspect, sight: sight, mark: mark, isDecided: isDecided))
                            }
                        }
                    }
                }
            }
        }
        return cases
    }()

    private static func marks(_ aspect: SidecarAspect) -> [Mark] {
        switch aspect {
        case .verdict: [nil, .pick, .reject, .maybe].map { Mark(verdict: $0) }
        case .stars: [0, 2, 4].map { Mark(stars: $0) }
        case .colour: [nil, .red, .blue].map { Mark(label: $0) }
        }
    }

    private func same(_ one: String, _ other: String) -> Bool {
        func plain(_ word: String) -> String { word == "unflagged" ? "none" : word }
        return plain(one) == plain(other)
    }

    @Test func nobodysDecisionIsOverwrittenUnseen() {
        #expect(Self.cases.count > 500)
        for item in Self.cases {
            let (base, theirs) = (item.sight.base[item.aspect], item.sight.theirs![item.aspect])
            let ours = SidecarWords(item.mark)[item.aspect]
            let isSeen = item.mark.settled[item.aspect] == item.sight.token(item.aspect)
            switch item.merge {
            case .silent: #expect(!item.isDecided || ours == "maybe", "\(item.words)")
            case .agreed: #expect(item.isDecided && same(ours, theirs), "\(item.words)")
            case .ours: #expect(same(theirs, base) || isSeen, "\(item.words)")
            case .theirs:
                #expect(same(ours, base) && !same(theirs, base), "\(item.words)")
                #expect(item.aspect != .verdict || theirs != "none", "a flag that went missing is no decision: \(item.words)")
            case .conflict: #expect(!same(ours, theirs) && !same(theirs, base) && !isSeen, "\(item.words)")
            }
        }
    }

    @Test func lookingSettlesNothing() {
        for item in Self.cases {
            var after = item
            after.sight.base = item.sight.newBase(mark: item.mark, decided: item.decided, adoptsTheirs: false)
            #expect(after.merge == item.merge, "\(item.words)")
            #expect(after.sight.newBase(mark: item.mark, decided: item.decided, adoptsTheirs: false) == after.sight.base)
        }
    }

    @Test func takingTheirsOverEndsInAgreement() {
        for item in Self.cases where item.merge == .theirs {
            var after = item
            let frame = FrameID(1)
            for change in item.sight.adoptions(frame, mark: item.mark, decided: item.decided) {
                after.mark = change.change.applied(to: after.mark)
            }
            after.sight.base = item.sight.newBase(mark: item.mark, decided: item.decided, adoptsTheirs: true)
            // A label without a colour of ours cannot be ours: it is left as it is.
            #expect([.agreed, .ours].contains(after.merge), "\(item.words)")
            #expect(after.sight.conflicts(frame, mark: after.mark, decided: item.decided).isEmpty)
        }
    }

    @Test func settlingEndsAConflictAndItsInverseBringsItBack() throws {
        var count = 0
        for item in Self.cases {
            let frame = FrameID(1)
            guard let conflict = item.sight.conflicts(frame, mark: item.mark, decided: item.decided).first else { continue }
            for side in SidecarConflict.Side.allCases {
                count += 1
                var after = item
                var inverse: [Change] = []
                for change in try #require(conflict.settlement(side)) {
                    inverse.insert(change.change.inverse(from: after.mark), at: 0)
                    after.mark = change.change.applied(to: after.mark)
                }
                #expect(after.sight.conflicts(frame, mark: after.mark, decided: item.decided).isEmpty, "\(item.words)")
                if side == .mine { #expect(after.merge == .ours && after.mark.decision == item.mark.decision, "\(item.words)") }
                // Looked at again meanwhile, as the watch does.
                after.sight.base = after.sight.newBase(mark: after.mark, decided: item.decided, adoptsTheirs: true)
                for change in inverse { after.mark = change.applied(to: after.mark) }
                #expect(after.mark == item.mark)
                #expect(after.merge == .conflict, "\(item.words)")
                // Another edit, or our own write, is a new question.
                var edited = item
                edited.mark = conflict.settlement(.mine)!.reduce(item.mark) { $1.change.applied(to: $0) }
                edited.sight.stamp = "cd34"
                #expect(edited.merge == .conflict, "\(item.words)")
            }
        }
        #expect(count > 40)
    }

    @Test func bothSidesAreTreatedAlike() {
        for item in Self.cases where item.aspect == .stars && item.isDecided && item.mark.settled[.stars] == nil {
            var mirrored = item
            mirrored.mark.stars = Int(item.sight.theirs!.stars)!
            mirrored.sight.theirs!.stars = String(item.mark.stars)
            let turned: SidecarMerge = item.merge == .ours ? .theirs : item.merge == .theirs ? .ours : item.merge
            #expect(mirrored.merge == turned, "\(item.words)")
        }
    }

    @Test func aSidecarThatIsGoneSettlesAndOverwritesNothing() {
        for item in Self.cases {
            var gone = item
            gone.sight.theirs = nil
            #expect(gone.merge == .silent)
            #expect(gone.sight.newBase(mark: item.mark, decided: item.decided, adoptsTheirs: true) == item.sight.base)
            #expect(gone.sight.adoptions(FrameID(1), mark: item.mark, decided: item.decided).isEmpty)
        }
    }

    // MARK: - Quarrels

    private func values(_ body: (inout SidecarValues) -> Void) -> SidecarValues {
        var values = SidecarValues()
        body(&values)
        return values
    }

    @Test func aSidecarThatContradictsItselfIsAConflictThatOnlyTheirOwnerAnswers() throws {
        let twice = values {
            $0.pick = 1
            $0.rating = -1
        }
        let quarrels = sidecarQuarrels([("A.xmp", twice)])
        #expect(quarrels == [.verdict: "it says flag pick and rating -1 (reject)"])
        let sight = SidecarSight(path: "A.xmp", base: .nothing, theirs: SidecarWords(twice), quarrels: quarrels)
        let undecided = try #require(sight.conflicts(FrameID(1), mark: Mark(), decided: []).first)
        #expect(undecided.settlement(.mine) == nil && undecided.settlement(.theirs) == nil && undecided.yours == nil)
        let mark = Mark(verdict: .reject)
        let conflict = try #require(sight.conflicts(FrameID(1), mark: mark, decided: [.verdict]).first)
        #expect(conflict.settlement(.theirs) == nil)
        let settled = try #require(conflict.settlement(.mine)).reduce(mark) { $1.change.applied(to: $0) }
        #expect(sight.conflicts(FrameID(1), mark: settled, decided: [.verdict]).isEmpty)
        // Our own write beside it does not raise it again.
        var written = sight
        written.stamp = "ab12"
        #expect(written.merge(.verdict, mark: settled, isDecided: true) == .ours)
    }

    @Test func twoSidecarsThatDisagreeAreAConflictByProperty() {
        let adobe = values {
            $0.rating = 4
            $0.label = "Red"
        }
        let appended = values {
            $0.rating = 2
            $0.label = "Red"
        }
        #expect(sidecarQuarrels([("A.xmp", adobe), ("A.CR3.xmp", appended)]) == [.stars: "A.xmp says ★4, A.CR3.xmp says ★2"])
        #expect(sidecarQuarrels([("A.xmp", adobe), ("A.CR3.xmp", adobe)]).isEmpty)
        #expect(
            sidecarQuarrels([("A.xmp", SidecarValues()), ("A.CR3.xmp", appended)]).isEmpty,
            "what says nothing contradicts nothing")
        let twice = values { $0.contradictory = ["xmp:Label"] }
        #expect(Array(sidecarQuarrels([("A.xmp", twice)]).keys) == [.colour])
    }

    /// Another program turned the flag and left our other word on it as it was.
    @Test func aFlagThatWasTurnedBesideAWordOfOursIsWhatTheSidecarMeans() {
        let wrote = values {
            $0.pick = 1
            $0.good = true
        }
        for (turned, verdict) in [
            (values { ($0.pick, $0.good) = (-1, true) }, "reject"), (values { ($0.pick, $0.good) = (1, false) }, "reject"),
            (values { ($0.pick, $0.good, $0.rating, $0.ratingText) = (1, true, -1, "-1") }, "reject"), (wrote, "pick"),
        ] {
            let others = turned.others(wrote: wrote, before: SidecarValues())
            #expect(SidecarWords(turned, others: others).verdict == verdict, "\(turned)")
            #expect(sidecarQuarrels([("A.xmp", others)], now: [("A.xmp", turned)]).quarrels.isEmpty)
        }
    }

    /// The older reject was taken over, and written by us; a word that was turned since says pick.
    @Test func whatWasTurnedSinceOurExportCountsOverAnOlderWordOfTheSameProgram() {
        let before = values { $0.pick = -1 }
        let wrote = values { ($0.pick, $0.good) = (-1, false) }
        let turned = values { ($0.pick, $0.good) = (-1, true) }
        let others = turned.others(wrote: wrote, before: before)
        #expect(SidecarWords(turned, others: others).verdict == "pick")
        #expect(sidecarQuarrels([("A.xmp", others)], now: [("A.xmp", turned)]).quarrels.isEmpty)
        // Two of its own words that it changed both, one against the other, are a contradiction.
        let both = values { ($0.pick, $0.good) = (1, false) }
        let quarrel = both.others(wrote: values { ($0.pick, $0.good) = (-1, true) }, before: SidecarValues())
        #expect(sidecarQuarrels([("A.xmp", quarrel)], now: [("A.xmp", both)]).quarrels[.verdict] != nil)
    }

    /// What the files do not say any more is not held against anybody; what they say is said in their words of now.
    @Test func aContradictionIsOneOfTheFilesAsTheyAre() {
        let before = values { ($0.pick, $0.good) = (-1, true) }
        let now = values { ($0.pick, $0.good) = (-1, false) }
        #expect(sidecarQuarrels([("A.xmp", before)], now: [("A.xmp", now)]).quarrels.isEmpty)
        #expect(Existing(sidecars: [before], now: [now]).problem == nil)
        #expect(Existing(sidecars: [before], now: [now]).mark.verdict == .reject)
        let (three, five, two) = (values { $0.rating = 3 }, values { $0.rating = 5 }, values { $0.rating = 2 })
        let found = sidecarQuarrels([("A.xmp", three), ("A.CR3.xmp", two)], now: [("A.xmp", five), ("A.CR3.xmp", two)])
        #expect(found.quarrels == [.stars: "A.xmp says ★3, A.CR3.xmp says ★2"])
        #expect(found.said == [.stars: "A.xmp says ★5, A.CR3.xmp says ★2"])
        var sight = SidecarSight(path: "A.xmp", base: .nothing, theirs: SidecarWords(five), quarrels: found.quarrels)
        let token = sight.token(.stars)
        sight.said = found.said
        #expect(sight.token(.stars) == token, "a settlement outlives our own write")
        #expect(sight.conflicts(FrameID(1), mark: Mark(), decided: []).first?.quarrel == found.said[.stars])
    }

    // MARK: - Log

    @Test func settlementsReadBackFromTheLog() {
        for change in [Change.settled(.stars, "5@0"), .settled(.colour, nil), .settled(.verdict, "quarrel-12ab")] {
            let stored = change.stored
            #expect(Change(verb: stored.verb, value: stored.value) == change)
            #expect(!change.isDecision && !change.arrangesStacks)
        }
        #expect(Change(verb: "settled-nonsense", value: "x") == nil)
        let blank = SidecarSight(path: "A.xmp", base: .nothing, theirs: SidecarWords(values { $0.label = "Winner alt" }))
        #expect(!blank.token(.colour).contains(" "))
    }

    @Test func whatAnotherProgramDidIsUndoneLikeAnyStepAndIsNoDecisionOfThePersons() throws {
        let frame = FrameID(1)
        func step(_ number: Int64, _ change: Change, _ origin: Step.Origin, undoOf: Int64? = nil) -> StoredStep {
            StoredStep(
                id: StepID(number), at: 0, step: Step(changes: [FrameChange(frame, change)], origin: origin),
                undoOf: undoOf.map { StepID($0) })
        }
        var history = UndoHistory(log: [step(1, .stars(2), .user)])
        #expect(history.decided() == [frame: [.stars]])
        history.record(step(2, .stars(4), .sidecar))
        #expect(history.marks[frame]?.stars == 4)
        // The newest step is theirs: it goes first, and the person's own stands again.
        let here = Place(screen: .loupe, frame: FrameID(9), filter: "pick", zoom: 100)
        let proposal = try #require(history.undo(from: here))
        #expect(proposal.undoOf == StepID(2) && proposal.step.changes == [FrameChange(frame, .stars(2))])
        history.record(step(3, .stars(2), .undo, undoOf: 2))
        #expect(history.marks[frame]?.stars == 2 && history.decided() == [frame: [.stars]])
        #expect(history.redo(from: here)?.step.changes == [FrameChange(frame, .stars(4))])
        // Another program's newer word: its older one does not come back over it.
        history.record(step(4, .stars(3), .sidecar))
        #expect(history.redo(from: here) == nil)
        history.record(step(5, .stars(2), .undo, undoOf: 4))
        history.record(step(6, .stars(0), .undo, undoOf: 1))
        #expect(history.decided().isEmpty && history.marks[frame] == nil)
        history.record(step(7, .label(.red), .sidecar))
        #expect(history.redo(from: here)?.undoOf == StepID(6), "it takes no redo of the person's away")
        #expect(history.decided().isEmpty, "what only another program did is no decision here")
    }

    /// Nobody stood anywhere when another program saved: undo brings the frame into view and changes nothing else.
    @Test func undoingAnotherProgramsStepKeepsThePlace() throws {
        let changes = [FrameChange(FrameID(1), .stars(4))]
        let step = Step(changes: changes, origin: .sidecar, place: Place(frame: FrameID(1)))
        let history = UndoHistory(log: [StoredStep(id: StepID(1), at: 0, step: step)])
        let loupe = Place(screen: .loupe, frame: FrameID(9), filter: "pick", sort: "time", zoom: 100)
        let after = try #require(history.undo(from: loupe)?.returnTo)
        #expect(after.frame == FrameID(1) && after.screen == .loupe && after.filter == "pick" && after.sort == "time")
        let pair = Together(frames: [FrameID(8), FrameID(9)], champion: FrameID(8), challenger: FrameID(9))
        let compared = Place(screen: .compare, frame: FrameID(9), together: pair)
        let alone = try #require(history.undo(from: compared)?.returnTo)
        #expect(alone.screen == .grid && alone.together == nil && alone.frame == FrameID(1))
    }

    @Test func whatAnotherProgramMadeOfFramesIsSaidByName() {
        let one = ForeignChanges([
            FrameChange(FrameID(1), .stars(2)), FrameChange(FrameID(1), .verdict(.reject)),
        ])
        #expect(one.reason == "another program's reject ★2")
        #expect(one.sentence { _ in "DSC_8871" } == "DSC_8871: another program made it reject ★2")
        let cleared = ForeignChanges([
            FrameChange(FrameID(1), .verdict(nil)), FrameChange(FrameID(1), .stars(0)), FrameChange(FrameID(1), .label(nil)),
        ])
        #expect(cleared.made.map(\.words) == ["no verdict no stars no colour"])
        let many = ForeignChanges((1...5).map { FrameChange(FrameID($0), .stars(Int($0))) })
        #expect(many.reason == "another program's changes to 5 frames")
        #expect(many.sentence { "F\($0.rawValue)" } == "another program changed 5 frames: F1 ★1, F2 ★2, F3 ★3 and 2 more")
    }

    /// A frame with one conflict says every one of them, and what waits although nobody contests it.
    @Test func whatWaitsIsSaid() {
        let frame = FrameID(1)
        var sight = SidecarSight(
            path: "A.xmp", base: SidecarWords(Mark(stars: 2)), theirs: SidecarWords(Mark(stars: 5)), stamp: "ab12")
        let mark = Mark(verdict: .pick, stars: 4, label: .red)
        let all = Set(SidecarAspect.allCases)
        #expect(sight.waiting(mark: mark, decided: all) == ["verdict (pick)", "colour (red)"])
        #expect(
            sight.conflictWords(frame, mark: mark, decided: all)
                == "its stars were changed here (★4) and by another program (★5); until you choose, its verdict (pick) and "
                + "colour (red) wait too")
        #expect(
            sight.conflictWords(frame, mark: mark, decided: [.verdict, .stars])?.hasSuffix("its verdict (pick) waits too") == true
        )
        #expect(sight.conflictWords(frame, mark: mark, decided: [.stars])?.hasSuffix("(★5)") == true, "nothing else is ours")
        // Their reject against our pick is a second conflict; the stars that we cleared wait.
        sight.theirs = SidecarWords(Mark(verdict: .reject, stars: 2))
        let cleared = Mark(verdict: .pick)
        let words = sight.conflictWords(frame, mark: cleared, decided: all)
        #expect(words?.contains("verdict was changed here (pick) and by another program (reject)") == true)
        #expect(words?.hasSuffix("; until you choose, its stars (none) wait too") == true, "\(words ?? "-")")
        #expect(sight.conflictWords(frame, mark: Mark(), decided: []) == nil)
        var settled = cleared
        settled.settled[.verdict] = sight.token(.verdict)
        #expect(sight.conflictWords(frame, mark: settled, decided: all) == nil, "nothing waits once it is settled")
    }
}
