import KeepersCore

/// Verdicts for many frames at once: a count first, then Enter, and one step that undo takes back.
extension SessionState {
    /// nil where `line` is no such command.
    mutating func runBulk(_ line: String) -> [Effect]? {
        if let objection = objection(line) {
            prompt?.problem = objection
            prompt?.note = nil
            return []
        }
        guard let command = BulkCommand(line) else { return nil }
        guard readOnly == nil else {
            prompt = nil
            return claim()
        }
        guard let frames = frames(of: command) else { return [] }
        let bulk = BulkVerdict(command.action, of: frames, in: model, overrides: command.overrides)
        remember(line, .command)
        guard !bulk.changes.isEmpty else {
            prompt?.problem = bulk.forecast
            prompt?.note = nil
            return []
        }
        var confirm = Prompt(kind: .confirm(bulk), text: line.split(separator: " ").joined(separator: " "))
        confirm.note = .text(described(confirm.text, bulk))
        prompt = confirm
        return []
    }

    /// Stars and labels have keys for the frame in focus, so a line without a filter might mean it, or all that are shown.
    private func objection(_ line: String) -> String? {
        let words = line.split(separator: " ").map(String.init)
        guard let verb = words.first, verb == "stars" || verb == "label", BulkCommand(line) == nil else { return nil }
        let shown = counted(queue.visible.reduce(0) { $0 + $1.members.count }, "frame")
        let isNarrowed = !queue.filter.isEverything || queue.scope != nil
        let which = "'\(line) this', or '\(line) shown' (\(shown))"
        if verb == "label" { return isNarrowed && words.count == 2 && BulkCommand(line + " all") != nil ? which : nil }
        guard words.count > 1, let stars = Int(words[1]), (0...5).contains(stars) else { return "stars are 0 to 5: stars 3 best" }
        return isNarrowed ? which : "say which frames: stars \(stars) best; the keys 1 to 5 are for the one in focus"
    }

    /// The frames that the command names; without a filter all that the present one shows. nil where that was refused, and said so.
    private mutating func frames(of command: BulkCommand) -> [FrameID]? {
        prompt?.note = nil
        let named = trimmed(command.filter)
        if named == "this" { return targets }
        guard !named.isEmpty, named != "shown" else {
            guard named == "shown" || !queue.filter.isEverything || queue.scope != nil else {
                let line = prompt?.text ?? ""
                prompt?.problem = "say which: \(line) eyes=closed, or set a filter first; all is every frame"
                return nil
            }
            return queue.visible.flatMap(\.members)
        }
        do throws(Filter.Problem) {
            let filter = try SavedFilters.parse(command.filter, saved: savedFilters)
            if let objection = blindObjection(filter) {
                prompt?.problem = objection
                return nil
            }
            return queue.matcher(filter, model).frames
        } catch {
            explain(error, command.filter, offset: command.start)
            return nil
        }
    }

    private func trimmed(_ text: String) -> String { text.filter { $0 != " " } }

    /// `reject eyes=closed: 312 of 3 120 frames match; 87 of them are not shown now`
    private func described(_ line: String, _ bulk: BulkVerdict) -> String {
        let hidden = bulk.changes.count { queue.position(of: $0.frame) == nil }
        let beside = hidden == 0 ? "" : "; \(grouped(hidden)) of them \(hidden == 1 ? "is" : "are") not shown now"
        let matched = "\(grouped(bulk.matched)) of \(counted(model.frames.count, "frame"))"
        return "\(line): \(matched) \(bulk.matched == 1 ? "matches" : "match")\(beside)"
    }

    /// Only Enter does it; any other key than Esc changes nothing and leaves the question standing.
    mutating func answer(_ bulk: BulkVerdict, _ key: Key) -> [Effect] {
        switch key.code {
        case .enter: break
        case .escape:
            prompt = nil
            notice = "nothing was changed"
            return []
        case .character("c") where key.control:
            prompt = nil
            return []
        default: return []
        }
        let line = prompt?.text ?? ""
        prompt = nil
        hasBegun = true
        let effects = commit(bulk.changes, reason: line)
        queue.refilter(model, keeping: focus)
        notice = "\(bulk.outcome); Ctrl-Z takes it back"
        return effects
    }
}
