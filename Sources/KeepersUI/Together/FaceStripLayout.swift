import KeepersCore

/// One person's face from each frame; several people, a row for each, where all frames fit beside each other and the window is high enough.
struct FaceStripLayout {
    /// A face narrower than this in cells tells nobody who blinked; in rows for several people, where one compares along two ways, less than
    /// that is a pattern.
    private static let leastColumns = 11
    private static let leastColumnsByPerson = 14
    static let aspect = 0.8

    let titleY: Int
    /// A row for each person.
    let isByPerson: Bool
    /// Of the grid where there is one person.
    let columns: Int
    let perPage: Int
    /// The frames on this page.
    let shown: ArraySlice<FrameID>
    /// The people on the screen, by number.
    let people: Range<Int>
    /// Names of the frames above the rows of people; nil where each face carries its own.
    let namesY: Int?
    private let grid: TileGrid

    init(geometry: Geometry, state: SessionState) {
        let top = state.isChromeOff ? 0 : GridLayout.headerRows
        let bottom = geometry.rows - (state.isChromeOff ? 1 : FooterView.rows(geometry))
        titleY = top
        let frames = state.comparison?.frames ?? []
        let count = state.comparison?.people?.count ?? 0
        let person = min(max(0, count - 1), state.comparison?.together.person ?? 0)
        let index = state.focus.flatMap { frames.firstIndex(of: $0) } ?? 0
        let room = CellRect(x: 0, y: top + 2, width: geometry.columns, height: max(3, bottom - top - 2))
        let width = geometry.columns / max(1, frames.count) - 3
        let tall = Int((Double(width * geometry.cellWidth) / Self.aspect / Double(max(1, geometry.cellHeight))).rounded(.up))
        let fit = room.height / max(1, tall + 2)
        isByPerson = count > 1 && width >= Self.leastColumnsByPerson && fit >= 2
        if isByPerson {
            let rows = min(count, fit)
            let first = min(max(0, person - rows / 2), count - rows)
            people = first..<first + rows
            (perPage, shown, columns, namesY) = (frames.count, frames[...], frames.count, top + 1)
            let area = CellRect(x: 0, y: room.y, width: room.width, height: min(room.height, rows * (tall + 2)))
            grid = TileGrid(
                frames.count * rows, in: area, aspect: Self.aspect, captionRows: 1, cell: geometry, only: max(1, frames.count))
        } else {
            let area = CellRect(x: 0, y: top + 1, width: room.width, height: room.height + 1)
            func fitted(_ count: Int) -> TileGrid {
                TileGrid(count, in: area, aspect: Self.aspect, captionRows: 2, cell: geometry)
            }
            func isLegible(_ count: Int) -> Bool {
                let pane = fitted(count).pane(0)
                return PictureFit.contain(width: 4, height: 5, in: pane, cell: geometry).width >= Self.leastColumns
            }
            let most = [24, 16, 12, 10, 8, 6, 4, 3, 2].first(where: isLegible) ?? 2
            perPage = most
            let first = index / most * most
            shown = frames[min(first, frames.count)..<min(frames.count, first + most)]
            people = person..<min(count, person + 1)
            grid = fitted(max(1, frames.count > most ? most : frames.count))
            (columns, namesY) = (grid.columns, nil)
        }
    }

    /// For the face of `person` on the frame at `slot` of this page.
    func pane(_ slot: Int, person: Int) -> CellRect {
        grid.pane(isByPerson ? (person - people.lowerBound) * shown.count + slot : slot)
    }

    /// Which face stands under a cell.
    func face(x: Int, y: Int) -> (frame: FrameID, person: Int)? {
        for person in people {
            for (slot, frame) in shown.enumerated() {
                let pane = pane(slot, person: person)
                let whole = CellRect(x: pane.x, y: pane.y, width: pane.width, height: pane.height + (isByPerson ? 1 : 2))
                if whole.contains(x: x, y: y) { return (frame, person) }
            }
        }
        return nil
    }
}
