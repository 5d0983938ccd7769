import KeepersCore

/// The Exif, GPS and Interoperability directories (EXIF 2.32, CIPA DC-008).
extension HeaderWalk {
    mutating func readExif(_ directory: inout Directory) {
        let block = directory.block
        var iso = ISOParts()
        while let entry = bytes.next(&directory) {
            switch entry.tag {
            case 0x9003, 0x9004, 0x9010...0x9012, 0x9290...0x9292: readTime(entry)
            case 0x8827: iso.speed = bytes.int(entry)
            case 0x8831: iso.standard = bytes.int(entry)
            case 0x8832: iso.recommended = bytes.int(entry)
            case 0x8833: iso.exact = bytes.int(entry)
            case 0x927C: pushMakerNote(entry, block)
            case 0xA005:
                if let offset = bytes.whole(entry) { tasks.append(Task(block: block, at: block.place(offset), role: .interop)) }
            default: readExposure(entry)
            }
        }
        shot.iso = iso.best ?? shot.iso
    }

    /// ISO above 65,535 does not fit its old tag; the newer ones say it (EXIF 2.3, 4.6.5, SensitivityType).
    private struct ISOParts {
        var speed: Int?
        var standard: Int?
        var recommended: Int?
        var exact: Int?

        var best: Int? {
            if let speed, speed > 0, speed < 65535 { return speed }
            let large = [recommended, standard, exact].compactMap { $0 }.filter { $0 > 0 }
            return large.first ?? speed.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    private mutating func readTime(_ entry: Entry) {
        switch entry.tag {
        case 0x9003: times.original.time = bytes.time(entry) ?? times.original.time
        case 0x9004: times.digitized.time = bytes.time(entry) ?? times.digitized.time
        case 0x9010: times.modified.zone = bytes.text(entry).flatMap(zoneMinutes)
        case 0x9011: times.original.zone = bytes.text(entry).flatMap(zoneMinutes)
        case 0x9012: times.digitized.zone = bytes.text(entry).flatMap(zoneMinutes)
        case 0x9290: times.modified.fraction = bytes.text(entry)
        case 0x9291: times.original.fraction = bytes.text(entry)
        default: times.digitized.fraction = bytes.text(entry)
        }
    }

    private mutating func readExposure(_ entry: Entry) {
        switch entry.tag {
        case 0x829A: shot.exposureTime = positive(bytes.real(entry)) ?? shot.exposureTime
        case 0x829D: shot.aperture = positive(bytes.real(entry)) ?? shot.aperture
        case 0x9201: if shot.exposureTime == nil { shot.exposureTime = bytes.real(entry).flatMap(secondsOfAPEX) }
        case 0x9202: if shot.aperture == nil { shot.aperture = bytes.real(entry).flatMap(apertureOfAPEX) }
        case 0x9204: shot.exposureBias = bytes.real(entry) ?? shot.exposureBias
        case 0x920A: if let length = bytes.real(entry), (0.1...10_000).contains(length) { shot.focalLength = length }
        case 0x9214: readSubjectArea(entry)
        case 0x4746: takeRating(bytes.int(entry))
        case 0xA001: readColourSpace(bytes.int(entry))
        case 0xA002: shot.fullWidth = size(bytes.int(entry)) ?? shot.fullWidth
        case 0xA003: shot.fullHeight = size(bytes.int(entry)) ?? shot.fullHeight
        case 0xA402: if let mode = bytes.int(entry) { shot.bracketMode = mode == 2 ? 1 : 0 }
        case 0xA431: shot.serial = bytes.text(entry) ?? shot.serial
        case 0xA434: shot.lens = bytes.text(entry) ?? shot.lens
        default: break
        }
    }

    private func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
    private func size(_ value: Int?) -> Int? { value.flatMap { (1...1_000_000).contains($0) ? $0 : nil } }

    private mutating func readColourSpace(_ value: Int?) {
        if value == 2 { shot.isAdobeRGB = true }
        if value == 0xFFFF { isUncalibrated = true }
    }

    /// A point, circle or rectangle, all led by the centre in pixels of the whole picture.
    private mutating func readSubjectArea(_ entry: Entry) {
        guard (2...4).contains(entry.count) else { return }
        subjectX = bytes.real(entry, 0)
        subjectY = bytes.real(entry, 1)
    }

    mutating func readInterop(_ directory: inout Directory) {
        while let entry = bytes.next(&directory) {
            // DCF 2.0: R03 is the optional colour space, which is AdobeRGB.
            if entry.tag == 1, isUncalibrated, bytes.text(entry) == "R03" { shot.isAdobeRGB = true }
        }
    }

    mutating func readPlace(_ directory: inout Directory) {
        var isSouth = false
        var isWest = false
        var latitude: Double?
        var longitude: Double?
        while let entry = bytes.next(&directory) {
            switch entry.tag {
            case 1: isSouth = bytes.whole(entry) == 0x53
            case 2: latitude = degrees(entry)
            case 3: isWest = bytes.whole(entry) == 0x57
            case 4: longitude = degrees(entry)
            default: break
            }
        }
        guard let latitude, let longitude, latitude <= 90, longitude <= 180 else { return }
        shot.latitude = isSouth ? -latitude : latitude
        shot.longitude = isWest ? -longitude : longitude
    }

    private mutating func degrees(_ entry: Entry) -> Double? {
        guard entry.count == 3, entry.type == 5 || entry.type == 10, let whole = bytes.real(entry, 0), whole >= 0 else {
            return nil
        }
        // Cameras write 0/0 for seconds that they fold into the minutes.
        return whole + (bytes.real(entry, 1) ?? 0) / 60 + (bytes.real(entry, 2) ?? 0) / 3600
    }
}
