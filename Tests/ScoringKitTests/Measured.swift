import KeepersCore

@testable import ScoringKit

/// Measures an upright picture in which faces were found already.
func measured(_ picture: Picture, faces: [Face]?, focus: UnitPoint? = nil) -> (measures: Measures, subject: Subject?) {
    var measurer = FrameMeasurer()
    return picture.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return (Measures(), nil) }
        let bitmap = Bitmap(base: base, stride: 3 * picture.width, width: picture.width, height: picture.height)
        let shot = ShotFacts(orientation: .upright, iso: nil, focus: focus, faces: faces, isFromCamera: true)
        return measurer.measure(bitmap, look: bitmap, shot: shot, isJudgeable: true)
    }
}
