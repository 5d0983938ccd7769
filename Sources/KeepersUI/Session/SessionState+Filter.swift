import KeepersCore

/// The filter line: what was typed is read at every key, applied with Enter, completed with Tab.
extension SessionState {
    var filterHints: FilterHints { FilterHints(model, saved: Array(savedFilters.keys)) }

    /// A filter where it reads as one; else a jump to a name; else plain words, shown as what they were read as before they do anything.
    mutating func applyFilter(_ text: String) -> [Effect] {
        do throws(Filter.Problem) {
            apply(try SavedFilters.parse(text, saved: savedFilters))
        } catch {
            if let found = jump(to: text) {
                remember(text, .filter)
                prompt = nil
                hand.lastFind = text
                hand.jumpedFrom = focus
                moveFocus(to: found)
            } else {
                explain(error, text, offset: 0)
            }
        }
        return []
    }

    private mutating func apply(_ filter: Filter) {
        if let objection = blindObjection(filter) {
            prompt?.problem = objection
            prompt?.note = nil
            return
        }
        let before = queue.filter
        queue.setFilter(filter, model, keeping: nil)
        if queue.visible.isEmpty {
            queue.setFilter(before, model, keeping: focus)
            prompt?.problem = "no frame matches"
            prompt?.note = nil
            return
        }
        remember(filter.text, .filter)
        prompt = nil
        if let focus, queue.position(of: focus) == nil, let index = queue.nearest(to: focus) { go(toEntry: index) }
        if level == .fan, focusedMembers.count < 2 { level = .grid }
    }

    /// Blind mode shows no frames by what the program thinks of them.
    func blindObjection(_ filter: Filter) -> String? {
        let telling = filter.tellingFields
        guard isBlind, !telling.isEmpty else { return nil }
        return "blind: a filter by \(telling.joined(separator: ", ")) would tell; B shows scores again"
    }

    func allowed(_ filter: Filter) -> Filter { blindObjection(filter) == nil ? filter : .everything }

    /// What does not read as a filter: plain words become the filter that they can only mean, to be looked at before Enter applies it.
    mutating func explain(_ problem: Filter.Problem, _ text: String, offset: Int) {
        let pointer = PromptNote.pointer(column: offset + problem.column, message: problem.message)
        guard !Self.isFormal(text) else {
            prompt?.note = pointer
            return
        }
        let words = PlainWords(text, hints: filterHints)
        guard let first = words.readings.first, let end = prompt?.text.count else {
            prompt?.note = pointer
            return
        }
        let whole = offset..<end
        if words.isUnderstood, words.readings.count == 1 {
            prompt?.replace(whole, by: first)
            prompt?.note = .words(words, column: nil)
        } else {
            prompt?.note = .words(words, column: words.unknown.first.map { $0.column + offset })
            prompt?.cycle = PromptCycle(range: whole, candidates: words.readings, index: nil)
        }
    }

    /// Written with marks, so that it was never meant as plain words. A clock's colon stands between digits.
    static func isFormal(_ text: String) -> Bool {
        var last: Character = " "
        for character in text {
            if "=<>&|!()\"≥≤≠".contains(character) { return true }
            if character == ":", !last.isNumber { return true }
            last = character
        }
        return false
    }

    /// The next frame after the focus whose name contains `text`.
    func jump(to text: String) -> FrameID? {
        let wanted = text.lowercased()
        guard !wanted.isEmpty, !Self.isFormal(wanted) else { return nil }
        let pattern = TextPattern(wanted)
        let start = (focusIndex ?? -1) + 1
        let order = queue.visible[start...] + queue.visible[..<start]
        for entry in order {
            if let hit = entry.members.first(where: { model.frame($0).map { pattern.isIn($0.fileName) } ?? false }) { return hit }
        }
        return nil
    }

    // MARK: - While typing

    /// Where the filter begins in the prompt's text; nil where the line holds none.
    private var filterStart: Int? {
        guard let prompt else { return nil }
        switch prompt.kind {
        case .filter: return 0
        case .command: return BulkCommand(prompt.text)?.start ?? Self.shownFilterStart(prompt.text)
        case .confirm, .folder: return nil
        }
    }

    private static func shownFilterStart(_ line: String) -> Int? {
        for verb in ["show ", "filter "] where line.hasPrefix(verb) { return verb.count }
        return nil
    }

    /// Says at every key what the line would do.
    mutating func previewPrompt() {
        prompt?.note = nil
        prompt?.cycle = nil
        guard let current = prompt, let start = filterStart, start <= current.text.count else { return }
        let text = String(current.text.dropFirst(start))
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        let note: PromptNote?
        do throws(Filter.Problem) {
            note = counted(try SavedFilters.parse(text, saved: savedFilters))
        } catch {
            note = meanwhile(error, text, start, isAtEnd: current.cursor == current.text.count)
        }
        prompt?.note = note
    }

