import KeepersCore

/// One frame as large as the window allows, with its reasons beside it.
enum LoupeView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        guard let focus = state.focus, let frame = state.model.frame(focus) else { return }
        let layout = LoupeLayout(geometry: paper.geometry, state: state)
        if frame.header.loupePreview == nil, state.shownSource(frame) == .preview {
            paper.picture(frame, in: layout.pane, quality: .large)
        } else {
            let request = layout.request(frame, state: state)
            paper.scene.placements.append(
                Placement(
                    request: request, rect: layout.rect(of: frame, state: state),
                    overlays: FaceOverlays.of(frame, in: request, state, paper.theme)))
        }
        if let side = layout.side {
            WhyPanel.render(&paper, state, frame, side)
            if let histogram = state.pictures.facts(frame.id, state.shownSource(frame))?.histogram {
                HistogramView.render(&paper, histogram, below: side)
            }
        }
        prefetch(&paper, state, layout, shown: frame)
    }

    private static func prefetch(_ paper: inout Paper, _ state: SessionState, _ layout: LoupeLayout, shown: Frame) {
        func prepare(_ request: PictureRequest, of frame: Frame) {
            paper.scene.prefetch.append(request)
            let overlays = FaceOverlays.of(frame, in: request, state, paper.theme)
            if !overlays.isEmpty { paper.scene.prefetchOverlays[request] = overlays }
        }
        if let better = layout.better(shown, state: state) { prepare(better, of: shown) }
        let neighbours = neighbours(state).compactMap { state.model.frame($0) }
        for frame in neighbours where frame.header.loupePreview != nil || state.shownSource(frame) != .preview {
            prepare(layout.request(frame, state: state), of: frame)
        }
        // The next one only: a RAW is a second's work and a hundred megabytes.
        if let next = neighbours.first, state.awaitedSource(next) != nil, let better = layout.better(next, state: state) {
            prepare(better, of: next)
        }
    }

    /// Two ahead and one behind in the walk.
    private static func neighbours(_ state: SessionState) -> [FrameID] {
        if state.isInStack, let focus = state.focus, let index = state.focusedMembers.firstIndex(of: focus) {
            return [index + 1, index - 1, index + 2].filter(state.focusedMembers.indices.contains).map {
                state.focusedMembers[$0]
            }
        }
        guard let index = state.focusIndex else { return [] }
        return [index + 1, index - 1, index + 2].filter(state.queue.visible.indices.contains)
            .compactMap { state.face(of: state.queue.visible[$0].members) }
    }
}
