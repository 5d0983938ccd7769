import KeepersCore

/// EXIF as photographers read it.
enum ShotText {
    /// Tab-parted, so that a narrow line can drop whole parts from the left: `Nikon Z 8 ⇥ 20:14:07.35 ⇥ 85 mm ⇥ f/1.8 ⇥ 1/500 ⇥ ISO 800`.
    static func line(_ frame: Frame) -> String {
        var parts: [String] = []
        if let camera = frame.shot.camera { parts.append(truncated(printable(camera), 22)) }
        if let time = frame.shot.capturedAt { parts.append(time.clock) }
        parts.append(contentsOf: exposure(frame.shot))
        return parts.joined(separator: "\t")
    }

    static func exposure(_ shot: ShotData) -> [String] {
        var parts: [String] = []
        if let focal = shot.focalLength { parts.append("\(trimmedNumber(focal)) mm") }
        if let aperture = shot.aperture { parts.append("f/\(trimmedNumber(aperture))") }
        if let time = shot.exposureTime { parts.append(shutter(time)) }
        if let iso = shot.iso { parts.append("ISO \(iso)") }
        return parts
    }

    static func shutter(_ seconds: Double) -> String {
        guard seconds > 0, seconds.isFinite else { return "?" }
        return seconds >= 0.3 ? "\(trimmedNumber(seconds)) s" : "1/\(fixed(1 / seconds, 0))"
    }

    private static func trimmedNumber(_ value: Double) -> String {
        let text = fixed(value, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
