import KeepersCore
import Testing

@testable import ExportKit

/// What each profile writes, as a table; and that going from one to another leaves nothing of the first behind.
@Suite struct ProfileTests {
    func values(_ change: (inout SidecarValues) -> Void = { _ in }) -> SidecarValues {
        var values = SidecarValues()
        change(&values)
        values.ratingText = values.rating.map(String.init)
        return values
    }

    /// What stands in a new sidecar: pick good rating label LabelColor colorlabels.
    static let table: [(profile: ExportProfile, mark: Mark, says: String)] = [
        (.lightroom, Mark(verdict: .pick), "1 true 3 - - -"),
        (.lightroom, Mark(verdict: .reject), "-1 false 1 Red red -"),
        (.lightroom, Mark(verdict: .reject, stars: 4, label: .blue), "-1 false 4 Blue blue -"),
        (.flags, Mark(verdict: .pick), "1 true - - - -"),
        (.flags, Mark(verdict: .reject, stars: 2, label: .green), "-1 false 2 Green green -"),
        (.bridge, Mark(verdict: .pick), "nothing"),
        (.bridge, Mark(verdict: .pick, stars: 5, label: .purple), "- - 5 To Do - -"),
        (.bridge, Mark(verdict: .reject), "- - -1 - - -"),
        (.bridge, Mark(verdict: .reject, stars: 4, label: .red), "- - -1 Select - -"),
        (.bridge, Mark(verdict: .maybe, label: .yellow), "- - - Second - -"),
        (.darktable, Mark(verdict: .pick), "nothing"),
        (.darktable, Mark(verdict: .pick, stars: 3, label: .green), "- - 3 Green - 2"),
        (.darktable, Mark(verdict: .reject, stars: 3, label: .purple), "- - -1 Purple - 4"),
        (.darktable, Mark(verdict: .reject), "- - -1 - - -"),
        (.own(Variant.ownRules), Mark(verdict: .pick), "1 true 5 Grün & \"Rot\" green 2"),
        (.own(Variant.ownRules), Mark(verdict: .reject, stars: 5), "-1 false -1 To print red 0"),
        (.own(Variant.ownRules), Mark(verdict: .maybe, label: .blue), "- - 2 Żółty blue 3"),
    ]

    @Test(arguments: table.indices) func aNewSidecarSaysWhatTheTableSays(index: Int) throws {
        let (profile, mark, says) = Self.table[index]
        guard let wish = sidecarWish(for: mark, profile: profile, existing: nil) else {
            #expect(says == "nothing")
            return
        }
        let made = try SidecarMaker.make(wish: wish, forExtension: "CR3", now: now)
        let values = try SidecarReader.read(made)
        let order: [SidecarProperty] = [.pick, .good, .rating, .label, .labelColour, .darktableLabels]
        #expect(order.map { values.text(of: $0) ?? "-" }.joined(separator: " ") == says)
        #expect(verdict(from: values).conflict == nil)
        #expect(try SpliceEditor.edit(made, wish: wish, now: "later") == nil)
        if mark.verdict == .reject { #expect(verdict(from: values).mark.verdict == .reject) }
        if let label = mark.label, profile.rules.words?.name != "own" { #expect(labelColour(of: values) == label) }
    }

    @Test func darktablesNewSidecarHasItsColoursAsAList() throws {
        let wish = try #require(sidecarWish(for: Mark(stars: 2, label: .yellow), profile: .darktable, existing: nil))
        let made = text(try SidecarMaker.make(wish: wish, forExtension: "NEF", now: now))
        #expect(
            made.hasSuffix(
                """
                   photoshop:SidecarForExtension="NEF">
                   <darktable:colorlabels>
                    <rdf:Seq>
                     <rdf:li>1</rdf:li>
                    </rdf:Seq>
                   </darktable:colorlabels>
                  </rdf:Description>
                 </rdf:RDF>
                </x:xmpmeta>

                """), "\(made)")
    }

    @Test func aRejectOfRatingMinusOneCostsStarsAndSaysSo() throws {
        let starred = values { $0.rating = 4 }
        let wish = try #require(sidecarWish(for: Mark(verdict: .reject), profile: .bridge, existing: starred))
        #expect(wish[.rating] == .set("-1"))
        #expect(starsLost(to: wish, mark: Mark(verdict: .reject), existing: starred) == 4)
        #expect(starsLost(to: wish, mark: Mark(verdict: .reject, stars: 2), existing: nil) == 2)
        #expect(starsLost(to: wish, mark: Mark(verdict: .reject), existing: values { $0.rating = -1 }) == 0)
        let item = PlannedSidecar(
            frame: FrameID(1), path: "A.CR3", kind: .cr3, mark: Mark(verdict: .reject), fate: .merge, losesStars: 4)
        let lines = ExportSummary([item], profile: .bridge).text()
        #expect(
            lines.contains(
                "     1  reject loses its stars in the sidecar: rating -1 takes their place (undo-export brings them back)"))
        #expect(lines.contains("          A.CR3: ★★★★"))
        let past = SidecarPast(original: starred, written: values { $0.rating = -1 }, decidedVerdict: true)
        for (verdict, profile) in [(Verdict?.none, ExportProfile.bridge), (.pick, .bridge), (.reject, .flags), (.maybe, .bridge)]
        {
            let back = sidecarWish(for: Mark(verdict: verdict), profile: profile, existing: past.written, past: past)
            #expect(back?[.rating] == .set("4"), "\(profile.rawValue) \(String(describing: verdict))")
        }
    }

