import KeepersCore
import Testing

/// What an export leaves in a sidecar where decisions from before stand, were taken off, or stand again after an undo.
@Suite struct StandingMappingTests {
    private func values(rating: Int? = nil, label: String? = nil, pick: Int? = nil, good: Bool? = nil) -> SidecarValues {
        MappingTests().values(rating: rating, label: label, pick: pick, good: good)
    }

    @Test func anUndoneDecisionBringsBackWhatOthersHadWritten() {
        let (before, ours) = (values(rating: 2, pick: 1, good: true), values(rating: 2, pick: -1, good: false))
        let past = SidecarPast(original: before, written: ours)
        #expect(
            sidecarWish(for: Mark(), profile: .lightroom, existing: ours, past: past)
                == wish([.pick: .set("1"), .good: .set("true")]))
        let stars = SidecarPast(original: before, written: values(rating: 5, pick: 1, good: true), decidedVerdict: true)
        #expect(
            sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: stars.written, past: stars)?[.rating]
                == .set("2"), "their two stars, not the profile's three")
    }

    @Test func aMaybeGivesAFlagOfOursBackToOthers() {
        let (before, ours) = (values(pick: 1, good: true), values(pick: -1, good: false))
        let past = SidecarPast(original: before, written: ours, decidedVerdict: true)
        let wished = sidecarWish(for: Mark(verdict: .maybe), profile: .flags, existing: ours, past: past)
        #expect(wished == wish([.pick: .set("1"), .good: .set("true")]))
        let kept = keptVerdict(after: wished, mark: Mark(verdict: .maybe), isDecided: true, in: ours)
        #expect(kept == KeptVerdict(verdict: .pick, isBesideMaybe: true))
    }

    @Test func starsOverBridgesRejectKeepItAsAFlag() {
        let bridge = values(rating: -1)
        #expect(
            sidecarWish(for: Mark(stars: 3), profile: .lightroom, existing: bridge, past: SidecarPast(decidedStars: true))
                == wish([.rating: .set("3"), .pick: .set("-1"), .good: .set("false")]))
        let cleared = SidecarPast(decidedVerdict: true, decidedStars: true)
        #expect(
            sidecarWish(for: Mark(stars: 3), profile: .lightroom, existing: bridge, past: cleared)
                == wish([.rating: .set("3")]), "a reject that was taken off is none to keep")
    }

    @Test func starsOfTheCameraAreTakenOffByARatingOfZero() {
        var past = SidecarPast(decidedStars: true)
        past.cameraStars = 4
        #expect(sidecarWish(for: Mark(), profile: .flags, existing: nil, past: past) == wish([.rating: .set("0")]))
        past.decidedStars = false
        #expect(sidecarWish(for: Mark(), profile: .flags, existing: nil, past: past) == nil)
        #expect(
            sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: nil, past: past)?[.rating] == .leave,
            "the camera's stars stand, so the profile writes none")
        past.original = SidecarValues()
        past.written = values(rating: 0)
        #expect(sidecarWish(for: Mark(), profile: .flags, existing: past.written, past: past) == wish([.rating: .remove]))
    }

    @Test func theDryRunNamesWhatGoesAndWhatStays() {
        let before = values(rating: 4, label: "Yellow", pick: 1, good: true)
        let past = SidecarPast(decidedVerdict: true, decidedStars: true, decidedLabel: true)
        let clearing = sidecarWish(for: Mark(), profile: .lightroom, existing: before, past: past)!
        #expect(
            takenOff(by: clearing, mark: Mark(), from: before, others: before) == Mark(verdict: .pick, stars: 4, label: .yellow))
        // What goes of our own is not named.
        #expect(takenOff(by: clearing, mark: Mark(), from: before, others: SidecarValues()).isEmpty)
        let turned = sidecarWish(for: Mark(verdict: .reject, stars: 3, label: .red), profile: .lightroom, existing: before)!
        #expect(replaced(by: turned, in: before, others: before) == ["pick → reject", "★4 → ★3", "yellow → red"])
        #expect(
            replaced(by: turned, in: before, others: SidecarValues()).isEmpty
                && replaced(by: clearing, in: before, others: before).isEmpty)
        var tagged = SidecarValues()
        tagged.tagged = true
        #expect(keptVerdict(after: nil, mark: Mark(), isDecided: true, in: tagged)?.isBesideMaybe == false)
        #expect(keptVerdict(after: nil, mark: Mark(), isDecided: false, in: tagged) == nil)

        func item(_ id: Int64, _ mark: Mark, _ off: Mark, _ kept: KeptVerdict? = nil, _ fate: PlannedSidecar.Fate = .merge)
            -> PlannedSidecar
        {
            var item = PlannedSidecar(frame: FrameID(id), path: "DSC_\(id).NEF", kind: .nef, mark: mark, fate: fate)
            (item.takesOff, item.keeps) = (off, kept)
            return item
        }
        var plan = [
            item(1, Mark(), Mark(verdict: .pick)), item(2, Mark(), Mark(verdict: .reject, stars: 4)),
            item(3, Mark(stars: 1), Mark(label: .yellow)),
            item(4, Mark(verdict: .maybe), Mark(), KeptVerdict(verdict: .pick, isBesideMaybe: true), .nothing),
            item(5, Mark(), Mark(), KeptVerdict(verdict: .pick, isBesideMaybe: false), .nothing),
            item(6, Mark(), Mark(verdict: .pick), nil, .conflict("both changed it")),
        ]
        plan[2].replaces = ["★4 → ★1"]
        let text = ExportSummary(plan, profile: .lightroom).text()
        let expected = [
            "     1  other        only your stars and colours, or a verdict that you took back",
            "     2  will be unflagged (undo-export brings it back)", "          DSC_1.NEF: pick", "          DSC_2.NEF: reject",
            "     1  loses its stars (undo-export brings it back)", "          DSC_2.NEF: ★4",
            "     1  loses its label (undo-export brings it back)", "          DSC_3.NEF: yellow",
            "     1  says otherwise than before (undo-export brings it back)", "          DSC_3.NEF: ★4 → ★1",
            "     1  maybe keeps the flag from before: for a maybe none is written", "          DSC_4.NEF: pick",
            "     1  keeps a mark that only the program which made it can take off", "          DSC_5.NEF: pick",
        ]
        for line in expected { #expect(text.contains(line), "\(line) in \(text)") }
    }
}
