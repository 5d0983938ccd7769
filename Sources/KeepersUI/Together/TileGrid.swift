import KeepersCore

/// Tiles of one size in an area: as many columns as give the pictures most room. Above each picture and on its sides stands the frame of
/// the one in focus, below it the caption.
struct TileGrid: Equatable {
    let columns: Int
    let rows: Int
    private let area: CellRect
    private let tile: (width: Int, height: Int)
    private let captionRows: Int

    static func == (left: TileGrid, right: TileGrid) -> Bool {
        left.columns == right.columns && left.rows == right.rows && left.area == right.area
            && left.captionRows == right.captionRows
    }

    /// - Parameters:
    ///   - aspect: of the pictures, width : height in pixels.
    ///   - only: so many columns and no others.
    init(_ count: Int, in area: CellRect, aspect: Double, captionRows: Int, cell: Geometry, only: Int? = nil) {
        self.area = area
        self.captionRows = captionRows
        let most = max(1, count)
        let shape = aspect * Double(max(1, cell.cellHeight)) / Double(max(1, cell.cellWidth))
        var best = (columns: only ?? 1, size: -1.0)
        for columns in only.map({ $0...$0 }) ?? 1...most {
            let rows = (most + columns - 1) / columns
            let width = Double(area.width / columns - 3)
            let height = Double(area.height / rows - 1 - captionRows)
            let size = min(width, height * shape)
            if size > best.size { best = (columns, size) }
        }
        columns = max(1, best.columns)
        rows = (most + columns - 1) / columns
        tile = (max(1, area.width / columns), max(1, area.height / rows))
    }

    /// Where the picture of the tile at `slot` may stand.
    func pane(_ slot: Int) -> CellRect {
        CellRect(
            x: area.x + slot % columns * tile.width + 1, y: area.y + slot / columns * tile.height + 1,
            width: max(1, tile.width - 3), height: max(1, tile.height - 1 - captionRows))
    }
}
