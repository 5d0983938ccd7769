import Glibc
import KeepersCore
import Testing

@testable import IngestKit

@Suite("Over a descriptor: the same answers, few reads, and previews byte for byte")
struct DescriptorTests {
    @Test func sameAsInMemory() {
        let folder = ScratchFolder()
        let reader = HeaderReader(usesLibRaw: false)
        for (name, bytes) in Samples.all {
            folder.file(name, bytes)
            let file = folder.open(reading: name)
            #expect(reader.read(descriptor: file.descriptor, name: name, size: file.size) == read(bytes, name), "\(name)")
            close(file.descriptor)
        }
    }

    /// Directories in the first page, pictures of half a megabyte behind: nobody needs more than the page and the ends.
    @Test func readsOnlyWhatItNeeds() {
        let large = jpeg(6000, 4000, filler: 500_000)
        let root = IFD(Samples.about("SONY", "ILCE-1") + Samples.pointer(0, large), next: IFD(Samples.pointer(1, Samples.thumb)))
        let folder = ScratchFolder()
        folder.file("DSC00001.ARW", TIFFBuilder().build(root, blobs: [large, Samples.thumb]))
        let file = folder.open(reading: "DSC00001.ARW")
        defer { close(file.descriptor) }
        let reader = HeaderReader()
        let header = reader.read(descriptor: file.descriptor, name: "DSC00001.ARW", size: file.size)
        #expect(header.previews.count == 2)
        #expect(header.previews.allSatisfy { $0.intact })
        #expect(reader.pagesRead == 1)
        #expect(reader.bytesRead < 4096 + 1200)
        #expect(reader.reads <= 4)
    }

    @Test func fetchBringsThePreview() throws {
        let folder = ScratchFolder()
        folder.file("a.NEF", Samples.nef())
        let file = folder.open(reading: "a.NEF")
        defer { close(file.descriptor) }
        let header = HeaderReader().read(descriptor: file.descriptor, name: "a.NEF", size: file.size)
        let large = try #require(header.loupePreview)
        let small = try #require(header.previews.first { $0.width == 160 })
        var buffer: [UInt8] = []
        for (preview, picture) in [(small, Samples.thumb), (large, Samples.full), (small, Samples.thumb)] {
            try PreviewFetcher.fetch(preview, descriptor: file.descriptor, into: &buffer)
            #expect(buffer == picture)
        }
        var room = [UInt8](repeating: 0, count: Samples.full.count + 5)
        let count = try room.withUnsafeMutableBytes { (bytes) throws(IngestError) in
            try PreviewFetcher.fetch(large, descriptor: file.descriptor, into: bytes)
        }
        #expect(Array(room[..<count]) == Samples.full)
    }

    @Test func fetchSaysWhatFailed() {
        let folder = ScratchFolder()
        folder.file("a.JPG", Samples.medium)
        let file = folder.open(reading: "a.JPG")
        defer { close(file.descriptor) }
        var buffer: [UInt8] = []
        func code(_ offset: UInt64, _ length: UInt64, descriptor: Int32) -> IngestError.Code? {
            let preview = Preview(width: 1, height: 1, source: "", offset: offset, length: length, intact: true)
            do throws(IngestError) {
                try PreviewFetcher.fetch(preview, descriptor: descriptor, into: &buffer)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(0, UInt64(Samples.medium.count), descriptor: file.descriptor) == nil)
        #expect(code(10, UInt64(Samples.medium.count), descriptor: file.descriptor) == .cutShort)
        #expect(code(UInt64.max, 10, descriptor: file.descriptor) != nil)
        #expect(code(0, 1 << 40, descriptor: file.descriptor) == .tooLarge)
        #expect(code(0, 10, descriptor: -1) == .unreadable)
    }

    @Test func unreadableFileIsNamed() {
        let folder = ScratchFolder()
        // Reading a directory fails as a dying card does.
        let header = HeaderReader().read(descriptor: folder.descriptor, name: "DSC_0001.NEF", size: 5_000_000)
        #expect(header.problem?.contains("does not give its bytes") == true)
        #expect(header.kind == .nef)
    }

    @Test func fileThatShrankIsNamed() {
        let folder = ScratchFolder()
        folder.file("a.NEF", Array(Samples.nef()[..<300]))
        let file = folder.open(reading: "a.NEF")
        defer { close(file.descriptor) }
        let header = HeaderReader().read(descriptor: file.descriptor, name: "a.NEF", size: Int64(Samples.nef().count))
        #expect(header.previews.allSatisfy { !$0.intact || $0.codec == .bitmap })
        #expect(header.problem != nil)
    }

    @Test func libRawIsAskedWhereWeFindNothing() {
        let folder = ScratchFolder()
        var bytes = [UInt8](repeating: 0, count: 2000)
        patch(&bytes, at: 25, with: Array("ARECOYK".utf8))
        folder.file("a.RAW", bytes)
        let file = folder.open(reading: "a.RAW")
        defer { close(file.descriptor) }
        let with = HeaderReader().read(descriptor: file.descriptor, name: "a.RAW", size: file.size)
        let without = HeaderReader(usesLibRaw: false).read(descriptor: file.descriptor, name: "a.RAW", size: file.size)
        // LibRaw knows the size of this camera's sensor; our walker does not know the format.
        #expect(with.shot.fullWidth == 3072)
        #expect(without.shot.fullWidth == nil)
        #expect(with.problem != nil)
    }
}
