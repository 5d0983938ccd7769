import KeepersCore

/// Many frames at once; a verdict hits the framed one alone.
enum SurveyView {
    private static let leastForFaces = 12

    static func render(_ paper: inout Paper, _ state: SessionState) {
        guard let comparison = state.comparison else { return }
        let layout = SurveyLayout(geometry: paper.geometry, state: state)
        title(&paper, state, comparison, layout)
        for (slot, id) in layout.shown.enumerated() {
            guard let frame = state.model.frame(id) else { continue }
            tile(&paper, state, frame, layout.pane(slot), layout)
        }
        for id in comparison.frames.dropFirst(layout.shown.endIndex).prefix(layout.perPage) {
            guard let frame = state.model.frame(id), frame.header.loupePreview != nil else { continue }
            let pane = layout.pane(0)
            paper.scene.prefetch.append(
                LoupeLayout(pane: pane, geometry: paper.geometry).request(frame, state: state.looking(at: id)))
        }
    }

    private static func title(_ paper: inout Paper, _ state: SessionState, _ comparison: Comparison, _ layout: SurveyLayout) {
        let count = comparison.frames.count
        let position = state.focus.flatMap { comparison.frames.firstIndex(of: $0) } ?? 0
        var words = "survey: \(position + 1) of \(count)"
        if count > layout.perPage {
            words += ", page \(position / layout.perPage + 1) of \((count + layout.perPage - 1) / layout.perPage)"
        }
        let zoom = state.focus.map { state.view(of: $0).zoom } ?? 0
        if zoom > 0 { words += ", \(zoom) %" }
        let end = paper.write(truncated(words, paper.columns - 2), x: 1, y: layout.titleY, paper.text) + 3
        paper.writeRight(
            [("c ", paper.accent), ("two of these   ", paper.caption), ("F", paper.accent), (" faces", paper.caption)],
            end: paper.columns - 1, y: layout.titleY, from: end)
    }

    private static func tile(
        _ paper: inout Paper, _ state: SessionState, _ frame: Frame, _ pane: CellRect, _ layout: SurveyLayout
    ) {
        let isFocused = frame.id == state.focus
        var rect = pane
        if frame.header.loupePreview == nil {
            paper.picture(frame, in: pane, quality: .large)
        } else {
            let loupe = LoupeLayout(pane: pane, geometry: paper.geometry)
            let looking = state.looking(at: frame.id)
            rect = loupe.rect(of: frame, state: looking)
            let request = loupe.request(frame, state: looking)
            // In a lower tile the words would cover the faces; the badge below says the same.
            let overlays = rect.height >= leastForFaces ? FaceOverlays.of(frame, in: request, state, paper.theme) : []
            paper.scene.placements.append(Placement(request: request, rect: rect, overlays: overlays))
        }
        let bottom = rect.y + rect.height
        // The words stand below the edge, and in a full tile on it.
        let y = min(pane.y + pane.height, bottom + 1)
        if isFocused { paper.frame(around: rect, paper.accent, lowerEdge: bottom < y) }
        // Under the picture, where it is not too narrow for a name.
        let x = rect.width >= 16 ? max(0, rect.x - 2) : pane.x
        let width = pane.x + pane.width - x
        paper.tileName(frame, state, composite: pane.width >= 16, x: x, y: y, width: width)
        guard layout.captionRows > 1 else { return }
        let words = StackBadge.words(frame.id, state)
        paper.write(truncated(words, max(0, width - 2)), x: x + 2, y: y + 1, StackBadge.style(frame.id, state, paper))
    }
}
