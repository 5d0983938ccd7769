import KeepersCore
import Testing

/// The table of decisions and sidecar properties.
@Suite struct MappingTests {
    func values(rating: Int? = nil, label: String? = nil, colour: String? = nil, pick: Int? = nil, good: Bool? = nil)
        -> SidecarValues
    {
        var values = SidecarValues()
        values.rating = rating
        values.ratingText = rating.map(String.init)
        values.label = label
        values.labelColour = colour
        values.pick = pick
        values.good = good
        return values
    }

    @Test func lightroomPickGetsThreeStarsOnlyWhereNoneAreSet() {
        let bare = sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: nil)
        #expect(bare == wish([.pick: .set("1"), .good: .set("true"), .rating: .set("3")]))
        let own = sidecarWish(for: Mark(verdict: .pick, stars: 5), profile: .lightroom, existing: nil)
        #expect(own?[.rating] == .set("5"))
        let theirs = sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: values(rating: 4))
        #expect(theirs?[.rating] == .leave)
    }

    @Test func lightroomRejectGetsRedAndOneStarOnlyWhereNoneAreSet() {
        let bare = sidecarWish(for: Mark(verdict: .reject), profile: .lightroom, existing: nil)
        #expect(
            bare
                == wish([
                    .pick: .set("-1"), .good: .set("false"), .rating: .set("1"), .label: .set("Red"), .labelColour: .set("red"),
                ]))
        let theirs = sidecarWish(
            for: Mark(verdict: .reject), profile: .lightroom, existing: values(rating: 2, label: "Print this"))
        #expect(theirs?[.rating] == .leave && theirs?[.label] == .leave && theirs?[.labelColour] == .leave)
    }

    @Test func flagsProfileWritesFlagsAndWhatThePersonSet() {
        #expect(
            sidecarWish(for: Mark(verdict: .reject), profile: .flags, existing: nil)
                == wish([.pick: .set("-1"), .good: .set("false")]))
        #expect(
            sidecarWish(for: Mark(stars: 2, label: .blue), profile: .flags, existing: nil)
                == wish([.rating: .set("2"), .label: .set("Blue"), .labelColour: .set("blue")]))
    }

    @Test(arguments: ExportProfile.allCases) func maybeWritesNothing(profile: ExportProfile) {
        #expect(sidecarWish(for: Mark(verdict: .maybe), profile: profile, existing: nil) == nil)
        let flagged = values(rating: 3, pick: 1, good: true)
        #expect(
            sidecarWish(for: Mark(verdict: .maybe), profile: profile, existing: flagged, past: SidecarPast(decidedVerdict: true))
                == nil)
    }

    @Test func anUndecidedFrameSaysNothing() {
        #expect(
            sidecarWish(for: Mark(), profile: .lightroom, existing: values(rating: 4, label: "Red", pick: 1, good: true)) == nil)
    }

    @Test func clearingTakesBackOurFlagsAndDefaults() {
        let original = values()
        let written = values(rating: 3, pick: 1, good: true)
        let past = SidecarPast(original: original, written: written, decidedVerdict: true)
        #expect(
            sidecarWish(for: Mark(), profile: .lightroom, existing: written, past: past)
                == wish([.pick: .remove, .good: .remove, .rating: .remove]))
    }

    @Test func clearingSetsOthersFlagsToUnflagged() {
        let flagged = values(rating: 4, pick: 1, good: true)
        let past = SidecarPast(original: flagged, decidedVerdict: true)
        #expect(
            sidecarWish(for: Mark(), profile: .lightroom, existing: flagged, past: past)
                == wish([.pick: .set("0"), .good: .remove]))
    }

    @Test func clearingBringsBackTheStarsThatWereThere() {
        let past = SidecarPast(original: values(rating: 2), written: values(rating: 5), decidedVerdict: true)
        #expect(sidecarWish(for: Mark(), profile: .flags, existing: values(rating: 5), past: past) == wish([.rating: .set("2")]))
        let cleared = SidecarPast(original: values(rating: 2), written: values(rating: 5), decidedStars: true)
        #expect(sidecarWish(for: Mark(), profile: .flags, existing: values(rating: 5), past: cleared) == wish([.rating: .remove]))
    }

    @Test func changingRejectToPickTakesTheRedLabelBack() {
        let past = SidecarPast(original: values(), written: values(rating: 1, label: "Red", colour: "red", pick: -1, good: false))
        let wished = sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: past.written, past: past)
        #expect(
            wished
                == wish([.pick: .set("1"), .good: .set("true"), .rating: .set("3"), .label: .remove, .labelColour: .remove]))
    }

    @Test func bridgesRejectGoesWhenThePersonPicks() {
        let bridge = values(rating: -1)
        #expect(sidecarWish(for: Mark(verdict: .pick), profile: .flags, existing: bridge)?[.rating] == .remove)
        #expect(sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: bridge)?[.rating] == .set("3"))
        #expect(sidecarWish(for: Mark(verdict: .reject), profile: .lightroom, existing: bridge)?[.rating] == .leave)
    }

    @Test func aLabelKeepsItsLanguageAndItsCustomText() {
        let german = values(label: "Rot")
        #expect(
            sidecarWish(for: Mark(label: .red), profile: .lightroom, existing: german) == wish([.labelColour: .set("red")]))
        let custom = values(label: "Winner alt")
        #expect(sidecarWish(for: Mark(verdict: .reject), profile: .lightroom, existing: custom)?[.label] == .leave)
        #expect(sidecarWish(for: Mark(), profile: .lightroom, existing: custom, past: SidecarPast(decidedLabel: true)) == nil)
        #expect(sidecarWish(for: Mark(label: .green), profile: .lightroom, existing: custom)?[.label] == .set("Green"))
        let inFrench = LabelWords.named("fr")!
        #expect(
            sidecarWish(for: Mark(label: .purple), profile: .lightroom, existing: nil, labels: inFrench)
                == wish([.label: .set("Violet"), .labelColour: .set("purple")]))
    }

    @Test func everyLanguageHasFiveWordsThatReadBack() {
        #expect(LabelWords.all.count == 17)
        for words in LabelWords.all {
            #expect(words.words.count == 5 && Set(words.words).count == 5, "\(words.name)")
            for colour in ColourLabel.allCases {
                #expect(labelColour(of: values(label: words[colour]), preferred: words) == colour)
                #expect(
                    labelColour(of: values(label: words[colour])) == colour, "\(words[colour]) means one colour in all languages")
            }
        }
    }

    @Test func verdictFollowsTheOrderOfTrust() {
        #expect(verdict(from: values(pick: 1)).mark.verdict == .pick)
        #expect(verdict(from: values(pick: 0, good: false)).mark.verdict == .reject)
        #expect(verdict(from: values(rating: -1)).mark == Mark(verdict: .reject))
        var digiKam = values(rating: 4)
        digiKam.digiKamPick = 3
        #expect(verdict(from: digiKam).mark == Mark(verdict: .pick, stars: 4))
        var tagged = values()
        tagged.tagged = true
        #expect(verdict(from: tagged).mark.verdict == .pick)
        #expect(verdict(from: values(rating: 0)).mark.isEmpty)
    }

    @Test func contradictionsAreNamed() {
        #expect(verdict(from: values(pick: 1, good: false)).conflict == "it says flag pick and good = false")
        #expect(verdict(from: values(rating: -1, pick: 1)).mark.verdict == .pick)
        #expect(verdict(from: values(rating: -1, pick: 1)).conflict != nil)
        #expect(verdict(from: values(rating: 3, pick: -1, good: false)).conflict == nil)
        #expect(sidecarDisagreement(values(rating: 3), values(rating: 4)) == "3 stars and 4 stars")
        #expect(sidecarDisagreement(values(rating: 3), values(rating: 3)) == nil)
    }

    @Test func valuesAndWishesTravelBetweenProcesses() throws {
        var full = values(rating: -1, label: "Grün", colour: "green", pick: -1, good: false)
        full.contradictory = ["xmp:Rating"]
        full.hasDevelopSettings = true
        full.digiKamPick = 2
        full.tagged = false
        full.forExtension = "CR3"
        #expect(try SidecarValues(wire: full.wire) == full)
        let wanted = wish([.rating: .set("5"), .label: .remove])
        #expect(try SidecarWish(wire: wanted.wire) == wanted)
        #expect(throws: WireError.self) { try SidecarWish(wire: Array(wanted.wire.dropLast(8))) }
    }

    @Test func sidecarNames() {
        #expect(SidecarName.adobe(forPath: "DCIM/100/IMG.1.CR3") == "IMG.1.xmp")
        #expect(SidecarName.appended(forPath: "DCIM/100/IMG.1.CR3") == "IMG.1.CR3.xmp")
        #expect(SidecarName.existing("IMG_1.xmp", among: ["IMG_1.CR3", "img_1.XMP", "IMG_1.XMP"]) == "IMG_1.XMP")
        #expect(SidecarName.existing("IMG_1.xmp", among: ["IMG_1.XMP", "IMG_1.xmp"]) == "IMG_1.xmp")
        #expect(SidecarName.existing("IMG_1.xmp", among: ["IMG_11.xmp"]) == nil)
    }
}
