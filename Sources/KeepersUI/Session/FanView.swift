import KeepersCore

/// A stack fanned out: the one in focus large, all members as a list and as a strip.
enum FanView {
    static func render(_ paper: inout Paper, _ state: SessionState) {
        guard let focus = state.focus, let frame = state.model.frame(focus) else { return }
        let members = state.focusedMembers
        let top = state.isChromeOff ? 0 : GridLayout.headerRows
        let bottom = paper.rows - (state.isChromeOff ? 1 : FooterView.rows(paper.geometry))
        // In a very low window the list is worth more than the strip.
        let stripRows = bottom - top < 14 ? 0 : max(3, min(8, (bottom - top) / 5))
        title(&paper, state, members, y: top)
        let listWidth = min(62, max(28, paper.columns * 42 / 100))
        // Between the strip's badges and words to the person a free row, where there is room for one.
        let gap = paper.rows >= 30 ? 1 : 0
        let pane = CellRect(
            x: 1, y: top + 1, width: paper.columns - listWidth - 3,
            height: max(3, bottom - top - (stripRows > 0 ? stripRows + 4 + gap : 1)))
        paper.picture(frame, in: pane, quality: .large, overlaying: state)
        let area = CellRect(x: paper.columns - listWidth, y: top + 2, width: listWidth - 1, height: max(1, pane.height - 1))
        let used = list(&paper, state, members, area)
        reasons(
            &paper, state, focus,
            CellRect(x: area.x + 6, y: area.y + used + 1, width: area.width - 6, height: area.height - used - 1))
        if stripRows > 0 { strip(&paper, state, members, y: bottom - stripRows - 2 - gap, height: stripRows) }
        prefetch(&paper, state, members, pane)
    }

    private static func title(_ paper: inout Paper, _ state: SessionState, _ members: [FrameID], y: Int) {
        let isDuplicates = state.queue.scope?.kind == .duplicates
        let stack = isDuplicates ? nil : state.model.stack(of: members[0])
        var words = "\(members.count) \(isDuplicates ? "times the same picture" : FanView.word(stack))"
        let times = (stack?.members ?? members).compactMap { state.model.frame($0)?.shot.capturedAt }
        if let first = times.first, let last = times.last { words += ", \(first.clock) to \(last.clock)" }
        let hidden = (stack?.members.count ?? members.count) - members.count
        if stack?.isByHand == true { words += ", by hand" }
        if hidden > 0 { words += "   \(hidden) hidden by the filter" }
        let end = paper.write(truncated(words, paper.columns - 2), x: 1, y: y, paper.text) + 3
        let right: [(String, Style)] =
            (stack?.tie.count ?? 0) > 1 && !state.isHidden(members[0])
            ? [("tie of \(stack?.tie.count ?? 0): nothing is suggested", paper.caption)]
            : [
                ("← → ", paper.accent), ("walk   ", paper.caption), ("K", paper.accent),
                (" keep this, reject the rest", paper.caption),
            ]
        paper.writeRight(right, end: paper.columns - 1, y: y, from: end)
    }

    private static func word(_ stack: Stack?) -> String {
        switch stack?.kind {
        case .bracket: "of one bracket"
        case .retry: "of the same scene"
        case .burst, nil: "alike"
        }
    }

    /// `▸ 1  DSC_8871   94   eyes 3/3   sharp 91   suggested`
    /// Returns the rows it took.
    private static func list(_ paper: inout Paper, _ state: SessionState, _ members: [FrameID], _ area: CellRect) -> Int {
        guard let focus = state.focus, let index = members.firstIndex(of: focus) else { return 0 }
        let first = max(0, min(index - area.height / 2, members.count - area.height))
        let shown = first..<min(members.count, first + area.height)
        let stack = state.model.stack(of: focus)
        let nameWidth = min(14, members.compactMap { state.model.frame($0).map { columns(of: $0.stem) } }.max() ?? 8)
        for (row, position) in shown.enumerated() {
            line(
                &paper, state, stack, members[position], position: position + 1, x: area.x, y: area.y + row, width: area.width,
                nameWidth: nameWidth)
        }
        return shown.count
    }

    /// Why the one in focus stands where it stands, below the list, where there is room.
    private static func reasons(_ paper: inout Paper, _ state: SessionState, _ focus: FrameID, _ area: CellRect) {
        guard state.isWhyShown else { return }
        let sentences = state.isHidden(focus) ? [state.reasonLine(focus)] : state.model.reasons(focus).map(\.text)
        var lines = sentences.flatMap { wrapped($0, width: area.width) }
        // Places are told within the frame's own stack, which is not the group on the screen.
        if state.queue.scope?.kind == .duplicates, let stack = state.model.stack(of: focus) {
            lines.insert("in its \(stack.kind.rawValue) of \(stack.members.count):", at: 0)
        }
        for (row, text) in lines.prefix(max(0, area.height)).enumerated() {
            paper.write(text, x: area.x, y: area.y + row, paper.caption)
        }
    }

