import KeepersCore

/// Where the loupe's picture and side column stand, and which part of the picture is in view.
struct LoupeLayout {
    let pane: CellRect
    /// The why panel's columns; nil when off or when the window is too narrow.
    let side: CellRect?
    private let geometry: Geometry

    init(geometry: Geometry, state: SessionState) {
        let top = state.isChromeOff ? 0 : GridLayout.headerRows
        let bottom = geometry.rows - (state.isChromeOff ? 1 : FooterView.rows(geometry))
        let height = max(3, bottom - top)
        let wantsSide = state.isWhyShown && !state.isChromeOff && geometry.columns >= 76
        let sideWidth = geometry.columns >= 120 ? 42 : 30
        side = wantsSide ? CellRect(x: geometry.columns - sideWidth, y: top, width: sideWidth - 1, height: height) : nil
        pane = CellRect(x: 0, y: top, width: geometry.columns - (wantsSide ? sideWidth + 1 : 0), height: height)
        self.geometry = geometry
    }

    /// A pane of somebody else's, without a side column.
    init(pane: CellRect, geometry: Geometry) {
        self.pane = pane
        side = nil
        self.geometry = geometry
    }

    /// The cells that the picture takes.
    func rect(of frame: Frame, state: SessionState) -> CellRect {
        let size = Paper.uprightSize(frame)
        if state.zoom == 0 { return PictureFit.contain(width: size.width, height: size.height, in: pane, cell: geometry) }
        let wide = size.width * state.zoom / 100 / max(1, geometry.cellWidth)
        let high = size.height * state.zoom / 100 / max(1, geometry.cellHeight)
        let width = max(1, min(pane.width, wide))
        let height = max(1, min(pane.height, high))
        return CellRect(
            x: pane.x + (pane.width - width) / 2, y: pane.y + (pane.height - height) / 2, width: width, height: height)
    }

    /// The part of the upright picture in view.
    func crop(of frame: Frame, state: SessionState) -> UnitRect {
        let size = Paper.uprightSize(frame)
        let rect = rect(of: frame, state: state)
        if state.zoom == 0 { return PictureFit.crop(width: size.width, height: size.height, to: rect, cell: geometry) }
        let width = min(1, Double(rect.width * geometry.cellWidth) / Double(max(1, size.width * state.zoom / 100)))
        let height = min(1, Double(rect.height * geometry.cellHeight) / Double(max(1, size.height * state.zoom / 100)))
        return UnitRect(
            x: min(1 - width, max(0, state.centreX - width / 2)), y: min(1 - height, max(0, state.centreY - height / 2)),
            width: width,
            height: height)
    }

    func request(_ frame: Frame, state: SessionState) -> PictureRequest {
        let rect = rect(of: frame, state: state)
        return PictureRequest(
            frame: frame.id, pixelWidth: rect.width * geometry.cellWidth, pixelHeight: rect.height * geometry.cellHeight,
            crop: crop(of: frame, state: state), quality: .large)
    }
}
