import KeepersCore

/// What pictures in symbols have left in each cell of the screen, so that only cells that change are sent.
struct SymbolMemory {
    private var cells: [Cell?] = []
    private var columns = 0
    private var rows = 0

    mutating func reset(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: nil, count: columns * rows)
    }

    /// Nothing is known of these cells any more.
    mutating func forget(_ rect: CellRect) {
        for y in max(0, rect.y)..<max(0, min(rows, rect.y + rect.height)) {
            for x in max(0, rect.x)..<max(0, min(columns, rect.x + rect.width)) { cells[y * columns + x] = nil }
        }
    }

    /// What is known of `count` cells from (`x`, `y`) on, which lie on the screen.
    func known(x: Int, y: Int, count: Int) -> [Cell?] {
        guard x >= 0, y >= 0, y < rows, x + count <= columns else { return Array(repeating: nil, count: count) }
        return Array(cells[y * columns + x..<y * columns + x + count])
    }

    mutating func note(_ new: ArraySlice<Cell>, x: Int, y: Int) {
        guard x >= 0, y >= 0, y < rows, x + new.count <= columns else { return }
        for (index, cell) in new.enumerated() { cells[y * columns + x + index] = cell }
    }
}
