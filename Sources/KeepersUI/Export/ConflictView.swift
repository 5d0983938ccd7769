import KeepersCore

/// Both decisions side by side, with the picture that they are about.
enum ConflictView {
    private static let top = 5

    /// Rows of the list that fit.
    static func rows(_ geometry: Geometry) -> Int { max(1, geometry.rows - top - 4) }

    static func render(_ paper: inout Paper, _ state: SessionState, _ list: ConflictList) {
        let rows = state.openConflictRows
        paper.write("conflicts", x: 1, y: 0, paper.accent)
        paper.writeRight([(truncated(printable(state.name), 40), paper.text)], end: paper.columns - 1, y: 0, from: 12)
        paper.rule(y: 1)
        if rows.isEmpty {
            paper.write("every conflict is settled", x: 1, y: 3, paper.number)
            if let notice = state.notice { paper.write(truncated(notice, paper.columns - 2), x: 1, y: 4, paper.accent) }
            return keys(
                &paper, [("Esc", state.export == nil ? "back to the frames" : "back to the dry run"), ("Ctrl-Z", "undo")])
        }
        let current = rows[min(list.row, rows.count - 1)]
        if list.isLooking { look(&paper, state, current) } else { table(&paper, state, rows, list) }
        foot(&paper, state, current)
        let look = list.isLooking ? [("Esc", "list")] : [("l", "look"), ("Esc", "back")]
        let rest = list.isLooking || rows.count < 2 ? [] : [("M", "mine for all"), ("T", "theirs for all")]
        keys(&paper, [("m", "mine"), ("t", "theirs")] + look + rest + [("Ctrl-Z", "undo")])
    }

    // MARK: - List

    private static func table(_ paper: inout Paper, _ state: SessionState, _ rows: [SidecarConflict], _ list: ConflictList) {
        let words = rows.count == 1 ? "decision stands" : "decisions stand"
        paper.write(
            truncated(
                "\(grouped(rows.count)) \(words) against a sidecar; these frames wait until you choose",
                paper.columns - 2),
            x: 1, y: 2, paper.caption)
        let picture = pictureWidth(paper)
        let width = paper.columns - picture - (picture > 0 ? 3 : 0)
        let columns = Columns(width: width)
        heading(&paper, columns)
        let fits = self.rows(paper.geometry)
        let first = min(max(0, list.row - fits / 2), max(0, rows.count - fits))
        for (line, index) in (first..<min(rows.count, first + fits)).enumerated() {
            // A frame's name once, at its first aspect.
            let isSame = index > first && rows[index - 1].frame == rows[index].frame
            row(&paper, state, rows[index], columns, y: top + line, isFocused: index == list.row, named: !isSame)
        }
        guard picture > 0, let frame = state.model.frame(rows[min(list.row, rows.count - 1)].frame) else { return }
        // Level with the list, however high the window is: as high as a picture in landscape of this width.
        let cells = paper.geometry
        let height = picture * cells.cellWidth * 2 / max(1, cells.cellHeight * 3) + 1
        let pane = CellRect(x: width + 2, y: 4, width: picture, height: max(1, min(paper.rows - 10, height)))
        let rect = paper.picture(frame, in: pane, quality: picture >= 50 ? .large : .thumbnail)
        paper.write(
            truncatedHead(frame.stem, picture), x: rect.x, y: min(paper.rows - 5, rect.y + rect.height), paper.caption)
    }

    /// Columns of the picture beside the list; 0 where there is no room for one.
    private static func pictureWidth(_ paper: Paper) -> Int { paper.columns < 76 ? 0 : max(20, (paper.columns - 56) * 4 / 5) }

    private struct Columns {
        var name: (x: Int, width: Int)
        var aspect: Int
        var base: Int
        var yours: Int
        var theirs: (x: Int, width: Int)

        init(width: Int) {
            let name = max(8, min(16, width - 44))
            self.name = (3, name)
            aspect = 3 + name + 1
            base = aspect + 9
            yours = base + 10
            theirs = (yours + 10, max(6, width - yours - 10))
        }
    }

    private static func heading(_ paper: inout Paper, _ columns: Columns) {
        for (word, x) in [
            ("frame", columns.name.x), ("what", columns.aspect), ("before", columns.base), ("yours", columns.yours),
            ("theirs", columns.theirs.x),
        ] { paper.write(word, x: x, y: top - 1, paper.faint) }
    }

    private static func row(
        _ paper: inout Paper, _ state: SessionState, _ conflict: SidecarConflict, _ columns: Columns, y: Int, isFocused: Bool,
        named: Bool
    ) {
        if isFocused { paper.write("▸", x: 1, y: y, paper.accent) }
        if named || isFocused {
            let name = state.model.frame(conflict.frame)?.stem ?? ""
            paper.write(truncatedHead(name, columns.name.width), x: columns.name.x, y: y, isFocused ? paper.number : paper.text)
        }
        paper.write(conflict.aspect.rawValue, x: columns.aspect, y: y, paper.caption)
        paper.write(shown(conflict.base, conflict, 9), x: columns.base, y: y, paper.faint)
        paper.write(shown(conflict.yours ?? "–", conflict, 9), x: columns.yours, y: y, isFocused ? paper.accent : paper.text)
        let theirs =
            conflict.quarrel.map { columns.theirs.width < 30 ? "two things" : truncated($0, columns.theirs.width) }
            ?? shown(conflict.theirs, conflict, columns.theirs.width)
        paper.write(theirs, x: columns.theirs.x, y: y, isFocused ? paper.number : paper.text)
    }

    /// Signs and words, as everywhere: never a colour alone.
    private static func shown(_ word: String, _ conflict: SidecarConflict, _ width: Int) -> String {
        let sign =
            switch word {
            case "pick": "◆ pick"
            case "reject": "✕ reject"
            case "maybe": "? maybe"
            case "–": "–"
            default: SidecarWords.shown(word, conflict.aspect)
            }
        return truncated(sign, width)
    }

    // MARK: - Look

    private static func look(_ paper: inout Paper, _ state: SessionState, _ conflict: SidecarConflict) {
        guard let frame = state.model.frame(conflict.frame) else { return }
        let name = paper.write(truncatedHead(frame.stem, 24), x: 1, y: 2, paper.number) + 2
        paper.write(
            truncated(ShotText.line(frame).split(separator: "\t").joined(separator: "  "), max(0, paper.columns - name - 1)),
            x: name, y: 2, paper.caption)
        paper.picture(frame, in: CellRect(x: 1, y: 3, width: paper.columns - 2, height: max(1, paper.rows - 7)), quality: .large)
    }

    // MARK: - Foot

    /// The row in words; what a key came to stands above it.
    private static func foot(_ paper: inout Paper, _ state: SessionState, _ conflict: SidecarConflict) {
        let words = "\(printable(conflict.path)): \(conflict.sentence)\(state.waitingWords(conflict.frame))"
        let lines = wrapped(words, width: paper.columns - 2)
        if let notice = state.notice {
            paper.write(truncated(notice, paper.columns - 2), x: 1, y: paper.rows - 4, paper.accent)
        }
        for (index, line) in lines.prefix(2).enumerated() { paper.write(line, x: 1, y: paper.rows - 3 + index, paper.caption) }
    }

    private static func keys(_ paper: inout Paper, _ keys: [(String, String)]) {
        var x = 1
        for (key, word) in keys where x + columns(of: key) + 1 + columns(of: word) < paper.columns {
            x = paper.write(key, x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(word, x: x, y: paper.rows - 1, paper.caption) + 2
        }
    }
}
