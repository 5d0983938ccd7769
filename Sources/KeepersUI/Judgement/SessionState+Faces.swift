import KeepersCore

/// A face that the person looks at: it is forgotten when another frame comes.
struct FaceFocus: Equatable, Sendable {
    var frame: FrameID
    var index: Int
}

extension SessionState {
    /// Index of the face in focus on the frame in focus.
    var focusedFace: Int? {
        guard level == .loupe, zoom > 0, let faceFocus, faceFocus.frame == focus else { return nil }
        return faceFocus.index
    }

    /// The next or previous face at 100 %, round and round; from the whole picture the first or the last.
    mutating func walkFaces(by delta: Int) {
        guard let focus, let frame = model.frame(focus) else { return }
        guard let faces = model.cards[focus]?.faces else {
            notice = "faces: not measured" + (progress.modelsMissing.map { ": \($0)" } ?? "")
            return
        }
        guard !faces.isEmpty else {
            notice = "no face found on \(frame.stem)"
            return
        }
        let next = focusedFace.map { ($0 + delta + faces.count) % faces.count } ?? (delta > 0 ? 0 : faces.count - 1)
        if level != .loupe { openLoupe() }
        if zoom == 0 { zoom = 100 }
        look(at: faces[next], index: next, of: focus)
        let number = next + 1
        notice =
            isHidden(focus) ? "face \(number) of \(faces.count)" : FaceText.sentence(faces[next], number: number, of: faces.count)
    }

    /// The largest face, else the AF point where the camera wrote one, else the middle.
    mutating func centreOnSubject() {
        centreX = 0.5
        centreY = 0.5
        guard let focus, let frame = model.frame(focus) else { return }
        if let main = model.cards[focus]?.faces?.first {
            look(at: main, index: 0, of: focus)
        } else if let x = frame.shot.focusX, let y = frame.shot.focusY {
            let point = frame.shot.orientation.upright(x: x, y: y)
            centre(x: point.x, y: point.y)
        }
    }

    private mutating func look(at face: Face, index: Int, of frame: FrameID) {
        faceFocus = FaceFocus(frame: frame, index: index)
        centre(x: face.box.x + face.box.width / 2, y: face.box.y + face.box.height / 2)
    }

    private mutating func centre(x: Double, y: Double) {
        guard x.isFinite, y.isFinite else { return }
        centreX = min(1, max(0, x))
        centreY = min(1, max(0, y))
    }

    mutating func toggleOverlays() {
        isOverlayShown.toggle()
        save("overlays", isOverlayShown ? nil : "off")
        notice = isOverlayShown ? "overlays on: faces, eyes, focus point" : "overlays off"
    }
}
