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

    /// Forgets every profile; decisions, which they were learned from, stay.
    public func resetTaste() throws(StoreError) {
        try connection.transaction(.durable) { () throws(StoreError) in try connection.run("DELETE FROM taste_profile", []) }
    }
}
