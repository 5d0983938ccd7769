import KeepersCore

/// Sigma X3F: a directory at the end of the file (ExifTool SigmaRaw.pm; LibRaw x3f_parse_process).
extension HeaderWalk {
    mutating func walkX3F() {
        guard claims(0, 40), bytes.size >= 48 else { return }
        let size = bytes.size
        let version = bytes.u32(4, little: true) >> 16
        if version < 4 {
            rawWidth = Int(bytes.u32(28, little: true))
            rawHeight = Int(bytes.u32(32, little: true))
            switch bytes.u32(36, little: true) {
            case 90: shot.orientation = .turned90
            case 180: shot.orientation = .turned180
            case 270: shot.orientation = .turned270
            default: break
            }
        }
        let table = UInt64(bytes.u32(size - 4, little: true))
        // The directory stands last: without it the file was cut.
        guard bytes.holds(table, 12), bytes.u32(table, little: true) == 0x6443_4553 else {
            trouble.insert(.outside)
            return
        }
        for index in 0..<min(64, UInt64(bytes.u32(table + 8, little: true))) {
            let at = table + 12 + index * 12
            guard claims(at, 12) else { return }
            readX3FSection(
                at: UInt64(bytes.u32(at, little: true)), count: UInt64(bytes.u32(at + 4, little: true)),
                type: bytes.u32(at + 8, little: true))
        }
    }

    private mutating func readX3FSection(at: UInt64, count: UInt64, type: UInt32) {
        guard count > 28, claims(at, count) else { return }
        switch type {
        case 0x4741_4D49, 0x3241_4D49:  // IMAG, IMA2
            // Format 18 is JPEG.
            guard bytes.u32(at + 12, little: true) == 18 else { return }
            add(at: at + 28, count: count - 28, .named("X3F directory"))
            if shot.camera == nil { readJPEGSegments(at: at + 28, end: at + count) }
        case 0x504F_5250: readX3FProperties(at: at, count: count)  // PROP
        default: break
        }
    }

    /// Pairs of UTF-16 texts, found by their offsets in characters.
    private mutating func readX3FProperties(at: UInt64, count: UInt64) {
        let pairs = UInt64(bytes.u32(at + 8, little: true))
        guard pairs <= 512, count >= 24 + pairs * 8 else { return }
        let texts = at + 24 + pairs * 8
        let end = at + count
        for index in 0..<pairs {
            let name = x3fText(texts + UInt64(bytes.u32(at + 24 + index * 8, little: true)) * 2, end: end)
            let value = x3fText(texts + UInt64(bytes.u32(at + 28 + index * 8, little: true)) * 2, end: end)
            if let name, let value { takeX3F(name, value) }
        }
    }

    private mutating func x3fText(_ at: UInt64, end: UInt64) -> String? {
        var units: [UInt16] = []
        var at = at
        while at + 2 <= end, units.count < 64 {
            let unit = bytes.u16(at, little: true)
            if unit == 0 { break }
            units.append(unit)
            at += 2
        }
        return units.isEmpty ? nil : printable(String(decoding: units, as: UTF16.self))
    }

    private mutating func takeX3F(_ name: String, _ value: String) {
        switch name {
        case "CAMMANUF": shot.make = shot.make ?? value
        case "CAMMODEL": shot.camera = shot.camera ?? value
        case "CAMSERIAL": shot.serial = shot.serial ?? value
        case "TIME":
            if let seconds = UInt32(value), seconds > 0, times.original.time == nil {
                times.original.time = CaptureTime(wallSeconds: Int64(seconds))
            }
        case "ISO": shot.iso = shot.iso ?? Int(value)
        case "APERTURE": shot.aperture = shot.aperture ?? measure(value)
        case "SHUTTER": shot.exposureTime = shot.exposureTime ?? measure(value)
        case "FLENGTH": shot.focalLength = shot.focalLength ?? measure(value)
        default: break
        }
    }

    private func measure(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
}
