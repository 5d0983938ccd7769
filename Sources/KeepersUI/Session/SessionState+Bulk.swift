import KeepersCore

/// Verdicts for many frames at once: a count first, then Enter, and one step that undo takes back.
extension SessionState {
    /// nil where `line` is no such command.
    mutating func runBulk(_ line: String) -> [Effect]? {
        if let objection = Self.starsObjection(line) {
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

    private static func starsObjection(_ line: String) -> String? {
        let words = line.split(separator: " ")
        guard words.first == "stars", BulkCommand(line) == nil else { return nil }
        if words.count > 1, let stars = Int(words[1]), (0...5).contains(stars) {
            return "say which frames: stars \(stars) best; the keys 1 to 5 are for the one in focus"
        }
        return "stars are 0 to 5: stars 3 best"
    }

    /// The frames that the command names; without a filter all that the present one shows. nil where that was refused, and said so.
    private mutating func frames(of command: BulkCommand) -> [FrameID]? {
        prompt?.note = nil
        guard !trimmed(command.filter).isEmpty else {
            guard !queue.filter.isEverything || queue.scope != nil else {
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
