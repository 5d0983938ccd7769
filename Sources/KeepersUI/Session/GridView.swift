import KeepersCore

/// The shortlist: tiles with pictures and captions.
enum GridView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        let layout = GridLayout(geometry: paper.geometry, chromeOff: state.isChromeOff)
        guard !state.queue.visible.isEmpty else { return empty(&paper, state) }
        let selected = Set(state.selection == nil ? [] : state.targets)
        for slot in 0..<layout.perPage where state.gridTop + slot < state.queue.visible.count {
            tile(&paper, state, index: state.gridTop + slot, layout, pane: layout.pane(slot), selected: selected)
        }
        prefetch(&paper, state, layout)
    }

    private static func empty(_ paper: inout Paper, _ state: SessionState) {
        let y = paper.rows / 2
        let words: String
        switch state.progress.stage {
        case .listing, .reading: words = "looking for frames"
        default: words = "no RAW or JPEG files here"
        }
        paper.write(words, x: max(1, (paper.columns - words.count) / 2), y: y, paper.text)
        if let note = state.progress.note {
            paper.write(
                truncated(note, paper.columns - 2), x: max(1, (paper.columns - columns(of: note)) / 2), y: y + 1, paper.caption)
        }
    }

    private static func tile(
        _ paper: inout Paper, _ state: SessionState, index: Int, _ layout: GridLayout, pane: CellRect, selected: Set<FrameID>
    ) {
        let entry = state.queue.visible[index]
        guard let id = state.shown(entry), let frame = state.model.frame(id) else { return }
        let rect = paper.picture(frame, in: pane, quality: .thumbnail)
        let isFocused = index == state.focusIndex
        if isFocused {
            paper.frame(around: rect, paper.accent, lowerEdge: !layout.isCompact)
        } else if selected.contains(id) {
            paper.frame(around: rect, paper.text, lowerEdge: !layout.isCompact)
        }
        let captionY = pane.y + pane.height + (layout.isCompact ? 0 : 1)
        nameRow(&paper, state, frame, entry, isFocused, x: pane.x, y: captionY, width: pane.width)
        markRow(&paper, state, id, entry, x: pane.x, y: captionY + 1, width: pane.width)
    }

    /// `DSC_8871  ×7      ━━━─ 94`
    private static func nameRow(
        _ paper: inout Paper, _ state: SessionState, _ frame: Frame, _ entry: Entry, _ isFocused: Bool, x: Int, y: Int, width: Int
    ) {
        let isHidden = state.isHidden(frame.id)
        let composite = isHidden ? nil : state.model.composite(frame.id)
        let number = isHidden ? "" : composite.map { fixed($0, 0) } ?? "–"
        let barWidth = width >= 22 ? 4 : 0
        let right = x + width
        paper.write(number, x: right - columns(of: number), y: y, composite == nil ? paper.faint : paper.number)
        if barWidth > 0, let composite {
            paper.bar(x: right - 4 - barWidth, y: y, width: barWidth, share: composite / 100, paper.caption)
        }
        let room = width - (barWidth > 0 ? barWidth + 5 : 4)
        let badge = entry.members.count > 1 ? " ×\(entry.members.count)" : ""
        let name = truncatedHead(frame.stem, max(3, room - columns(of: badge)))
        let end = paper.write(name, x: x, y: y, isFocused ? paper.accent : paper.text)
        paper.write(badge, x: end, y: y, paper.caption)
    }

    /// The verdict, or what a person should know before giving one.
    private static func markRow(
        _ paper: inout Paper, _ state: SessionState, _ id: FrameID, _ entry: Entry, x: Int, y: Int, width: Int
    ) {
        var parts = state.model.isMine(id) ? MarkText.parts(id, state.model, paper) : []
        let count = entry.members.count
        let judged = entry.members.count { state.model.standing($0).verdict != nil }
        if !parts.isEmpty {
            var rest = ""
            if count > 1, judged < count {
                rest = " \(judged) of \(count) judged"
                if MarkText.width(parts) + columns(of: rest) > width { rest = " \(judged)/\(count)" }
            }
            parts = MarkText.fitting(parts, width - columns(of: rest))
            paper.write(parts + [(rest, paper.caption)], x: x, y: y, limit: x + width)
            return
        }
        let existing = ExistingText.short(id, state.model)
        let stack = count > 1 ? stackWords(state, id, count, judged) : ""
        guard let existing else {
            paper.write(truncated(stack, width), x: x, y: y, paper.caption)
            return
        }
        let end = paper.write(truncated(existing, width), x: x, y: y, paper.faint)
        if end + 1 + columns(of: stack) <= x + width { paper.write(stack, x: end + 1, y: y, paper.caption) }
    }

    private static func stackWords(_ state: SessionState, _ id: FrameID, _ count: Int, _ judged: Int) -> String {
        if judged > 0 { return "\(judged) of \(count) judged" }
        guard state.queue.scope == nil, let stack = state.model.stack(of: id) else { return "\(count) times the same" }
        if !state.isHidden(id) {
            if stack.tie.count > 1 { return "tie of \(stack.tie.count)" }
            if stack.suggestedBest == id { return "best of \(stack.members.count)" }
        }
        return "\(stack.members.count) alike"
    }

    /// The next page, then the loupe of the frame in focus.
    private static func prefetch(_ paper: inout Paper, _ state: SessionState, _ layout: GridLayout) {
        let start = state.gridTop + layout.perPage
        for index in start..<max(start, min(state.queue.visible.count, start + layout.perPage)) {
            guard let id = state.shown(state.queue.visible[index]), let frame = state.model.frame(id),
                frame.header.loupePreview != nil
            else { continue }
            let size = Paper.uprightSize(frame)
            let rect = PictureFit.contain(
                width: size.width, height: size.height, in: layout.pane(index - start), cell: paper.geometry)
            paper.scene.prefetch.append(Paper.request(frame, rect, paper.geometry, .thumbnail))
        }
    }
}
