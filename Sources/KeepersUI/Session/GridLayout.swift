import KeepersCore

/// Where tiles stand: a picture with one cell of frame around it and two caption rows below.
/// In a low window the caption takes the row of the frame's lower edge, so that pictures stay large enough to judge.
struct GridLayout: Equatable {
    static let headerRows = 2
    let area: CellRect
    let columns: Int
    let rows: Int
    let pictureColumns: Int
    let pictureRows: Int
    let isCompact: Bool
    private let tileWidth: Int
    private let tileHeight: Int

    init(geometry: Geometry, chromeOff: Bool = false) {
        let top = chromeOff ? 0 : GridLayout.headerRows
        let bottom = chromeOff ? 1 : FooterView.rows(geometry)
        area = CellRect(x: 0, y: top, width: geometry.columns, height: max(5, geometry.rows - top - bottom))
        isCompact = geometry.rows < 30
        let around = isCompact ? 3 : 4
        let wanted = area.height >= 70 ? 9 : area.height >= 40 ? 7 : 6
        rows = max(1, area.height / (wanted + around))
        pictureRows = max(1, area.height / rows - around)
        tileHeight = pictureRows + around
        let wide = Double(pictureRows * geometry.cellHeight) * 1.5 / Double(max(1, geometry.cellWidth))
        pictureColumns = min(max(12, Int(wide.rounded())), max(1, geometry.columns - 2))
        columns = max(1, (geometry.columns + 1) / (pictureColumns + 3))
        tileWidth = max(1, geometry.columns / columns)
    }

    var perPage: Int { columns * rows }

    /// The pane for the picture of the tile at `slot` (0 = top left).
    func pane(_ slot: Int) -> CellRect {
        let spare = tileWidth - pictureColumns - 2
        return CellRect(
            x: area.x + slot % columns * tileWidth + 1 + spare / 2, y: area.y + slot / columns * tileHeight + 1,
            width: pictureColumns,
            height: pictureRows)
    }

    /// Which tile stands under a cell.
    func slot(x: Int, y: Int) -> Int? {
        guard area.contains(x: x, y: y) else { return nil }
        let column = (x - area.x) / tileWidth
        let row = (y - area.y) / tileHeight
        return column < columns && row < rows ? row * columns + column : nil
    }

    /// The first shown entry (a multiple of `columns`) that has `index` on the page, moved as little as possible.
    func top(showing index: Int, from top: Int, count: Int) -> Int {
        let row = index / columns
        let lastRow = max(0, (count - 1) / columns)
        var first = top / columns
        if row < first { first = row }
        if row >= first + rows { first = row - rows + 1 }
        return max(0, min(first, lastRow - rows + 1)) * columns
    }
}
