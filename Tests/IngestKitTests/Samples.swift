import IngestKit
import KeepersCore

/// Whole small files of each container, built by the tests.
enum Samples {
    static let thumb = jpeg(160, 120)
    static let medium = jpeg(1620, 1080, filler: 900)
    static let full = jpeg(6000, 4000, filler: 1500)
    static let raw = [UInt8](repeating: 0x5A, count: 600)

    static func exif() -> IFD {
        IFD([
            (0x829A, .rational([(1, 250)])), (0x829D, .rational([(28, 10)])), (0x8827, .short([1600])),
            (0x9003, .ascii("2026:06:13 13:05:07")), (0x9004, .ascii("2026:06:13 13:05:08")), (0x9011, .ascii("+02:00")),
            (0x9291, .ascii("07")), (0x9204, .signedRational([(-1, 3)])), (0x920A, .rational([(85, 1)])),
            (0xA001, .short([1])), (0xA002, .long([6000])), (0xA003, .long([4000])), (0xA431, .ascii("0123456")),
            (0xA434, .ascii("85mm F1.4")),
        ])
    }

    static func about(_ make: String, _ model: String, orientation: Int = 6) -> [(Int, Value)] {
        [(271, .ascii(make)), (272, .ascii(model)), (274, .short([orientation])), (34665, .directories([exif()]))]
    }

    static func pointer(_ blob: Int, _ picture: [UInt8]) -> [(Int, Value)] {
        [(259, .short([6])), (513, .blob(blob)), (514, .long([picture.count]))]
    }

    static func sensor(_ blob: Int) -> IFD {
        IFD([
            (256, .long([6016])), (257, .long([4016])), (258, .short([16])), (259, .short([1])), (262, .short([32803])),
            (273, .blob(blob)),
            (279, .long([raw.count])), (33421, .short([2, 2])),
        ])
    }

    /// IFD0 with a bitmap, a JPEG and the RAW in its branches, the small JPEG next in the chain.
    static func nef(little: Bool = true, isBig: Bool = false) -> [UInt8] {
        let bitmap = [UInt8](repeating: 9, count: 16 * 12 * 3)
        let root = IFD(
            about("NIKON CORPORATION", "NIKON Z 8") + [
                (256, .long([16])), (257, .long([12])), (258, .short([8, 8, 8])), (259, .short([1])), (262, .short([2])),
                (273, .blob(0)),
                (277, .short([3])), (279, .long([bitmap.count])), (330, .directories([IFD(pointer(1, full)), sensor(2)])),
            ], next: IFD(pointer(3, thumb)))
        return TIFFBuilder(little: little, isBig: isBig).build(root, blobs: [bitmap, full, raw, thumb])
    }

    /// The big picture is IFD0's strip, the RAW a lossless JPEG.
    static func cr2() -> [UInt8] {
        let lossless = jpeg(3000, 4000, frame: 0xC3, precision: 14)
        let sensor = IFD([(259, .short([6])), (273, .blob(2)), (279, .long([lossless.count])), (50752, .short([1, 2, 3]))])
        let plain = IFD(
            [
                (256, .long([20])), (257, .long([10])), (258, .short([16, 16, 16])), (259, .short([6])), (262, .short([2])),
                (273, .blob(3)),
                (279, .long([1200])),
            ], next: sensor)
        let root = IFD(
            about("Canon", "Canon EOS 6D") + [
                (256, .short([6000])), (257, .short([4000])), (258, .short([8, 8, 8])), (259, .short([6])), (273, .blob(0)),
                (279, .long([full.count])),
            ], next: IFD(pointer(1, thumb), next: plain))
        let build = TIFFBuilder(preamble: [0x43, 0x52, 2, 0, 0, 0, 0, 0])
        return build.build(root, blobs: [full, thumb, lossless, [UInt8](repeating: 3, count: 1200)])
    }

    static func dng(isBig: Bool = false) -> [UInt8] {
        let strip = { (blob: Int, picture: [UInt8]) -> [(Int, Value)] in
            [
                (258, .short([8, 8, 8])), (259, .short([7])), (262, .short([6])), (273, .blob(blob)),
                (279, .long([picture.count])),
            ]
        }
        let root = IFD(
            about("RICOH", "PENTAX K-3", orientation: 1) + strip(0, thumb) + [
                (330, .directories([sensor(2), IFD(strip(1, medium))])), (50706, .bytes([1, 4, 0, 0])),
                (50735, .ascii("0123456")),
            ])
        return TIFFBuilder(isBig: isBig).build(root, blobs: [thumb, medium, raw])
    }

