import KeepersCore
import Testing

@testable import IngestKit

@Suite("Every container gives its previews, with the size that the JPEG itself says")
struct ContainerTests {
    private func sizes(_ header: FrameHeader) -> [String] {
        header.previews.map { "\($0.width)x\($0.height)\($0.codec == .bitmap ? " bitmap" : "")\($0.intact ? "" : " broken")" }
    }

    private func check(_ bytes: [UInt8], _ preview: Preview?, equals picture: [UInt8]) {
        guard let preview else { Issue.record("no preview"); return }
        #expect(Array(bytes[Int(preview.offset)..<Int(preview.offset + preview.length)]) == picture)
    }

    @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
    func nef(little: Bool, isBig: Bool) {
        let bytes = Samples.nef(little: little, isBig: isBig)
        let header = read(bytes, "DSC_0001.NEF")
        #expect(header.kind == .nef)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["16x12 bitmap", "160x120", "6000x4000"])
        #expect(header.previews.map(\.source) == ["IFD0", "IFD1", "SubIFD 0"])
        check(bytes, header.loupePreview, equals: Samples.full)
        #expect(header.shot.fullWidth == 6016)
    }

    @Test func cr2TakesTheStripOfIFD0AndNeverTheRaw() {
        let bytes = Samples.cr2()
        let header = read(bytes, "IMG_0001.CR2")
        #expect(header.kind == .cr2)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "6000x4000"])
        check(bytes, header.loupePreview, equals: Samples.full)
    }

    @Test(arguments: [false, true])
    func dng(isBig: Bool) {
        let bytes = Samples.dng(isBig: isBig)
        let header = read(bytes, "IMGP0001.DNG")
        #expect(header.kind == .dng)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "1620x1080"])
        check(bytes, header.scoringPreview, equals: Samples.medium)
        #expect(header.shot.serial == "0123456")
    }

    @Test func raf() {
        let bytes = Samples.raf()
        let header = read(bytes, "DSCF0001.RAF")
        #expect(header.kind == .raf)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "3000x2000"])
        #expect(header.shot.camera == "X-T5")
        #expect(header.shot.orientation == .turned270)
        #expect(header.shot.fullWidth == 0x1818)
        check(bytes, header.gridPreview, equals: Samples.jpegFile())
    }

    @Test func cr3() {
        let bytes = Samples.cr3()
        let header = read(bytes, "IMG_0001.CR3")
        #expect(header.kind == .cr3)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "1620x1080", "6000x4000"])
        check(bytes, header.loupePreview, equals: Samples.full)
        #expect(header.shot.orientation == .turned270)
        #expect(header.shot.capturedAt?.iso8601 == "2026-06-13T13:05:07.07+02:00")
        #expect(header.shot.serial == "0123456")
        #expect(header.shot.bracketMode == 1)
        #expect(header.shot.latitude.map { fixed($0, 4) } == "-33.8583")
    }

    @Test func cr3CutShortKeepsItsPreview() {
        let bytes = Samples.cr3(cut: true)
        let header = read(bytes, "IMG_0001.CR3")
        #expect(header.loupePreview?.source == "PRVW")
        check(bytes, header.loupePreview, equals: Samples.medium)
        #expect(header.problem?.contains("its 1620 x 1080 preview is whole") == true)
    }

    @Test func crw() {
        let bytes = Samples.crw()
        let header = read(bytes, "CRW_0001.CRW")
        #expect(header.kind == .crw)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "6000x4000"])
        check(bytes, header.loupePreview, equals: Samples.full)
        #expect(header.shot.make == "Canon")
        #expect(header.shot.camera == "Canon EOS D30")
        #expect(header.shot.orientation == .turned90)
        #expect(header.shot.capturedAt?.iso8601 == "2003-11-10T17:39:26")
    }

    @Test func rw2TakesItsExifFromThePreview() {
        let header = read(Samples.rw2(), "P1000001.RW2")
        #expect(header.kind == .rw2)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "3000x2000"])
        #expect(read(Samples.rw2(), "L1000001.RWL").shot == header.shot)
        #expect(header.shot.fullWidth == 6024)
        #expect(header.shot.make == "Panasonic")
        #expect(header.shot.orientation == .turned90)
        #expect(header.shot.capturedAt?.subsecondDigits == 2)
    }

    @Test func mrw() {
        let bytes = Samples.mrw()
        let header = read(bytes, "PICT0001.MRW")
        #expect(header.kind == .mrw)
        #expect(header.problem == nil)
        check(bytes, header.loupePreview, equals: Samples.medium)
    }

    @Test func x3f() {
        let bytes = Samples.x3f()
        let header = read(bytes, "SDIM0001.X3F")
        #expect(header.kind == .x3f)
        #expect(header.problem == nil)
        #expect(header.shot.orientation == .turned270)
        check(bytes, header.loupePreview, equals: Samples.medium)
    }

    @Test func jpegIsItsOwnPreview() {
        let bytes = Samples.jpegFile()
        let header = read(bytes, "IMG_0001.JPG")
        #expect(header.kind == .jpeg)
        #expect(header.problem == nil)
        #expect(sizes(header) == ["160x120", "3000x2000"])
        check(bytes, header.loupePreview, equals: bytes)
        #expect(header.shot.fullWidth == 3000)
    }

    @Test func jpegWithAFilmBehindItEndsAtItsOwnEnd() {
        let bytes = Samples.jpegFile()
        let header = read(bytes + Array("ftypmp42 a moving picture".utf8), "PXL_0001.JPG")
        #expect(header.problem == nil)
        check(bytes, header.loupePreview, equals: bytes)
    }

    @Test func heicIsRecognisedAndNamed() {
        let header = read(Samples.heic(), "IMG_0001.HEIC")
        #expect(header.kind == .heic)
        #expect(header.previews.isEmpty)
        #expect(header.shot.camera == "iPhone 15")
        #expect(header.shot.capturedAt?.clock == "13:05:07.07")
        #expect(header.problem?.hasPrefix("HEIC") == true)
    }

    @Test func theNameNeverDecides() {
        #expect(read(Samples.cr3(), "wrong.NEF").kind == .cr3)
        #expect(read(Samples.raf(), "no-extension").kind == .raf)
        #expect(read(Samples.nef(), "IMG0001").kind == .nef)
        #expect(read(Samples.cr2(), "IMG0001").kind == .cr2)
        #expect(read(Samples.dng(), "IMG0001").kind == .dng)
    }
}
