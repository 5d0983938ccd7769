import KeepersCore

/// Overlays over a picture made of characters.
enum CellOverlays {
    /// `cells` (row by row, `columns` wide) with corners, crosses and labels drawn over them. `ascii`: for terminals without UTF-8.
    static func draw(_ overlays: [Overlay], over cells: [Cell], columns: Int, ascii: Bool) -> [Cell] {
        guard !overlays.isEmpty, columns > 0, !cells.isEmpty else { return cells }
        let rows = cells.count / columns
        var grid = Grid(cells: cells, columns: columns, rows: rows)
        let plan = OverlayPlan(overlays, width: columns, height: rows, gap: 0) { ($0.label.count, $0.label.isEmpty ? 0 : 1) }
        for item in plan.items {
            for (x, y, text) in marks(item, ascii) { grid.set(x, y, text, item.overlay.colour) }
        }
        for item in plan.items where !item.plate.isEmpty {
            for (index, character) in item.overlay.label.prefix(item.plate.width).enumerated() {
                grid.set(item.plate.left + index, item.plate.top, character, item.overlay.colour)
            }
        }
        return grid.cells
    }

    private struct Grid {
        var cells: [Cell]
        let columns: Int
        let rows: Int

        mutating func set(_ x: Int, _ y: Int, _ text: Character, _ colour: Colour) {
            guard x >= 0, y >= 0, x < columns, y < rows else { return }
            cells[y * columns + x] = Cell(text, Style(colour, on: Stencil.dark))
        }
    }

    /// A box of one row keeps its two ends, one of a single cell a cross; without a label so small a box would only hide the picture.
    private static func marks(_ item: OverlayPlan.Item, _ ascii: Bool) -> [(Int, Int, Character)] {
        let box = item.box
        let (right, bottom) = (box.right - 1, box.bottom - 1)
        if item.overlay.shape == .corners, box.height == 1, item.overlay.label.isEmpty { return [] }
        if item.overlay.shape == .cross || (box.width == 1 && box.height == 1) {
            return [((box.left + right) / 2, (box.top + bottom) / 2, ascii ? "+" : "┼")]
        }
        if box.height == 1 { return [(box.left, box.top, "["), (right, box.top, "]")] }
        if box.width == 1 { return [(box.left, box.top, ascii ? "+" : "┌"), (box.left, bottom, ascii ? "+" : "└")] }
        return [
            (box.left, box.top, ascii ? "+" : "┌"), (right, box.top, ascii ? "+" : "┐"),
            (box.left, bottom, ascii ? "+" : "└"), (right, bottom, ascii ? "+" : "┘"),
        ]
    }
}
