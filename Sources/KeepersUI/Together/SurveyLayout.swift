import KeepersCore

/// Up to sixteen frames at once; the page is the one that the frame in focus is on.
struct SurveyLayout {
    static let most = 16
    /// Below this height nobody can judge a picture.
    private static let leastRows = 6

    let titleY: Int
    let perPage: Int
    /// The frames on this page.
    let shown: ArraySlice<FrameID>
    let captionRows: Int
    private let grid: TileGrid

    init(geometry: Geometry, state: SessionState) {
        let top = state.isChromeOff ? 0 : GridLayout.headerRows
        let bottom = geometry.rows - (state.isChromeOff ? 1 : FooterView.rows(geometry))
        titleY = top
        let area = CellRect(x: 0, y: top + 1, width: geometry.columns, height: max(3, bottom - top - 1))
        captionRows = geometry.rows >= 30 ? 2 : 1
        let frames = state.comparison?.frames ?? []
        let captions = captionRows
        func grid(_ count: Int) -> TileGrid {
            TileGrid(count, in: area, aspect: Self.aspect(frames.prefix(count), state), captionRows: captions, cell: geometry)
        }
        let counts = [Self.most, 12, 9, 6, 4, 3, 2]
        let fits = counts.first { grid($0).pane(0).height >= Self.leastRows } ?? 2
        perPage = max(2, fits)
        let index = state.focus.flatMap { frames.firstIndex(of: $0) } ?? 0
        let first = index / perPage * perPage
        shown = frames[min(first, frames.count)..<min(frames.count, first + perPage)]
        self.grid = grid(max(1, frames.count > perPage ? perPage : frames.count))
    }

    var columns: Int { grid.columns }

    func pane(_ slot: Int) -> CellRect { grid.pane(slot) }

    func pane(of frame: FrameID) -> CellRect? { shown.firstIndex(of: frame).map { grid.pane($0 - shown.startIndex) } }

    /// Which frame stands under a cell.
    func frame(x: Int, y: Int) -> FrameID? {
        shown.first { id in
            guard let pane = pane(of: id) else { return false }
            return CellRect(x: pane.x, y: pane.y, width: pane.width, height: pane.height + captionRows).contains(x: x, y: y)
        }
    }

    private static func aspect(_ frames: ArraySlice<FrameID>, _ state: SessionState) -> Double {
        let all = frames.compactMap { state.model.frame($0).map(Paper.uprightSize) }
        guard !all.isEmpty else { return 1.5 }
        return all.reduce(0) { $0 + Double(max(1, $1.width)) / Double(max(1, $1.height)) } / Double(all.count)
    }
}
