import KeepersCore

/// Saved filters: name, how many frames each shows here, and what it says.
enum FilterListView {
    static func render(_ paper: inout Paper, _ state: SessionState, _ list: FilterListState) {
        paper.write("filters", x: 1, y: 0, paper.accent)
        paper.writeRight([("kept for every session", paper.caption)], end: paper.columns - 1, y: 0, from: 10)
        paper.rule(y: 1)
        let height = max(1, paper.rows - 5)
        let top = max(0, min(list.index - height / 2, list.rows.count - height))
        let width = min(SavedFilters.longestName, list.rows.map { columns(of: $0.name) }.max() ?? 0)
        for (line, row) in list.rows.enumerated().dropFirst(top).prefix(height) {
            draw(&paper, row, isChosen: line == list.index, y: 3 + line - top, width: width)
        }
        var x = 1
        for (key, word) in [("Enter", "shows them"), ("Del", "forgets it"), ("Esc", "back")] {
            x = paper.write(key, x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(word, x: x, y: paper.rows - 1, paper.caption) + 2
        }
        paper.writeRight(
            [(":save NAME keeps the filter that is set", paper.faint)], end: paper.columns - 1, y: paper.rows - 1, from: x)
    }

    private static func draw(_ paper: inout Paper, _ row: FilterListState.Row, isChosen: Bool, y: Int, width: Int) {
        if isChosen { paper.write("▌", x: 0, y: y, paper.accent) }
        paper.write(truncated(row.name, width), x: 2, y: y, isChosen ? paper.number : paper.text)
        let count = row.count.map(grouped) ?? "-"
        let end = 2 + width + 9
        paper.write(count, x: end - columns(of: count), y: y, row.count == 0 ? paper.faint : paper.number)
        paper.write(truncated(printable(row.filter), max(0, paper.columns - end - 4)), x: end + 3, y: y, paper.caption)
    }
}
