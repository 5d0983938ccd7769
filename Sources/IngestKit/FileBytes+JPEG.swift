import Glibc

/// A marker segment of a JPEG (ITU-T T.81, annex B).
struct JPEGSegment {
    var marker: UInt8
    /// File offset and count of the bytes after the length field.
    var at: UInt64
    var count: Int
}

/// What the markers of a JPEG say before its first scan.
struct JPEGHead {
    var startsRight = false
    var width = 0
    var height = 0
    /// Start-of-frame marker, 0xC0...0xCF; 0 when none came.
    var frame: UInt8 = 0
    var components = 0
    var precision = 0
    /// File offset of the first scan's entropy-coded bytes; 0 when none came.
    var scan: UInt64 = 0

    /// A RAW picture packed as JPEG, not something to look at.
    var isLossless: Bool { frame == 0xC3 || precision > 8 }

    /// A size and a make-up that a picture for people can have.
    var isSane: Bool {
        startsRight && [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(frame) && width > 0 && height > 0
            && width * height <= 1_000_000_000 && (components == 1 || components == 3 || components == 4) && precision == 8
    }
}

extension FileBytes {
    /// Reads markers from `cursor` (after SOI) up to `end`; nil at the end, at a scan's bytes or at nonsense. Steps over fill bytes.
    mutating func nextSegment(_ cursor: inout UInt64, end: UInt64) -> JPEGSegment? {
        for _ in 0..<64 {
            guard cursor < end, end - cursor >= 4 else { return nil }
            let head = peek(cursor, 4, ahead: 512)
            guard head.count == 4, head[0] == 0xFF else { return nil }
            if head[1] == 0xFF {
                cursor += 1
                continue
            }
            let marker = head[1]
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                cursor += 2
                continue
            }
            let length = Int(head[2]) << 8 | Int(head[3])
            guard marker >= 0xC0, marker != 0xD9, length >= 2, end - cursor >= UInt64(length) + 2 else { return nil }
            let segment = JPEGSegment(marker: marker, at: cursor + 4, count: length - 2)
            cursor += UInt64(length) + 2
            return segment
        }
        return nil
    }

    /// Walks the markers of the JPEG in `at..<end` up to its first scan.
    mutating func jpegHead(at: UInt64, end: UInt64) -> JPEGHead {
        var head = JPEGHead()
        let start = peek(at, 2, ahead: 512)
        guard start.count == 2, start[0] == 0xFF, start[1] == 0xD8 else { return head }
        head.startsRight = true
        var cursor = at + 2
        for _ in 0..<200 {
            guard let segment = nextSegment(&cursor, end: end) else { break }
            take(segment, into: &head)
            if head.scan != 0 || head.isLossless { break }
        }
        return head
    }

    mutating func take(_ segment: JPEGSegment, into head: inout JPEGHead) {
        switch segment.marker {
        case 0xC4, 0xC8, 0xCC: break
        case 0xC0...0xCF:
            let bytes = peek(segment.at, 6, ahead: 512)
            guard bytes.count == 6, segment.count >= 6, head.frame == 0 else { return }
            head.frame = segment.marker
            head.precision = Int(bytes[0])
            head.height = Int(bytes[1]) << 8 | Int(bytes[2])
            head.width = Int(bytes[3]) << 8 | Int(bytes[4])
            head.components = Int(bytes[5])
        case 0xDA: head.scan = segment.at + UInt64(segment.count)
        default: break
        }
    }

    /// How far the JPEG in `at..<end` really reaches: the offset after its EOI, or nil when it has none.
    ///
    /// The last bytes decide for almost every file; only where something else stands there is the scan itself followed.
    mutating func jpegEnd(at: UInt64, end: UInt64, head: JPEGHead) -> UInt64? {
        for reach in [16, FileBytes.pageSize] {
            let count = Int(min(UInt64(reach), end - at))
            let tail = peek(end - UInt64(count), count)
            var last = tail.count
            while last > 0, tail[last - 1] == 0 { last -= 1 }
            if last >= 2 { if tail[last - 1] == 0xD9 && tail[last - 2] == 0xFF { return end } else { break } }
        }
        return head.scan == 0 ? nil : followScans(from: head.scan, end: end)
    }

    /// Follows entropy-coded bytes and the segments between scans to the EOI (T.81, B.1.1.5: inside a scan 0xFF is data only before 00 and RSTn).
    private mutating func followScans(from start: UInt64, end: UInt64) -> UInt64? {
        var at = start
        while at < end {
            let bytes = bulk(at, end: end)
            guard bytes.count >= 2, let base = bytes.baseAddress else { return nil }
            guard let found = memchr(base, 0xFF, bytes.count - 1) else {
                at += UInt64(bytes.count - 1)
                continue
            }
            let offset = base.distance(to: UnsafeRawPointer(found))
            let marker = bytes[offset + 1]
            at += UInt64(offset)
            switch marker {
            case 0xD9: return at + 2
            case 0, 0xD0...0xD7: at += 2
            case 0xFF: at += 1
            default: if nextSegment(&at, end: end) == nil { return nil }
            }
        }
        return nil
    }
}
