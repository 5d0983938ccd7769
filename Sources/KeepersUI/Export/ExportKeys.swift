import KeepersCore

/// The keys of the export's screens, and which of them stay in a narrow window.
enum ExportKeys {
    struct Hint: Equatable {
        var key: String
        var word: String
        /// For a window in which the word does not fit.
        var short: String
        /// The lowest goes first.
        var worth: Int
        /// The lowest word grows short first.
        var patience: Int

        init(_ key: String, _ word: String, short: String? = nil, _ worth: Int, patience: Int? = nil) {
            self.key = key
            self.word = word
            self.short = short ?? word
            self.worth = worth
            self.patience = patience ?? worth
        }
        func width(isShort: Bool) -> Int { columns(of: key) + 1 + columns(of: isShort ? short : word) + 2 }
    }

    static func all(_ state: SessionState, _ export: ExportState, isNarrow: Bool) -> [Hint] {
        if let reach = export.asksUndo { return undo(export, reach) }
        if export.result != nil { return result(export) }
        if export.asks != nil {
            return [Hint("Enter", "name the folder", 9), Hint("d", "next place", 7), Hint("Esc", "back", 8)]
        }
        guard let plan = export.plan else { return [Hint("Esc", "back", 9)] }
        return dryRun(state, export, plan, isNarrow)
    }

    private static func dryRun(_ state: SessionState, _ export: ExportState, _ plan: ExportSummary, _ isNarrow: Bool) -> [Hint] {
        let conflicts = counted(state.sidecars.count, "conflict")
        var hints: [Hint] = []
        if state.readOnly != nil {
            if state.isFree { hints.append(Hint("Enter", "take the session over", short: "take over", 9)) }
        } else if plan.writes > 0 {
            let words = "write \(counted(plan.writes, "sidecar"))"
            hints.append(Hint("Enter", words, short: "write \(grouped(plan.writes))", 9))
        }
        if state.sidecars.count > 0 { hints.append(Hint("c", isNarrow ? conflicts : "settle \(conflicts)", short: conflicts, 6)) }
        let programs = export.showsPrograms ? "dry run" : isNarrow ? "programs" : "what each program will see"
        hints.append(Hint("v", programs, short: export.showsPrograms ? nil : "programs", 4))
        if !export.showsPrograms, plan.lines.contains(where: ExportBody.isCut) {
            hints.append(Hint("n", export.showsNames ? "fewer names" : "all names", short: "names", 5))
        }
        hints.append(Hint("Tab", "profile", 3))
        let back = plan.writes > 0 || state.readOnly != nil ? "back" : "back: nothing to write"
        return hints + [Hint("Esc", back, short: "back", 8)]
    }

    private static func result(_ export: ExportState) -> [Hint] {
        var hints = [Hint("Enter", "back to the frames", short: "back", 9, patience: 0)]
        guard export.end != .failed else { return hints }
        if let step = export.undo?.steps.first {
            let files = counted(step.files, "sidecar")
            let words = export.end == .written ? "undo this export: \(files)" : "the one before too: \(files)"
            hints.append(Hint("U", words, short: "undo \(grouped(step.files))", 8))
        } else if export.undo == nil, export.end == .written {
            hints.append(Hint("U", "undo this export", short: "undo", 8))
        }
        if let undo = export.undo, let all = undo.all, undo.steps.count + undo.unkept > 1 || undo.steps.isEmpty {
            hints.append(Hint("A", "everything: \(grouped(all.files))", short: "all \(grouped(all.files))", 7))
        }
        return hints
    }

    private static func undo(_ export: ExportState, _ reach: UndoOffer.Reach) -> [Hint] {
        var hints: [Hint] = []
        if let offer = export.undo?.offer(reach) {
            hints.append(
                Hint("Enter", "take back \(counted(offer.files, "sidecar"))", short: "take back \(grouped(offer.files))", 9))
        }
        if reach == .last, let all = export.undo?.all, export.undo?.steps.count != 1 || export.undo?.unkept != 0 {
            hints.append(Hint("A", "everything: \(grouped(all.files))", short: "all \(grouped(all.files))", 7))
        }
        return hints + [Hint("Esc", "leave them", short: "back", 8)]
    }

    /// Words grow short before a key goes, and the least worth goes first.
    static func fitting(_ hints: [Hint], _ width: Int) -> [(String, String)] {
        var kept = hints
        func needed(short: Set<String>) -> Int { kept.reduce(-2) { $0 + $1.width(isShort: short.contains($1.key)) } }
        while kept.count > 1, needed(short: Set(kept.map(\.key))) > width, let least = kept.min(by: { $0.worth < $1.worth }) {
            kept.removeAll { $0 == least }
        }
        var short: Set<String> = []
        for hint in kept.sorted(by: { $0.patience < $1.patience }) where needed(short: short) > width { short.insert(hint.key) }
        return kept.map { ($0.key, short.contains($0.key) ? $0.short : $0.word) }
    }
}
