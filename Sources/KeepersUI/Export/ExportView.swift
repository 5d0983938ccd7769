import KeepersCore

/// Export in plain words and numbers.
enum ExportView {
    static func render(_ paper: inout Paper, _ state: SessionState, _ export: ExportState) {
        HeaderView.render(&paper, state)
        let x = max(1, min(6, paper.columns / 20))
        if let result = export.result { return renderResult(&paper, export, result, x: x) }
        let end = paper.write(export.place.title, x: x, y: 3, paper.number) + 3
        paper.writeRight(
            [
                ("profile ", paper.caption), (export.profile.rawValue, paper.accent), (labelWords(export), paper.caption),
                ("   Tab", paper.accent), (" changes", paper.caption),
            ],
            end: paper.columns - 2, y: 3, from: end)
        var y = 4
        if let folder = export.place.folder { y = folderLine(&paper, folder, x: x, y: y) }
        if let problem = export.choices.problem {
            paper.write(truncated(problem, paper.columns - x - 2), x: x, y: y, paper.caption)
            y += 1
        }
        // A line of air below whatever stands there.
        y = max(5, y > 4 ? y + 1 : y)
        let bottom = paper.rows - 3 - folderPrompt(&paper, state.prompt)
        guard let plan = export.plan else {
            let words = export.place == .beside ? "looking at what stands beside the photos" : "looking at what stands there"
            paper.write(words, x: x, y: y, paper.caption)
            return state.prompt == nil ? footer(&paper, [("Esc", "back")]) : ()
        }
        if export.showsPrograms, export.running == nil, state.prompt == nil {
            ProgramTableView.render(&paper, plan.programs, x: x, y: y)
            return footer(&paper, keys(plan, state, [("v", "dry run")], paper))
        }
        for line in plan.lines where y < bottom { y = planLine(&paper, line, x: x, y: y) }
        if let running = export.running {
            let words = "writing \(grouped(running.done)) of \(grouped(running.total))"
            paper.bar(
                x: x, y: paper.rows - 3, width: 30, share: Double(running.done) / Double(max(1, running.total)), paper.accent)
            paper.write(words, x: x + 32, y: paper.rows - 3, paper.caption)
            return footer(&paper, [])
        }
        guard state.prompt == nil else { return }
        if y < paper.rows - 2 { placeLine(&paper, export.place.kind, x: x, y: paper.rows - 2) }
        footer(&paper, keys(plan, state, [("v", paper.columns < 100 ? "programs" : "what each program will see")], paper))
    }

    private static func keys(_ plan: ExportSummary, _ state: SessionState, _ more: [(String, String)], _ paper: Paper)
        -> [(String, String)]
    {
        let open = state.sidecars.count
        let words = counted(open, "conflict")
        let conflicts = open > 0 ? [("c", paper.columns < 100 ? words : "settle \(words)")] : []
        guard plan.writes > 0 else { return conflicts + more + [("Tab", "profile"), ("Esc", "back: nothing to write")] }
        return [("Enter", "write \(counted(plan.writes, "sidecar"))")] + conflicts + more + [("Tab", "profile"), ("Esc", "back")]
    }

    /// The line that takes a folder; above it why one will not do. Returns the rows that this takes.
    private static func folderPrompt(_ paper: inout Paper, _ prompt: Prompt?) -> Int {
        guard var prompt else { return 0 }
        let why = prompt.problem.map { wrapped($0, width: paper.columns - 2).prefix(3) } ?? []
        for (index, line) in why.enumerated() { paper.write(line, x: 1, y: paper.rows - 2 - why.count + index, paper.reject) }
        // Told in full above, not cut short behind the text.
        prompt.problem = nil
        PromptView.line(&paper, prompt, y: paper.rows - 2)
        footer(&paper, PromptView.hints(prompt))
        return why.count
    }

