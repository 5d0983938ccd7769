import KeepersCore

/// JPEG files, and JPEG previews that carry the metadata of the RAW around them.
extension HeaderWalk {
    /// The file is one picture, with perhaps smaller ones inside (EXIF 2.32; CIPA DC-007 Multi-Picture Format).
    mutating func walkJPEGFile() {
        let head = readJPEGSegments(at: 0, end: bytes.size)
        (shot.fullWidth, shot.fullHeight) = head.width > 0 ? (head.width, head.height) : (nil, nil)
        add(at: 0, count: bytes.size, .named("file"), head: head)
    }

    /// Reads the Exif, XMP and MPF segments of the JPEG in `at..<end`.
    @discardableResult
    mutating func readJPEGSegments(at: UInt64, end: UInt64) -> JPEGHead {
        var head = JPEGHead()
        let start = bytes.peek(at, 2, ahead: 512)
        guard start.count == 2, start[0] == 0xFF, start[1] == 0xD8 else { return head }
        head.startsRight = true
        var cursor = at + 2
        var hasExif = false
        for _ in 0..<200 {
            guard let segment = bytes.nextSegment(&cursor, end: end) else { break }
            switch segment.marker {
            case 0xE1: readApplication1(segment, &hasExif)
            case 0xE2: readMultiPicture(segment)
            default: bytes.take(segment, into: &head)
            }
            if head.scan != 0 { break }
        }
        return head
    }

    private mutating func readApplication1(_ segment: JPEGSegment, _ hasExif: inout Bool) {
        let mark = bytes.peek(segment.at, min(segment.count, 29))
        if mark.hasText("Exif\0", at: 0), segment.count > 14, !hasExif {
            hasExif = true
            walkTIFF(at: segment.at + 6, end: segment.at + UInt64(segment.count))
        } else if mark.hasText("http://ns.adobe.com/xap/1.0/\0", at: 0), packet == nil {
            packet = (segment.at + 29, UInt64(segment.count - 29))
        }
    }

    /// Smaller renderings after the main picture; other kinds (depth, gain map, stereo) are not what the camera showed.
    private mutating func readMultiPicture(_ segment: JPEGSegment) {
        guard kind == .jpeg, bytes.peek(segment.at, min(segment.count, 4)).hasText("MPF\0", at: 0) else { return }
        let base = segment.at + 4
        guard let (block, first) = tiffHeader(at: base, end: segment.at + UInt64(segment.count)) else { return }
        let at = block.place(first)
        guard bytes.holds(at, 2), at < block.end else { return }
        var directory = Directory(
            block: block, cursor: at + 2, left: min(16, Int(bytes.u16(at, little: block.little))), link: 0)
        while let entry = bytes.next(&directory) {
            guard entry.tag == 0xB002, bytes.holds(entry) else { continue }
            for picture in 0..<min(8, entry.byteCount / 16) { readMultiPictureEntry(entry.at + picture * 16, block) }
        }
    }

    private mutating func readMultiPictureEntry(_ at: UInt64, _ block: TIFFBlock) {
        let kindOfPicture = bytes.u32(at, little: block.little) & 0xFFFFFF
        let offset = UInt64(bytes.u32(at + 8, little: block.little))
        guard kindOfPicture == 0x010001 || kindOfPicture == 0x010002, offset > 0 else { return }
        add(at: block.place(offset), count: UInt64(bytes.u32(at + 4, little: block.little)), .named("MPF"))
    }
}
