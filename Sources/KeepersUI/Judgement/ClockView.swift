import KeepersCore

/// Three pairs that show the same moment, and what setting the clock right would do.
enum ClockView {
    static func render(_ paper: inout Paper, _ state: SessionState, _ proposal: ClockProposal) {
        paper.write("clocks", x: 1, y: 0, paper.accent)
        paper.writeRight([(truncated(printable(state.name), 40), paper.text)], end: paper.columns - 1, y: 0, from: 10)
        paper.rule(y: 1)
        paper.write(truncated(ClockText.sentence(proposal, state.model), paper.columns - 2), x: 1, y: 2, paper.number)
        let moments = counted(proposal.support, "moment agrees", "moments agree")
        paper.write(
            truncated("\(moments); these pairs show the same, and their clocks differ by as much", paper.columns - 2), x: 1, y: 3,
            paper.caption)
        let top = 6
        // The free row below the last pair is the key line.
        let height = max(1, (paper.rows - top) / max(1, proposal.pairs.count))
        if let pair = proposal.pairs.first { cameras(&paper, state, pair, y: top - 1, pictureRows: pictureRows(height)) }
        for (index, pair) in proposal.pairs.enumerated() {
            row(&paper, state, pair, y: top + index * height, height: height)
        }
        keys(&paper)
    }

    private static func pictureRows(_ height: Int) -> Int { max(0, min(12, height - 2)) }

    private static func width(_ paper: Paper, _ pictureRows: Int) -> Int {
        let ideal = Double(pictureRows * paper.geometry.cellHeight) * 1.5 / Double(max(1, paper.geometry.cellWidth))
        return min(max(22, Int(ideal.rounded())), max(22, (paper.columns - 24) / 2))
    }

    /// Which camera each column is of, above the pictures; the one whose clock would change is marked.
    private static func cameras(
        _ paper: inout Paper, _ state: SessionState, _ pair: ClockProposal.Pair, y: Int, pictureRows: Int
    ) {
        let width = width(paper, pictureRows)
        for (side, id) in [pair.reference, pair.other].enumerated() {
            let camera = state.model.frame(id)?.shot.camera.map(printable) ?? "camera not named"
            paper.write(truncated(camera, width), x: 1 + side * (width + 3), y: y, side == 0 ? paper.caption : paper.accent)
        }
    }

    /// Two pictures side by side, each with its name and clock below; in a very low window the words alone.
    private static func row(_ paper: inout Paper, _ state: SessionState, _ pair: ClockProposal.Pair, y: Int, height: Int) {
        let pictureRows = pictureRows(height)
        let width = width(paper, pictureRows)
        for (side, id) in [pair.reference, pair.other].enumerated() {
            guard let frame = state.model.frame(id) else { continue }
            let x = 1 + side * (width + 3)
            if pictureRows > 1, x + width <= paper.columns {
                paper.picture(frame, in: CellRect(x: x, y: y, width: width, height: pictureRows), quality: .thumbnail)
            }
            let time = frame.shot.capturedAt?.clock ?? "not dated"
            let end = paper.write(truncatedHead(frame.stem, max(4, width - 12)), x: x, y: y + pictureRows, paper.text) + 1
            paper.write(truncated(time, max(0, x + width - end)), x: end, y: y + pictureRows, paper.caption)
        }
        let apart = "\(ClockText.span(pair.difference)) apart"
        paper.write(truncated(apart, max(0, paper.columns - 2 * width - 8)), x: 2 * width + 7, y: y + pictureRows, paper.number)
    }

    private static func keys(_ paper: inout Paper) {
        var x = 1
        for (key, word) in [("y", "set this clock right here"), ("n", "leave it"), ("Esc", "back")] {
            x = paper.write(key, x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(word, x: x, y: paper.rows - 1, paper.caption) + 2
        }
        paper.writeRight([("no file is changed", paper.faint)], end: paper.columns - 1, y: paper.rows - 1, from: x)
    }
}