    /// `/media/stick/sidecars   f changes`
    private static func folderLine(_ paper: inout Paper, _ folder: String, x: Int, y: Int) -> Int {
        let room = max(8, paper.columns - x - 14)
        let end = paper.write(truncatedHead(printable(folder), room), x: x, y: y, paper.text) + 3
        let next = paper.write("f", x: end, y: y, paper.accent) + 1
        paper.write("changes", x: next, y: y, paper.caption)
        return y + 1
    }

    /// `d  beside the photos   mirror in a folder   beside a copy`, the one that is in force in white.
    private static func placeLine(_ paper: inout Paper, _ current: ExportPlace.Kind, x: Int, y: Int) {
        var at = paper.write("d", x: x, y: y, paper.accent) + 2
        for kind in ExportPlace.Kind.allCases {
            at = paper.write(kind.words, x: at, y: y, kind == current ? paper.number : paper.faint) + 3
        }
        let rest = "lists, sheets, copies of the picks: keepers export --help"
        if at + columns(of: rest) + 2 < paper.columns { paper.write(rest, x: at + 2, y: y, paper.faint) }
    }

    /// `, labels de`, where the choice counts and is not English.
    private static func labelWords(_ export: ExportState) -> String {
        let rules = export.profile.rules
        let counts = rules.words == nil && rules.colours.contains(.label) && export.choices.labels != .english
        return counts ? ", labels \(export.choices.labels.name)" : ""
    }

    /// ` 1 804  rejects      flag reject, red + ★ where you set none`, then the first names where a person must know them.
    private static func planLine(_ paper: inout Paper, _ line: ExportLine, x: Int, y: Int) -> Int {
        let isQuiet = line.count == 0
        let column = x + 8
        var row = y
        paper.write(right(grouped(line.count), 6), x: x, y: row, isQuiet ? paper.faint : paper.number)
        let style = isQuiet ? paper.faint : paper.text
        if line.words.isEmpty {
            for part in wrapped(line.subject, width: paper.columns - column - 2) {
                paper.write(part, x: column, y: row, style)
                row += 1
            }
        } else {
            paper.write(line.subject, x: column, y: row, style)
            for part in wrapped(line.words, width: paper.columns - column - 16) {
                paper.write(part, x: column + 14, y: row, isQuiet ? paper.faint : paper.caption)
                row += 1
            }
        }
        return names(&paper, line, x: column, y: row)
    }

    private static func names(_ paper: inout Paper, _ line: ExportLine, x: Int, y: Int) -> Int {
        let shown = line.names.prefix(3)
        for (index, name) in shown.enumerated() {
            paper.write(truncated(name, paper.columns - x - 4), x: x + 2, y: y + index, paper.caption)
        }
        let rest = line.names.count - shown.count
        if rest > 0 { paper.write("and \(grouped(rest)) more", x: x + 2, y: y + shown.count, paper.faint) }
        return y + shown.count + (rest > 0 ? 1 : 0)
    }

    private static func renderResult(_ paper: inout Paper, _ export: ExportState, _ lines: [String], x: Int) {
        paper.write(export.end.rawValue, x: x, y: 3, paper.number)
        var y = 5
        for line in lines {
            for part in wrapped(line, width: paper.columns - 2 * x) where y < paper.rows - 2 {
                paper.write(part, x: x, y: y, paper.text)
                y += 1
            }
        }
        // Set in columns, so never broken anew; what has no room is printed at the end all the same.
        y += 1
        for line in export.receipt where y < paper.rows - 2 {
            paper.write(truncated(line, paper.columns - 2 * x), x: x, y: y, paper.caption)
            y += 1
        }
        footer(&paper, [("Enter", "back to the frames")] + (export.end == .written ? [("U", "undo this export")] : []))
    }

    private static func footer(_ paper: inout Paper, _ keys: [(String, String)]) {
        var x = 1
        for (key, word) in keys {
            x = paper.write(key, x: x, y: paper.rows - 1, paper.accent) + 1
            x = paper.write(word, x: x, y: paper.rows - 1, paper.caption) + 2
        }
    }
}
