import KeepersCore

/// What can be undone and done again.
struct History: Equatable, Sendable {
    enum Pending: Equatable, Sendable { case step(HistoryEntry), undo(HistoryEntry), redo(HistoryEntry) }

    private(set) var undoable: [HistoryEntry]
    private(set) var redoable: [HistoryEntry]
    private var pending: Pending?

    init(undoable: [HistoryEntry] = [], redoable: [HistoryEntry] = []) {
        self.undoable = undoable
        self.redoable = redoable
    }

    mutating func begin(_ pending: Pending) { self.pending = pending }

    /// The pending step is on the disk under `id`.
    mutating func confirm(_ id: Int64) {
        switch pending {
        case .step(var entry):
            entry.id = id
            undoable.append(entry)
            redoable = []
        case .undo(let entry):
            undoable.removeLast()
            redoable.append(entry)
        case .redo(let entry):
            redoable.removeLast()
            undoable.append(entry)
        case nil: break
        }
        pending = nil
    }

    /// The pending step could not be written; returns the changes that take it back.
    mutating func fail() -> [FrameChange] {
        defer { pending = nil }
        switch pending {
        case .step(let entry), .redo(let entry): return entry.inverse
        case .undo(let entry): return entry.changes
        case nil: return []
        }
    }
}