    /// A TIFF block of EXIF alone, as it lies in an APP1 segment, with a thumbnail.
    static func exifBlock(_ make: String, _ model: String, little: Bool = true, orientation: Int = 8) -> [UInt8] {
        TIFFBuilder(little: little).build(
            IFD(about(make, model, orientation: orientation), next: IFD(pointer(0, thumb))), blobs: [thumb])
    }

    static func jpegFile(_ extra: [(UInt8, [UInt8])] = []) -> [UInt8] {
        jpeg(3000, 2000, segments: [(0xE1, Array("Exif\0\0".utf8) + exifBlock("FUJIFILM", "X-T5"))] + extra)
    }

    static func raf() -> [UInt8] {
        let picture = jpegFile()
        var out = ByteBuilder(little: false)
        out.text("FUJIFILMCCD-RAW 0201FF159504X-T5")
        out.pad(to: 84)
        let settings: [UInt8] = [0, 0, 0, 1, 1, 0x11, 0, 4, 0x10, 0x10, 0x18, 0x18]
        for number in [148, picture.count, 148 + picture.count, settings.count, 148 + picture.count + settings.count, raw.count] {
            out.u32(number)
        }
        out.pad(to: 148)
        return out.bytes + picture + settings + raw
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var out = ByteBuilder(little: false)
        out.u32(8 + content.count)
        out.text(type)
        return out.bytes + content
    }

