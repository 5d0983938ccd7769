import KeepersCore

/// Where two frames stand against each other: beside each other, or in one pane, one over the other.
struct CompareLayout {
    /// The row of words above.
    let titleY: Int
    /// The lowest place for the two rows of captions.
    private let lowestCaption: Int
    /// The row of the slider; nil side by side.
    let sliderY: Int?
    /// Too small a window shows no pictures.
    let hasRoom: Bool
    private let left: CellRect
    private let right: CellRect
    private let geometry: Geometry

    init(geometry: Geometry, state: SessionState) {
        self.geometry = geometry
        let top = state.isChromeOff ? 0 : GridLayout.headerRows
        let bottom = geometry.rows - (state.isChromeOff ? 1 : FooterView.rows(geometry))
        titleY = top
        lowestCaption = bottom - 2
        hasRoom = bottom - top >= 7 && geometry.columns >= 30
        if state.comparison?.together.mode ?? .side == .side {
            sliderY = nil
            // The frame of the one in focus takes the row above, and below one where there is room.
            let width = max(1, (geometry.columns - 4) / 2)
            let height = max(1, lowestCaption - top - 2 - (geometry.rows >= 30 ? 1 : 0))
            left = CellRect(x: 1, y: top + 2, width: width, height: height)
            right = CellRect(x: geometry.columns - 1 - width, y: top + 2, width: width, height: height)
        } else {
            sliderY = lowestCaption - 1
            left = CellRect(x: 1, y: top + 1, width: max(1, geometry.columns - 2), height: max(1, lowestCaption - top - 2))
            right = left
        }
    }

    func pane(isChampion: Bool) -> CellRect { isChampion ? left : right }

    /// The first of two rows of captions: side by side right below the higher of the two pictures.
    func captionY(_ state: SessionState) -> Int {
        guard sliderY == nil else { return lowestCaption }
        let bottoms = pair(state).map { frame in
            let rect = frame.header.loupePreview == nil ? pane(isChampion: true) : rect(of: frame, state)
            return rect.y + rect.height
        }
        return min(lowestCaption, (bottoms.max() ?? lowestCaption) + (geometry.rows >= 30 ? 1 : 0))
    }

    /// Where a frame's caption starts, and its width.
    func caption(isChampion: Bool) -> (x: Int, width: Int) {
        let half = (geometry.columns - 4) / 2
        return (isChampion ? 1 : geometry.columns - 1 - half, half)
    }

    func rect(of frame: Frame, _ state: SessionState) -> CellRect {
        layout(frame, state).rect(of: frame, state: state.looking(at: frame.id))
    }

    func request(_ frame: Frame, _ state: SessionState) -> PictureRequest {
        bare(layout(frame, state).request(frame, state: state.looking(at: frame.id)), state)
    }

    /// The better picture of `frame` that is to come; nil when none is.
    func better(_ frame: Frame, _ state: SessionState) -> PictureRequest? {
        layout(frame, state).better(frame, state: state.looking(at: frame.id)).map { bare($0, state) }
    }

    /// What is drawn over a picture: over a mixture nothing, because nobody could tell whose it is; in a wipe no words, because the
    /// slider would cut them.
    func overlays(_ frame: Frame, _ request: PictureRequest, _ state: SessionState, _ theme: Theme) -> [Overlay] {
        if state.isMixing { return [] }
        var overlays = FaceOverlays.of(frame, in: request, state, theme)
        if state.comparison?.together.mode == .wipe { for index in overlays.indices { overlays[index].text = "" } }
        return overlays
    }

    private func bare(_ request: PictureRequest, _ state: SessionState) -> PictureRequest {
        guard state.isMixing else { return request }
        var request = request
        request.aids = []
        return request
    }

    private func layout(_ frame: Frame, _ state: SessionState) -> LoupeLayout {
        LoupeLayout(pane: pane(isChampion: frame.id == state.comparison?.together.champion), geometry: geometry)
    }

    /// The columns over which the slider moves: those that either of the two takes.
    func slider(_ state: SessionState) -> Range<Int> {
        let rects = pair(state).map { rect(of: $0, state) }
        let start = rects.map(\.x).min() ?? left.x
        return start..<max(start, rects.map { $0.x + $0.width }.max() ?? start)
    }

    /// The first column that shows the challenger.
    func line(_ state: SessionState) -> Int {
        let span = slider(state)
        let wipe = state.comparison?.together.wipe ?? 0
        return span.lowerBound + (span.count * wipe + Together.wholeWipe / 2) / Together.wholeWipe
    }

    /// How much of the champion the slider shows when it is dragged to a column: nothing at the left end, all of it at the right end.
    func wipe(at x: Int, _ state: SessionState) -> Int {
        let span = slider(state)
        guard span.count > 1 else { return 0 }
        return min(Together.wholeWipe, max(0, (x - span.lowerBound) * Together.wholeWipe / (span.count - 1)))
    }

    private func pair(_ state: SessionState) -> [Frame] {
        guard let together = state.comparison?.together else { return [] }
        return [together.champion, together.challenger].compactMap { state.model.frame($0) }
    }
}
