import Foundation
import IngestKit
import KeepersCore
import Testing

/// The XMP packet inside a photo, byte for byte, and never more than the file holds.
@Suite struct PacketTests {
    static let words = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)
    static let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    private func packet(_ bytes: [UInt8], _ name: String) -> [UInt8]? {
        bytes.withUnsafeBytes { HeaderReader().readWithPacket(memory: $0, name: name).packet }
    }

    static func dng(_ packet: [UInt8], isBig: Bool = false) -> [UInt8] {
        let root = IFD(
            Samples.about("RICOH", "PENTAX K-3") + [
                (50706, .bytes([1, 4, 0, 0])), (700, .undefined(packet)), (330, .directories([Samples.sensor(0)])),
            ])
        return TIFFBuilder(isBig: isBig).build(root, blobs: [Samples.raw])
    }

    @Test func liesInAnAPP1SegmentOfAJPEG() {
        let file = Samples.jpegFile([(0xE1, Self.name + Self.words), (0xE1, Self.name + Array("<second/>".utf8))])
        #expect(packet(file, "A.JPG") == Self.words, "the first one counts")
        let header = file.withUnsafeBytes { HeaderReader().readWithPacket(memory: $0, name: "A.JPG").header }
        #expect(header == read(file, "A.JPG"), "and the header is read as ever")
        #expect(packet(Samples.jpegFile(), "A.JPG") == nil)
        #expect(packet(Samples.jpegFile([(0xE1, Self.name)]), "A.JPG") == nil, "an empty one is none")
        let extended = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Self.words
        #expect(packet(Samples.jpegFile([(0xE1, extended)]), "A.JPG") == nil, "the second part of a long one is no packet")
    }

    @Test(arguments: [false, true])
    func liesInTag700OfADNG(isBig: Bool) {
        #expect(packet(Self.dng(Self.words, isBig: isBig), "A.DNG") == Self.words)
        #expect(packet(Self.dng(Self.words + [0, 0, 0], isBig: isBig), "A.DNG") == Self.words, "without the zeros behind it")
        #expect(packet(Self.dng([0, 0, 0, 0, 0, 0, 0, 0, 0], isBig: isBig), "A.DNG") == nil)
        #expect(packet(Samples.dng(isBig: isBig), "A.DNG") == nil)
    }

    @Test func isNotReadWhereItIsLargerThanAnyProgramWrites() {
        let most = [UInt8](repeating: 0x20, count: EmbeddedPacket.limit)
        #expect(packet(Self.dng(most), "A.DNG")?.count == EmbeddedPacket.limit)
        #expect(packet(Self.dng(most + [0x20]), "A.DNG") == nil)
    }

    /// Every cut, and every byte of the directory set to its worst: a packet of the file's own bytes, or none.
    @Test func neverReachesOutsideTheFile() {
        for file in [Self.dng(Self.words), Samples.jpegFile([(0xE1, Self.name + Self.words)])] {
            for count in stride(from: 0, to: file.count, by: 3) {
                if let found = packet(Array(file[..<count]), "A.DNG") { #expect(found.count <= count) }
            }
            for at in 0..<min(file.count, 400) {
                var broken = file
                broken[at] = 0xFF
                if let found = packet(broken, "A.DNG") { #expect(found.count <= file.count) }
            }
        }
    }

    @Test func isTheSameThroughADescriptor() throws {
        let folder = ScratchFolder()
        for (name, bytes) in [("A.DNG", Self.dng(Self.words)), ("A.JPG", Samples.jpegFile([(0xE1, Self.name + Self.words)]))] {
            let path = folder.path + "/" + name
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            let reader = HeaderReader(usesLibRaw: false)
            let found = reader.readWithPacket(descriptor: descriptor, name: name, size: Int64(bytes.count))
            #expect(found.packet == Self.words, "\(name)")
            // A file that became shorter while it was open has half a packet, which is none.
            #expect(truncate(path, off_t(bytes.count / 3)) == 0)
            let cut = reader.readWithPacket(descriptor: descriptor, name: name, size: Int64(bytes.count))
            #expect(cut.packet == nil || cut.packet == Self.words)
        }
    }
}
