import KeepersCore

/// "What each program will see", as `keepers export --dry-run` prints it.
enum ProgramTable {
    static func lines(_ rows: [ProgramRow]) -> [String] {
        guard rows.contains(where: { $0.frames > 0 }) else { return [] }
        var lines = ["", "what each program will see (★ = by stars or colour only)"]
        lines.append(line("", "picks", "rejects", "stars", "colours", nil))
        for row in rows {
            lines.append(
                line(
                    row.program, number(row.picks, row.picksByStars), number(row.rejects, row.rejectsByStars),
                    number(row.stars, 0),
                    number(row.colours, 0), row.note))
        }
        return lines
    }

    private static func number(_ flagged: Int, _ byStars: Int) -> String {
        flagged > 0 ? grouped(flagged) : byStars > 0 ? "★ \(grouped(byStars))" : "–"
    }

    private static func line(
        _ name: String, _ picks: String, _ rejects: String, _ stars: String, _ colours: String, _ note: String?
    )
        -> String
    {
        func right(_ text: String) -> String { String(repeating: " ", count: max(0, 9 - columns(of: text))) + text }
        let head = name + String(repeating: " ", count: max(0, 17 - columns(of: name)))
        let numbers = [picks, rejects, stars, colours].map(right).joined(separator: " ")
        return "  " + head + numbers + (note.map { "   " + $0 } ?? "")
    }
}
