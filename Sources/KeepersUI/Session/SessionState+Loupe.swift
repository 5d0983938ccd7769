import KeepersCore

/// Zoom and pan.
extension SessionState {
    mutating func toggleZoom() {
        guard level == .loupe else {
            openLoupe()
            zoom = 100
            centreOnSubject()
            return
        }
        zoom = zoom == 0 ? 100 : 0
    }

    /// Space: into the loupe, then 100 % at the subject, then back to fit.
    mutating func look() {
        guard level == .loupe else { return openLoupe() }
        if zoom == 0 {
            zoom = 100
            centreOnSubject()
        } else {
            zoom = 0
        }
    }

    /// Straight to fit (0), 100 % or 200 %, from anywhere.
    mutating func zoom(to percent: Int) {
        if level == .compare || level == .survey { return setZoom(percent) }
        let wasFit = level != .loupe || zoom == 0
        if level != .loupe { openLoupe() }
        zoom = percent
        if wasFit, percent > 0 { centreOnSubject() }
    }

    /// Moves the zoomed view by a share of what it shows.
    mutating func pan(x: Double, y: Double, geometry: Geometry) {
        guard let frame = focus.flatMap({ model.frame($0) }) else { return }
        let view = LoupeLayout(geometry: geometry, state: self).crop(of: frame, state: self)
        centreX = min(1 - view.width / 2, max(view.width / 2, centreX + x * view.width))
        centreY = min(1 - view.height / 2, max(view.height / 2, centreY + y * view.height))
    }
}
