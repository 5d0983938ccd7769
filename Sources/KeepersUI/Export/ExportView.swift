import KeepersCore

/// Export in plain words and numbers.
enum ExportView {
    static func render(_ paper: inout Paper, _ state: SessionState, _ export: ExportState) {
        HeaderView.render(&paper, state)
        let layout = ExportLayout(paper.geometry, state, export)
        head(&paper, export, layout)
        paper.body(ExportBody.rows(state, export, paper.columns), layout, from: export.top)
        if state.prompt != nil { return folderPrompt(&paper, state.prompt) }
        if let running = export.running { return progress(&paper, running, layout.x) }
        if let y = layout.placeY { placeLine(&paper, export.kind, x: layout.x, y: y) }
        footer(&paper, ExportKeys.fitting(ExportKeys.all(state, export, isNarrow: paper.columns < 100), paper.columns - 2))
    }

    // MARK: - Head

    private static func head(_ paper: inout Paper, _ export: ExportState, _ layout: ExportLayout) {
        let x = layout.x
        let end = paper.write(truncated(export.title, paper.columns - x - 1), x: x, y: layout.titleY, paper.number) + 3
        guard export.result == nil, export.asksUndo == nil else {
            if export.showsFolder { folderLine(&paper, export.place.folder, x: x, y: layout.titleY + 1, changes: false) }
            return
        }
        let profile = profileWords(export).map { ($0.0, paper.style($0.1)) }
        var y = layout.titleY + 1
        if layout.isTitleWide {
            paper.writeRight(profile, end: paper.columns - 2, y: layout.titleY, from: end)
        } else {
            paper.write(profile, x: x, y: y, limit: paper.columns)
            y += 1
        }
        if export.showsFolder {
            folderLine(&paper, export.place.folder, x: x, y: y, changes: true)
            y += 1
        }
        if let problem = export.choices.problem {
            paper.write(truncated(problem, paper.columns - x - 2), x: x, y: y, paper.caption)
        }
    }

    /// `profile lightroom   Tab changes`
    static func profileWords(_ export: ExportState) -> [(String, Theme.Role)] {
        [
            ("profile ", .caption), (export.profile.rawValue, .accent), (labelWords(export), .caption), ("   Tab", .accent),
            (" changes", .caption),
        ]
    }

    /// `, labels de`, where the choice counts and is not English.
    private static func labelWords(_ export: ExportState) -> String {
        let rules = export.profile.rules
        let counts = rules.words == nil && rules.colours.contains(.label) && export.choices.labels != .english
        return counts ? ", labels \(export.choices.labels.name)" : ""
    }

    /// `/media/stick/sidecars   f changes`
    private static func folderLine(_ paper: inout Paper, _ folder: String?, x: Int, y: Int, changes: Bool) {
        let room = max(8, paper.columns - x - 14)
        let end = paper.write(truncatedHead(printable(folder ?? ""), room), x: x, y: y, paper.text) + 3
        guard changes else { return }
        let next = paper.write("f", x: end, y: y, paper.accent) + 1
        paper.write("changes", x: next, y: y, paper.caption)
    }

    // MARK: - Foot

    /// `d  beside the photos   mirror in a folder   beside a copy`, the one that is in force in white.
    private static func placeLine(_ paper: inout Paper, _ current: ExportPlace.Kind, x: Int, y: Int) {
        let kinds = ExportPlace.Kind.allCases
        let width = kinds.reduce(x + 3) { $0 + columns(of: $1.words) + 3 }
        var at = paper.write("d", x: x, y: y, paper.accent) + 2
        for kind in kinds {
            let words = width < paper.columns + 3 ? kind.words : kind.word
            at =
                paper.write(
                    truncated(words, max(0, paper.columns - at)), x: at, y: y, kind == current ? paper.number : paper.faint) + 3
        }
        let rest = "lists, sheets, copies of the picks: keepers export --help"
        if at + columns(of: rest) + 2 < paper.columns { paper.write(rest, x: at + 2, y: y, paper.faint) }
    }

    private static func progress(_ paper: inout Paper, _ running: ExportState.Running, _ x: Int) {
        guard running.total > 0 else {
            paper.write("taking back", x: x, y: paper.rows - 3, paper.caption)
            return
        }
        let width = min(30, max(8, paper.columns / 4))
        let share = Double(running.done) / Double(max(1, running.total))
        paper.bar(x: x, y: paper.rows - 3, width: width, share: share, paper.accent)
        let words = "writing \(grouped(running.done)) of \(grouped(running.total))"
        paper.write(truncated(words, max(0, paper.columns - x - width - 3)), x: x + width + 2, y: paper.rows - 3, paper.caption)
    }

    /// Why a folder will not do, above the line that takes one.
    static func promptProblem(_ prompt: Prompt, _ width: Int) -> [String] {
        prompt.problem.map { Array(wrapped($0, width: width - 2).prefix(3)) } ?? []
    }

    private static func folderPrompt(_ paper: inout Paper, _ prompt: Prompt?) {
        guard var prompt else { return }
        let why = promptProblem(prompt, paper.columns)
        for (index, line) in why.enumerated() { paper.write(line, x: 1, y: paper.rows - 2 - why.count + index, paper.reject) }
        // Told in full above, not cut short behind the text.
        prompt.problem = nil
        PromptView.line(&paper, prompt, y: paper.rows - 2)
        footer(&paper, PromptView.hints(prompt))
    }

    private static func footer(_ paper: inout Paper, _ keys: [(String, String)]) {
        var x = 1
        for (key, word) in keys where x < paper.columns {
            x = paper.write(truncated(key, paper.columns - x), x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(truncated(word, max(0, paper.columns - x)), x: x, y: paper.rows - 1, paper.caption) + 2
        }
    }
}
