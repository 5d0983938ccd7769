public import KeepersCore

extension Store {
    /// Starts a session on one or more sources; returns its number.
    public func create(name: String, sources: [SourceVolume]) throws(StoreError) -> SessionID {
        try connection.transaction(.durable) { () throws(StoreError) in try insertSession(name, sources) }
    }

    /// The session that the listed files belong to, or a new one; two programs that open one new card get the same.
    public func recogniseOrCreate(
        name: String, sources: [SourceVolume], listing: [FileStamp]
    ) throws(StoreError) -> Recognition {
        if let known = try recognise(sources: sources, listing: listing) { return known }
        return try connection.transaction(.durable) { () throws(StoreError) in
            // Again, now that nobody else can write: another program may have been a moment faster.
            if let known = try recognise(sources: sources, listing: listing) { return known }
            return Recognition(session: try insertSession(name, sources), positions: Array(sources.indices))
        }
    }

    private func insertSession(_ name: String, _ sources: [SourceVolume]) throws(StoreError) -> SessionID {
        let now = clock()
        try connection.run(
            "INSERT INTO session (name, status, created, opened) VALUES (?, ?, ?, ?)",
            [.text(name), .text(SessionStatus.ingesting.rawValue), .integer(now), .integer(now)])
        let session = SessionID(connection.lastRow)
        for (position, source) in sources.enumerated() { try put(source, at: position, of: session) }
        return session
    }

    /// The session's sources as they were when last opened.
    public func sources(of session: SessionID) throws(StoreError) -> [SourceVolume] {
        try connection.rows(
            "SELECT path, volume, path_in_volume FROM source WHERE session = ? ORDER BY position", [.integer(session.rawValue)]
        ) { SourceVolume(path: $0.text(0), volumeID: $0.optionalText(1), pathInVolume: $0.text(2)) }
    }

    /// Notes where a recognised session's sources are now: remounted, copied, or new to it. Others keep their last place.
    public func setSources(_ sources: [SourceVolume], of recognition: Recognition) throws(StoreError) {
        let known = try self.sources(of: recognition.session)
        let moved = zip(recognition.positions, sources).filter { position, source in
            !known.indices.contains(position) || known[position] != source
        }
        guard !moved.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            for (position, source) in moved { try put(source, at: position, of: recognition.session) }
        }
    }

    public func setStatus(_ status: SessionStatus, of session: SessionID) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in
            try connection.run(
                "UPDATE session SET status = ? WHERE id = ?", [.text(status.rawValue), .integer(session.rawValue)])
        }
    }

    public func rename(_ session: SessionID, to name: String) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in
            try connection.run("UPDATE session SET name = ? WHERE id = ?", [.text(name), .integer(session.rawValue)])
        }
    }

    /// Notes that the session is opened now; the browser lists by this.
    public func touch(_ session: SessionID) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in
            try connection.run("UPDATE session SET opened = ? WHERE id = ?", [.integer(clock()), .integer(session.rawValue)])
        }
    }

    private func put(_ source: SourceVolume, at position: Int, of session: SessionID) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO source (session, position, path, volume, path_in_volume) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(session.rawValue), .integer(Int64(position)), .text(source.path), .optional(source.volumeID),
                .text(source.pathInVolume),
            ])
    }
}
