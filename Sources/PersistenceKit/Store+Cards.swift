public import KeepersCore

extension Store {
    /// Appends what was measured; survives kill -9, a power cut may lose the last batches, which are then measured again.
    ///
    /// With `progress` the run's row tells the same: a kill leaves either both or none.
    public func appendCards(_ cards: [(FrameID, ScoreCard)], of progress: BatchProgress? = nil) throws(StoreError) {
        guard !cards.isEmpty || progress != nil else { return }
        let at = clock()
        try connection.transaction(.batched) { () throws(StoreError) in
            for (frame, card) in cards { try append(card, of: frame, at: at) }
            if let progress { try note(progress) }
        }
        try boundLog()
    }

    private func append(_ card: ScoreCard, of frame: FrameID, at: Int64) throws(StoreError) {
        try connection.run(
            "INSERT INTO score_card (frame, at, \(ScoreCard.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [.integer(frame.rawValue), .integer(at)] + card.stored)
    }

    /// The newest card of this model version of each frame that is there; with `range` only of those frames.
    public func cards(
        in session: SessionID, model: String, among range: ClosedRange<Int64>? = nil
    ) throws(StoreError) -> [FrameID: ScoreCard] {
        var cards: [FrameID: ScoreCard] = [:]
        let sql = """
            SELECT frame, \(ScoreCard.columns) FROM frame JOIN score_card ON frame = frame.id
            WHERE session = ? AND missing = 0 AND model = ?\(Store.among(range)) ORDER BY score_card.id
            """
        try connection.forEach(sql, [.integer(session.rawValue), .text(model)]) { row in
            cards[FrameID(row.integer(0))] = ScoreCard(stored: row, from: 1)
        }
        return cards
    }

    /// The model versions that measured frames of the session, the newest first, with how many frames each.
    public func models(in session: SessionID) throws(StoreError) -> [(model: String, frames: Int)] {
        let sql = """
            SELECT model, count(DISTINCT frame) FROM frame JOIN score_card ON frame = frame.id
            WHERE session = ? AND missing = 0 GROUP BY model ORDER BY max(score_card.id) DESC
            """
        return try connection.rows(sql, [.integer(session.rawValue)]) { ($0.text(0), $0.int(1)) }
    }
}
