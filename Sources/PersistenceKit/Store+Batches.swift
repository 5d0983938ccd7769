public import KeepersCore

/// One run of background scoring.
public struct BatchRun: Equatable, Sendable, Identifiable {
    public var id: Int64
    /// Nanoseconds since 1970.
    public var at: Int64
    public var model: String
    public var frames: Int
    /// Without the time in which heat stopped it.
    public var seconds: Double
    /// How often heat slowed or stopped it.
    public var heatEvents: Int
    /// It did not end by itself: stopped, or killed.
    public var interrupted: Bool
    /// It went on where an interrupted one of the same model version had stopped.
    public var resumed: Bool

    /// Frames a second; nil where nothing was measured.
    public var rate: Double? { frames > 0 && seconds > 0 ? Double(frames) / seconds : nil }
}

/// How far a run has come.
public struct BatchProgress: Equatable, Sendable {
    /// The number that `beginBatch` gave.
    public var run: Int64
    public var frames: Int
    /// Without the time in which heat stopped it.
    public var seconds: Double
    public var heatEvents: Int
    /// False while it goes on: a run that says no more was interrupted.
    public var isDone: Bool

    public init(run: Int64, frames: Int, seconds: Double, heatEvents: Int, isDone: Bool) {
        self.run = run
        self.frames = frames
        self.seconds = seconds
        self.heatEvents = heatEvents
        self.isDone = isDone
    }
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
    public func endBatch(_ progress: BatchProgress) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in try note(progress) }
    }

    func note(_ progress: BatchProgress) throws(StoreError) {
        try connection.run(
            "UPDATE batch_run SET frames = ?, seconds = ?, heat_events = ?, interrupted = ? WHERE id = ?",
            [
                .integer(Int64(progress.frames)), .real(progress.seconds), .integer(Int64(progress.heatEvents)),
                .integer(progress.isDone ? 0 : 1), .integer(progress.run),
            ])
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