    private static func line(
        _ paper: inout Paper, _ state: SessionState, _ stack: Stack?, _ id: FrameID, position: Int, x: Int, y: Int, width: Int,
        nameWidth: Int
    ) {
        guard let frame = state.model.frame(id) else { return }
        let isFocused = id == state.focus
        let style = isFocused ? paper.accent : paper.text
        let limit = x + width
        let isSelected = state.selection != nil && state.targets.contains(id)
        paper.write(isFocused ? "▸" : isSelected ? "•" : " ", x: x, y: y, paper.accent)
        paper.write(right(String(position), 3), x: x + 1, y: y, paper.caption)
        paper.write(truncatedHead(frame.stem, nameWidth), x: x + 6, y: y, style)
        var column = x + 6 + nameWidth + 1
        let isHidden = state.isHidden(id)
        let composite = isHidden ? "" : state.model.composite(id).map { fixed($0, 0) } ?? "–"
        column = paper.write(right(composite, 3), x: column, y: y, paper.number) + 2
        let mark = state.model.isMine(id) ? MarkText.parts(id, state.model, paper) : []
        if !mark.isEmpty {
            paper.write(MarkText.fitting(mark, limit - column), x: column, y: y, limit: limit)
            return
        }
        if let existing = ExistingText.short(id, state.model) {
            column = paper.write(truncated(existing, max(0, limit - column)), x: column, y: y, paper.faint) + 2
            if isHidden || column >= limit { return }
        }
        guard !isHidden else { return }
        column = measures(&paper, state, id, x: column, y: y, isWide: width >= 44)
        let room = max(0, limit - column)
        let suggested = room >= 9 ? "suggested" : "best"
        paper.write(truncated(standing(id, state, stack, suggested), room), x: column, y: y, paper.accent)
    }

    /// In a group of duplicates one frame stands for all; in a stack the best is named, or a tie.
    private static func standing(_ id: FrameID, _ state: SessionState, _ stack: Stack?, _ suggested: String) -> String {
        if let group = state.focusedDuplicates {
            guard group.representative == id else { return "" }
            return state.model.mark(id).isBest ? "your best" : suggested
        }
        if stack?.userBest == id { return "your best" }
        if stack?.suggestedBest == id { return suggested }
        return stack?.tie.contains(id) == true ? "tie" : ""
    }

    /// Eyes and sharpness in their columns, which stay where they are when one is not measured; returns the next free column.
    private static func measures(
        _ paper: inout Paper, _ state: SessionState, _ id: FrameID, x: Int, y: Int, isWide: Bool
    ) -> Int {
        var column = x
        let anyFaces = state.focusedMembers.contains { FaceText.openCount(state.model.cards[$0]?.faces) != nil }
        if anyFaces {
            let count = FaceText.openCount(state.model.cards[id]?.faces) ?? "–"
            if isWide { column = paper.write("eyes ", x: column, y: y, paper.caption) }
            column = paper.write(right(count, isWide ? 5 : 3), x: column, y: y, StackBadge.style(id, state, paper)) + 2
        }
        if isWide, let sharpness = state.model.scores[id]?.sharpness {
            column = paper.write("sharp \(right(fixed(sharpness, 0), 3))", x: column, y: y, paper.caption) + 2
        }
        return column
    }

    private static func strip(_ paper: inout Paper, _ state: SessionState, _ members: [FrameID], y: Int, height: Int) {
        guard let focus = state.focus, let index = members.firstIndex(of: focus) else { return }
        let cellWidth = max(1, Double(height * paper.geometry.cellHeight) * 1.5 / Double(max(1, paper.geometry.cellWidth)))
        let width = max(4, Int(cellWidth.rounded()))
        let fits = max(1, (paper.columns - 2) / (width + 3))
        let first = max(0, min(index - fits / 2, members.count - fits))
        let last = min(members.count, first + fits)
        if first > 0 { paper.write("◂ \(first) more", x: 2, y: y, paper.caption) }
        if last < members.count {
            paper.writeRight([("\(members.count - last) more ▸", paper.caption)], end: paper.columns - 1, y: y, from: 14)
        }
        for (slot, position) in (first..<last).enumerated() {
            guard let frame = state.model.frame(members[position]) else { continue }
            let pane = CellRect(x: 2 + slot * (width + 3), y: y + 1, width: width, height: height)
            let rect = paper.picture(frame, in: pane, quality: .thumbnail)
            if members[position] == focus {
                paper.frame(around: rect, paper.accent, lowerEdge: false)
            } else if state.selection != nil, state.targets.contains(members[position]) {
                paper.frame(around: rect, paper.text, lowerEdge: false)
            }
            badge(&paper, state, members[position], x: pane.x, y: pane.y + height, width: width + 2)
        }
    }

    /// In the row of the frame's lower edge, as the captions of a low grid.
    private static func badge(_ paper: inout Paper, _ state: SessionState, _ id: FrameID, x: Int, y: Int, width: Int) {
        var column = x
        if let verdict = state.model.standing(id).verdict {
            let style = state.model.mark(id).verdict == nil ? paper.faint : MarkText.style(verdict, paper)
            column = paper.write("\(MarkText.sign(verdict)) ", x: column, y: y, style)
        }
        let words = StackBadge.words(id, state)
        paper.write(truncated(words, max(0, x + width - column)), x: column, y: y, StackBadge.style(id, state, paper))
    }

    private static func prefetch(_ paper: inout Paper, _ state: SessionState, _ members: [FrameID], _ pane: CellRect) {
        guard let focus = state.focus, let index = members.firstIndex(of: focus) else { return }
        for neighbour in [index + 1, index - 1, index + 2] where members.indices.contains(neighbour) {
            guard let frame = state.model.frame(members[neighbour]), frame.header.loupePreview != nil else { continue }
            let size = Paper.uprightSize(frame)
            let rect = PictureFit.contain(width: size.width, height: size.height, in: pane, cell: paper.geometry)
            var request = Paper.request(frame, rect, paper.geometry, .large)
            request.aids = state.overlay.aids
            paper.scene.prefetch.append(request)
            let overlays = FaceOverlays.of(frame, in: request, state, paper.theme)
            if !overlays.isEmpty { paper.scene.prefetchOverlays[request] = overlays }
        }
    }
}

/// `text` moved to the right end of `width` columns.
func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - columns(of: text))) + text }
