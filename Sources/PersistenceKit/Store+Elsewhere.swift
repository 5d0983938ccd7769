public import KeepersCore

// What the store remembers of sidecars in another folder than the photos': beside a copy of them, or in a mirror of the card.
extension Store {
    /// As `saveBases(_:in:)`, with paths relative to `folder`.
    public func saveBases(_ bases: [SidecarBase], in session: SessionID, at folder: String) throws(StoreError) {
        guard !bases.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            for base in bases {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO sidecar_base_elsewhere
                    (session, folder, frame, path, read_hash, original, property_values, written_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .integer(session.rawValue), .text(folder), .integer(base.frame.rawValue), .text(base.path),
                        .blob(base.readHash), .optional(base.original), .blob(base.values), .optional(base.writtenHash),
                    ])
            }
        }
    }

    /// All sidecars of a session in `folder` that the store knows, by frame and path.
    public func bases(in session: SessionID, at folder: String) throws(StoreError) -> [SidecarBase] {
        let sql = """
            SELECT frame, path, read_hash, original, property_values, written_hash FROM sidecar_base_elsewhere
            WHERE session = ? AND folder = ? ORDER BY frame, path
            """
        return try connection.rows(sql, [.integer(session.rawValue), .text(folder)]) {
            SidecarBase(
                frame: FrameID($0.integer(0)), path: $0.text(1), readHash: $0.blob(2), original: $0.optionalBlob(3),
                values: $0.blob(4), writtenHash: $0.optionalBlob(5))
        }
    }

    /// Forgets sidecars in `folder` that an undo has brought back to what they were.
    public func removeBases(_ bases: [SidecarBase], in session: SessionID, at folder: String) throws(StoreError) {
        try connection.transaction(.durable) { () throws(StoreError) in
            for base in bases {
                try connection.run(
                    "DELETE FROM sidecar_base_elsewhere WHERE session = ? AND folder = ? AND frame = ? AND path = ?",
                    [.integer(session.rawValue), .text(folder), .integer(base.frame.rawValue), .text(base.path)])
            }
        }
    }

    /// Folders into which sidecars of a session were written, beside its own sources.
    public func folders(in session: SessionID) throws(StoreError) -> [String] {
        let sql = "SELECT DISTINCT folder FROM sidecar_base_elsewhere WHERE session = ? ORDER BY folder"
        return try connection.rows(sql, [.integer(session.rawValue)]) { $0.text(0) }
    }
}
