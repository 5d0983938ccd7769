import KeepersCore

// Taking exports back: one with each key, like undo in an editor, or everything once it was said how much that is.
extension SessionState {
    /// `:undo-export`, `:undo-export all`.
    mutating func openUndo(_ argument: String) -> [Effect] {
        guard let reach: UndoOffer.Reach = argument.isEmpty ? .last : argument == "all" ? .all : nil else {
            notice = ":undo-export takes back the newest export, :undo-export all everything written there"
            return []
        }
        guard readOnly == nil else { return claim() }
        var opened = ExportState(place: exportPlaces.current)
        opened.asksUndo = reach
        export = opened
        return [.offerUndo(opened.place)]
    }

    /// Keys of the result, and of the question what to take back; nil for all others.
    mutating func updateResult(_ key: Key, _ current: ExportState) -> [Effect]? {
        guard let reach = current.asksUndo else {
            switch key.code {
            case .enter: export = nil
            case .character("U"): return undoStep(current)
            case .character("A") where current.end != .failed && current.undo?.all != nil: ask(.all)
            default: return nil
            }
            return []
        }
        switch key.code {
        case .enter: return current.undo?.offer(reach) == nil ? [] : takeBack(reach, current)
        case .character("A") where current.undo?.all != nil: ask(.all)
        case .escape where current.result != nil:
            export?.asksUndo = nil
            export?.top = 0
        default: return nil
        }
        return []
    }

    /// The result says what `U` takes back, so the key does it at once.
    private mutating func undoStep(_ current: ExportState) -> [Effect] {
        guard current.end != .failed, let undo = current.undo else {
            return current.end == .written ? takeBack(.last, current) : []
        }
        if undo.steps.isEmpty {
            if undo.all != nil { ask(.last) }
            return []
        }
        return takeBack(.last, current)
    }

    private mutating func ask(_ reach: UndoOffer.Reach) {
        export?.asksUndo = reach
        export?.top = 0
    }

    private mutating func takeBack(_ reach: UndoOffer.Reach, _ current: ExportState) -> [Effect] {
        export?.running = ExportState.Running(done: 0, total: 0)
        return [.undoExport(current.place, reach)]
    }
}
