import KeepersCore

/// Canon CR3: ISO base media boxes (ISO/IEC 14496-12; Canon's own boxes as in lclevy/canon_cr3 and ExifTool Canon.pm).
extension HeaderWalk {
    struct Box {
        var type: UInt32
        /// File offset and end of the box's content; the end may lie beyond the file.
        var at: UInt64
        var end: UInt64
    }

    mutating func walkCR3() {
        var cursor: UInt64 = 0
        for _ in 0..<64 {
            guard let box = nextBox(&cursor, end: bytes.size, peeking: true) else { return }
            switch box.type {
            case 0x6D6F_6F76: walkMovie(box)  // moov
            case 0x7575_6964: walkUUID(box)  // uuid
            default: break
            }
        }
    }

    /// The box at `cursor`, which then stands after it; a box may claim more than the file has.
    mutating func nextBox(_ cursor: inout UInt64, end: UInt64, peeking: Bool = false) -> Box? {
        guard cursor <= end, end - cursor >= 8 else { return nil }
        // Top-level boxes lie megabytes apart: their heads are read exactly, not by the page.
        if peeking { _ = bytes.peek(cursor, 16, ahead: 128) }
        var size = UInt64(boxNumber(cursor, peeking: peeking))
        let type = boxNumber(cursor + 4, peeking: peeking)
        var head: UInt64 = 8
        if size == 1 {
            guard end - cursor >= 16 else { return nil }
            size = UInt64(boxNumber(cursor + 8, peeking: peeking)) << 32 | UInt64(boxNumber(cursor + 12, peeking: peeking))
            head = 16
        }
        if size == 0 { size = end - cursor }
        guard size >= head, size < 1 << 48 else {
            trouble.insert(.outside)
            return nil
        }
        let box = Box(type: type, at: cursor + head, end: cursor + size)
        if box.end > end { if claims(cursor, size) { trouble.insert(.outside) } }
        cursor += size
        return box
    }

    private mutating func boxNumber(_ at: UInt64, peeking: Bool) -> UInt32 {
        guard peeking else { return bytes.u32(at, little: false) }
        let four = bytes.peek(at, 4)
        return four.count == 4 ? UInt32(bigEndian: four.loadUnaligned(as: UInt32.self)) : 0
    }

    private mutating func walkMovie(_ movie: Box) {
        var cursor = movie.at
        let end = min(movie.end, bytes.size)
        for _ in 0..<64 {
            guard let box = nextBox(&cursor, end: end) else { return }
            switch box.type {
            case 0x7575_6964: walkUUID(box)
            case 0x7472_616B: walkTrack(box)  // trak
            default: break
            }
        }
    }

    private mutating func walkUUID(_ box: Box) {
        guard bytes.holds(box.at, 16) else { return }
        let first = bytes.peek(box.at, 16, ahead: 128)
        guard first.count == 16 else { return }
        switch UInt32(bigEndian: first.loadUnaligned(as: UInt32.self)) {
        case 0x85C0_B687: walkCanon(box)
        case 0xEAF4_2B5E: walkPreview(box)
        case 0xBE7A_CFCB: if box.end > box.at + 16 { packet = (box.at + 16, box.end - box.at - 16) }
        default: break
        }
    }

    /// CMT1...4 are TIFF structures: IFD0, Exif, maker note, GPS. THMB is the 160 x 120 picture.
    private mutating func walkCanon(_ canon: Box) {
        var cursor = canon.at + 16
        let end = min(canon.end, bytes.size)
        make = .canon
        for _ in 0..<32 {
            guard let box = nextBox(&cursor, end: end) else { return }
            let limit = min(box.end, bytes.size)
            switch box.type {
            case 0x434D_5431:
                walkTIFF(at: box.at, end: limit)
                readCanonSize(at: box.at, end: limit)
            case 0x434D_5432: walkTIFF(at: box.at, end: limit, firstRole: .exif)
            case 0x434D_5433: walkTIFF(at: box.at, end: limit, firstRole: .note(.canon))
            case 0x434D_5434: walkTIFF(at: box.at, end: limit, firstRole: .place)
            case 0x5448_4D42: addPicture(in: box, lengthAt: 8, "THMB")
            default: break
            }
        }
    }

