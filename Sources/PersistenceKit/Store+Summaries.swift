public import KeepersCore

extension Store {
    /// All sessions, the one opened last first.
    ///
    /// Counts are kept with the step they were counted at, so only sessions changed since are counted again.
    public func sessions() throws(StoreError) -> [SessionSummary] {
        let sources = Dictionary(try sessionSources().map { ($0.session, $0.sources.map(\.path)) }) { first, _ in first }
        var stale: [Int] = []
        var summaries: [SessionSummary] = []
        let sql = """
            SELECT s.id, name, status, created, opened, frames, picks, rejects, maybes,
                tally.step IS NOT (SELECT coalesce(max(d.step), 0) FROM decision d WHERE d.session = s.id)
            FROM session s LEFT JOIN tally ON tally.session = s.id ORDER BY opened DESC, s.id DESC
            """
        try connection.forEach(sql) { row in
            let id = SessionID(row.integer(0))
            if row.flag(9) { stale.append(summaries.count) }
            summaries.append(
                SessionSummary(
                    id: id, name: row.text(1), sources: sources[id] ?? [],
                    status: SessionStatus(rawValue: row.text(2)) ?? .ingesting, created: row.integer(3), opened: row.integer(4),
                    frames: row.int(5), picks: row.int(6), rejects: row.int(7), maybes: row.int(8)))
        }
        for index in stale { summaries[index] = try recounted(summaries[index]) }
        remember(stale.map { summaries[$0] })
        return summaries
    }

    private func recounted(_ summary: SessionSummary) throws(StoreError) -> SessionSummary {
        let marks = try marks(in: summary.id)
        var counted = summary
        (counted.frames, counted.picks, counted.rejects, counted.maybes) = (0, 0, 0, 0)
        let sql = "SELECT id FROM frame WHERE session = ? AND missing = 0"
        try connection.forEach(sql, [.integer(summary.id.rawValue)]) { row in
            counted.frames += 1
            switch marks[FrameID(row.integer(0))]?.verdict {
            case .pick: counted.picks += 1
            case .reject: counted.rejects += 1
            case .maybe: counted.maybes += 1
            case nil: break
            }
        }
        return counted
    }

    /// Saves the counts for the next listing; where that fails (a full disk) the next listing counts again.
    private func remember(_ summaries: [SessionSummary]) {
        guard !summaries.isEmpty else { return }
        try? connection.transaction(.batched) { () throws(StoreError) in
            for summary in summaries {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO tally (session, step, frames, picks, rejects, maybes)
                    VALUES (?1, (SELECT coalesce(max(step), 0) FROM decision WHERE session = ?1), ?2, ?3, ?4, ?5)
                    """,
                    ([summary.id.rawValue] + [summary.frames, summary.picks, summary.rejects, summary.maybes].map(Int64.init))
                        .map(Value.integer))
            }
        }
    }

    /// The frames of a session changed: count them again.
    func forgetTally(of session: SessionID) throws(StoreError) {
        try connection.run("DELETE FROM tally WHERE session = ?", [.integer(session.rawValue)])
    }
}
