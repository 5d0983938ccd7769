import KeepersCore

/// The lines at the bottom: what is in focus, what is going on, which keys help.
enum FooterView {
    /// Rows it takes: four, or two in a low window, where words to the person replace the line on the frame.
    static func rows(_ geometry: Geometry) -> Int { geometry.rows >= 30 ? 4 : 2 }

    static func render(_ paper: inout Paper, _ state: SessionState) {
        let top = paper.rows - rows(paper.geometry)
        if paper.rows >= 30 {
            progressLine(&paper, state, y: top)
            if let prompt = state.prompt, prompt.note != nil {
                PromptView.note(&paper, prompt, y: top + 1)
            } else if let focus = state.focus {
                focusLine(&paper, state, focus, y: top + 1)
            }
            paper.rule(y: top + 2)
        } else if state.prompt != nil || state.notice != nil || state.focus == nil {
            progressLine(&paper, state, y: top)
        } else if let focus = state.focus {
            focusLine(&paper, state, focus, y: top)
        }
        // A low window has no line of its own for what is said about a prompt.
        if paper.rows < 30, let prompt = state.prompt, prompt.note != nil, !prompt.isQuestion {
            PromptView.note(&paper, prompt, y: paper.rows - 1)
        } else {
            keyLine(&paper, state, y: paper.rows - 1)
        }
    }

    /// `DSC_8871   1st of 7: sharper …          Nikon Z 8  85 mm  f/1.8  1/500  ISO 800  20:14:07.35`
    static func focusLine(_ paper: inout Paper, _ state: SessionState, _ id: FrameID, y: Int) {
        guard let frame = state.model.frame(id) else { return }
        var x = paper.write(truncatedHead(frame.stem, 20), x: 1, y: y, paper.number) + 2
        let width = paper.columns
        let exif = state.isInfoShown ? ShotText.line(frame) : ""
        let exifWidth = columns(of: exif)
        let reason = state.reasonLine(id)
        let reasonLimit = width - 1 - (exifWidth > 0 && width >= 110 ? exifWidth + 3 : 0)
        x = paper.write(truncated(reason, max(0, reasonLimit - x)), x: x, y: y, paper.text) + 2
        if exifWidth > 0 { paper.writeRight(exifParts(exif, paper), end: width - 1, y: y, from: x) }
    }

    /// Blank-separated parts, so that a narrow window drops whole ones.
    private static func exifParts(_ text: String, _ paper: Paper) -> [(String, Style)] {
        text.split(separator: "\t").enumerated().map { (($0.offset > 0 ? "  " : "") + $0.element, paper.caption) }
    }

    private static func progressLine(_ paper: inout Paper, _ state: SessionState, y: Int) {
        if let prompt = state.prompt { return PromptView.line(&paper, prompt, y: y) }
        if let notice = state.notice {
            let end = paper.write(truncated(lines(notice, paper)[0], paper.columns - 2), x: 1, y: y, paper.accent)
            paper.writeRight(news(state, paper), end: paper.columns - 1, y: y, from: end + 3)
            return
        }
        let barWidth = max(8, min(54, paper.columns / 3))
        var x = 1
        if let (share, words) = ProgressText.describe(state.progress) {
            paper.bar(x: x, y: y, width: barWidth, share: share, paper.accent)
            x += barWidth + 2
            x = paper.write(truncated(words, paper.columns - x - 1), x: x, y: y, paper.caption) + 2
        } else if let note = ProgressText.note(state.progress), !state.hasBegun {
            x = paper.write(truncated(note, paper.columns - 2), x: x, y: y, paper.caption) + 2
        }
        if state.isMeterShown, let link = state.link {
            let words = LinkText.meter(link, isNarrow: paper.columns - x < 76)
            paper.writeRight([(words, paper.caption)], end: paper.columns - 1, y: y, from: x)
            return
        }
        paper.writeRight(news(state, paper), end: paper.columns - 1, y: y, from: x)
    }