    /// Boxes as an EOS R writes them; `cut` leaves the media out, as a copy cut short does.
    static func cr3(cut: Bool = false) -> [UInt8] {
        let moovSize = cr3Movie(mediaAt: 0).count
        let head = box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8))
        let preview = box(
            "uuid",
            hex("eaf42b5e1c984b88b9fbb7dc406e4d16") + [UInt8](repeating: 0, count: 8)
                + box("PRVW", cr3Picture(medium, lengthAt: 12)))
        let mediaAt = head.count + moovSize + preview.count + 8
        let media = box("mdat", full + raw)
        return head + cr3Movie(mediaAt: mediaAt) + preview + (cut ? Array(media[..<12]) : media)
    }

    static func hex(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        var digits = Substring(text)
        while digits.count >= 2 {
            out.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
            digits = digits.dropFirst(2)
        }
        return out
    }

    private static func cr3Picture(_ picture: [UInt8], lengthAt: Int) -> [UInt8] {
        var out = ByteBuilder(little: false)
        out.pad(to: lengthAt)
        out.u32(picture.count)
        out.pad(to: 16)
        return out.bytes + picture
    }

    private static func cr3Movie(mediaAt: Int) -> [UInt8] {
        let one = TIFFBuilder().build(
            IFD([
                (256, .short([6000])), (257, .short([4000])), (271, .ascii("Canon")), (272, .ascii("Canon EOS R6")),
                (274, .short([8])),
            ]))
        let two = TIFFBuilder().build(exif())
        let three = TIFFBuilder().build(IFD([(0x95, .ascii("RF85mm")), (0x93, .short([0, 0, 0, 1]))]))
        let four = TIFFBuilder().build(IFD(place()))
        let canon = box(
            "uuid",
            hex("85c0b687820f11e08111f4ce462b6a48") + box("CMT1", one) + box("CMT2", two) + box("CMT3", three) + box("CMT4", four)
                + box("THMB", cr3Picture(thumb, lengthAt: 8)))
        return box(
            "moov",
            canon + track("JPEG", at: mediaAt, count: full.count) + track("CMP1", at: mediaAt + full.count, count: raw.count))
    }

    private static func track(_ codec: String, at: Int, count: Int) -> [UInt8] {
        var entry = ByteBuilder(little: false)
        entry.pad(to: 82)
        let description = box("CRAW", entry.bytes + box(codec, [0, 0, 0, 0]))
        var sizes = ByteBuilder(little: false)
        [0, 0, 1, count].forEach { sizes.u32($0) }
        var places = ByteBuilder(little: false)
        places.u32(0)
        places.u32(1)
        places.u64(at)
        let table = box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + description) + box("stsz", sizes.bytes) + box("co64", places.bytes)
        return box("trak", box("mdia", box("minf", box("stbl", table))))
    }

    static func place() -> [(Int, Value)] {
        [
            (1, .ascii("S")), (2, .rational([(33, 1), (51, 1), (30, 1)])), (3, .ascii("E")),
            (4, .rational([(151, 1), (12, 1), (0, 0)])),
        ]
    }

    /// A heap with one inner heap (CIFF 1.0).
    static func crw() -> [UInt8] {
        var inner = ByteBuilder()
        inner.text("Canon\0Canon EOS D30\0")
        inner.pad(to: 32)
        for number in [2160, 1440, 0, 90] { inner.u32(number) }
        inner.u32(1_068_485_966)
        let table = inner.bytes.count
        inner.u16(3)
        for (type, count, at) in [(0x080A, 20, 0), (0x1810, 16, 32), (0x180E, 4, 48)] {
            inner.u16(type)
            inner.u32(count)
            inner.u32(at)
        }
        inner.u32(table)
        var out = ByteBuilder()
        out.text("II")
        out.u32(26)
        out.text("HEAPCCDR")
        out.pad(to: 26)
        out.bytes += full + thumb + inner.bytes
        let root = out.bytes.count - 26
        out.u16(3)
        for (type, count, at) in [
            (0x2007, full.count, 0), (0x2008, thumb.count, full.count), (0x300A, inner.bytes.count, full.count + thumb.count),
        ] {
            out.u16(type)
            out.u32(count)
            out.u32(at)
        }
        out.u32(root)
        return out.bytes
    }

    /// The directory of a Panasonic names one JPEG, which holds the Exif.
    static func rw2() -> [UInt8] {
        let picture = jpegFile()
        let root = IFD([
            (0x02, .short([6024])), (0x03, .short([4016])), (0x17, .short([200])), (0x2E, .undefined(picture)),
            (271, .ascii("Panasonic")), (272, .ascii("DC-S5")),
            (274, .short([6])),
        ])
        return TIFFBuilder(magic: 0x55).build(root)
    }

    static func mrw() -> [UInt8] {
        let block = TIFFBuilder(little: false).build(
            IFD(about("KONICA MINOLTA", "DYNAX 7D"), next: IFD(pointer(0, medium))), blobs: [medium])
        var out = ByteBuilder(little: false)
        out.bytes = [0, 0x4D, 0x52, 0x4D]
        out.u32(8 + block.count)
        out.bytes += [0, 0x54, 0x54, 0x57]
        out.u32(block.count)
        return out.bytes + block + raw
    }

    static func x3f() -> [UInt8] {
        var out = ByteBuilder()
        out.text("FOVb")
        out.u32(0x20001)
        out.pad(to: 28)
        for number in [2640, 1760, 270] { out.u32(number) }
        let at = out.bytes.count
        out.text("SECi")
        for number in [0x20000, 2, 18, 1620, 1080, 0] { out.u32(number) }
        out.bytes += medium
        let table = out.bytes.count
        out.text("SECd")
        out.u32(0x20000)
        out.u32(1)
        out.u32(at)
        out.u32(28 + medium.count)
        out.text("IMA2")
        out.u32(table)
        return out.bytes
    }

    static func heic() -> [UInt8] {
        let block = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exifBlock("Apple", "iPhone 15")
        let entry = box("infe", [2, 0, 0, 0, 0, 7, 0, 0] + Array("Exif\0".utf8))
        let items = box("iinf", [0, 0, 0, 0, 0, 1] + entry)
        let head = box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        var places = ByteBuilder(little: false)
        places.bytes = [0, 0, 0, 0, 0x44, 0]
        places.u16(1)
        places.u16(7)
        places.u16(0)
        places.u16(1)
        let metaSize = 8 + 4 + items.count + 8 + places.bytes.count + 8
        places.u32(head.count + metaSize + 8)
        places.u32(block.count)
        return head + box("meta", [0, 0, 0, 0] + items + box("iloc", places.bytes)) + box("mdat", block)
    }

    /// Every container, by the name that its file would have.
    static var all: [(name: String, bytes: [UInt8])] {
        [
            ("DSC_0001.NEF", nef()), ("DSC_0002.NEF", nef(little: false)), ("DSC_0003.NEF", nef(isBig: true)),
            ("IMG_0001.CR2", cr2()),
            ("IMGP0001.DNG", dng()), ("big.DNG", dng(isBig: true)), ("DSCF0001.RAF", raf()), ("IMG_0001.CR3", cr3()),
            ("cut.CR3", cr3(cut: true)), ("CRW_0001.CRW", crw()), ("P1000001.RW2", rw2()), ("PICT0001.MRW", mrw()),
            ("SDIM0001.X3F", x3f()),
            ("IMG_0001.JPG", jpegFile()), ("IMG_0001.HEIC", heic()), ("notes.NEF", MakerNotes.nikon()),
            ("notes.CR2", MakerNotes.canon()),
            ("notes.ORF", MakerNotes.olympus()), ("notes.ARW", MakerNotes.sony()),
            ("0A1B.lrprev", lightroomPreview([thumb, medium])),
        ]
    }
}

func read(_ bytes: [UInt8], _ name: String) -> FrameHeader {
    bytes.withUnsafeBytes { HeaderReader().read(memory: $0, name: name) }
}