    @Test func aProfileWithoutFlagsLetsNoFlagSayTheOpposite() {
        let picked = values { ($0.pick, $0.good) = (1, true) }
        #expect(
            sidecarWish(for: Mark(verdict: .reject), profile: .bridge, existing: picked)
                == wish([.rating: .set("-1"), .pick: .set("-1"), .good: .set("false")]))
        #expect(sidecarWish(for: Mark(verdict: .pick), profile: .bridge, existing: picked) == nil)
        let ours = SidecarPast(original: values(), written: picked)
        #expect(
            sidecarWish(for: Mark(verdict: .reject), profile: .bridge, existing: picked, past: ours)
                == wish([.rating: .set("-1"), .pick: .remove, .good: .remove]))
    }

    @Test func bridgeAndDarktableGetTheWordsThatTheyKnow() {
        let german = values { $0.label = "Rot" }
        #expect(sidecarWish(for: Mark(label: .red), profile: .bridge, existing: german) == wish([.label: .set("Select")]))
        #expect(
            sidecarWish(for: Mark(label: .red), profile: .darktable, existing: german)
                == wish([.label: .set("Red"), .darktableLabels: .set("0")]))
        // A notation that the profile does not write follows where it is there.
        let both = values { ($0.label, $0.labelColour) = ("Green", "green") }
        #expect(
            sidecarWish(for: Mark(label: .red), profile: .bridge, existing: both)
                == wish([.label: .set("Select"), .labelColour: .set("red")]))
        // Several colours of darktable are nobody's single label: they stay unless one was set here.
        let several = values { $0.darktableLabels = "0 3" }
        #expect(labelColour(of: several) == nil)
        #expect(sidecarWish(for: Mark(stars: 2), profile: .darktable, existing: several) == wish([.rating: .set("2")]))
    }

    @Test func darktablesOneStarIsNoDecision() throws {
        let darktable = values { ($0.rating, $0.isDarktables) = (1, true) }
        #expect(verdict(from: darktable).mark.stars == 0)
        #expect(verdict(from: values { $0.rating = 1 }).mark.stars == 1)
        #expect(verdict(from: values { ($0.rating, $0.isDarktables) = (2, true) }).mark.stars == 2)
        #expect(sidecarWish(for: Mark(verdict: .pick), profile: .lightroom, existing: darktable)?[.rating] == .set("3"))
        #expect(Existing(cameraRating: 0) == nil && Existing(cameraRating: 3)?.mark.stars == 3)
        #expect(verdict(from: values { $0.rating = 0 }).mark.isEmpty)
    }

    @Test func valuesOfTheFirstFormStillReadFromTheStore() throws {
        var values = values { ($0.rating, $0.label, $0.pick, $0.good) = (4, "Rot", 1, true) }
        values.hasDevelopSettings = true
        var old = ByteWriter()
        for number in [4, 1, nil] as [Int?] { old.put(number) { $0.put(Int64($1)) } }
        for text in ["4", "Rot", nil, nil] as [String?] { old.put(text) { $0.put($1) } }
        for flag in [true, nil] as [Bool?] { old.put(flag) { $0.put($1) } }
        old.put(true)
        old.put(list: [String]()) { $0.put($1) }
        #expect(try SidecarValues(wire: old.bytes) == values)
        values.darktableLabels = "0 3"
        values.isDarktables = true
        #expect(try SidecarValues(wire: values.wire) == values)
        #expect(try SidecarValues(wire: SidecarValues().wire) == SidecarValues())
    }

    // MARK: - Names

    @Test func namesFollowTheProfileAndTheFolder() {
        #expect(ExportProfile.lightroom.rules.naming.name(forPath: "DCIM/IMG_1.CR3") == "IMG_1.xmp")
        #expect(ExportProfile.darktable.rules.naming.name(forPath: "DCIM/IMG_1.CR3") == "IMG_1.CR3.xmp")
        #expect(SidecarName.existing("IMG_1.CR3.xmp", among: ["img_1.cr3.XMP"]) == "img_1.cr3.XMP")
        #expect(ExportProfile.darktable.rules.hasSidecar(.jpeg) && ExportProfile.darktable.rules.hasSidecar(.heic))
        for profile in [ExportProfile.lightroom, .flags, .bridge] {
            #expect(
                [FileKind.jpeg, .heic, .dng, .gpr].allSatisfy { !profile.rules.hasSidecar($0) } && profile.rules.hasSidecar(.nef))
        }
        let frames = [("a/IMG_2.CR3", FileKind.cr3), ("a/img_2.DNG", .dng)].enumerated().map {
            Frame(
                id: FrameID(Int64($0.offset)), source: 0, path: $0.element.0, size: 1, modified: 0,
                header: FrameHeader(kind: $0.element.1))
        }
        #expect(sidecarCollisions(among: frames).count == 2, "names that differ in case only are one on exFAT")
        #expect(sidecarCollisions(among: frames, naming: .appended).isEmpty)
    }

    // MARK: - A list in the file

    static let head = SpliceTests.head + "\n <rdf:Description rdf:about=\"\" xmlns:d=\"http://darktable.sf.net/\""

    func edited(_ inner: String, _ change: SidecarChange) throws -> String? {
        let whole = try SpliceEditor.edit(
            bytes(Self.head + inner + SpliceTests.tail), wish: wish([.darktableLabels: change]), now: now)
        return whole.map { String(text($0).dropFirst(Self.head.count).dropLast(SpliceTests.tail.count)) }
    }

    @Test func aListChangesWhereItStands() throws {
        let list =
            ">\n  <d:colorlabels>\n   <rdf:Seq>\n    <rdf:li>2</rdf:li>\n    <rdf:li>3</rdf:li>\n   </rdf:Seq>\n  </d:colorlabels>\n </rdf:Description>"
        #expect(
            try edited(list, .set("0"))
                == ">\n  <d:colorlabels>\n   <rdf:Seq>\n    <rdf:li>0</rdf:li>\n   </rdf:Seq>\n  </d:colorlabels>\n </rdf:Description>"
        )
        #expect(try edited(list, .remove) == ">\n </rdf:Description>")
        #expect(
            try edited("><d:colorlabels><rdf:Seq/></d:colorlabels></rdf:Description>", .set("4"))
                == "><d:colorlabels><rdf:Seq><rdf:li>4</rdf:li></rdf:Seq></d:colorlabels></rdf:Description>")
        #expect(try edited("><d:colorlabels><rdf:Seq/></d:colorlabels></rdf:Description>", .remove) == nil)
        #expect(try edited(" d:colorlabels=\"2\"/>", .set("2")) == nil)
        #expect(
            try edited("/>", .set("1"))
                == ">\n  <d:colorlabels><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></d:colorlabels>\n </rdf:Description>")
        #expect(
            try edited("></rdf:Description>", .set("1"))
                == ">\n  <d:colorlabels><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></d:colorlabels></rdf:Description>")
    }

    @Test func aListGoesIntoAFileWithoutAnyDescription() throws {
        let wish = wish([.rating: .set("1"), .darktableLabels: .set("3")])
        let made = try #require(try SpliceEditor.edit(bytes(SpliceTests.head + SpliceTests.tail), wish: wish, now: now))
        let values = try SidecarReader.read(made)
        #expect(values.rating == 1 && values.darktableLabels == "3" && text(made).contains("</rdf:Description></rdf:RDF>"))
        let plain = bytes("<RDF xmlns='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><Description about=''/></RDF>")
        let spliced = try #require(try SpliceEditor.edit(plain, wish: wish, now: now))
        #expect(try SidecarReader.read(spliced).darktableLabels == "3", "\(text(spliced))")
    }
}
