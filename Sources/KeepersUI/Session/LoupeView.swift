import KeepersCore

/// One frame as large as the window allows, with its reasons beside it.
enum LoupeView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        guard let focus = state.focus, let frame = state.model.frame(focus) else { return }
        let layout = LoupeLayout(geometry: paper.geometry, state: state)
        if frame.header.loupePreview == nil {
            paper.picture(frame, in: layout.pane, quality: .large)
        } else {
            let request = layout.request(frame, state: state)
            paper.scene.placements.append(
                Placement(
                    request: request, rect: layout.rect(of: frame, state: state),
                    overlays: FaceOverlays.of(frame, in: request, state, paper.theme)))
        }
        if let side = layout.side { WhyPanel.render(&paper, state, frame, side) }
        prefetch(&paper, state, layout)
    }

    private static func prefetch(_ paper: inout Paper, _ state: SessionState, _ layout: LoupeLayout) {
        for id in neighbours(state) {
            guard let frame = state.model.frame(id), frame.header.loupePreview != nil else { continue }
            let request = layout.request(frame, state: state)
            paper.scene.prefetch.append(request)
            let overlays = FaceOverlays.of(frame, in: request, state, paper.theme)
            if !overlays.isEmpty { paper.scene.prefetchOverlays[request] = overlays }
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
