import KeepersCore

/// The mouse is optional (`:mouse on`): a click focuses, a second one opens the loupe, the wheel steps or pans, a drag pans at 100 %.
extension SessionState {
    mutating func updateMouse(_ mouse: Mouse, geometry: Geometry) -> [Effect] {
        if isTogether { return updateTogether(mouse, geometry) }
        let isZoomed = level == .loupe && zoom > 0
        switch mouse.kind {
        case .wheelUp: return perform(level == .grid ? .rowUp : isZoomed ? .arrowUp : .previousFrame, geometry: geometry)
        case .wheelDown: return perform(level == .grid ? .rowDown : isZoomed ? .arrowDown : .nextFrame, geometry: geometry)
        case .press where level == .grid: return click(mouse, geometry)
        case .press:
            hand.dragged = mouse
            return []
        case .drag where isZoomed: return drag(to: mouse, geometry)
        case .release: return release(mouse, geometry)
        case .drag: return []
        }
    }

    /// In the loupe two clicks that moved nothing lead back.
    private mutating func release(_ mouse: Mouse, _ geometry: Geometry) -> [Effect] {
        defer { hand.dragged = nil }
        guard level == .loupe, let press = hand.dragged, press.kind == .press, press.x == mouse.x, press.y == mouse.y else {
            return []
        }
        if hand.clicked != focus {
            hand.clicked = focus
            return []
        }
        hand.clicked = nil
        return perform(.loupe, geometry: geometry)
    }

    /// Once focuses; again on the same frame, with nothing between, opens it.
    private mutating func click(_ mouse: Mouse, _ geometry: Geometry) -> [Effect] {
        let layout = GridLayout(geometry: geometry, chromeOff: isChromeOff)
        guard let slot = layout.slot(x: mouse.x, y: mouse.y), queue.visible.indices.contains(gridTop + slot) else { return [] }
        if gridTop + slot == focusIndex, hand.clicked == focus {
            hand.clicked = nil
            return perform(.loupe, geometry: geometry)
        }
        notice = nil
        hasBegun = true
        if gridTop + slot != focusIndex { go(toEntry: gridTop + slot) }
        hand.clicked = focus
        settle(geometry)
        return savingPlace([])
    }

    /// The picture follows the hand.
    private mutating func drag(to mouse: Mouse, _ geometry: Geometry) -> [Effect] {
        defer {
            hand.dragged = mouse
            hand.clicked = nil
        }
        guard let from = hand.dragged, geometry.columns > 0, geometry.rows > 0 else { return [] }
        pan(
            x: Double(from.x - mouse.x) / Double(geometry.columns), y: Double(from.y - mouse.y) / Double(geometry.rows),
            geometry: geometry)
        return savingPlace([])
    }
}
