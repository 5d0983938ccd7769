public import KeepersCore

/// One run of background scoring.
public struct BatchRun: Equatable, Sendable, Identifiable {
    public var id: Int64
    /// Nanoseconds since 1970.
    public var at: Int64
    public var model: String
    public var frames: Int
    public var seconds: Double
    /// How often heat slowed or stopped it.
    public var heatEvents: Int
    /// It did not end by itself: stopped, or killed.
    public var interrupted: Bool
    /// It went on where an interrupted one of the same model version had stopped.
    public var resumed: Bool
}

extension Store {
    /// Notes that scoring begins; returns the run's number. Until `endBatch` the run counts as interrupted.
    public func beginBatch(model: String, in session: SessionID) throws(StoreError) -> Int64 {
        try connection.transaction(.batched) { () throws(StoreError) in
            let last = "SELECT interrupted FROM batch_run WHERE session = ? AND model = ? ORDER BY id DESC LIMIT 1"
            let resumes = try connection.first(last, [.integer(session.rawValue), .text(model)]) { $0.flag(0) } ?? false
            try connection.run(
                "INSERT INTO batch_run (session, at, model, resumed) VALUES (?, ?, ?, ?)",
                [.integer(session.rawValue), .integer(clock()), .text(model), .integer(resumes ? 1 : 0)])
            return connection.lastRow
        }
    }

    /// Notes how far a run came; may be called again as it goes on.
    public func endBatch(_ run: Int64, frames: Int, seconds: Double, heatEvents: Int, interrupted: Bool) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in
            try connection.run(
                "UPDATE batch_run SET frames = ?, seconds = ?, heat_events = ?, interrupted = ? WHERE id = ?",
                [
                    .integer(Int64(frames)), .real(seconds), .integer(Int64(heatEvents)), .integer(interrupted ? 1 : 0),
                    .integer(run),
                ])
        }
    }

    /// A session's runs, newest first.
    public func batches(in session: SessionID) throws(StoreError) -> [BatchRun] {
        let sql = """
            SELECT id, at, model, frames, seconds, heat_events, interrupted, resumed FROM batch_run WHERE session = ?
            ORDER BY id DESC
            """
        return try connection.rows(sql, [.integer(session.rawValue)]) {
            BatchRun(
                id: $0.integer(0), at: $0.integer(1), model: $0.text(2), frames: $0.int(3), seconds: $0.real(4),
                heatEvents: $0.int(5), interrupted: $0.flag(6), resumed: $0.flag(7))
        }
    }
}
