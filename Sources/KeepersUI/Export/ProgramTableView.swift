import KeepersCore

/// What each program will see of an export, in fixed columns.
enum ProgramTableView {
    static func render(_ paper: inout Paper, _ rows: [ProgramRow], x: Int, y: Int) {
        paper.write("what each program will see", x: x, y: y, paper.number)
        let columns = Columns(x: x, width: paper.columns)
        for (word, place) in [
            ("◆ picks", columns.picks), ("✕ rejects", columns.rejects), ("★ stars", columns.stars),
            ("▪ colours", columns.colours),
        ] { paper.write(right(word, columns.size), x: place, y: y + 2, paper.faint) }
        let step = paper.rows >= y + 6 + rows.count * 2 ? 2 : 1
        for (index, row) in rows.enumerated() where y + 3 + index * step < paper.rows - 3 {
            line(&paper, row, columns, y: y + 3 + index * step, wraps: step == 2)
        }
        paper.write(
            truncated(
                "from manuals, sources and sidecars that they wrote; ★ beside a number: seen by stars or colour only",
                paper.columns - x - 2),
            x: x, y: paper.rows - 3, paper.faint)
    }

    private struct Columns {
        let size: Int
        var program: Int
        var picks: Int
        var rejects: Int
        var stars: Int
        var colours: Int
        var note: Int

        init(x: Int, width: Int) {
            size = width >= 110 ? 11 : 9
            program = x
            picks = x + 17
            rejects = picks + size + 1
            stars = rejects + size + 1
            colours = stars + size + 1
            note = colours + size + 3
        }
    }

    private static func line(_ paper: inout Paper, _ row: ProgramRow, _ columns: Columns, y: Int, wraps: Bool) {
        let isBlind = row.frames == 0
        paper.write(truncated(row.program, 16), x: columns.program, y: y, isBlind ? paper.faint : paper.text)
        for (flagged, byStars, place) in [
            (row.picks, row.picksByStars, columns.picks), (row.rejects, row.rejectsByStars, columns.rejects),
            (row.stars, 0, columns.stars), (row.colours, 0, columns.colours),
        ] {
            let words = flagged > 0 ? grouped(flagged) : byStars > 0 ? "★ \(grouped(byStars))" : "–"
            let style = flagged > 0 ? paper.number : byStars > 0 ? paper.text : paper.faint
            paper.write(right(words, columns.size), x: place, y: y, style)
        }
        guard let note = row.note else { return }
        let room = paper.columns - columns.note - 1
        if room >= 30 {
            paper.write(truncated(note, room), x: columns.note, y: y, paper.caption)
        } else if wraps {
            paper.write(truncated(note, paper.columns - columns.picks - 2), x: columns.picks + 2, y: y + 1, paper.caption)
        }
    }
}
