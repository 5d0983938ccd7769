import KeepersCore

/// What changed on a session's screens, each thing one line, the answer to the key first.
struct SpokenSession {
    let old: SessionState?
    let new: SessionState
    let event: Event?

    var lines: [String] {
        guard let old, old.id == new.id, old.readOnly == nil || new.readOnly != nil else { return opening }
        if new.conflicts != old.conflicts || new.conflicts != nil && new.sidecars.conflicts != old.sidecars.conflicts {
            return noticeLines + SpokenConflicts.lines(new)
                + (new.conflicts == nil && new.export == nil ? SpokenFrame.focus(new) : [])
        }
        if new.export != old.export { return SpokenExport.lines(from: old.export, to: new.export) + noticeLines + closed(old) }
        if new.clock != old.clock {
            return SpokenClock.lines(new) + noticeLines + (new.clock == nil ? SpokenFrame.focus(new) : [])
        }
        var out = verdictLines(old) + noticeLines + queueLines(old) + levelLines(old)
        if isElsewhere(old) { out += SpokenFrame.focus(new) }
        out += viewLines(old) + progressLines(old)
        if let words = new.sidecarWords, words != old.sidecarWords, !isInput { out.append(words) }
        return out.isEmpty && isKey && !old.takesText && !new.takesText ? [status] : out
    }

    private var isKey: Bool {
        if case .input(.key) = event { true } else { false }
    }
    private var isInput: Bool {
        if case .input = event { true } else { false }
    }

    /// Name, counts, where one stands, and the way to everything else.
    private var opening: [String] {
        let counts = new.model.counts
        var line =
            "\(new.name): \(counted(counts.frames, "frame")), \(counted(counts.picks, "pick")), \(counted(counts.rejects, "reject"))"
        if counts.picksBefore > 0 { line += ", \(counts.picksBefore) of the picks from before" }
        if counts.maybes > 0 { line += ", \(counts.maybes) maybe" }
        var out = [line + ", \(counts.open) open"]
        if let notice = new.notice { out.append(notice) }
        if let note = ProgressText.note(new.progress) { out.append(note) }
        out.append("question mark says all keys, q leaves")
        return out + SpokenFrame.focus(new)
    }

    /// A notice that a key brought is said even where it reads as the one before.
    private var noticeLines: [String] {
        guard let notice = new.notice, isInput || notice != old?.notice else { return [] }
        return [notice]
    }

    // MARK: - Verdicts

    /// `DSC_8871: pick`, `reject: DSC_8872, DSC_8873 and 4 more`.
    private func verdictLines(_ old: SessionState) -> [String] {
        guard new.model.marks != old.model.marks || new.model.decided != old.model.decided else { return [] }
        var changed = new.model.frames.filter {
            new.model.mark($0.id) != old.model.mark($0.id) || new.model.decided[$0.id] != old.model.decided[$0.id]
        }
        // What was in focus was decided first.
        if let at = changed.firstIndex(where: { $0.id == old.focus }) { changed.insert(changed.remove(at: at), at: 0) }
        if changed.count == 1 { return [verdictLine(changed[0])] }
        var groups: [(mark: String, names: [String])] = []
        for frame in changed {
            let words = SpokenFrame.decisions(frame.id, new.model)
            if let at = groups.firstIndex(where: { $0.mark == words }) {
                groups[at].names.append(frame.stem)
            } else {
                groups.append((words, [frame.stem]))
            }
        }
        return groups.map { group in
            let more = group.names.count > 3 ? " and \(group.names.count - 3) more" : ""
            return "\(group.mark.isEmpty ? "no verdict" : group.mark): \(group.names.prefix(3).joined(separator: ", "))\(more)"
        }
    }

    private func verdictLine(_ frame: Frame) -> String {
        let words = SpokenFrame.decisions(frame.id, new.model)
        return "\(frame.stem): \(words.isEmpty ? "no verdict" : words)"
    }

    /// The answer to a key that changed nothing: where one stands and what was decided there.
    private var status: String {
        guard let frame = new.focus.flatMap({ new.model.frame($0) }) else { return "no frame in view" }
        return verdictLine(frame)
    }

    // MARK: - Place

    private func isElsewhere(_ old: SessionState) -> Bool {
        new.focus != old.focus || new.level != old.level || new.isInStack != old.isInStack
            || new.queue.scope?.kind != old.queue.scope?.kind
    }

    private func closed(_ old: SessionState) -> [String] { new.export == nil ? SpokenFrame.focus(new) : [] }

