import KeepersCore
import Testing

@testable import IngestKit

@Suite("Maker notes give what the standard tags do not")
struct MakerNoteTests {
    @Test func nikon() {
        let bytes = MakerNotes.nikon()
        let header = read(bytes, "DSC_0001.NEF")
        #expect(header.loupePreview?.source == "MakerNote")
        #expect(header.loupePreview?.width == 1620)
        #expect(header.shot.serial == "6001234")
        #expect(header.shot.lens == "24-70mm f/2.8")
        #expect(header.shot.bracketMode == 1)
        #expect(header.shot.isAdobeRGB)
    }

    @Test func canon() {
        let shot = read(MakerNotes.canon(), "IMG_0001.CR2").shot
        #expect(shot.serial == "0123456789")
        #expect(shot.lens == "EF85mm f/1.2L")
        #expect(shot.bracketMode == 1)
        #expect(shot.isAdobeRGB)
        #expect(shot.focusX == 0.75)
        #expect(shot.focusY == 0.375)
    }

    @Test func sony() {
        let shot = read(MakerNotes.sony(), "DSC00001.ARW").shot
        #expect(shot.cameraRating == 4)
        #expect(shot.focusX == 0.25)
        #expect(shot.focusY == 0.75)
        #expect(shot.bracketMode == 1)
    }

    @Test func olympus() {
        let header = read(MakerNotes.olympus(), "P1010001.ORF")
        #expect(header.kind == .orf)
        #expect(header.loupePreview?.width == 1620)
        #expect(header.shot.serial == "BHB123456")
        #expect(header.shot.lens == "OLYMPUS M.45mm F1.8")
        #expect(header.shot.isAdobeRGB)
    }
}
