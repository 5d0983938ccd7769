/// Files whose maker notes hold what the standard tags do not.
enum MakerNotes {
    private static func file(_ make: String, magic: Int? = nil, note: [UInt8], blobs: [[UInt8]] = []) -> [UInt8] {
        let exif = IFD([
            (0x9003, .ascii("2026:06:13 13:05:07")), (0xA002, .long([6000])), (0xA003, .long([4000])), (0x927C, .undefined(note)),
        ])
        return TIFFBuilder(magic: magic).build(
            IFD([(271, .ascii(make)), (272, .ascii("body")), (34665, .directories([exif]))]), blobs: blobs)
    }

    /// A TIFF of its own inside the note, whose offsets count from its own header.
    static func nikon() -> [UInt8] {
        let picture = Samples.medium
        let inner = IFD([
            (0x0011, .directories([IFD(Samples.pointer(0, picture))])), (0x001D, .ascii("6001234")), (0x001E, .short([2])),
            (0x0084, .rational([(24, 1), (70, 1), (28, 10), (28, 10)])), (0x0089, .short([0x10])),
        ])
        let block = TIFFBuilder(little: false).build(inner, blobs: [picture])
        return file("NIKON CORPORATION", note: Array("Nikon\0".utf8) + [2, 0x10, 0, 0] + block)
    }

    /// A bare directory whose offsets count from the file's header; its place is found in a first pass.
    private static func bare(_ make: String, magic: Int? = nil, mark: [UInt8], _ entries: [(Int, Value)]) -> [UInt8] {
        let note = TIFFBuilder().build(IFD(entries))
        let draft = file(make, magic: magic, note: mark + note.dropFirst(8))
        let at = find(mark + note.dropFirst(8).prefix(4), in: draft) + mark.count
        // The builder counts from 8; the note stands at `at`.
        var moved = Array(note.dropFirst(8))
        let count = Int(moved[0])
        for entry in 0..<count {
            let place = 2 + entry * 12
            let size = Int(moved[place + 4]) | Int(moved[place + 5]) << 8
            let width = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1][Int(moved[place + 2])] ?? 1
            guard size * width > 4 else { continue }
            let old = Int(moved[place + 8]) | Int(moved[place + 9]) << 8
            let new = old - 8 + at
            patch(&moved, at: place + 8, with: [UInt8(new & 255), UInt8(new >> 8 & 255), 0, 0])
        }
        return file(make, magic: magic, note: mark + moved)
    }

    static func canon() -> [UInt8] {
        // AFInfo2 with two points; the second is in focus, 1500 right of the centre and 500 above it.
        let focus = [0, 0, 2, 2, 6000, 4000, 6000, 4000, 10, 10, 10, 10, -1500 & 0xFFFF, 1500, 0, 500, 0b10]
        return bare(
            "Canon", mark: [],
            [
                (0x000C, .long([123_456_789])), (0x0026, .short(focus)), (0x0093, .short([0, 0, 0, 1])),
                (0x0095, .ascii("EF85mm f/1.2L")),
                (0x00B4, .short([2])),
            ])
    }

    static func sony() -> [UInt8] {
        bare(
            "SONY", mark: Array("SONY DSC \0\0\0".utf8),
            [(0x2002, .long([4])), (0x2027, .short([6000, 4000, 1500, 3000])), (0xB049, .short([5]))])
    }

    /// Counts from the note's own start; the previews' place is in a directory of a directory.
    static func olympus() -> [UInt8] {
        let picture = Samples.medium
        let settings = IFD([(0x101, .blob(0)), (0x102, .long([picture.count])), (0x507, .short([1]))])
        let equipment = IFD([(0x101, .ascii("BHB123456")), (0x203, .ascii("OLYMPUS M.45mm F1.8"))])
        let root = IFD([(0x2010, .directories([equipment])), (0x2020, .directories([settings]))])
        // Its header of twelve bytes replaces TIFF's eight.
        let block = TIFFBuilder(preamble: [0, 0, 0, 0]).build(root, blobs: [picture])
        return file("OLYMPUS CORPORATION", magic: 0x4F52, note: Array("OLYMPUS\0II".utf8) + [3, 0] + block.dropFirst(12))
    }

    static func find(_ needle: [UInt8], in bytes: [UInt8]) -> Int {
        for start in 0...(bytes.count - needle.count) where Array(bytes[start..<start + needle.count]) == needle { return start }
        return -1
    }
}
