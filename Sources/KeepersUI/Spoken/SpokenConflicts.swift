import KeepersCore

/// The list of conflicts, the one in focus in words.
enum SpokenConflicts {
    static func lines(_ state: SessionState) -> [String] {
        guard let list = state.conflicts else { return ["conflicts closed"] }
        let rows = state.openConflictRows
        guard !rows.isEmpty else { return ["every conflict is settled; Escape goes back, Control Z undoes"] }
        let row = rows[min(list.row, rows.count - 1)]
        let name = state.model.frame(row.frame)?.stem ?? ""
        return [
            "conflict \(min(list.row, rows.count - 1) + 1) of \(rows.count): \(name): \(row.sentence)\(state.waitingWords(row.frame))",
            "m takes mine, t theirs, capital M or T all, l looks, Escape goes back",
        ]
    }
}
