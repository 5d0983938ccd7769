import KeepersCore

/// What each program will see of an export, in fixed columns.
enum ProgramTableView {
    static func rows(_ programs: [ProgramRow], x: Int, width: Int) -> [ExportRow] {
        let columns = Columns(x: x, width: width)
        let heads = [("◆", "picks"), ("✕", "rejects"), ("★", "stars"), ("▪", "colours")]
        var head = ExportRow()
        for ((sign, word), place) in zip(heads, [columns.picks, columns.rejects, columns.stars, columns.colours]) {
            let text = columns.size < 9 ? sign : "\(sign) \(word)"
            head.parts.append(ExportRow.Part(x: place, text: right(text, columns.size), role: .faint))
        }
        let note = "from manuals, sources and sidecars that they wrote; ★ beside a number: seen by stars or colour only"
        return [ExportRow("what each program will see", x: x, .number), ExportRow(), head]
            + programs.flatMap { line($0, columns, width) } + [ExportRow()]
            + ExportRow.folded(note, x: x, width: width - x - 2, .faint)
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
            size = width >= 110 ? 11 : width >= 62 ? 9 : 5
            program = x
            picks = x + (width >= 62 ? 17 : 15)
            rejects = picks + size + 1
            stars = rejects + size + 1
            colours = stars + size + 1
            note = colours + size + 3
        }
    }

    private static func line(_ row: ProgramRow, _ columns: Columns, _ width: Int) -> [ExportRow] {
        var line = ExportRow(
            truncated(row.program, columns.picks - columns.program - 1), x: columns.program, row.frames == 0 ? .faint : .text)
        for (flagged, byStars, place) in [
            (row.picks, row.picksByStars, columns.picks), (row.rejects, row.rejectsByStars, columns.rejects),
            (row.stars, 0, columns.stars), (row.colours, 0, columns.colours),
        ] {
            let words = flagged > 0 ? grouped(flagged) : byStars > 0 ? "★ \(grouped(byStars))" : "–"
            let role = flagged > 0 ? Theme.Role.number : byStars > 0 ? .text : .faint
            line.parts.append(ExportRow.Part(x: place, text: right(words, columns.size), role: role))
        }
        guard let note = row.note else { return [line] }
        let room = width - columns.note - 1
        if room >= 30, KeepersCore.columns(of: note) <= room {
            line.parts.append(ExportRow.Part(x: columns.note, text: note, role: .caption))
            return [line]
        }
        let indent = width >= 62 ? columns.picks + 2 : columns.program + 2
        return [line] + ExportRow.folded(note, x: indent, width: width - indent - 2, .caption)
    }
}
