public import KeepersCore

/// A learned taste as the store keeps it; its head is RankerKit's own bytes.
public struct TasteProfile: Equatable, Sendable, Identifiable {
    public var id: Int64
    /// Nanoseconds since 1970.
    public var at: Int64
    /// The model version of the cards that it was trained on; it means nothing to cards of another.
    public var model: String
    public var version: String
    public var examples: Int
    /// On held-out decisions it beat the base ranking.
    public var isBetter: Bool
    /// Where the examples came from: "3 sessions".
    public var source: String
    public var head: [UInt8]

    public init(
        id: Int64 = 0, at: Int64 = 0, model: String, version: String, examples: Int, isBetter: Bool, source: String, head: [UInt8]
    ) {
        self.id = id
        self.at = at
        self.model = model
        self.version = version
        self.examples = examples
        self.isBetter = isBetter
        self.source = source
        self.head = head
    }
}

/// A session from which a taste can be learned.
public struct JudgedSession: Equatable, Sendable {
    public var id: SessionID
    /// When it was last decided in, nanoseconds since 1970.
    public var lastDecision: Int64
}

extension Store {
    /// Appends a trained profile; `id` and `at` are the store's to give. Returns the row's number.
    @discardableResult
    public func append(taste profile: TasteProfile) throws(StoreError) -> Int64 {
        try connection.transaction(.durable) { () throws(StoreError) in
            try connection.run(
                """
                INSERT INTO taste_profile (at, model, version, examples, is_better, source, head) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(clock()), .text(profile.model), .text(profile.version), .integer(Int64(profile.examples)),
                    .integer(profile.isBetter ? 1 : 0), .text(profile.source), .blob(profile.head),
                ])
            return connection.lastRow
        }
    }

    /// The newest profile trained on cards of `model`.
    public func taste(model: String) throws(StoreError) -> TasteProfile? {
        let sql = """
            SELECT id, at, model, version, examples, is_better, source, head FROM taste_profile WHERE model = ?
            ORDER BY id DESC LIMIT 1
            """
        return try connection.first(sql, [.text(model)]) {
            TasteProfile(
                id: $0.integer(0), at: $0.integer(1), model: $0.text(2), version: $0.text(3), examples: $0.int(4),
                isBetter: $0.flag(5), source: $0.text(6), head: $0.blob(7))
        }
    }

    /// The model version of the newest card: what everything that is measured now is measured with.
    public func newestModel() throws(StoreError) -> String? {
        let sql = """
            SELECT model FROM (
                SELECT * FROM (SELECT at, model FROM score_card ORDER BY id DESC LIMIT 1)
                UNION ALL SELECT * FROM (SELECT at, model FROM past_card ORDER BY id DESC LIMIT 1)
            ) ORDER BY at DESC LIMIT 1
            """
        return try connection.first(sql, []) { $0.text(0) }
    }

    /// Sessions with decisions, the newest first.
    public func judgedSessions() throws(StoreError) -> [JudgedSession] {
        let sql = """
            SELECT id, (SELECT at FROM decision WHERE decision.session = session.id ORDER BY step DESC LIMIT 1) AS last
            FROM session WHERE last IS NOT NULL ORDER BY last DESC, id DESC
            """
        return try connection.rows(sql) { JudgedSession(id: SessionID($0.integer(0)), lastDecision: $0.integer(1)) }
    }

    /// From the lowest to the highest number of a session's frames (others of that range belong elsewhere); nil without frames.
    public func frameNumbers(of session: SessionID) throws(StoreError) -> ClosedRange<Int64>? {
        let sql = "SELECT min(id), max(id) FROM frame WHERE session = ?"
        let ends = try connection.first(sql, [.integer(session.rawValue)]) { ($0.optionalInteger(0), $0.optionalInteger(1)) }
        guard let low = ends?.0, let high = ends?.1, low <= high else { return nil }
        return low...high
    }

    /// When each frame was last decided on, in nanoseconds since 1970.
    public func decisionTimes(in session: SessionID) throws(StoreError) -> [FrameID: Int64] {
        let sql = "SELECT frame, max(at) FROM decision WHERE session = ? GROUP BY frame"
        let rows = try connection.rows(sql, [.integer(session.rawValue)]) { (FrameID($0.integer(0)), $0.integer(1)) }
        return Dictionary(rows) { $1 }
    }

    /// Forgets every profile; decisions, which they were learned from, stay.
    public func resetTaste() throws(StoreError) {
        try connection.transaction(.durable) { () throws(StoreError) in try connection.run("DELETE FROM taste_profile", []) }
    }
}
