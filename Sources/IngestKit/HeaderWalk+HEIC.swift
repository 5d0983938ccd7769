import KeepersCore

/// HEIC: not decoded here, but its Exif gives the frame its time and camera (ISO/IEC 23008-12; ISO/IEC 14496-12, 8.11).
extension HeaderWalk {
    mutating func walkHEIC() {
        var cursor: UInt64 = 0
        for _ in 0..<32 {
            guard let box = nextBox(&cursor, end: bytes.size, peeking: true) else { return }
            if box.type == 0x6D65_7461 { return walkMeta(box) }  // meta
        }
    }

    private mutating func walkMeta(_ meta: Box) {
        var cursor = meta.at + 4
        let end = min(meta.end, bytes.size)
        var exif: UInt32?
        var locations: Box?
        for _ in 0..<32 {
            guard let box = nextBox(&cursor, end: end) else { break }
            if box.type == 0x6969_6E66 { exif = exifItem(box) }  // iinf
            if box.type == 0x696C_6F63 { locations = box }  // iloc
        }
        guard let exif, let locations, let place = location(of: exif, in: locations) else { return }
        // Four bytes say how far the TIFF header lies behind them.
        guard claims(place.at, place.count), place.count > 12 else { return }
        let skip = UInt64(bytes.u32(place.at, little: false))
        guard skip < place.count - 4 else { return }
        walkTIFF(at: place.at + 4 + skip, end: place.at + place.count)
        // Its thumbnail directory belongs to programs long gone; the picture itself is HEVC.
        candidates.removeAll(keepingCapacity: true)
    }

    /// The number of the item of type "Exif".
    private mutating func exifItem(_ box: Box) -> UInt32? {
        guard bytes.holds(box.at, 8) else { return nil }
        let wide = bytes.u8(box.at) > 0
        var cursor = box.at + (wide ? 8 : 6)
        for _ in 0..<512 {
            // Every entry is an "infe" box.
            guard let entry = nextBox(&cursor, end: min(box.end, bytes.size)), entry.type == 0x696E_6665 else { return nil }
            let version = bytes.u8(entry.at)
            guard version == 2 || version == 3 else { continue }
            let number = version == 2 ? UInt32(bytes.u16(entry.at + 4, little: false)) : bytes.u32(entry.at + 4, little: false)
            let type = bytes.u32(entry.at + (version == 2 ? 8 : 10), little: false)
            if type == 0x4578_6966 { return number }
        }
        return nil
    }

    /// The first extent of an item, where it lies in the file itself.
    private mutating func location(of item: UInt32, in box: Box) -> (at: UInt64, count: UInt64)? {
        let version = bytes.u8(box.at)
        guard version <= 2 else { return nil }
        let widths = bytes.u16(box.at + 4, little: false)
        let offsetWidth = UInt64(widths >> 12)
        let lengthWidth = UInt64(widths >> 8 & 15)
        let baseWidth = UInt64(widths >> 4 & 15)
        let indexWidth = version == 0 ? 0 : UInt64(widths & 15)
        var at = box.at + 6
        let count = version < 2 ? UInt32(bytes.u16(at, little: false)) : bytes.u32(at, little: false)
        at += version < 2 ? 2 : 4
        for _ in 0..<min(count, 512) {
            guard at < min(box.end, bytes.size) else { return nil }
            let number = version < 2 ? UInt32(bytes.u16(at, little: false)) : bytes.u32(at, little: false)
            at += version < 2 ? 2 : 4
            let method = version == 0 ? 0 : bytes.u16(at, little: false) & 15
            at += version == 0 ? 2 : 4
            let base = self.number(at, width: baseWidth)
            at += baseWidth
            let extents = UInt64(bytes.u16(at, little: false))
            at += 2
            if number == item {
                guard method == 0, extents > 0 else { return nil }
                let offset = self.number(at + indexWidth, width: offsetWidth)
                return (base &+ offset, self.number(at + indexWidth + offsetWidth, width: lengthWidth))
            }
            at += extents * (indexWidth + offsetWidth + lengthWidth)
        }
        return nil
    }

    private mutating func number(_ at: UInt64, width: UInt64) -> UInt64 {
        switch width {
        case 4: UInt64(bytes.u32(at, little: false))
        case 8: bytes.u64(at, little: false) & 0xFFFF_FFFF_FFFF
        default: 0
        }
    }
}
