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
            notice = progress.modelsMissing ?? "faces: not measured"
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
        notice = words(faces, next, of: focus)
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

    /// After a restart or an undo: the face that stood in the middle is the one in focus again.
    mutating func findFaceInView() {
        guard level == .loupe, zoom > 0, let focus, let faces = model.cards[focus]?.faces else { return }
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(min(1, max(0, a)) - b) < 1e-6 }
        let index = faces.firstIndex {
            isNear($0.box.x + $0.box.width / 2, centreX) && isNear($0.box.y + $0.box.height / 2, centreY)
        }
        faceFocus = index.map { FaceFocus(frame: focus, index: $0) }
    }

    /// The person whose face is in focus, among the faces of a sibling; nil where nobody is, or they are not to be found there.
    func faceFollowed(to sibling: FrameID) -> Int? {
        guard let focus, focus != sibling, let index = focusedFace else { return nil }
        return model.face(index, of: focus, in: sibling)
    }

    /// The same person on another frame: their eyes can be compared through a burst with one key.
    mutating func lookAgain(at index: Int, of frame: FrameID) {
        guard let faces = model.cards[frame]?.faces, faces.indices.contains(index) else { return }
        look(at: faces[index], index: index, of: frame)
        notice = words(faces, index, of: frame)
    }

    private func words(_ faces: [Face], _ index: Int, of frame: FrameID) -> String {
        isHidden(frame)
            ? "face \(index + 1) of \(faces.count)"
            : FaceText.sentence(index, of: faces)
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
}
