import KeepersCore

/// Click: to focus, again for the loupe; on the slider's pictures: the line goes there, and follows a drag. The wheel walks.
extension SessionState {
    mutating func updateTogether(_ mouse: Mouse, _ geometry: Geometry) -> [Effect] {
        switch mouse.kind {
        case .wheelUp: return perform(.previousFrame, geometry: geometry)
        case .wheelDown: return perform(.nextFrame, geometry: geometry)
        case .press, .drag:
            if level == .compare, comparison?.together.mode == .wipe { return drag(mouse, geometry) }
            return mouse.kind == .press ? click(mouse, geometry) : []
        case .release: return []
        }
    }

    /// The line stands under the mouse; at both ends one of the two is whole.
    private mutating func drag(_ mouse: Mouse, _ geometry: Geometry) -> [Effect] {
        let layout = CompareLayout(geometry: geometry, state: self)
        let pane = layout.pane(isChampion: true)
        guard layout.hasRoom, mouse.kind == .drag || (mouse.y >= pane.y && mouse.y <= pane.y + pane.height) else { return [] }
        notice = nil
        hasBegun = true
        set(wipe: layout.wipe(at: mouse.x, self))
        return savingPlace([])
    }

    private mutating func click(_ mouse: Mouse, _ geometry: Geometry) -> [Effect] {
        guard let hit = frame(under: mouse, geometry) else { return [] }
        if hit == focus { return perform(.loupe, geometry: geometry) }
        notice = nil
        hasBegun = true
        moveFocus(to: hit)
        settle(geometry)
        return savingPlace([])
    }

    private mutating func frame(under mouse: Mouse, _ geometry: Geometry) -> FrameID? {
        switch level {
        case .compare:
            let layout = CompareLayout(geometry: geometry, state: self)
            guard let together = comparison?.together, comparison?.together.mode == .side else { return nil }
            if layout.pane(isChampion: true).contains(x: mouse.x, y: mouse.y) { return together.champion }
            return layout.pane(isChampion: false).contains(x: mouse.x, y: mouse.y) ? together.challenger : nil
        case .survey: return SurveyLayout(geometry: geometry, state: self).frame(x: mouse.x, y: mouse.y)
        case .faces:
            guard let hit = FaceStripLayout(geometry: geometry, state: self).face(x: mouse.x, y: mouse.y) else { return nil }
            comparison?.together.person = hit.person
            return hit.frame
        default: return nil
        }
    }
}
