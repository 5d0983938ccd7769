import KeepersCore

/// Two frames against each other. The one in focus, which verdicts hit, has the arrow, the heavy line and beside each other the frame:
/// nothing of it needs a colour.
enum CompareView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        guard let comparison = state.comparison, let champion = state.model.frame(comparison.together.champion),
            let challenger = state.model.frame(comparison.together.challenger)
        else { return }
        let layout = CompareLayout(geometry: paper.geometry, state: state)
        title(&paper, state, comparison, y: layout.titleY, layout)
        guard layout.hasRoom else { return }
        pictures(&paper, state, comparison, (champion, challenger), layout)
        if let y = layout.sliderY { slider(&paper, state, comparison, y: y, layout) }
        caption(&paper, state, champion, "champion", layout)
        caption(&paper, state, challenger, "challenger", layout)
        prefetch(&paper, state, comparison, (champion, challenger), layout)
    }

    // MARK: - Words

    private static func title(
        _ paper: inout Paper, _ state: SessionState, _ comparison: Comparison, y: Int, _ layout: CompareLayout
    ) {
        let (at, count) = (comparison.at + 1, comparison.frames.count)
        let words = "challenger \(at) of \(count)   \(modeWords(state, comparison, layout))"
        let end = paper.write(truncated(words, paper.columns - 2), x: 1, y: y, paper.text) + 3
        let name = state.keptFrame.flatMap { state.model.frame($0)?.stem } ?? "it"
        paper.writeRight(
            [
                ("c ", paper.accent), ("crown the challenger   ", paper.caption), ("K", paper.accent),
                (" keep the champion \(name)", paper.caption),
            ], end: paper.columns - 1, y: y, from: end)
    }

    private static func modeWords(_ state: SessionState, _ comparison: Comparison, _ layout: CompareLayout) -> String {
        let together = comparison.together
        var words: String
        switch together.mode {
        case .side: words = "side by side"
        case .wipe: words = "wipe: champion \((together.wipe + 5) / 10) %"
        case .fade: words = "fade \(together.fade + 1) of \(Blend.lastFade + 1)"
        case .blink: words = "blink"
        case .difference: words = "difference ×\(Blend.differenceGain), black is the same"
        }
        let zoom = state.focus.map { state.view(of: $0).zoom } ?? 0
        if zoom > 0 { words += ", \(zoom) %" }
        if together.mode != .side, differ(state, together, layout) { words += "; of different shapes, both centred" }
        return words
    }

    private static func differ(_ state: SessionState, _ together: Together, _ layout: CompareLayout) -> Bool {
        guard let one = state.model.frame(together.champion), let two = state.model.frame(together.challenger) else {
            return false
        }
        let (a, b) = (layout.rect(of: one, state), layout.rect(of: two, state))
        return a.width != b.width || a.height != b.height
    }

    /// `▸ champion  DSC_8871  94  ◆ PICK ★★★`, and below it eyes and sharpness.
    private static func caption(
        _ paper: inout Paper, _ state: SessionState, _ frame: Frame, _ role: String, _ layout: CompareLayout
    ) {
        let (x, width) = layout.caption(isChampion: role == "champion")
        let y = layout.captionY(state)
        let isFocused = frame.id == state.focus
        let limit = x + width
        let composite = state.isHidden(frame.id) ? "" : state.model.composite(frame.id).map { fixed($0, 0) } ?? "–"
        // The name goes before the words of the mark: whom a verdict would hit.
        let taken = columns(of: role) + columns(of: composite) + 8
        let mark = MarkText.fitting(
            MarkText.parts(frame.id, state.model, paper), max(10, width - taken - min(8, columns(of: frame.stem))))
        let room = width - taken - MarkText.width(mark)
        let parts: [(String, Style)] = [
            (isFocused ? "▸ " : "  ", paper.accent), (role + "  ", isFocused ? paper.accent : paper.caption),
            (truncatedHead(frame.stem, max(6, room)), isFocused ? paper.accent : paper.text),
            (composite.isEmpty ? "" : "  \(composite)", paper.number), ("  ", paper.text),
        ]
        paper.write(parts + mark, x: x, y: y, limit: limit)
        let line = StackBadge.words(frame.id, state)
        let end = paper.write(
            truncated(line, max(0, width - 2)), x: x + 2, y: y + 1, StackBadge.style(frame.id, state, paper))
        // Where both are in one pane no frame can tell them apart: a heavy line does.
        if isFocused, layout.sliderY != nil, end + 2 < limit {
            paper.write(String(repeating: "━", count: limit - end - 1), x: end + 1, y: y + 1, paper.accent)
        }
    }

    private static func slider(
        _ paper: inout Paper, _ state: SessionState, _ comparison: Comparison, y: Int, _ layout: CompareLayout
    ) {
        let span = layout.slider(state)
        switch comparison.together.mode {
        case .wipe:
            let line = min(max(layout.line(state), span.lowerBound), max(span.lowerBound, span.upperBound - 1))
            paper.write(String(repeating: "━", count: line - span.lowerBound), x: span.lowerBound, y: y, paper.text)
            paper.write(String(repeating: "─", count: max(0, span.upperBound - line)), x: line, y: y, paper.hairline)
            paper.write("▲", x: line, y: y, paper.accent)
        case .fade:
            let dots = (0...Blend.lastFade).map { $0 == comparison.together.fade ? "●" : "○" }.joined(separator: "──")
            centred(&paper, "champion  \(dots)  challenger", y: y)
        case .blink:
            let shown = comparison.showsChallenger ? comparison.together.challenger : comparison.together.champion
            let role = comparison.showsChallenger ? "challenger" : "champion"
            centred(&paper, "now: \(role) \(state.model.frame(shown)?.stem ?? "")   < > the other", y: y)
        case .side, .difference: break
        }
    }

    private static func centred(_ paper: inout Paper, _ words: String, y: Int) {
        let text = truncated(words, paper.columns - 2)
        paper.write(text, x: max(1, (paper.columns - columns(of: text)) / 2), y: y, paper.text)
    }

    // MARK: - Pictures

    private typealias Pair = (champion: Frame, challenger: Frame)

    private static func pictures(
        _ paper: inout Paper, _ state: SessionState, _ comparison: Comparison, _ pair: Pair, _ layout: CompareLayout
    ) {
        let missing = [pair.champion, pair.challenger].filter { $0.header.loupePreview == nil }
        guard missing.isEmpty || comparison.together.mode == .side else {
            let words = "\(missing[0].stem) has no picture to lay over the other"
            return centred(&paper, words, y: layout.captionY(state) - 3)
        }
        switch comparison.together.mode {
        case .side: for frame in [pair.champion, pair.challenger] { beside(&paper, state, frame, layout) }
        case .wipe: wipe(&paper, state, pair, layout)
        case .fade: blend(&paper, state, pair, .fade(step: comparison.together.fade), layout)
        case .difference: blend(&paper, state, pair, .difference, layout)
        case .blink: over(&paper, state, comparison.showsChallenger ? pair.challenger : pair.champion, layout)
        }
    }

    private static func beside(_ paper: inout Paper, _ state: SessionState, _ frame: Frame, _ layout: CompareLayout) {
        let pane = layout.pane(isChampion: frame.id == state.comparison?.together.champion)
        var rect = pane
        if frame.header.loupePreview == nil {
            paper.picture(frame, in: pane, quality: .large)
        } else {
            rect = layout.rect(of: frame, state)
            let request = layout.request(frame, state)
            paper.scene.placements.append(
                Placement(request: request, rect: rect, overlays: layout.overlays(frame, request, state, paper.theme)))
        }
        if frame.id == state.focus { paper.frame(around: rect, paper.accent, lowerEdge: paper.rows >= 30) }
    }

    /// The champion's columns left of the line, the challenger's from there on.
    private static func wipe(_ paper: inout Paper, _ state: SessionState, _ pair: Pair, _ layout: CompareLayout) {
        let line = layout.line(state)
        for (frame, isChampion) in [(pair.champion, true), (pair.challenger, false)] {
            let rect = layout.rect(of: frame, state)
            let clip = CellRect(
                x: isChampion ? rect.x : line, y: rect.y, width: isChampion ? line - rect.x : rect.x + rect.width - line,
                height: rect.height)
            let request = layout.request(frame, state)
            let placement = Placement(
                request: request, rect: rect, overlays: layout.overlays(frame, request, state, paper.theme), clip: clip)
            if placement.visible.width > 0 { paper.scene.placements.append(placement) }
        }
    }

    /// One of two that lie over each other.
    private static func over(_ paper: inout Paper, _ state: SessionState, _ frame: Frame, _ layout: CompareLayout) {
        let rect = layout.rect(of: frame, state)
        let request = layout.request(frame, state)
        paper.scene.placements.append(
            Placement(request: request, rect: rect, overlays: layout.overlays(frame, request, state, paper.theme), clip: rect))
    }

    private static func blend(
        _ paper: inout Paper, _ state: SessionState, _ pair: Pair, _ mode: Blend.Mode, _ layout: CompareLayout
    ) {
        // Its ends are the pictures themselves.
        if mode == .fade(step: 0) { return over(&paper, state, pair.champion, layout) }
        if mode == .fade(step: Blend.lastFade) { return over(&paper, state, pair.challenger, layout) }
        let (one, two) = (layout.rect(of: pair.champion, state), layout.rect(of: pair.challenger, state))
        let pane = layout.pane(isChampion: true)
        let (width, height) = (max(one.width, two.width), max(one.height, two.height))
        let rect = CellRect(
            x: pane.x + (pane.width - width) / 2, y: pane.y + (pane.height - height) / 2, width: width, height: height)
        let blend = Blend(with: layout.request(pair.challenger, state), mode: mode, background: paper.theme.background)
        paper.scene.placements.append(
            Placement(request: layout.request(pair.champion, state), rect: rect, clip: rect, blend: blend))
    }

    /// Both of the pair (one may be hidden now), then the next challengers.
    private static func prefetch(
        _ paper: inout Paper, _ state: SessionState, _ comparison: Comparison, _ pair: Pair, _ layout: CompareLayout
    ) {
        let next = [1, -1].compactMap { comparison.next(by: $0) }.compactMap { state.model.frame(comparison.frames[$0]) }
        func prepare(_ request: PictureRequest, of frame: Frame) {
            guard !paper.scene.placements.contains(where: { $0.request == request && $0.blend == nil }) else { return }
            let overlays = layout.overlays(frame, request, state, paper.theme)
            if !overlays.isEmpty { paper.scene.prefetchOverlays[request] = overlays }
            paper.scene.prefetch.append(request)
        }
        for frame in [pair.champion, pair.challenger] {
            if let better = layout.better(frame, state) { prepare(better, of: frame) }
        }
        for frame in [pair.champion, pair.challenger] + next where frame.header.loupePreview != nil {
            prepare(layout.request(frame, state), of: frame)
        }
    }
}
