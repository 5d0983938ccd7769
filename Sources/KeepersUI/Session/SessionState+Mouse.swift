import KeepersCore

/// The mouse is optional: click to focus, click again for the loupe, wheel to scroll.
extension SessionState {
    mutating func updateMouse(_ mouse: Mouse, geometry: Geometry) -> [Effect] {
        if isTogether { return updateTogether(mouse, geometry) }
        let layout = GridLayout(geometry: geometry, chromeOff: isChromeOff)
        switch mouse.kind {
        case .wheelUp: return perform(level == .grid ? .rowUp : .previousFrame, geometry: geometry)
        case .wheelDown: return perform(level == .grid ? .rowDown : .nextFrame, geometry: geometry)
        case .press where level == .grid:
            guard let slot = layout.slot(x: mouse.x, y: mouse.y), queue.visible.indices.contains(gridTop + slot) else {
                return []
            }
            if gridTop + slot == focusIndex { return perform(.loupe, geometry: geometry) }
            notice = nil
            hasBegun = true
            go(toEntry: gridTop + slot)
            settle(geometry)
            return savingPlace([])
        case .press where level == .loupe: return perform(.loupe, geometry: geometry)
        case .press, .release, .drag: return []
        }
    }
}
