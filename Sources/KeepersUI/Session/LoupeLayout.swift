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
        rect(of: state.size(of: state.shownSource(frame), frame), state: state)
    }

    private func rect(of size: (width: Int, height: Int), state: SessionState) -> CellRect {
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
        crop(of: state.size(of: state.shownSource(frame), frame), state: state)
    }

    private func crop(of size: (width: Int, height: Int), state: SessionState) -> UnitRect {
        let rect = rect(of: size, state: state)
        if state.zoom == 0 { return PictureFit.crop(width: size.width, height: size.height, to: rect, cell: geometry) }
        let width = min(1, Double(rect.width * geometry.cellWidth) / Double(max(1, size.width * state.zoom / 100)))
        let height = min(1, Double(rect.height * geometry.cellHeight) / Double(max(1, size.height * state.zoom / 100)))
        // From a whole pixel on, so that 100 % shows pixels as they are and not a mixture of neighbours.
        func start(_ centre: Double, _ share: Double, _ pixels: Int) -> Double {
            let from = min(1 - share, max(0, centre - share / 2))
            return min(1 - share, (from * Double(pixels)).rounded(.down) / Double(max(1, pixels)))
        }
        return UnitRect(
            x: start(state.centreX, width, size.width), y: start(state.centreY, height, size.height), width: width,
            height: height)
    }

    /// The picture that is shown of `frame` now.
    func request(_ frame: Frame, state: SessionState) -> PictureRequest {
        var request = request(frame, state.shownSource(frame), state)
        if request.source == .rawHalf, wantsFull(request, state), state.pictures.hasFull(frame.id, request.crop) {
            request.source = .raw
        }
        return request
    }

    /// The better picture that takes the shown one's place as soon as it is there; nil when nothing better is to come.
    func better(_ frame: Frame, state: SessionState) -> PictureRequest? {
        if let awaited = state.awaitedSource(frame) { return request(frame, awaited, state) }
        var request = request(frame, state: state)
        guard request.source == .rawHalf, wantsFull(request, state), state.pictures.trouble(frame.id, .raw) == nil else {
            return nil
        }
        request.source = .raw
        return request
    }

    private func request(_ frame: Frame, _ source: PictureSource, _ state: SessionState) -> PictureRequest {
        let size = state.size(of: source, frame)
        let rect = rect(of: size, state: state)
        return PictureRequest(
            frame: frame.id, pixelWidth: rect.width * geometry.cellWidth, pixelHeight: rect.height * geometry.cellHeight,
            crop: crop(of: size, state: state), quality: .large, source: source, aids: state.overlay.aids)
    }

    /// The half has fewer pixels than this view of it shows.
    private func wantsFull(_ request: PictureRequest, _ state: SessionState) -> Bool {
        guard let facts = state.pictures.facts(request.frame, .rawHalf), facts.development?.isFull == false else { return false }
        return Double(request.pixelWidth) > request.crop.width * Double(facts.width) / 2 + 1
    }
}
