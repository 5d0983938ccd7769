import KeepersCore

/// What the export's screens say between their title and their keys, whatever fits.
enum ExportBody {
    static func rows(_ state: SessionState, _ export: ExportState, _ width: Int) -> [ExportRow] {
        let x = max(1, min(6, width / 20))
        if let reach = export.asksUndo { return undo(export, reach, x: x, width) }
        if let result = export.result { return self.result(export, result, x: x, width) }
        let holder = state.readOnly.map { self.holder($0, state.isFree, x: x, width) } ?? []
        if let kind = export.asks { return holder + folder(kind, x: x, width) }
        guard let plan = export.plan else {
            let words = export.place == .beside ? "looking at what stands beside the photos" : "looking at what stands there"
            return holder + [ExportRow(words, x: x, .caption)]
        }
        if export.showsPrograms, export.running == nil, state.prompt == nil {
            return ProgramTableView.rows(plan.programs, x: x, width: width)
        }
        return holder + plan.lines.flatMap { planRows($0, export.showsNames, x: x, width) }
    }

    /// Said before Enter is pressed, not after.
    private static func holder(_ name: String, _ isFree: Bool, x: Int, _ width: Int) -> [ExportRow] {
        let words =
            isFree
            ? "read-only: whoever held this session has ended; Enter makes it yours"
            : "read-only: \(name) has this session open; this is what it would write there"
        return ExportRow.folded(words, x: x, width: width - x - 2, .accent) + [ExportRow()]
    }

    private static func folder(_ kind: ExportPlace.Kind, x: Int, _ width: Int) -> [ExportRow] {
        ExportRow.folded("No folder is named for it yet: f or Enter names one.", x: x, width: width - x - 2, .text)
            + ExportRow.folded(kind.suggestion, x: x, width: width - x - 2, .caption)
    }

    // MARK: - Dry run

    /// ` 1 804  rejects      flag reject, red + ★ where you set none`, then the first names where a person must know them, or all of them.
    private static func planRows(_ line: ExportLine, _ showsNames: Bool, x: Int, _ width: Int) -> [ExportRow] {
        let isQuiet = line.count == 0
        let column = x + 8
        let count = ExportRow.Part(x: x, text: right(grouped(line.count), 6), role: isQuiet ? .faint : .number)
        let role = isQuiet ? Theme.Role.faint : .text
        var rows: [ExportRow]
        if line.words.isEmpty {
            rows = ExportRow.folded(line.subject, x: column, width: width - column - 2, role)
        } else if width < 60 {
            rows = ExportRow.folded("\(line.subject): \(line.words)", x: column, width: width - column - 1, role)
        } else {
            rows = ExportRow.folded(
                line.words, x: column + 14, width: width - column - 16, isQuiet ? .faint : .caption)
            rows[0].parts.insert(ExportRow.Part(x: column, text: line.subject, role: role), at: 0)
        }
        rows[0].parts.insert(count, at: 0)
        return rows + names(line, showsNames, x: width < 60 ? column : column + 2, width)
    }

    /// Names that are shown without being asked for; "and 1 more" would take the room of the one.
    private static let shownNames = 3
    static func isCut(_ line: ExportLine) -> Bool { line.names.count > shownNames + 1 }

    private static func names(_ line: ExportLine, _ showsAll: Bool, x: Int, _ width: Int) -> [ExportRow] {
        let shown = showsAll || !isCut(line) ? line.names[...] : line.names.prefix(shownNames)
        let rows = shown.flatMap { ExportRow.folded($0, x: x, width: width - x - 1, indent: 2, .caption) }
        let rest = line.names.count - shown.count
        return rest > 0 ? rows + [ExportRow("and \(grouped(rest)) more", x: x, .faint)] : rows
    }

    // MARK: - Result

    private static func result(_ export: ExportState, _ lines: [String], x: Int, _ width: Int) -> [ExportRow] {
        let room = width - 2 * x
        var rows = lines.enumerated().flatMap { index, line in
            ExportRow.folded(line, x: x, width: room, indent: 2, index == 0 ? .number : .text)
        }
        let ways = undoWays(export).flatMap { key, words in
            var way = ExportRow.folded(words, x: x + 2, width: room - 2, .text)
            way[0].parts.insert(ExportRow.Part(x: x, text: key, role: .accent), at: 0)
            return way
        }
        if !ways.isEmpty { rows += [ExportRow()] + ways }
        // Set in columns, so broken only where a line does not fit.
        let receipt = export.receipt.flatMap { ExportRow.folded($0, x: x, width: room, indent: 2, .caption) }
        return receipt.isEmpty ? rows : rows + [ExportRow()] + receipt
    }

    /// Which key takes back what, and how many files, before it is pressed.
    private static func undoWays(_ export: ExportState) -> [(key: String, words: String)] {
        guard export.end != .failed, let undo = export.undo else { return [] }
        var ways: [(key: String, words: String)] = []
        if let step = undo.steps.first {
            let what = export.end == .written ? "this export" : "the export of \(step.when ?? "before")"
            ways.append(("U", "takes back \(what): \(counted(step.files, "sidecar"))\(parts(step))"))
        }
        if let all = undo.all, undo.steps.count + undo.unkept > 1 || undo.steps.isEmpty {
            ways.append(("A", "takes back everything that was written here: \(counted(all.files, "sidecar"))\(parts(all))"))
        }
        return ways
    }

    /// ` (17 as they were, 95 go)`
    private static func parts(_ offer: UndoOffer) -> String {
        let words = [
            offer.putBack > 0 ? "\(grouped(offer.putBack)) as before" : nil,
            offer.removed > 0 ? "\(grouped(offer.removed)) made by us \(offer.removed == 1 ? "goes" : "go")" : nil,
        ].compactMap { $0 }
        return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    }

    private static func undo(_ export: ExportState, _ reach: UndoOffer.Reach, x: Int, _ width: Int) -> [ExportRow] {
        guard let undo = export.undo else { return [ExportRow("looking at what was exported", x: x, .caption)] }
        return undo.words(reach).flatMap { ExportRow.folded($0, x: x, width: width - 2 * x, indent: 2, .text) }
    }
}
