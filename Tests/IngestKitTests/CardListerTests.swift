import Glibc
import KeepersCore
import Testing

@testable import IngestKit

@Suite("A card is listed whole, and what cannot be listed is named")
struct CardListerTests {
    @Test func framesOthersAndSidecars() throws {
        let card = ScratchFolder()
        card.folder("DCIM")
        card.folder("DCIM/100MEDIA")
        card.folder("DCIM/101MEDIA")
        card.file("DCIM/101MEDIA/DSC_0001.NEF", [UInt8](repeating: 1, count: 77))
        card.file("DCIM/100MEDIA/IMG_0002.cr3")
        card.file("DCIM/100MEDIA/IMG_0001.JPG")
        card.file("DCIM/100MEDIA/IMG_0001.XMP")
        card.file("DCIM/100MEDIA/MVI_0003.MOV")
        card.file("DCIM/100MEDIA/VOICE.WAV")
        card.file("README")
        let listing = try CardLister.list(root: card.descriptor)
        #expect(
            listing.files.map(\.path) == [
                "DCIM/100MEDIA/IMG_0001.JPG", "DCIM/100MEDIA/IMG_0002.cr3", "DCIM/101MEDIA/DSC_0001.NEF",
            ])
        #expect(listing.files.last?.size == 77)
        #expect(listing.files.allSatisfy { $0.modified > 1_500_000_000_000_000_000 && $0.isFrame })
        #expect(listing.others == ["xmp": 1, "mov": 1, "wav": 1, "": 1])
        #expect(listing.sidecars == ["DCIM/100MEDIA/IMG_0001.XMP"])
        #expect(listing.problems.isEmpty)
        let copy = try Listing(wire: listing.wire)
        #expect(copy == listing)
    }

    @Test func contentDecidesWhereTheNameTellsNothing() throws {
        let card = ScratchFolder()
        card.file("IMG0001", Samples.cr3())
        card.file("shot.newraw", Samples.raf())
        card.file("letter.doc", Array("Dear Sir".utf8))
        card.file("broken.NEF", Array("Dear Sir".utf8))
        card.file("zero.ARW", [])
        card.file("scan.tif", Samples.nef())
        let listing = try CardLister.list(root: card.descriptor)
        #expect(listing.files.map(\.path) == ["IMG0001", "broken.NEF", "shot.newraw", "zero.ARW"])
        #expect(listing.others == ["doc": 1, "tif": 1])
    }

    @Test func hiddenNamesArePassedOverAndLinksAreOnlyCounted() throws {
        let card = ScratchFolder()
        for name in [".Trashes", ".keepers", ".Spotlight-V100", "$RECYCLE.BIN", "System Volume Information", "DCIM"] {
            card.folder(name)
            card.file("\(name)/IMG_0001.JPG")
        }
        card.file("DCIM/._IMG_0001.JPG")
        symlink("DCIM/IMG_0001.JPG", "\(card.path)/link.JPG")
        symlink("/", "\(card.path)/root")
        symlink(".", "\(card.path)/DCIM/again")
        mkfifo("\(card.path)/pipe", 0o600)
        mkfifo("\(card.path)/pipe.JPG", 0o600)
        let listing = try CardLister.list(root: card.descriptor)
        #expect(listing.files.map(\.path) == ["DCIM/IMG_0001.JPG"])
        #expect(listing.others == ["jpg": 2, "": 3])
        #expect(listing.problems.isEmpty)
    }

    @Test func orderIsByBytes() throws {
        let card = ScratchFolder()
        let names = ["B.JPG", "a.JPG", "Z.JPG", "é.JPG", "e\u{301}.JPG", "b/IMG.JPG", "b.JPG"]
        card.folder("b")
        names.forEach { card.file($0) }
        let listing = try CardLister.list(root: card.descriptor)
        #expect(listing.files.map(\.path) == ["B.JPG", "Z.JPG", "a.JPG", "b.JPG", "b/IMG.JPG", "e\u{301}.JPG", "é.JPG"])
    }

    @Test func deepAndEndlessFoldersAreBounded() throws {
        let card = ScratchFolder()
        card.folder("a")
        card.folder("a/b")
        card.folder("a/b/c")
        card.file("a/IMG_1.JPG")
        card.file("a/b/IMG_2.JPG")
        card.file("a/b/c/IMG_3.JPG")
        let shallow = try CardLister.list(root: card.descriptor, limits: ListingLimits(depth: 2))
        #expect(shallow.files.map(\.path) == ["a/IMG_1.JPG", "a/b/IMG_2.JPG"])
        #expect(shallow.problems.count == 1 && shallow.problems[0].hasPrefix("a/b/c: "))
        let few = try CardLister.list(root: card.descriptor, limits: ListingLimits(entries: 2))
        #expect(few.problems.contains { $0.contains("the rest is not listed") })
    }

    @Test(.enabled(if: getuid() != 0, "root may read every folder")) func lockedFolderIsNamed() throws {
        let card = ScratchFolder()
        card.folder("locked")
        card.file("IMG_1.JPG")
        chmod("\(card.path)/locked", 0)
        defer { chmod("\(card.path)/locked", 0o700) }
        let listing = try CardLister.list(root: card.descriptor)
        #expect(listing.files.count == 1)
        #expect(listing.problems.count == 1 && listing.problems[0].hasPrefix("locked: could not be opened (Permission denied)"))
    }

    @Test func nameThatIsNoTextIsNamed() throws {
        let card = ScratchFolder()
        let name: [CChar] =
            Array("\(card.path)/IMG_".utf8CString.dropLast()) + [CChar(bitPattern: 0xE9)] + Array(".JPG".utf8CString)
        close(name.withUnsafeBufferPointer { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) })
        let listing = try CardLister.list(root: card.descriptor)
        #expect(listing.files.isEmpty)
        #expect(listing.problems == ["the folder itself: holds a name that is not UTF-8 text: rename it to see it here"])
    }

    @Test func closedRootIsAnError() {
        #expect(throws: IngestError.self) { try CardLister.list(root: -1) }
    }
}