    /// What happened behind the screen and waits for a key: whole parts, so that a narrow window drops them one by one.
    private static func news(_ state: SessionState, _ paper: Paper) -> [(String, Style)] {
        var groups: [[(String, Style)]] = []
        if state.sidecars.unwritten > 0 {
            groups.append([("an export could not write \(counted(state.sidecars.unwritten, "sidecar"))", paper.text)])
        }
        if let words = state.sidecarWords { groups.append([(words, paper.text)]) }
        if state.sidecars.count > 0 { groups.append([(counted(state.sidecars.count, "conflict"), paper.accent)]) }
        let unsorted = state.queue.unsorted.count
        if unsorted > 0, state.hasBegun {
            groups.append([
                ("\(grouped(unsorted)) newly ranked, ", paper.caption), (state.hand.name("S"), paper.accent),
                (" re-sorts", paper.caption),
            ])
        }
        return Array(groups.joined(separator: [("   ", paper.caption)]))
    }

    /// What does not fit on its own line goes on in the keys' line for as long as it stands.
    private static func overflow(_ state: SessionState, _ paper: Paper) -> (String, Style)? {
        if let prompt = state.prompt { return PromptView.overflow(paper, prompt).map { ($0, paper.reject) } }
        let rest = lines(state.notice ?? "", paper).dropFirst().joined(separator: " ")
        return rest.isEmpty ? nil : (rest, paper.accent)
    }

    private static func lines(_ notice: String, _ paper: Paper) -> [String] {
        let room = paper.columns - 2
        return columns(of: notice) <= room ? [notice] : wrapped(notice, width: room)
    }

    private static func keyLine(_ paper: inout Paper, _ state: SessionState, y: Int) {
        let right = status(state, paper)
        let rightWidth = right.reduce(0) { $0 + columns(of: $1.0) }
        if let (words, style) = overflow(state, paper) {
            let end = paper.write(truncated(words, paper.columns - rightWidth - 3), x: 1, y: y, style)
            return paper.writeRight(right, end: paper.columns - 1, y: y, from: end + 1)
        }
        let keys = state.prompt != nil ? hints(state) : hints(state).compactMap { state.hand.hint($0) }
        var x = 1
        for (key, word) in fitting(keys, paper.columns - rightWidth - 2) {
            x = paper.write(key, x: x, y: y, paper.accent) + 1
            x = paper.write(word, x: x, y: y, paper.caption) + 2
        }
        paper.writeRight(right, end: paper.columns - 1, y: y, from: x)
    }

    /// The first hints that fit; the way to all others, the help, is never the one that falls.
    private static func fitting(_ keys: [(String, String)], _ width: Int) -> [(String, String)] {
        func needed(_ key: (String, String)) -> Int { columns(of: key.0) + 1 + columns(of: key.1) + 2 }
        let help = keys.first { $0.1 == "keys" }
        var room = width - (help.map(needed) ?? 0)
        var kept: [(String, String)] = []
        for key in keys {
            if key.1 != "keys" {
                room -= needed(key)
                if room < 0 { break }
            }
            kept.append(key)
        }
        if let help, !kept.contains(where: { $0.1 == "keys" }), needed(help) <= width { kept.append(help) }
        return kept
    }

