import KeepersCore

/// A rectangle of whole pixels of the stored picture.
struct PixelRect: Equatable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    func overlaps(_ other: PixelRect) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

/// Where the subject of a picture is, in pixels of the stored picture.
struct SubjectArea {
    var kind: Subject
    /// Judged for sharpness: strips over the eyes, or what surrounds the focus point.
    var keen: [PixelRect]
    /// Judged for exposure.
    var whole: [PixelRect]
    /// Not background: the subject with what belongs to it.
    var near: [PixelRect]
}

/// The faces that matter, else the focus point; nil where neither is known or large enough.
///
/// Faces are given in the upright picture, the focus point and the answer in the stored one, which is `width` x `height`.
func subjectArea(
    faces: [Face]?, focus: UnitPoint?, orientation: Orientation, width: Int, height: Int
) -> SubjectArea? {
    let upright = orientation.upright(width: width, height: height)
    let heads = leading(faces ?? []).compactMap { head($0, width: Double(upright.width), height: Double(upright.height)) }
    if !heads.isEmpty {
        func stored(_ part: KeyPath<Head, UnitRect>) -> [PixelRect] {
            heads.compactMap { pixels(orientation.stored($0[keyPath: part]), width: width, height: height) }
        }
        return SubjectArea(kind: .faces, keen: stored(\.eyes), whole: stored(\.face), near: stored(\.person))
    }
    guard let focus, (0...1).contains(focus.x), (0...1).contains(focus.y) else { return nil }
    let long = Double(max(width, height))
    func square(_ side: Double) -> [PixelRect] {
        let (across, down) = (side / Double(width), side / Double(height))
        let place = UnitRect(x: focus.x - across / 2, y: focus.y - down / 2, width: across, height: down)
        return [pixels(place, width: width, height: height)].compactMap { $0 }
    }
    // Cameras' own focus areas are 3 to 10 % of the long side.
    let spot = square(max(64, long / 12))
    guard !spot.isEmpty else { return nil }
    return SubjectArea(kind: .focusPoint, keen: spot, whole: spot, near: square(long / 4))
}

/// The largest faces, those near the middle before others: at most five, none less than half as high as the first.
private func leading(_ faces: [Face]) -> [Face] {
    func weight(_ face: Face) -> Double {
        let (x, y) = (face.box.x + face.box.width / 2 - 0.5, face.box.y + face.box.height / 2 - 0.5)
        return face.box.height * (1 - 0.6 * min(1, 2 * (x * x + y * y).squareRoot()))
    }
    let weighed = faces.map { (face: $0, weight: weight($0)) }.filter { $0.weight.isFinite && $0.weight > 0 }
    guard let first = weighed.max(by: { $0.weight < $1.weight }) else { return [] }
    return weighed.filter { $0.weight >= 0.5 * first.weight && $0.face.box.height >= 0.5 * first.face.box.height }
        .sorted { ($0.weight, $0.face.box.x, $0.face.box.y) > ($1.weight, $1.face.box.x, $1.face.box.y) }
        .prefix(5).map(\.face)
}

/// What belongs to one face, in the upright picture.
private struct Head {
    var eyes: UnitRect
    var face: UnitRect
    var person: UnitRect
}

/// nil for a face too small to judge.
private func head(_ face: Face, width: Double, height: Double) -> Head? {
    let box = face.box
    guard box.width * width >= 32, box.height * height >= 32 else { return nil }
    let (dx, dy) = ((face.rightEye.x - face.leftEye.x) * width, (face.rightEye.y - face.leftEye.y) * height)
    let apart = (dx * dx + dy * dy).squareRoot()
    var eyes = inset(box, 0.15)
    // In profile the eyes lie over each other, and all of the face has to do.
    if apart >= 14, apart >= 0.2 * box.width * width {
        let (c, s) = (abs(dx) / apart, abs(dy) / apart)
        let (reachX, reachY) = (apart * (0.9 * c + 0.4 * s) / width, apart * (0.9 * s + 0.4 * c) / height)
        let (x, y) = ((face.leftEye.x + face.rightEye.x) / 2, (face.leftEye.y + face.rightEye.y) / 2)
        eyes = UnitRect(x: x - reachX, y: y - reachY, width: 2 * reachX, height: 2 * reachY)
    }
    // Hair, shoulders and chest are as far away as the face.
    let person = UnitRect(
        x: box.x - box.width, y: box.y - 0.6 * box.height, width: 3 * box.width, height: 4.6 * box.height)
    return Head(eyes: eyes, face: inset(box, 0.1), person: person)
}

private func inset(_ rect: UnitRect, _ share: Double) -> UnitRect {
    UnitRect(
        x: rect.x + share * rect.width, y: rect.y + share * rect.height, width: (1 - 2 * share) * rect.width,
        height: (1 - 2 * share) * rect.height)
}

/// The part of a `width` x `height` picture that a rectangle of shares covers; nil when nothing of it is inside.
private func pixels(_ rect: UnitRect, width: Int, height: Int) -> PixelRect? {
    func clamped(_ share: Double, _ size: Int) -> Int? {
        share.isFinite ? Int((min(1, max(0, share)) * Double(size)).rounded()) : nil
    }
    guard let left = clamped(rect.x, width), let right = clamped(rect.x + rect.width, width),
        let top = clamped(rect.y, height), let bottom = clamped(rect.y + rect.height, height), left < right, top < bottom
    else { return nil }
    return PixelRect(left: left, top: top, right: right, bottom: bottom)
}
