import KeepersCore

/// The line that takes a filter or a command, and the line below it that says what it would do.
enum PromptView {
    static func line(_ paper: inout Paper, _ prompt: Prompt, y: Int) {
        if case .confirm(let bulk) = prompt.kind {
            paper.write(truncated(bulk.forecast, paper.columns - 2), x: 1, y: y, paper.accent)
            return
        }
        var x = paper.write(label(prompt), x: 1, y: y, paper.accent)
        let start = x
        let shown = truncatedHead(prompt.text, room(paper, start))
        x = paper.write(shown, x: x, y: y, prompt.isSelected ? paper.selected : paper.number)
        paper.scene.cursor = (min(paper.columns - 1, max(start, column(prompt.cursor, prompt, paper, start))), y)
        if let problem = prompt.problem {
            paper.write(problemLines(paper, prompt, problem)[0], x: x + 3, y: y, paper.reject)
        } else if prompt.text.isEmpty {
            paper.write(truncated(suggestion(prompt), max(0, paper.columns - x - 3)), x: x + 2, y: y, paper.faint)
        }
    }

    /// What is wrong with the line, beside it, and what is left of it.
    private static func problemLines(_ paper: Paper, _ prompt: Prompt, _ problem: String) -> [String] {
        let start = 1 + columns(of: label(prompt))
        let room = paper.columns - start - columns(of: truncatedHead(prompt.text, self.room(paper, start))) - 4
        guard columns(of: problem) > room else { return [problem, ""] }
        guard room >= 20 else { return ["", problem] }
        let lines = wrapped(problem, width: room)
        return [lines[0], lines.dropFirst().joined(separator: " ")]
    }

    /// What is left of a problem that did not fit beside the line.
    static func overflow(_ paper: Paper, _ prompt: Prompt) -> String? {
        guard let problem = prompt.problem, !prompt.isQuestion else { return nil }
        let rest = problemLines(paper, prompt, problem)[1]
        return rest.isEmpty ? nil : rest
    }

    private static func label(_ prompt: Prompt) -> String {
        switch prompt.kind {
        case .filter: "filter or name / "
        case .folder(let kind): kind.question + " "
        case .command, .confirm: ":"
        }
    }

    private static func suggestion(_ prompt: Prompt) -> String {
        switch prompt.kind {
        case .filter: "stars>=3 & !picked, eyes=closed, camera:R6, time>22:00; Tab completes, empty shows all"
        case .folder(let kind): kind.suggestion
        case .command, .confirm: "show, pick, reject, save, filters, sort, export; Tab completes"
        }
    }

    private static func room(_ paper: Paper, _ start: Int) -> Int { max(4, paper.columns - start - 2) }

    /// Where the character at `index` stands; a line longer than the window shows its end.
    private static func column(_ index: Int, _ prompt: Prompt, _ paper: Paper, _ start: Int) -> Int {
        let all = columns(of: prompt.text)
        let cut = max(0, all - room(paper, start))
        return start + columns(of: String(prompt.text.prefix(index))) - cut
    }

    // MARK: - The line below

    static func note(_ paper: inout Paper, _ prompt: Prompt, y: Int) {
        switch prompt.note {
        case .count(let count, let total):
            let style = count == 0 ? paper.reject : paper.number
            let words = count == 0 ? "no frame of \(grouped(total))" : grouped(count)
            let x = paper.write(words, x: 1, y: y, style)
            if count > 0 { paper.write(" of \(counted(total, "frame"))", x: x, y: y, paper.caption) }
            // A low window has no key line meanwhile.
            if paper.rows < 30 { keys(&paper, hints(prompt), y: y, from: x + 20) }
        case .pointer(let column, let message): pointer(&paper, prompt, column, message, y: y)
        case .words(let words, let column): self.words(&paper, prompt, words, column, y: y)
        case .candidates(let all, let chosen): candidates(&paper, all, chosen, y: y)
        case .text(let text): paper.write(truncated(text, paper.columns - 2), x: 1, y: y, paper.text)
        case nil: break
        }
    }

