import KeepersCore

/// Export in plain words and numbers.
enum ExportView {
    static func render(_ paper: inout Paper, _ state: SessionState, _ export: ExportState) {
        HeaderView.render(&paper, state)
        let x = max(1, min(6, paper.columns / 20))
        if let result = export.result { return renderResult(&paper, export, result, x: x) }
        let end = paper.write("Export to sidecars beside the photos", x: x, y: 3, paper.number) + 3
        paper.writeRight(
            [
                ("profile ", paper.caption), (export.choice.rawValue, paper.accent), ("   Tab", paper.accent),
                (" changes", paper.caption),
            ],
            end: paper.columns - 2, y: 3, from: end)
        guard let plan = export.plan else {
            paper.write("looking at what stands beside the photos", x: x, y: 5, paper.caption)
            return footer(&paper, [("Esc", "back")])
        }
        var y = 5
        for line in plan.lines where y < paper.rows - 3 { y = planLine(&paper, line, x: x, y: y) }
        if let running = export.running {
            let words = "writing \(grouped(running.done)) of \(grouped(running.total))"
            paper.bar(
                x: x, y: paper.rows - 3, width: 30, share: Double(running.done) / Double(max(1, running.total)), paper.accent)
            paper.write(words, x: x + 32, y: paper.rows - 3, paper.caption)
            return footer(&paper, [])
        }
        footer(
            &paper,
            plan.toWrite > 0
                ? [("Enter", "write \(counted(plan.toWrite, "sidecar"))"), ("Tab", "profile"), ("Esc", "back")]
                : [("Esc", "back: nothing to write")])
    }

    private static func planLine(_ paper: inout Paper, _ line: ExportPlan.Line, x: Int, y: Int) -> Int {
        var row = y
        if let count = line.count { paper.write(right(grouped(count), 6), x: x, y: row, count > 0 ? paper.number : paper.faint) }
        let column = x + 8
        let detailColumn = column + 26
        let quiet = line.count == 0
        if line.detail.isEmpty || paper.columns < 90 {
            let words = line.detail.isEmpty ? line.words : "\(line.words): \(line.detail)"
            for part in wrapped(words, width: paper.columns - column - 2) {
                paper.write(part, x: column, y: row, quiet ? paper.faint : paper.text)
                row += 1
            }
            return row
        }
        paper.write(truncated(line.words, 25), x: column, y: row, quiet ? paper.faint : paper.text)
        for part in wrapped(line.detail, width: paper.columns - detailColumn - 2) {
            paper.write(part, x: detailColumn, y: row, quiet ? paper.faint : paper.caption)
            row += 1
        }
        return max(row, y + 1)
    }

    private static func renderResult(_ paper: inout Paper, _ export: ExportState, _ lines: [String], x: Int) {
        paper.write("Exported", x: x, y: 3, paper.number)
        var y = 5
        for line in lines {
            for part in wrapped(line, width: paper.columns - 2 * x) where y < paper.rows - 2 {
                paper.write(part, x: x, y: y, paper.text)
                y += 1
            }
        }
        footer(&paper, [("Enter", "back to the frames"), ("U", "undo this export")])
    }

    private static func footer(_ paper: inout Paper, _ keys: [(String, String)]) {
        var x = 1
        for (key, word) in keys {
            x = paper.write(key, x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(word, x: x, y: paper.rows - 1, paper.caption) + 2
        }
    }
}
