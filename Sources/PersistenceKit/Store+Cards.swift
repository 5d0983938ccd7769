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
            """
            INSERT INTO score_card
                (frame, at, model, measures, print_hash, print_lab, width, height, caveat, features, faces, subject)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(frame.rawValue), .integer(at), .text(card.model), .blob(card.measures.stored),
                .optional(card.print.map { Int64(bitPattern: $0.hash) }), .optional(card.print?.storedLab),
                .integer(Int64(card.width)), .integer(Int64(card.height)), .optional(card.caveat),
                .optional(card.print.flatMap { $0.features.isEmpty ? nil : $0.features }), .optional(card.storedFaces),
                .optional(card.subject?.rawValue),
            ])
    }

    /// The newest card of this model version of each frame that is there; with `range` only of those frames.
    public func cards(
        in session: SessionID, model: String, among range: ClosedRange<Int64>? = nil
    ) throws(StoreError) -> [FrameID: ScoreCard] {
        var cards: [FrameID: ScoreCard] = [:]
        let sql = """
            SELECT frame, measures, print_hash, print_lab, width, height, caveat, features, faces, subject
            FROM frame JOIN score_card ON frame = frame.id
            WHERE session = ? AND missing = 0 AND model = ?\(Store.among(range)) ORDER BY score_card.id
            """
        try connection.forEach(sql, [.integer(session.rawValue), .text(model)]) { row in
            let print = row.optionalInteger(2).map { Print(hash: $0, storedLab: row.blob(3), features: row.blob(7)) }
            cards[FrameID(row.integer(0))] = ScoreCard(
                model: model, measures: Measures(stored: row.blob(1)), print: print, width: row.int(4), height: row.int(5),
                caveat: row.optionalText(6), faces: row.isNull(8) ? nil : Face.stored(row.blob(8)),
                subject: row.optionalText(9).flatMap(Subject.init))
        }
        return cards
    }
}
