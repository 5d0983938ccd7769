import KeepersCore

/// What `o` draws over a large picture: faces with number and badge, and the camera's AF point.
enum FaceOverlays {
    /// From so many faces on, those with open eyes carry their number alone and doubtful ones a question mark, so that a group stays readable.
    static let crowd = 12
    /// From so many on, doubtful ones carry no label either: hundreds of question marks would hide the picture and say nothing.
    static let throng = 40
    /// The AF cross, as a share of the shown picture's longer side.
    private static let crossSize = 0.03

    static func of(_ frame: Frame, in request: PictureRequest, _ state: SessionState, _ theme: Theme) -> [Overlay] {
        guard state.overlay == .faces || state.overlay == .focus else { return [] }
        // Peaking shows where the picture is sharp: beside it stands where the camera wanted it so.
        var out = state.overlay == .faces ? faces(of: frame, in: request, state, theme) : []
        if let cross = focusPoint(of: frame, in: request, theme) { out.append(cross) }
        return out
    }

    private static func faces(of frame: Frame, in request: PictureRequest, _ state: SessionState, _ theme: Theme) -> [Overlay] {
        let faces = state.model.cards[frame.id]?.faces ?? []
        let isHidden = state.isHidden(frame.id)
        let focused = state.focusedFace
        return faces.enumerated().flatMap { index, face in
            let rect = shown(face.box, in: request.crop)
            guard touchesView(rect) else { return [Overlay]() }
            let isFocused = index == focused
            let text = label(index, of: faces, isFocused: isFocused, isHidden: isHidden)
            return [Overlay(rect: rect, text: text, colour: theme[isFocused ? .faceFocus : .face])]
        }
    }

    private static func label(_ index: Int, of faces: [Face], isFocused: Bool, isHidden: Bool) -> String {
        if isHidden { return faces.count < throng || isFocused ? String(index + 1) : "" }
        if isFocused || faces.count < crowd { return FaceText.badge(index, of: faces) }
        if faces.count >= throng, EyeFaults.told(faces[index]) == .unsure { return "" }
        return FaceText.brief(index, of: faces)
    }

    private static func focusPoint(of frame: Frame, in request: PictureRequest, _ theme: Theme) -> Overlay? {
        guard let x = frame.shot.focusX, let y = frame.shot.focusY, x.isFinite, y.isFinite else { return nil }
        let point = frame.shot.orientation.upright(x: x, y: y)
        let wide = Double(max(1, request.pixelWidth))
        let high = Double(max(1, request.pixelHeight))
        let side = crossSize * max(wide, high)
        let at = shown(UnitRect(x: point.x, y: point.y, width: 0, height: 0), in: request.crop)
        let rect = UnitRect(x: at.x - side / wide / 2, y: at.y - side / high / 2, width: side / wide, height: side / high)
        return touchesView(rect) ? Overlay(rect: rect, shape: .cross, colour: theme[.face]) : nil
    }

    /// From the whole picture's coordinates to those of the part in view.
    private static func shown(_ rect: UnitRect, in crop: UnitRect) -> UnitRect {
        let width = max(crop.width, 1e-6)
        let height = max(crop.height, 1e-6)
        return UnitRect(
            x: (rect.x - crop.x) / width, y: (rect.y - crop.y) / height, width: rect.width / width, height: rect.height / height)
    }

    private static func touchesView(_ rect: UnitRect) -> Bool {
        rect.x < 1 && rect.y < 1 && rect.x + rect.width > 0 && rect.y + rect.height > 0
    }
}
