import CSQLite
public import KeepersCore

extension Store {
    /// Appends one step to the decision log and returns it as stored, once it is on the disk (fdatasync).
    ///
    /// All of the step or nothing: when this throws, no part of it counts. `undoOf` names the step that an undo or redo
    /// takes back, `model` the model version whose suggestion was on the screen.
    @discardableResult
    public func commit(
        _ step: Step, undoOf: StepID? = nil, model: String? = nil, in session: SessionID
    ) throws(StoreError) -> StoredStep {
        guard !step.changes.isEmpty else { throw refusal("a step without a change") }
        let at = clock()
        let id = try connection.transaction(.durable) { () throws(StoreError) in
            let next = "SELECT coalesce(max(step), 0) + 1 FROM decision WHERE session = ?"
            let id = try connection.first(next, [.integer(session.rawValue)]) { $0.integer(0) } ?? 1
            for (n, change) in step.changes.enumerated() {
                let stored = change.change.stored
                var values: [Value] = [.integer(id), .integer(Int64(n)), .integer(at)]
                values += [.text(stored.verb), .text(stored.value), .text(step.origin.rawValue)]
                let ofStep: [Value] = [.optional(undoOf?.rawValue), .text(step.reason), .blob(step.place.stored)]
                values += n == 0 ? ofStep : [.null, .null, .null]
                values += [.optional(model), .integer(change.frame.rawValue), .integer(session.rawValue)]
                try connection.run(Store.append, values)
                guard connection.changes == 1 else { throw refusal("\(change.frame) is not in \(session)") }
            }
            try append(step.advice, of: id, in: session)
            return StepID(id)
        }
        return StoredStep(id: id, at: at, step: step, undoOf: undoOf)
    }

    /// Takes the frame's row along, so that a frame of another session cannot be judged by mistake.
    private static let append = """
        INSERT INTO decision (session, step, n, at, verb, value, by, undo_of, reason, place, model, frame)
        SELECT session, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, id FROM frame WHERE id = ? AND session = ?
        """

    /// Present marks, from the whole log; a frame without any is absent.
    public func marks(in session: SessionID) throws(StoreError) -> [FrameID: Mark] {
        var marks: [FrameID: Mark] = [:]
        let sql = "SELECT frame, verb, value FROM decision WHERE session = ? ORDER BY step, n"
        try connection.forEach(sql, [.integer(session.rawValue)]) { row in
            guard let change = Change(verb: row.text(1), value: row.text(2)) else { return }
            let frame = FrameID(row.integer(0))
            let mark = change.applied(to: marks[frame] ?? Mark())
            marks[frame] = mark.isEmpty ? nil : mark
        }
        return marks
    }

    /// The number of the newest step; nil before the first.
    public func lastStep(in session: SessionID) throws(StoreError) -> StepID? {
        let sql = "SELECT max(step) FROM decision WHERE session = ?"
        return try connection.first(sql, [.integer(session.rawValue)]) { $0.optionalInteger(0) }.flatMap { $0 }.map { StepID($0) }
    }

    /// The newest `limit` steps, oldest first; all of them feed `UndoHistory(log:)`.
    public func steps(in session: SessionID, limit: Int = .max) throws(StoreError) -> [StoredStep] {
        var steps: [StoredStep] = []
        let sql = """
            SELECT step, at, frame, verb, value, by, reason, undo_of, place FROM decision WHERE session = ?1
                AND step > (SELECT coalesce(max(step), 0) FROM decision WHERE session = ?1) - ?2
            ORDER BY step, n
            """
        try connection.forEach(sql, [.integer(session.rawValue), .integer(Int64(max(0, limit)))]) { row in
            let id = StepID(row.integer(0))
            if steps.last?.id != id { steps.append(Store.step(id, row)) }
            guard let change = Change(verb: row.text(3), value: row.text(4)) else { return }
            steps[steps.count - 1].step.changes.append(FrameChange(FrameID(row.integer(2)), change))
        }
        return steps
    }

    /// From a step's first row, without its changes.
    private static func step(_ id: StepID, _ row: Row) -> StoredStep {
        let step = Step(
            changes: [], origin: Step.Origin(rawValue: row.text(5)) ?? .user, reason: row.text(6),
            place: Place(stored: row.blob(8)) ?? Place())
        return StoredStep(id: id, at: row.integer(1), step: step, undoOf: row.optionalInteger(7).map { StepID($0) })
    }

    /// Where the person stood when Keepers last ended, however it ended.
    public func place(in session: SessionID) throws(StoreError) -> Place? {
        let sql = "SELECT place FROM place WHERE session = ?"
        return try connection.first(sql, [.integer(session.rawValue)]) { Place(stored: $0.blob(0)) } ?? nil
    }

    /// Notes where the person stands: some microseconds, survives kill -9, a power cut may lose the last ones.
    public func savePlace(_ place: Place, in session: SessionID) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in
            try connection.run(
                "INSERT OR REPLACE INTO place (session, place) VALUES (?, ?)", [.integer(session.rawValue), .blob(place.stored)])
        }
    }

    private func refusal(_ what: String) -> StoreError {
        StoreError(
            .refused, code: Int32(KSQL_CONSTRAINT),
            message: "\(connection.path) did not take the verdict: \(what). Nothing of it is saved; everything before it is.")
    }
}
