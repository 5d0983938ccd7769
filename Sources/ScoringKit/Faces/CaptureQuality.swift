import Glibc
import KeepersCore

/// How well a face was caught, 0...100; comparable only between frames of one stack. Docs: docs/judgement.md, "Faces".
enum CaptureQuality {
    static func of(_ face: Face) -> Double? {
        guard let presence = face.presence, let ear = face.ear, let yaw = face.yaw else { return nil }
        // Even steps of the logarithm, as the frame's own sharpness.
        let sharp = face.sharpness.map { $0 > 0 ? clamped(log($0 / 0.005) / log(2 / 0.005)) : 0 } ?? 0
        let size = clamped(log(Double(max(1, face.width)) / 24) / log(400.0 / 24))
        let frontal = clamped(1 - (abs(yaw) - 15) / 60)
        let open = clamped((ear - 0.09) / 0.11)
        var light = 1.0
        if let mean = face.brightness { light -= clamped((0.25 - mean) / 0.25) + clamped((mean - 0.75) / 0.25) }
        if let clipped = face.clipped { light -= clamped((clipped - 0.02) / 0.3) }
        let parts = 0.45 * sharp + 0.2 * open + 0.15 * frontal + 0.1 * clamped(light) + 0.1 * size
        return (1000 * parts * clamped(presence)).rounded() / 10
    }

    private static func clamped(_ value: Double) -> Double { min(1, max(0, value)) }
}