    /// IFD0 of a CR3 measures the whole picture, not a preview.
    private mutating func readCanonSize(at: UInt64, end: UInt64) {
        guard let (block, first) = tiffHeader(at: at, end: end), bytes.holds(block.place(first), 2) else { return }
        let start = block.place(first)
        var directory = Directory(
            block: block, cursor: start + 2, left: min(8, Int(bytes.u16(start, little: block.little))), link: 0)
        while let entry = bytes.next(&directory) {
            if entry.tag == 256 { rawWidth = bytes.int(entry) ?? 0 }
            if entry.tag == 257 { rawHeight = bytes.int(entry) ?? 0 }
        }
    }

    private mutating func walkPreview(_ box: Box) {
        // 16 bytes of identity, 8 of version and count, then the PRVW box.
        var cursor = box.at + 24
        guard let preview = nextBox(&cursor, end: min(box.end, bytes.size), peeking: true), preview.type == 0x5052_5657 else {
            return
        }
        addPicture(in: preview, lengthAt: 12, "PRVW")
    }

    /// THMB and PRVW: 16 bytes of sizes, the JPEG's length among them, then the JPEG.
    private mutating func addPicture(in box: Box, lengthAt: UInt64, _ name: StaticString) {
        guard box.end - box.at > 16, bytes.holds(box.at, 16) else { return }
        let count = UInt64(boxNumber(box.at + lengthAt, peeking: true))
        guard count > 0, count <= box.end - box.at - 16 else {
            trouble.insert(.outside)
            return
        }
        _ = claims(box.at + 16, count)
        add(at: box.at + 16, count: count, .named(name))
    }

    // MARK: Tracks

    private struct Track {
        var isJPEG = false
        var at: UInt64 = 0
        var count: UInt64 = 0
    }

    /// A track holds one sample: the full-size JPEG, the RAW, or metadata.
    private mutating func walkTrack(_ box: Box) {
        var track = Track()
        walkTrackBoxes(box, depth: 0, &track)
        guard track.at > 0, track.count > 0 else { return }
        _ = claims(track.at, track.count)
        if track.isJPEG { add(at: track.at, count: track.count, .named("track 1")) }
    }

    private mutating func walkTrackBoxes(_ parent: Box, depth: Int, _ track: inout Track) {
        var cursor = parent.at
        let end = min(parent.end, bytes.size)
        for _ in 0..<32 {
            guard let box = nextBox(&cursor, end: end) else { return }
            switch box.type {
            case 0x6D64_6961, 0x6D69_6E66, 0x7374_626C:  // mdia, minf, stbl
                if depth < 4 { walkTrackBoxes(box, depth: depth + 1, &track) }
            case 0x7374_7364: track.isJPEG = describesJPEG(box)  // stsd
            case 0x7374_737A: track.count = sampleSize(box)  // stsz
            case 0x636F_3634: if bytes.holds(box.at, 16) { track.at = bytes.u64(box.at + 8, little: false) }  // co64
            default: break
            }
        }
    }

    /// A sample entry "CRAW" with a "JPEG" box in it; a RAW has "CMP1" there.
    private mutating func describesJPEG(_ box: Box) -> Bool {
        let entry = box.at + 8
        guard bytes.holds(entry, 98), bytes.u32(entry + 4, little: false) == 0x4352_4157 else { return false }
        return bytes.u32(entry + 8 + 82 + 4, little: false) == 0x4A50_4547
    }

    private mutating func sampleSize(_ box: Box) -> UInt64 {
        guard bytes.holds(box.at, 12) else { return 0 }
        let common = UInt64(bytes.u32(box.at + 4, little: false))
        if common > 0 || !bytes.holds(box.at, 16) { return common }
        return UInt64(bytes.u32(box.at + 12, little: false))
    }
}
