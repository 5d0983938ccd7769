import KeepersCore

/// Canon CRW: a CIFF heap (CIFF 1.0, "Camera Image File Format"; ExifTool CanonRaw.pm).
extension HeaderWalk {
    mutating func walkCIFF() {
        guard claims(0, 26) else { return }
        let little = bytes.u16(0, little: false) == 0x4949
        let start = UInt64(bytes.u32(2, little: little))
        var heaps = [(at: start, end: bytes.size, depth: 0)]
        var serial: Int?
        make = .canon
        while let heap = heaps.popLast() {
            guard heap.depth < 8, let table = openHeap(heap.at, heap.end, little: little) else { continue }
            for index in 0..<table.count {
                let at = table.at + 2 + UInt64(index) * 10
                let type = bytes.u16(at, little: little)
                let isInline = type & 0xC000 == 0x4000
                let count = isInline ? 8 : UInt64(bytes.u32(at + 2, little: little))
                let place = isInline ? at + 2 : heap.at &+ UInt64(bytes.u32(at + 6, little: little))
                if !isInline, !claims(place, count) { continue }
                // Types 0x28 and 0x30 are heaps inside the heap.
                if type & 0x3800 == 0x2800 || type & 0x3800 == 0x3000, !isInline, heaps.count < 32 {
                    heaps.append((place, place + count, heap.depth + 1))
                } else {
                    readCIFF(type & 0x3FFF, at: place, count: count, little: little, &serial)
                }
            }
        }
        if let serial, serial > 0 { shot.serial = padded(serial, 10) }
    }

    /// A heap's last four bytes say where its table stands.
    private mutating func openHeap(_ at: UInt64, _ end: UInt64, little: Bool) -> (at: UInt64, count: Int)? {
        guard at < end, end - at >= 6, claims(at, end - at) else { return nil }
        let table = at &+ UInt64(bytes.u32(end - 4, little: little))
        guard table < end, end - table >= 2 else {
            trouble.insert(.outside)
            return nil
        }
        guard !entered.contains(table) else {
            trouble.insert(.loop)
            return nil
        }
        entered.append(table)
        let count = Int(bytes.u16(table, little: little))
        let room = Int(min((end - table - 2) / 10, 1000))
        if count > room { trouble.insert(.outside) }
        return (table, min(count, room))
    }

    private mutating func readCIFF(_ tag: UInt16, at: UInt64, count: UInt64, little: Bool, _ serial: inout Int?) {
        switch tag {
        case 0x2007: add(at: at, count: count, .named("JpgFromRaw"))
        case 0x2008: add(at: at, count: count, .named("thumbnail"))
        case 0x080A: readCIFFNames(at: at, count: count)
        case 0x180B: if count >= 4 { serial = Int(bytes.u32(at, little: little)) }
        case 0x180E:
            let seconds = Int64(bytes.u32(at, little: little))
            if count >= 4, seconds > 0 { times.original.time = CaptureTime(wallSeconds: seconds) }
        case 0x1810: if count >= 16 { readCIFFImage(at: at, little: little) }
        case 0x1818: if count >= 12 { readCIFFExposure(at: at, little: little) }
        case 0x1029: if count >= 4 { takeFocal(Int(bytes.u16(at + 2, little: little))) }
        default: break
        }
    }

    private mutating func takeFocal(_ value: Int) { if (1...3000).contains(value) { shot.focalLength = Double(value) } }

    /// Maker and model, each ended by a NUL.
    private mutating func readCIFFNames(at: UInt64, count: UInt64) {
        let length = Int(min(count, 64))
        let names = bytes.cached(at, length)
        guard let gap = names.firstIndex(of: 0) else { return }
        shot.make = cleanText(names)
        shot.camera = cleanText(UnsafeRawBufferPointer(rebasing: names[(gap + 1)...]))
    }

    private mutating func readCIFFImage(at: UInt64, little: Bool) {
        rawWidth = Int(bytes.u32(at, little: little))
        rawHeight = Int(bytes.u32(at + 4, little: little))
        switch bytes.u32(at + 12, little: little) {
        case 90: shot.orientation = .turned90
        case 180: shot.orientation = .turned180
        case 270: shot.orientation = .turned270
        default: break
        }
    }

    /// Bias, shutter and aperture as APEX floats.
    private mutating func readCIFFExposure(at: UInt64, little: Bool) {
        let bias = Double(Float(bitPattern: bytes.u32(at, little: little)))
        if bias.isFinite, abs(bias) < 20 { shot.exposureBias = bias }
        let shutter = Double(Float(bitPattern: bytes.u32(at + 4, little: little)))
        if shutter.isFinite, shutter != 0 { shot.exposureTime = secondsOfAPEX(shutter) }
        let aperture = Double(Float(bitPattern: bytes.u32(at + 8, little: little)))
        if aperture.isFinite, aperture > 0 { shot.aperture = apertureOfAPEX(aperture) }
    }
}
