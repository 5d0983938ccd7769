import KeepersCore

/// Zoom and pan of several frames: in step, or only the one in focus.
extension SessionState {
    /// What of a frame is in view.
    func view(of frame: FrameID) -> Comparison.View {
        comparison?.own[frame] ?? Comparison.View(zoom: zoom, x: centreX, y: centreY)
    }

    /// This state as if `frame` were the only one: the loupe's own layout then says which pixels are wanted.
    func looking(at frame: FrameID) -> SessionState {
        var copy = self
        let view = view(of: frame)
        (copy.zoom, copy.centreX, copy.centreY) = (view.zoom, view.x, view.y)
        return copy
    }

    /// False for keys that do not zoom.
    mutating func zoomTogether(_ command: Command, _ geometry: Geometry) -> Bool {
        switch command {
        case .zoom: setZoom(isZoomed ? 0 : 100)
        case .zoomDouble: setZoom(focus.map { view(of: $0).zoom } == 200 ? 0 : 200)
        case .look:
            setZoom(isZoomed ? 0 : 100)
            if isZoomed { centre(onPerson: comparison?.together.person ?? 0) }
        case .nextFace: walkPeople(by: 1)
        case .previousFace: walkPeople(by: -1)
        default: return false
        }
        return true
    }

    private var isZoomed: Bool { focus.map { view(of: $0).zoom > 0 } ?? false }
    private var isLinked: Bool { comparison?.isLinked ?? true }

    mutating func setZoom(_ percent: Int) {
        guard let focus, let comparison else { return }
        if isLinked {
            zoom = percent
            // All of them at fit stand as one again.
            if percent == 0 {
                self.comparison?.own = [:]
            } else {
                for key in comparison.own.keys { self.comparison?.own[key]?.zoom = percent }
            }
        } else {
            var view = view(of: focus)
            view.zoom = percent
            self.comparison?.own[focus] = view
        }
    }

    mutating func toggleLink() {
        guard comparison != nil else { return }
        comparison?.isLinked.toggle()
        notice =
            isLinked
            ? "linked: zoom and pan move all of them, from where they stand; z to fit lines them up"
            : "only this one: zoom and pan move the frame in focus; L links them again"
    }

    /// Arrows at 100 %; false where there is nothing to pan.
    mutating func panTogether(_ command: Command, _ geometry: Geometry) -> Bool {
        guard let focus, let frame = model.frame(focus), isZoomed, let pane = pane(of: focus, geometry) else { return false }
        let crop = LoupeLayout(pane: pane, geometry: geometry).crop(of: frame, state: looking(at: focus))
        let steps: [Command: (x: Double, y: Double)] = [
            .arrowLeft: (-0.25, 0), .arrowRight: (0.25, 0), .arrowUp: (0, -0.25), .arrowDown: (0, 0.25),
        ]
        guard let step = steps[command] else { return false }
        let from = view(of: focus)
        var view = from
        view.x = min(1 - crop.width / 2, max(crop.width / 2, from.x + step.x * crop.width))
        view.y = min(1 - crop.height / 2, max(crop.height / 2, from.y + step.y * crop.height))
        guard isLinked else {
            comparison?.own[focus] = view
            return true
        }
        func moved(_ value: Double, _ delta: Double) -> Double { min(1, max(0, value + delta)) }
        centreX = moved(centreX, view.x - from.x)
        centreY = moved(centreY, view.y - from.y)
        for (key, other) in comparison?.own ?? [:] {
            comparison?.own[key]?.x = moved(other.x, view.x - from.x)
            comparison?.own[key]?.y = moved(other.y, view.y - from.y)
        }
        return true
    }

    private func pane(of frame: FrameID, _ geometry: Geometry) -> CellRect? {
        level == .compare
            ? CompareLayout(geometry: geometry, state: self).pane(isChampion: frame == comparison?.together.champion)
            : SurveyLayout(geometry: geometry, state: self).pane(of: frame)
    }

    // MARK: - The same person on each

    private mutating func people() -> [[FrameID: Int]] {
        guard let comparison else { return [] }
        if let people = comparison.people { return people }
        let found = model.people(on: comparison.frames)
        self.comparison?.people = found
        return found
    }

    /// The number of the person whose face was in focus in the loupe; else of the largest face.
    func focusedPerson(_ frames: [FrameID]) -> Int {
        guard let focus, let index = focusedFace else { return comparison?.together.person ?? 0 }
        return model.people(on: frames).firstIndex { $0[focus] == index } ?? 0
    }

    /// Tab: at 100 % on the next person, the same one on every frame that shows them.
    private mutating func walkPeople(by delta: Int) {
        let people = people()
        guard let focus, !people.isEmpty else {
            notice = progress.modelsMissing ?? "no faces were measured on these"
            return
        }
        let person = min(comparison?.together.person ?? 0, people.count - 1)
        let next = isZoomed ? (person + delta + people.count) % people.count : person
        setZoom(100)
        centre(onPerson: next)
        guard let index = people[next][focus], let faces = model.cards[focus]?.faces, faces.indices.contains(index) else {
            notice = "person \(next + 1) of \(people.count): not found on this frame"
            return
        }
        notice = "person \(next + 1) of \(people.count): \(isHidden(focus) ? "" : FaceText.word(index, of: faces))"
    }

    private mutating func centre(onPerson person: Int) {
        let people = people()
        guard let focus, people.indices.contains(person) else { return centreOnSubject() }
        comparison?.together.person = person
        guard isLinked else { return lookAtPerson(people[person], on: focus) }
        for frame in comparison?.frames ?? [] { lookAtPerson(people[person], on: frame) }
        let view = view(of: focus)
        (centreX, centreY) = (view.x, view.y)
    }

    private mutating func lookAtPerson(_ person: [FrameID: Int], on frame: FrameID) {
        guard let index = person[frame], let faces = model.cards[frame]?.faces, faces.indices.contains(index) else { return }
        let box = faces[index].box
        let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
        guard x.isFinite, y.isFinite else { return }
        comparison?.own[frame] = Comparison.View(zoom: 100, x: min(1, max(0, x)), y: min(1, max(0, y)))
    }

    /// A challenger that comes while a person is looked at is seen at the same one.
    mutating func followPerson(to frame: FrameID) {
        guard isZoomed, isLinked, comparison?.own[frame] == nil, let person = comparison?.together.person,
            comparison?.own.isEmpty == false
        else { return }
        let people = people()
        if people.indices.contains(person) { lookAtPerson(people[person], on: frame) }
    }
}
