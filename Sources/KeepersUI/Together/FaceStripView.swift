import KeepersCore

/// The same face from each frame, eyes on one line: the fastest way to see who blinked.
enum FaceStripView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        guard let comparison = state.comparison else { return }
        let layout = FaceStripLayout(geometry: paper.geometry, state: state)
        title(&paper, comparison, layout)
        if let y = layout.namesY {
            for (slot, id) in layout.shown.enumerated() {
                let pane = layout.pane(slot, person: layout.people.lowerBound)
                let rect = PictureFit.contain(width: 4, height: 5, in: pane, cell: paper.geometry)
                let x = max(0, rect.x - 2)
                name(&paper, state, id, x: x, y: y, width: pane.x + pane.width - x)
            }
        }
        guard let people = comparison.people else { return }
        for person in layout.people where people.indices.contains(person) {
            row(&paper, state, people[person], person, layout)
        }
    }

    private static func title(_ paper: inout Paper, _ comparison: Comparison, _ layout: FaceStripLayout) {
        let count = comparison.people?.count ?? 0
        let person = min(count - 1, comparison.together.person)
        var words = count > 0 ? "faces: person \(person + 1) of \(count)" : "faces: nobody was found"
        words += " on \(counted(comparison.frames.count, "frame"))"
        let end = paper.write(truncated(words, paper.columns - 2), x: 1, y: layout.titleY, paper.text) + 3
        paper.writeRight(
            [("Tab", paper.accent), (" next person   ", paper.caption), ("Enter", paper.accent), (" 100 %", paper.caption)],
            end: paper.columns - 1, y: layout.titleY, from: end)
    }

    private static func row(
        _ paper: inout Paper, _ state: SessionState, _ faces: [FrameID: Int], _ person: Int, _ layout: FaceStripLayout
    ) {
        let panes = layout.shown.indices.map { layout.pane($0 - layout.shown.startIndex, person: person) }
        guard let pane = panes.first else { return }
        let rect = PictureFit.contain(width: 4, height: 5, in: pane, cell: paper.geometry)
        let aspect = Double(rect.width * paper.geometry.cellWidth) / Double(max(1, rect.height * paper.geometry.cellHeight))
        let crop = FaceCrop(
            layout.shown.compactMap { found($0, faces, state) }.map { ($0.face, $0.width, $0.height) }, aspect: aspect)
        for (id, pane) in zip(layout.shown, panes) { tile(&paper, state, id, faces, person, crop, pane, layout) }
    }

    private typealias Found = (face: Face, index: Int, width: Int, height: Int)

    private static func found(_ id: FrameID, _ faces: [FrameID: Int], _ state: SessionState) -> Found? {
        guard let index = faces[id], let all = state.model.cards[id]?.faces, all.indices.contains(index),
            let frame = state.model.frame(id), frame.header.loupePreview != nil
        else { return nil }
        let size = Paper.uprightSize(frame)
        return (all[index], index, size.width, size.height)
    }

    private static func tile(
        _ paper: inout Paper, _ state: SessionState, _ id: FrameID, _ faces: [FrameID: Int], _ person: Int, _ crop: FaceCrop,
        _ pane: CellRect, _ layout: FaceStripLayout
    ) {
        let rect = PictureFit.contain(width: 4, height: 5, in: pane, cell: paper.geometry)
        let here = found(id, faces, state)
        if let here, let part = crop.rect(of: here.face, width: here.width, height: here.height) {
            let request = PictureRequest(
                frame: id, pixelWidth: rect.width * paper.geometry.cellWidth,
                pixelHeight: rect.height * paper.geometry.cellHeight,
                crop: part, quality: .large)
            paper.scene.placements.append(Placement(request: request, rect: rect))
        } else {
            for (row, line) in wrapped("not found here", width: pane.width).prefix(pane.height).enumerated() {
                paper.write(line, x: pane.x, y: pane.y + pane.height / 2 + row, paper.faint)
            }
        }
        let isFocused = id == state.focus
        if isFocused, isInFocus(person, state) { paper.frame(around: rect, paper.accent, lowerEdge: false) }
        // The arrow stands before the picture's edge, the words under the picture.
        let x = max(0, rect.x - 2)
        let (y, width) = (rect.y + rect.height, pane.x + pane.width - x)
        badge(&paper, state, id, here, x: x, y: y, width: width, isFocused: isFocused && isInFocus(person, state))
        if layout.namesY == nil { name(&paper, state, id, x: x, y: y + 1, width: width) }
    }

    private static func isInFocus(_ person: Int, _ state: SessionState) -> Bool {
        guard let comparison = state.comparison, let count = comparison.people?.count else { return false }
        return person == min(count - 1, comparison.together.person)
    }

    /// `open .31`, `closed .08`, `can't tell`; nothing where scores are hidden.
    private static func badge(
        _ paper: inout Paper, _ state: SessionState, _ id: FrameID, _ here: Found?, x: Int, y: Int, width: Int, isFocused: Bool
    ) {
        paper.write(isFocused ? "▸" : " ", x: x, y: y, paper.accent)
        guard let here, !state.isHidden(id), let faces = state.model.cards[id]?.faces else { return }
        let isClosed = EyeFaults.closed(faces).contains(here.index)
        paper.write(
            truncated(FaceText.eye(here.index, of: faces), max(0, width - 2)), x: x + 2, y: y,
            isClosed ? paper.reject : paper.text)
    }

    private static func name(_ paper: inout Paper, _ state: SessionState, _ id: FrameID, x: Int, y: Int, width: Int) {
        guard let frame = state.model.frame(id) else { return }
        paper.tileName(frame, state, composite: false, x: x, y: y, width: width)
    }
}