    private func queueLines(_ old: SessionState) -> [String] {
        var out: [String] = []
        if new.queue.filter.text != old.queue.filter.text, !new.queue.filter.isEverything {
            out.append("filter \(new.queue.filter.text): \(counted(new.queue.visible.count, "entry", "entries"))")
        }
        if new.selection != old.selection {
            let count = new.targets.count
            out.append(
                new.selection == nil ? "nothing selected" : "\(counted(count, "frame")) selected, the next verdict is for all")
        } else if new.selection != nil, new.focus != old.focus {
            out.append("\(counted(new.targets.count, "frame")) selected")
        }
        return out
    }

    private func levelLines(_ old: SessionState) -> [String] {
        guard new.level != old.level else { return zoomLines(old) + togetherLines(old) }
        switch new.level {
        case .grid: return ["shortlist"]
        case .fan: return ["stack fanned out, \(counted(new.focusedMembers.count, "frame"))"]
        case .loupe: return ["loupe"] + zoomLines(old)
        case .compare: return [compared]
        case .survey: return ["survey of \(counted(new.comparison?.together.frames.count ?? 0, "frame"))"]
        case .faces: return ["the same face from each frame"]
        }
    }

    /// In compare a crown or another challenger, and another way to look at the two.
    private func togetherLines(_ old: SessionState) -> [String] {
        guard new.level == .compare, let now = new.comparison?.together, let before = old.comparison?.together else { return [] }
        if (now.champion, now.challenger) != (before.champion, before.challenger) { return [compared] }
        return now.mode == before.mode ? [] : ["shown as \(now.mode == .side ? "side by side" : now.mode.rawValue)"]
    }

    private var compared: String {
        let names = [new.comparison?.together.champion, new.comparison?.together.challenger].map { id in
            id.flatMap { new.model.frame($0)?.stem } ?? "none"
        }
        return "compare: champion \(names[0]), challenger \(names[1])"
    }

    private func zoomLines(_ old: SessionState) -> [String] {
        guard new.level == .loupe else { return [] }
        if new.zoom != old.zoom { return [new.zoom == 0 ? "whole picture" : "\(new.zoom) percent"] }
        guard new.zoom > 0, (new.centreX, new.centreY) != (old.centreX, old.centreY), new.focus == old.focus else { return [] }
        return ["view at \(fixed(new.centreX * 100, 0)) percent from the left, \(fixed(new.centreY * 100, 0)) from the top"]
    }

    /// Toggles: the reasons and the shot are said at once, the rest in a word.
    private func viewLines(_ old: SessionState) -> [String] {
        var out: [String] = []
        if new.isWhyShown != old.isWhyShown { out += new.isWhyShown ? ["reasons on"] + reasons : ["reasons off"] }
        if new.isInfoShown != old.isInfoShown {
            let shot = new.focus.flatMap { new.model.frame($0) }.map(SpokenFrame.shot) ?? ""
            out += new.isInfoShown ? ["shot data on: \(shot)"] : ["shot data off"]
        }
        if new.isChromeOff != old.isChromeOff { out.append("the header and footer lines change nothing in spoken mode") }
        return out
    }

    private var reasons: [String] {
        guard let focus = new.focus else { return [] }
        return new.isHidden(focus) ? [new.reasonLine(focus)] : new.model.reasons(focus).map(\.text)
    }

    // MARK: - What goes on behind

    /// Said where a stage begins or ends, at each quarter, and when heat stops it.
    private func progressLines(_ old: SessionState) -> [String] {
        guard SpokenProgress(new.progress) != SpokenProgress(old.progress) else { return [] }
        if let words = ProgressText.describe(new.progress)?.words { return [words.replacingGaps] }
        let counts = new.model.counts
        let done = "everything is read and measured: \(counted(counts.frames, "frame"))"
        return [done] + (new.hasBegun ? [] : SpokenFrame.focus(new))
    }
}

extension String {
    /// Parts that stand apart on a screen, parted by commas.
    fileprivate var replacingGaps: String {
        var out = ""
        var blanks = 0
        for character in self {
            if character == " " {
                blanks += 1
                continue
            }
            if blanks > 0 { out += blanks > 1 ? ", " : " " }
            blanks = 0
            out.append(character)
        }
        return out
    }
}

/// Progress as coarse as it is worth interrupting somebody for.
private struct SpokenProgress: Equatable {
    var stage: Int
    var quarter: Int
    var isPaused: Bool

    init(_ progress: Progress) {
        isPaused = progress.heat?.workers == 0
        func quarter(_ done: Int, _ total: Int) -> Int { total > 0 ? done * 4 / total : 0 }
        switch progress.stage {
        case .idle: (stage, self.quarter, isPaused) = (0, 0, false)
        case .listing: (stage, self.quarter) = (1, 0)
        case .reading: (stage, self.quarter) = (2, 0)
        case .scoring(let done, let total): (stage, self.quarter) = (3, quarter(done, total))
        }
    }
}