    private static func keys(_ paper: inout Paper, _ keys: [(String, String)], y: Int, from: Int) {
        let parts = keys.flatMap { [($0.0 + " ", paper.accent), ($0.1 + "  ", paper.caption)] }
        paper.writeRight(parts, end: paper.columns - 1, y: y, from: from)
    }

    /// `^ no field 'stras'; do you mean stars?` below the column; the words stand where there is room.
    private static func pointer(_ paper: inout Paper, _ prompt: Prompt, _ column: Int, _ message: String, y: Int) {
        let start = 1 + columns(of: label(prompt))
        let x = min(paper.columns - 2, max(1, self.column(column - 1, prompt, paper, start)))
        paper.write("^", x: x, y: y, paper.reject)
        let width = columns(of: message)
        if x + 2 + width <= paper.columns - 1 {
            paper.write(message, x: x + 2, y: y, paper.reject)
        } else if width + 2 <= x {
            paper.write(message, x: x - 1 - width, y: y, paper.reject)
        } else if paper.columns - x >= x {
            paper.write(truncated(message, paper.columns - x - 3), x: x + 2, y: y, paper.reject)
        } else {
            paper.write(truncated(message, x - 2), x: 1, y: y, paper.reject)
        }
    }

    /// `[eyes=closed] [time>22:00]`, and what was not understood.
    private static func words(_ paper: inout Paper, _ prompt: Prompt, _ words: PlainWords, _ column: Int?, y: Int) {
        var x = paper.write("read as ", x: 1, y: y, paper.caption)
        for chip in words.chips {
            let text = "[\(chip.shown)]"
            guard x + columns(of: text) + 3 < paper.columns - 1 else { break }
            if chip.isAlternative { x = paper.write("or ", x: x, y: y, paper.caption) }
            x = paper.write(text, x: x, y: y, chip.conditions.count > 1 ? paper.text : paper.accent) + 1
        }
        x += 1
        if !words.unknown.isEmpty {
            let what = words.unknown.map(\.words).joined(separator: " ")
            x =
                paper.write(
                    truncated("not understood: \(printable(what))", max(0, paper.columns - x - 1)), x: x, y: y, paper.reject) + 2
            tail(&paper, "Tab", "takes the rest", x: x, y: y)
        } else if words.readings.count > 1 {
            tail(&paper, "Tab", "chooses", x: x, y: y)
        } else {
            tail(
                &paper, "Enter", prompt.cursor == prompt.text.count && isRead(prompt, words) ? "applies" : "reads it so", x: x,
                y: y)
        }
    }

    private static func isRead(_ prompt: Prompt, _ words: PlainWords) -> Bool {
        words.readings.first.map { prompt.text.hasSuffix($0) } ?? false
    }

    private static func tail(_ paper: inout Paper, _ key: String, _ word: String, x: Int, y: Int) {
        guard x + columns(of: key) + columns(of: word) + 1 < paper.columns else { return }
        let next = paper.write(key, x: x, y: y, paper.accent) + 1
        paper.write(word, x: next, y: y, paper.caption)
    }

    private static func candidates(_ paper: inout Paper, _ all: [String], _ chosen: Int?, y: Int) {
        var x = paper.write("Tab ", x: 1, y: y, paper.accent)
        // The chosen one is always in view.
        let from = max(0, (chosen ?? 0) - 3)
        for (index, text) in all.enumerated().dropFirst(from) {
            guard x + columns(of: text) < paper.columns - 3 else {
                paper.write("…", x: x, y: y, paper.caption)
                break
            }
            x = paper.write(printable(text), x: x, y: y, index == chosen ? paper.number : paper.text) + 2
        }
    }

    static func hints(_ prompt: Prompt) -> [(String, String)] {
        switch prompt.kind {
        case .confirm: [("Enter", "does it"), ("Esc", "not")]
        case .folder: [("Enter", "dry run there"), ("Esc", "cancel")]
        case .filter: [("Enter", "apply"), ("Tab", "complete"), ("↑", "earlier ones"), ("Esc", "cancel")]
        case .command: [("Enter", "do it"), ("Tab", "complete"), ("↑", "earlier ones"), ("Esc", "cancel")]
        }
    }
}
