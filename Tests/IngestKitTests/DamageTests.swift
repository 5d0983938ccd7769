import KeepersCore
import Testing

@testable import IngestKit

@Suite("A damaged or lying file is a named problem, never a wrong picture")
struct DamageTests {
    @Test func empty() {
        let header = read([], "DSC_0001.NEF")
        #expect(header.kind == .nef)
        #expect(header.problem?.hasPrefix("empty, 0 bytes") == true)
    }

    @Test func onlyAHead() {
        let header = read(Array(Samples.nef()[..<128]), "DSC_0001.NEF")
        #expect(header.previews.isEmpty)
        #expect(header.problem?.contains("cut short") == true)
        #expect(read([0x49, 0x49], "a.NEF").problem?.hasPrefix("only 2 bytes") == true)
    }

    @Test func strangeContent() {
        let header = read(Array(String(repeating: "not a picture ", count: 60).utf8), "DSC_0001.ARW")
        #expect(header.kind == .arw)
        #expect(header.problem?.contains("no picture") == true)
    }

    @Test func jpegNamedAsRawIsShownAsJPEG() {
        let header = read(Samples.jpegFile(), "DSC_0001.NEF")
        #expect(header.kind == .jpeg)
        #expect(header.loupePreview?.width == 3000)
        #expect(header.problem == "holds a JPEG although it is named .nef: shown as a JPEG")
    }

    @Test func cutShortKeepsWhatIsWhole() {
        // The RAW is the last but one blob, the thumbnail the last: both are gone, the large JPEG stays.
        let bytes = Samples.nef()
        let header = read(Array(bytes[..<(bytes.count - Samples.thumb.count - 10)]), "DSC_0001.NEF")
        #expect(header.loupePreview?.width == 6000)
        #expect(header.previews.contains { !$0.intact })
        #expect(header.problem?.hasPrefix("cut short or damaged") == true)
        #expect(header.problem?.contains("its 6000 x 4000 preview is whole") == true)
    }

    @Test func pictureCutShortIsNotShown() {
        let bytes = Samples.jpegFile()
        let header = read(Array(bytes[..<(bytes.count - 40)]), "IMG_0001.JPG")
        #expect(header.loupePreview?.width == 160)
        #expect(header.problem?.contains("largest preview is damaged") == true)
    }

    @Test func directoryThatPointsBackAtItself() {
        let root = IFD([(271, .ascii("SONY")), (513, .blob(0)), (514, .long([Samples.medium.count]))])
        root.next = root
        let header = read(TIFFBuilder().build(root, blobs: [Samples.medium]), "DSC00001.ARW")
        #expect(header.loupePreview?.width == 1620)
        #expect(header.problem?.contains("points back at itself") == true)
    }

    @Test func loopThroughABranch() {
        let root = IFD([(271, .ascii("SONY"))])
        let branch = IFD([(330, .directories([root]))])
        root.entries.append((tag: 330, value: .directories([branch, branch])))
        let header = read(TIFFBuilder().build(root), "DSC00001.ARW")
        #expect(header.problem?.contains("points back at itself") == true)
    }

    @Test func offsetBeyondTheEnd() {
        let header = read(TIFFBuilder().build(IFD([(513, .long([0x7FFF_0000])), (514, .long([5000]))])), "DSC00001.ARW")
        #expect(header.previews.allSatisfy { !$0.intact })
        #expect(header.problem?.contains("no preview survived") == true)
    }

    @Test(arguments: [0xFFFF_FFFF, 20_000, 100])
    func lengthThatLies(length: Int) {
        let header = read(
            TIFFBuilder().build(IFD([(513, .blob(0)), (514, .long([length]))]), blobs: [Samples.medium]), "DSC00001.ARW")
        #expect(header.loupePreview == nil)
        #expect(header.problem != nil)
    }

    @Test func countOfEntriesThatLies() {
        var bytes = TIFFBuilder().build(
            IFD([(271, .ascii("SONY")), (513, .blob(0)), (514, .long([Samples.medium.count]))]), blobs: [Samples.medium])
        patch(&bytes, at: 8, with: [0xFF, 0xFF])
        let header = read(bytes, "DSC00001.ARW")
        #expect(header.loupePreview?.width == 1620)
        #expect(header.problem != nil)
    }

    @Test func valueCountThatLies() {
        var bytes = TIFFBuilder().build(IFD([(271, .ascii("SONY CORPORATION")), (272, .ascii("ILCE-7M4 camera"))]))
        // The count of the first entry: four gigabytes of text.
        patch(&bytes, at: 8 + 2 + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let header = read(bytes, "DSC00001.ARW")
        #expect(header.shot.make == nil)
        #expect(header.shot.camera == "ILCE-7M4 camera")
    }

    @Test func tagsAreNotTrustedForTheSize() {
        let root = IFD([
            (256, .long([9000])), (257, .long([6000])), (259, .short([7])), (273, .blob(0)), (279, .long([Samples.thumb.count])),
        ])
        #expect(read(TIFFBuilder().build(root, blobs: [Samples.thumb]), "a.DNG").previews.first?.width == 160)
    }

    @Test func losslessJPEGIsNotAPicture() {
        let lossless = jpeg(3000, 2000, frame: 0xC3, precision: 14)
        let header = read(
            TIFFBuilder().build(IFD([(513, .blob(0)), (514, .long([lossless.count]))]), blobs: [lossless]), "a.DNG")
        #expect(header.previews.isEmpty)
        #expect(header.problem?.contains("no preview") == true)
    }

    @Test func impossibleSizeIsNotAPicture() {
        let flat = jpeg(0, 100)
        let header = read(TIFFBuilder().build(IFD([(513, .blob(0)), (514, .long([flat.count]))]), blobs: [flat]), "a.ARW")
        #expect(header.loupePreview == nil)
        #expect(header.problem?.contains("its only preview is damaged") == true)
    }

    @Test func zerosBehindThePictureAreAllowed() {
        for padding in [1, 15, 300] {
            let padded = Samples.medium + [UInt8](repeating: 0, count: padding)
            let header = read(
                TIFFBuilder().build(IFD([(513, .blob(0)), (514, .long([padded.count]))]), blobs: [padded]), "a.ARW")
            #expect(header.loupePreview?.width == 1620)
        }
    }

    @Test func exifOutsideIsNamedAndThePictureStays() {
        let block = TIFFBuilder().build(IFD([(34665, .long([500_000]))]))
        let header = read(jpeg(3000, 2000, segments: [(0xE1, Array("Exif\0\0".utf8) + block)]), "IMG_0001.JPG")
        #expect(header.loupePreview?.width == 3000)
        #expect(header.problem?.contains("EXIF data points outside") == true)
    }

    @Test func heapThatHoldsItself() {
        var bytes = Samples.crw()
        // The last entry of the root table is the inner heap: let it be the whole file again.
        let entry = bytes.count - 4 - 10
        patch(&bytes, at: entry + 2, with: withUnsafeBytes(of: UInt32(bytes.count - 26).littleEndian, Array.init) + [0, 0, 0, 0])
        #expect(read(bytes, "CRW_0001.CRW").problem?.contains("points back at itself") == true)
    }

    @Test func packageIsNamed() {
        #expect(
            read(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 600), "a.EIP").problem?.contains("Capture One") == true
        )
    }
}
