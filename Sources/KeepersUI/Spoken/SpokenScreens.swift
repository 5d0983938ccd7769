import KeepersCore

/// Every key with what it does, one a line.
enum SpokenHelp {
    static func lines(_ bindings: Bindings, _ place: HelpPlace) -> [String] {
        var place = place
        place.isSpoken = true
        var out = ["keys\(place.words.map { " \($0)" } ?? ""); any key closes this"]
        for line in HelpText.sections(bindings, place).joined() {
            switch line {
            case .heading(let text): out.append("\(text):")
            case .key(let keys, let words): out.append("\(named(keys)): \(signs(words))")
            case .gap: break
            }
        }
        return out
    }

    /// Signs by their names: a reader skips most of them.
    private static func named(_ keys: String) -> String {
        keys.split(separator: " ").map { names[String($0)] ?? String($0) }.joined(separator: " ")
    }

    /// The same within a sentence, whose dots and dashes stay what they are.
    private static func signs(_ words: String) -> String {
        words.split(separator: " ").map { $0 == "…" || $0 == "-" ? String($0) : names[String($0)] ?? String($0) }.joined(
            separator: " ")
    }

    private static let names = [
        "←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "…": "to", ".": "dot", "/": "slash", ":": "colon", "*": "star",
        "|": "bar", "-": "minus", "+": "plus", "[": "left bracket", "]": "right bracket", "{": "left brace", "}": "right brace",
        "(": "left parenthesis", ")": "right parenthesis", "?": "question mark", "\\": "backslash", "=": "equals", "~": "tilde",
        "`": "backquote", "'": "apostrophe", "''": "two apostrophes", "<": "less", ">": "greater", "@": "at", "@@": "at at",
        "^": "caret", "_": "underscore", "&": "ampersand",
    ]
}

/// The session browser.
enum SpokenBrowser {
    static func lines(from old: BrowserState?, to new: BrowserState) -> [String] {
        if old?.lines != new.lines || old == nil {
            guard !new.lines.isEmpty else { return old == nil ? [] : ["no sessions yet; start one: keepers /media/card"] }
            return ["\(counted(new.lines.count, "session")); Enter opens, Up and Down choose, q leaves"] + [line(new)]
        }
        if new.selected != old?.selected { return [line(new)] }
        return new.notice.map { [$0] } ?? []
    }

    private static func line(_ state: BrowserState) -> String {
        guard state.lines.indices.contains(state.selected) else { return "" }
        let line = state.lines[state.selected]
        let summary = line.summary
        let place = line.isMounted ? "" : ", not mounted"
        return "\(state.selected + 1): \(summary.name), \(counted(summary.frames, "frame")), \(counted(summary.picks, "pick")), "
            + "\(counted(summary.rejects, "reject")), \(summary.open) open, \(line.when)\(place)"
    }
}

/// The export: its dry run, the writing in quarters, what came of it.
enum SpokenExport {
    static func lines(from old: ExportState?, to new: ExportState?) -> [String] {
        guard let new else { return ["export closed"] }
        if let reach = new.asksUndo {
            guard let undo = new.undo, undo != old?.undo || reach != old?.asksUndo else { return [] }
            let keys = undo.offer(reach) == nil ? "Escape goes back" : "Enter takes them back, Escape leaves them"
            return [undo.title(reach)] + undo.words(reach) + [keys]
        }
        if let result = new.result { return self.result(result, from: old, to: new) }
        if let running = new.running { return running == old?.running ? [] : self.running(running, before: old?.running) }
        if let kind = new.asks {
            guard kind != old?.asks else { return [] }
            return [
                "\(lowered(kind.title)); no folder is named for it yet: Enter names one, d chooses another place, Escape goes back"
            ]
        }
        if old == nil || old?.profile != new.profile || old?.place != new.place || old?.asks != nil, new.plan == nil {
            let folder = new.place.folder.map { ", \(printable($0)); f changes the folder" } ?? ""
            return [
                "\(lowered(new.title))\(folder), profile \(new.profile.rawValue); Tab changes it, d chooses another place, Escape goes back"
            ]
        }
        guard let plan = new.plan, plan != old?.plan else { return [] }
        return plan.lines.flatMap(lines) + [
            plan.writes > 0 ? "Enter writes \(counted(plan.writes, "sidecar"))" : "nothing to write"
        ]
    }

    private static func lowered(_ title: String) -> String { title.prefix(1).lowercased() + title.dropFirst() }

    private static func result(_ result: [String], from old: ExportState?, to new: ExportState) -> [String] {
        let isNew = result != old?.result || old?.end != new.end || old?.asksUndo != nil
        let receipt = new.receipt != old?.receipt ? new.receipt : []
        var keys: [String] = []
        if new.end != .failed, new.undo != old?.undo, let undo = new.undo {
            if let step = undo.steps.first { keys.append("U takes back \(counted(step.files, "sidecar"))") }
            if let all = undo.all { keys.append("A takes back everything written here, \(counted(all.files, "sidecar"))") }
        }
        let head = isNew ? [new.end.rawValue.lowercased()] + result + ["Enter goes back to the frames"] : []
        return head + receipt + keys
    }

    private static func lines(_ line: ExportLine) -> [String] {
        let words = line.words.isEmpty ? line.subject : "\(line.subject): \(line.words)"
        let more = line.names.count > 3 ? ["and \(line.names.count - 3) more"] : []
        return ["\(line.count) \(words)"] + line.names.prefix(3) + more
    }

    private static func running(_ now: ExportState.Running, before: ExportState.Running?) -> [String] {
        func quarter(_ running: ExportState.Running) -> Int { running.done * 4 / max(1, running.total) }
        guard now.total > 0 else { return ["taking back"] }
        guard before.map(quarter) != quarter(now) else { return [] }
        return ["writing \(now.done) of \(now.total)"]
    }
}

/// A proposal that sets a camera's clock right.
enum SpokenClock {
    static func lines(_ state: SessionState) -> [String] {
        guard let proposal = state.clock?.current else { return [] }
        let pairs = proposal.pairs.compactMap { pair -> String? in
            guard let one = state.model.frame(pair.reference), let other = state.model.frame(pair.other) else { return nil }
            return "\(one.stem) and \(other.stem) show one moment, \(ClockText.span(pair.difference)) apart"
        }
        return [ClockText.sentence(proposal, state.model)] + pairs
            + ["y sets this clock right here, n leaves it; no file is changed"]
    }
}
