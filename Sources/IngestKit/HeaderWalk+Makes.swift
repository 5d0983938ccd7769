import KeepersCore

/// RAW containers of a maker's own: Fujifilm RAF, Minolta MRW, and the Exif that Panasonic hides in its preview.
extension HeaderWalk {
    /// A fixed header with the places of the JPEG, the settings and the RAW (LibRaw parse_fuji; ExifTool FujiFilm.pm, ProcessRAF).
    mutating func walkRAF() {
        guard claims(0, 108) else { return }
        let jpegAt = UInt64(bytes.u32(84, little: false))
        let jpegCount = UInt64(bytes.u32(88, little: false))
        if jpegAt > 0, jpegCount > 0 {
            _ = claims(jpegAt, jpegCount)
            add(at: jpegAt, count: jpegCount, .named("RAF header"))
            readJPEGSegments(at: jpegAt, end: min(bytes.size, jpegAt + jpegCount))
        }
        _ = claims(UInt64(bytes.u32(100, little: false)), UInt64(bytes.u32(104, little: false)))
        readRAFSettings(at: UInt64(bytes.u32(92, little: false)), count: UInt64(bytes.u32(96, little: false)))
    }

    private mutating func readRAFSettings(at: UInt64, count: UInt64) {
        guard count >= 8, bytes.holds(at, count) else { return }
        let settings = bytes.peek(at, Int(min(count, 512)))
        var place = 4
        while place + 8 <= settings.count {
            let tag = Int(settings[place]) << 8 | Int(settings[place + 1])
            let length = Int(settings[place + 2]) << 8 | Int(settings[place + 3])
            if tag == 0x111, length == 4 {
                shot.fullHeight = Int(settings[place + 4]) << 8 | Int(settings[place + 5])
                shot.fullWidth = Int(settings[place + 6]) << 8 | Int(settings[place + 7])
            }
            place += 4 + length
        }
    }

    /// A block list; "TTW" holds a TIFF structure (LibRaw parse_minolta; ExifTool MinoltaRaw.pm).
    mutating func walkMRW() {
        guard claims(0, 8) else { return }
        let end = min(bytes.size, 8 + UInt64(bytes.u32(4, little: false)))
        _ = claims(8, UInt64(bytes.u32(4, little: false)))
        var at: UInt64 = 8
        for _ in 0..<32 {
            guard at + 8 <= end else { return }
            let name = bytes.u32(at, little: false)
            let count = UInt64(bytes.u32(at + 4, little: false))
            if name == 0x0054_5457 { walkTIFF(at: at + 8, end: bytes.size) }
            if name == 0x0050_5244, count >= 16 {
                rawHeight = Int(bytes.u16(at + 8 + 12, little: false))
                rawWidth = Int(bytes.u16(at + 8 + 14, little: false))
            }
            at += 8 + count
        }
    }

    /// The directory of an RW2 says little; the Exif lies in the JPEG that it names.
    mutating func walkPanasonic() {
        walkTIFF(at: 0, end: bytes.size)
        guard let preview = candidates.first(where: { $0.source.words == "JpgFromRaw" }) else { return }
        let orientation = shot.orientation
        readJPEGSegments(at: preview.at, end: min(bytes.size, preview.at + preview.count))
        // Both say how to turn the picture; the outer one is the RAW's.
        shot.orientation = orientation == .upright ? shot.orientation : orientation
        // The inner one measures the preview, not the picture.
        (shot.fullWidth, shot.fullHeight) = (nil, nil)
    }
}
