import KeepersCore
import Testing

/// The words that a person reads before and after an export.
@Suite struct SummaryTests {
    func item(_ id: Int64, _ path: String, _ mark: Mark, _ fate: PlannedSidecar.Fate) -> PlannedSidecar {
        PlannedSidecar(frame: FrameID(id), path: path, kind: FileKind.suggested(byName: path) ?? .cr3, mark: mark, fate: fate)
    }

    @Test func dryRun() {
        var plan = (1...1804).map { item(Int64($0), "\($0).CR3", Mark(verdict: .reject), .create) }
        plan += [
            item(2001, "A.CR3", Mark(verdict: .pick), .create), item(2002, "B.CR3", Mark(verdict: .pick), .merge),
            item(2003, "C.CR3", Mark(verdict: .pick), .unchanged), item(2004, "D.CR3", Mark(stars: 2), .merge),
            item(2005, "E.CR3", Mark(verdict: .maybe), .nothing), item(2006, "F.JPG", Mark(verdict: .pick), .ignored),
            item(2007, "G.dng", Mark(verdict: .pick), .ignored), item(2008, "H.dng", Mark(verdict: .pick), .ignored),
            item(2009, "I\u{1B}.CR3", Mark(verdict: .pick), .refused("it is empty")),
            item(2010, "J.CR3", Mark(verdict: .pick), .conflict("its stars were changed")), item(2011, "K.CR3", Mark(), .nothing),
        ]
        let summary = ExportSummary(plan, profile: .lightroom)
        #expect(summary.writes == 1807)
        #expect(
            summary.text() == [
                "     1  conflict     nothing of this frame is written until you choose",
                "          J.CR3: its stars were changed",
                "     1  cannot be written safely and stays as it is",
                "          I?.CR3: it is empty",
                "     3  picks        flag pick, ★★★ where you set no stars",
                " 1 804  rejects      flag reject, red + ★ where you set none",
                "     1  other        only your stars and colours, or a verdict that you took back",
                "     1  maybe        no flag is written for it",
                "     2  have sidecars already: merged, nothing else in them changes",
                "     1  has a sidecar that says so already: left untouched",
                "     1  exists only as JPEG (1 pick): Lightroom will not read a sidecar for it",
                "          F.JPG",
                "     2  exist only as DNG (2 picks): Lightroom will not read a sidecar for these",
                "          G.dng",
                "          H.dng",
                "     0  originals touched",
            ])
        #expect(summary.text(namesPerLine: 1).contains("          and 1 more"))
        let elsewhere = ExportSummary(plan, profile: .lightroom, isElsewhere: true).text()
        #expect(elsewhere.contains("     1  conflict     left as it is"), "there is nothing to choose there")
    }

    @Test func result() {
        let outcomes = [
            SidecarOutcome(path: "A.xmp", end: .written), SidecarOutcome(path: "B.xmp", end: .unchanged),
            SidecarOutcome(path: "C.xmp", end: .failed("it is read-only")),
        ]
        let lines = exportResultLines(outcomes, profile: .lightroom)
        #expect(lines[0] == "1 written, 1 unchanged, 1 failed")
        #expect(lines[1] == "C.xmp: it is read-only")
        #expect(lines.last == lightroomHint && lightroomHint.contains("Synchronize Folder"))
        #expect(exportResultLines([], profile: .lightroom) == ["0 written, 0 unchanged, 0 failed"])
        #expect(
            undoResultLines([SidecarOutcome(path: "A.xmp", end: .removed), SidecarOutcome(path: "B.xmp", end: .written)])
                == ["1 put back as they were, 1 removed that we had made, 0 left"])
    }

    @Test func aReasonThatManyShareIsSaidOnce() {
        let missing = (1...41).map {
            item(Int64($0), "\($0).CR3", Mark(verdict: .pick), .refused("\(noCopyReason): looked in /x"))
        }
        let locked = (50...52).map { item(Int64($0), "\($0).CR3", Mark(verdict: .pick), .refused("the card is read-only")) }
        let text = ExportSummary(missing + locked, profile: .lightroom).text(namesPerLine: 2)
        #expect(
            text.prefix(7) == [
                "    41  have no copy there: looked in /x", "          1.CR3", "          2.CR3", "          and 39 more",
                "     3  cannot be written and stay as they are: the card is read-only", "          50.CR3", "          51.CR3",
            ])
        let failed = (1...3).map { SidecarOutcome(path: "\($0).xmp", end: .failed("the disk is full")) }
        #expect(
            exportResultLines(failed + [SidecarOutcome(path: "9.xmp", end: .failed("it is empty"))], profile: .lightroom).prefix(
                6)
                == [
                    "0 written, 0 unchanged, 4 failed", "9.xmp: it is empty", "3: the disk is full", "  1.xmp", "  2.xmp",
                    "  3.xmp",
                ])
    }

    @Test func whatCameWithACopyIsCounted() {
        let raws = (1...4).map { item(Int64($0), "\($0).CR3", Mark(verdict: .pick), $0 < 3 ? .unchanged : .create) }
        let jpegs = (5...6).map { item(Int64($0), "\($0).JPG", Mark(verdict: .pick), .ignored) }
        let sidecars = CopiedSidecars(
            photos: (raws + jpegs).map { ($0.frame, $0.kind) } + [(FrameID(7), .cr3)], plan: raws + jpegs,
            outcomes: [
                SidecarOutcome(path: "1.xmp", end: .unchanged), SidecarOutcome(path: "2.xmp", end: .unchanged),
                SidecarOutcome(path: "3.xmp", end: .written), SidecarOutcome(path: "4.xmp", end: .written),
            ], brought: ["1.xmp", "3.xmp"], present: ["2.xmp"], profile: .lightroom)
        #expect(
            sidecars.lines == [
                "1 made, 1 came over with their photos and say so already, 1 came over with their photos and now say so, "
                    + "1 were there and say so already",
                "2 photos have none (2 JPEG): Lightroom reads no sidecar for these",
                "1 photo has none: nothing was decided that a sidecar says",
            ])
    }

    @Test func twoRawsOfOneStemAreNamedAndAPairIsNot() {
        func frame(_ id: Int64, _ path: String, _ kind: FileKind, pair: String? = nil) -> Frame {
            Frame(id: FrameID(id), source: 0, path: path, size: 1, modified: 0, header: FrameHeader(kind: kind), pair: pair)
        }
        let frames = [
            frame(1, "a/IMG_1.CR3", .cr3, pair: "a/IMG_1.JPG"), frame(2, "a/IMG_2.CR3", .cr3), frame(3, "a/IMG_2.dng", .dng),
            frame(4, "b/IMG_1.CR3", .cr3), frame(5, "a/IMG_3.JPG", .jpeg), frame(6, "a/IMG_3.CR3", .cr3),
        ]
        let collisions = sidecarCollisions(among: frames)
        #expect(Set(collisions.keys) == [FrameID(2), FrameID(3)])
        #expect(collisions[FrameID(2)]?.hasPrefix("IMG_2.dng would use the same sidecar") == true)
    }

    @Test func aSidecarForAnotherFileOfTheFolderIsNotOurs() {
        var values = SidecarValues()
        values.forExtension = "NEF"
        let frame = Frame(
            id: FrameID(1), source: 0, path: "IMG_1.CR3", size: 1, modified: 0, header: FrameHeader(kind: .cr3), pair: "IMG_1.JPG"
        )
        #expect(foreignSidecar(values, of: frame, names: ["IMG_1.CR3", "img_1.nef"]) != nil)
        #expect(foreignSidecar(values, of: frame, names: ["IMG_1.CR3"]) == nil)
        values.forExtension = "jpg"
        #expect(foreignSidecar(values, of: frame, names: ["IMG_1.CR3", "IMG_1.JPG"]) == nil)
    }
}
