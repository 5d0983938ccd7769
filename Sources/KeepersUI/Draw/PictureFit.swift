import KeepersCore

/// Where a picture of a given aspect stands in a pane of cells.
enum PictureFit {
    /// The largest rectangle of whole cells inside `pane` whose aspect is closest to `width` : `height`, centred.
    static func contain(width: Int, height: Int, in pane: CellRect, cell: Geometry) -> CellRect {
        guard width > 0, height > 0, pane.width > 0, pane.height > 0, cell.cellWidth > 0, cell.cellHeight > 0 else { return pane }
        let ratio = Double(width) / Double(height) * Double(cell.cellHeight) / Double(cell.cellWidth)
        var best = CellRect(x: pane.x, y: pane.y, width: 1, height: 1)
        var bestCost = Double.infinity
        let most = min(Double(pane.width) * Double(pane.width) / ratio, Double(pane.height) * Double(pane.height) * ratio)
        for rows in stride(from: pane.height, through: max(1, pane.height * 3 / 4), by: -1) {
            let ideal = Double(rows) * ratio
            let columns = min(pane.width, max(1, Int(ideal.rounded())))
            let fitted = Double(columns) / ratio
            let usedRows = min(rows, max(1, Int(fitted.rounded())))
            let distortion = abs(Double(columns) / (Double(usedRows) * ratio) - 1)
            // Of what a picture of this aspect could have: an upright one in a wide pane must not shrink for a few pixels at its edge.
            let lost = 1 - Double(columns * usedRows) / most
            let cost = distortion * 12 + lost
            if cost < bestCost {
                bestCost = cost
                best = CellRect(x: 0, y: 0, width: columns, height: usedRows)
            }
        }
        best.x = pane.x + (pane.width - best.width) / 2
        best.y = pane.y + (pane.height - best.height) / 2
        return best
    }

    /// The part of a picture, as wide or high as can be, that has the rectangle's exact aspect: nothing is stretched.
    static func crop(width: Int, height: Int, to rect: CellRect, cell: Geometry) -> UnitRect {
        guard width > 0, height > 0, rect.width > 0, rect.height > 0 else { return .whole }
        let wanted = Double(rect.width * cell.cellWidth) / Double(rect.height * cell.cellHeight)
        let own = Double(width) / Double(height)
        if own > wanted {
            let share = wanted / own
            return UnitRect(x: (1 - share) / 2, y: 0, width: share, height: 1)
        }
        let share = own / wanted
        return UnitRect(x: 0, y: (1 - share) / 2, width: 1, height: share)
    }
}