    private mutating func counted(_ filter: Filter) -> PromptNote {
        if let objection = blindObjection(filter) { return .text(objection) }
        guard queue.isQuick(filter, model) else { return .text("duplicates are counted with Enter") }
        return .count(queue.matcher(filter, model).count, of: model.frames.count)
    }

    /// A word that is still being typed is no mistake yet.
    private func meanwhile(_ problem: Filter.Problem, _ text: String, _ start: Int, isAtEnd: Bool) -> PromptNote? {
        if prompt?.kind == .filter, let found = jump(to: text), let frame = model.frame(found) {
            return .text("Enter jumps to \(printable(frame.stem))")
        }
        let rest = text.dropFirst(problem.column - 1)
        let isTyping = isAtEnd && (problem.isUnfinished || !rest.contains { $0.isWhitespace || "&|()!".contains($0) })
        if !Self.isFormal(text) {
            let words = PlainWords(text, hints: filterHints)
            if !words.chips.isEmpty, !isTyping || words.isUnderstood {
                return .words(words, column: words.unknown.first.map { $0.column + start })
            }
        }
        guard isTyping else { return .pointer(column: start + problem.column, message: problem.message) }
        guard let completion = FilterCompletion(text, cursor: text.count, hints: filterHints) else {
            return problem.isUnfinished ? nil : .pointer(column: start + problem.column, message: problem.message)
        }
        return .candidates(completion.candidates, chosen: nil)
    }

    // MARK: - Tab and the arrows

    /// The first Tab writes what all candidates have in common; where there is nothing more, each puts the next one there.
    mutating func completePrompt(by step: Int) {
        guard let current = prompt else { return }
        if current.cycle != nil { return turnCycle(by: step) }
        guard let found = candidates(current) else { return }
        let typed = String(Array(current.text)[found.range])
        let common = Self.commonStart(found.candidates)
        if found.candidates.count == 1 {
            prompt?.replace(found.range, by: found.candidates[0])
            previewPrompt()
        } else if common.count > typed.count, common.lowercased().hasPrefix(typed.lowercased()) {
            prompt?.replace(found.range, by: common)
            prompt?.note = .candidates(found.candidates, chosen: nil)
        } else {
            prompt?.cycle = PromptCycle(range: found.range, candidates: found.candidates, index: nil)
            turnCycle(by: step)
        }
    }

    private mutating func turnCycle(by step: Int) {
        guard var cycle = prompt?.cycle, !cycle.candidates.isEmpty else { return }
        let count = cycle.candidates.count
        let next = cycle.index.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
        cycle.index = next
        prompt?.replace(cycle.range, by: cycle.candidates[next])
        cycle.range = cycle.range.lowerBound..<(cycle.range.lowerBound + cycle.candidates[next].count)
        prompt?.cycle = cycle
        prompt?.problem = nil
        prompt?.note = .candidates(cycle.candidates, chosen: next)
    }

    private func candidates(_ prompt: Prompt) -> PromptCycle? {
        if let start = filterStart, prompt.cursor >= start {
            let text = String(prompt.text.dropFirst(start))
            guard let found = FilterCompletion(text, cursor: prompt.cursor - start, hints: filterHints) else { return nil }
            return PromptCycle(
                range: (found.range.lowerBound + start)..<(found.range.upperBound + start), candidates: found.candidates)
        }
        guard prompt.kind == .command else { return nil }
        let typed = String(prompt.text.prefix(prompt.cursor))
        if typed.hasPrefix("forget ") {
            let name = typed.dropFirst("forget ".count)
            let names = savedFilters.keys.filter { $0.hasPrefix(name) }.sorted()
            return names.isEmpty ? nil : PromptCycle(range: "forget ".count..<prompt.cursor, candidates: names)
        }
        guard !typed.contains(" ") else { return nil }
        let verbs = Self.verbs.filter { $0.hasPrefix(typed) }
        return verbs.isEmpty ? nil : PromptCycle(range: 0..<prompt.cursor, candidates: verbs)
    }

    /// Every command of the `:` line.
    static let verbs = [
        "audit", "best", "budget", "clear", "clock", "compare", "conflicts", "dupes", "export", "faces", "filters", "forget",
        "goal", "help", "label", "labels", "layout", "maybe", "merge", "meter", "motion", "mouse", "overlay", "pick", "picture",
        "profile", "quality", "quit", "redraw", "reject", "restack", "save", "screen-reader", "show", "sort", "split", "stars",
        "survey", "suspend", "takeout", "theme", "timebox", "undo-export", "unstack", "zoom",
    ]

    /// The one that a mistyped word is a part of, or that is nearest to it; nil where none is.
    static func verb(meantBy word: String) -> String? {
        let parts = word.count < 3 ? [] : verbs.filter { $0.contains(word.lowercased()) }
        return parts.first { $0.hasPrefix(word.lowercased()) } ?? parts.first ?? Nearest.name(to: word, among: verbs)
    }

    private static func commonStart(_ words: [String]) -> String {
        guard var common = words.first else { return "" }
        for word in words.dropFirst() { while !word.hasPrefix(common) { common.removeLast() } }
        return common
    }
}