    private static func status(_ state: SessionState, _ paper: Paper) -> [(String, Style)] {
        var parts: [(String, Style)] = []
        if !state.hand.typed.isEmpty { parts.append(("\(state.hand.typed)…  ", paper.number)) }
        if let letter = state.hand.recording { parts.append(("REC \(letter)  ", paper.reject)) }
        if state.readOnly != nil { parts.append((state.isFree ? "READ-ONLY, FREE  " : "READ-ONLY  ", paper.reject)) }
        if state.link?.isOverBudget == true { parts.append(("OVER BUDGET  ", paper.accent)) }
        if paper.rows < 30, state.isMeterShown, let link = state.link {
            parts.append(("\(LinkText.meter(link, isNarrow: true))  ", paper.caption))
        }
        if paper.rows < 30, let (share, _) = ProgressText.describe(state.progress) {
            parts.append(("\(fixed(share * 100, 0)) % done  ", paper.caption))
        }
        if paper.rows < 30 {
            let news = state.sidecars
            if news.unwritten > 0 { parts.append(("\(grouped(news.unwritten)) NOT WRITTEN  ", paper.text)) }
            if news.changed.count + news.gone.count > 0 {
                parts.append(("\(grouped(news.changed.count + news.gone.count)) XMP CHANGED  ", paper.text))
            }
            if news.count > 0 {
                parts.append((news.count == 1 ? "1 CONFLICT  " : "\(grouped(news.count)) CONFLICTS  ", paper.accent))
            }
        }
        if state.selection != nil { parts.append(("\(state.targets.count) SELECTED  ", paper.accent)) }
        if let words = PictureText.status(state) { parts.append(("\(words)  ", paper.accent)) }
        if state.showsOverlays, let words = state.overlay.status { parts.append(("\(words)  ", paper.accent)) }
        if let words = TogetherHints.link(state) { parts.append(("\(words)  ", paper.accent)) }
        if state.isBlind { parts.append(("BLIND  ", paper.accent)) }
        if let words = state.timeBoxStatus(isNarrow: paper.columns < 100) { parts.append(("\(words)  ", paper.accent)) }
        if let words = state.auditStatus(isNarrow: paper.columns < 100) { parts.append(("\(words)  ", paper.accent)) }
        if state.queue.scope?.kind == .duplicates { parts.append(("DUPLICATES  ", paper.accent)) }
        if state.autoAdvance { parts.append(("AUTO  ", paper.accent)) }
        if !state.queue.filter.isEverything { parts.append(("/\(truncated(state.queue.filter.text, 24))  ", paper.accent)) }
        if state.queue.sort != .rank, state.timeBox == nil { parts.append(("by \(state.queue.sort.rawValue)  ", paper.caption)) }
        if let index = state.focusIndex {
            parts.append((grouped(index + 1), paper.number))
            parts.append(("/\(grouped(state.queue.visible.count))", paper.caption))
        }
        return parts
    }

    private static func hints(_ state: SessionState) -> [(String, String)] {
        if let prompt = state.prompt { return PromptView.hints(prompt) }
        let isAudit = state.queue.scope?.kind == .audit
        if state.isFree { return [("y", "take over"), ("Enter", "loupe"), ("?", "keys"), ("q", "leave")] }
        let judge = isAudit ? [("p", "overturn"), ("x", "let it fall")] : [("p", "pick"), ("x", "reject")]
        let keep = isAudit ? [] : [("K", "keep")]
        switch state.level {
        case .grid:
            let focus = state.focus ?? FrameID(0)
            let isBest = state.model.stack(of: focus)?.suggestedBest == focus && !state.isHidden(focus)
            let clear =
                state.queue.scope != nil
                ? [("Esc", "leave these")] : state.queue.filter.isEverything ? [] : [("Esc", "clear filter")]
            return judge + (isBest && !isAudit ? [("K", "keep best")] : keep) + clear
                + [("s", "fan"), ("Enter", "loupe"), ("?", "keys"), ("E", "export"), ("q", "leave"), ("/", "filter")]
        case .fan:
            return judge + [
                ("K", "keep, reject the rest"), ("← →", "walk"), ("Esc", "grid"), ("?", "keys"), ("Enter", "loupe"),
                ("q", "leave"),
            ]
        case .compare, .survey, .faces: return TogetherHints.keys(state)
        case .loupe:
            let move = state.zoom > 0 ? [("← → ↑ ↓", "pan"), ("h l", "frame")] : [("← →", "frame")]
            return judge + keep + move + [
                ("z", state.zoom > 0 ? "fit" : "100 %"), ("Tab", "faces"), ("r", "RAW"), ("Esc", "back"), ("w", "why"),
                ("?", "keys"),
            ]
        }
    }
}
