public import KeepersCore

/// What the store remembers of one sidecar, so that an export can be merged and undone.
public struct SidecarBase: Equatable, Sendable {
    public var frame: FrameID
    /// Relative to the frame's source.
    public var path: String
    /// SHA-256 of the file when it was last read.
    public var readHash: [UInt8]
    /// The file's bytes before our first change; nil when it did not exist and we made it.
    public var original: [UInt8]?
    /// The values at the last read or write, in the export's own form.
    public var values: [UInt8]
    /// SHA-256 of what we wrote; nil while nothing was written.
    public var writtenHash: [UInt8]?

    public init(
        frame: FrameID, path: String, readHash: [UInt8], original: [UInt8]?, values: [UInt8], writtenHash: [UInt8]? = nil
    ) {
        self.frame = frame
        self.path = path
        self.readHash = readHash
        self.original = original
        self.values = values
        self.writtenHash = writtenHash
    }
}

/// One export of a session.
public struct ExportJob: Equatable, Sendable, Identifiable {
    public enum State: String, Sendable {
        /// Began and did not end: its files may be written or not, `SidecarBase` tells which.
        case started
        case finished, undone
    }

    public var id: Int64
    /// Nanoseconds since 1970.
    public var at: Int64
    public var profile: String
    public var state: State
    public var written: Int
    public var unchanged: Int
    public var failed: Int
}

extension Store {
    /// Saves what is known of sidecars, on the disk when this returns: before the first edit, and again after each write.
    ///
    /// `written`: these files say now what they should, so they are not pending any more.
    public func saveBases(_ bases: [SidecarBase], written: Bool = false, in session: SessionID) throws(StoreError) {
        guard !bases.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            if written { try forgetPending(bases.map(\.frame), session) }
            for base in bases {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO sidecar_base (session, frame, path, read_hash, original, property_values, written_hash)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .integer(session.rawValue), .integer(base.frame.rawValue), .text(base.path), .blob(base.readHash),
                        .optional(base.original), .blob(base.values), .optional(base.writtenHash),
                    ])
            }
        }
    }

    /// All sidecars of a session that the store knows, by frame and path.
    public func bases(in session: SessionID) throws(StoreError) -> [SidecarBase] {
        let sql = """
            SELECT frame, path, read_hash, original, property_values, written_hash FROM sidecar_base WHERE session = ?
            ORDER BY frame, path
            """
        return try connection.rows(sql, [.integer(session.rawValue)], Store.base)
    }

    /// The same of one frame.
    public func bases(of frame: FrameID, in session: SessionID) throws(StoreError) -> [SidecarBase] {
        let sql = """
            SELECT frame, path, read_hash, original, property_values, written_hash FROM sidecar_base
            WHERE session = ? AND frame = ? ORDER BY path
            """
        return try connection.rows(sql, [.integer(session.rawValue), .integer(frame.rawValue)], Store.base)
    }

    private static func base(_ row: Row) -> SidecarBase {
        SidecarBase(
            frame: FrameID(row.integer(0)), path: row.text(1), readHash: row.blob(2), original: row.optionalBlob(3),
            values: row.blob(4), writtenHash: row.optionalBlob(5))
    }

    /// Forgets sidecars that an undo has brought back to what they were.
    public func removeBases(_ bases: [SidecarBase], in session: SessionID) throws(StoreError) {
        try connection.transaction(.durable) { () throws(StoreError) in
            for base in bases {
                try connection.run(
                    "DELETE FROM sidecar_base WHERE session = ? AND frame = ? AND path = ?",
                    [.integer(session.rawValue), .integer(base.frame.rawValue), .text(base.path)])
            }
        }
    }

    /// Notes that an export to `folder` (nil = beside the photos) begins; returns its number.
    public func beginExport(profile: String, in session: SessionID, at folder: String? = nil) throws(StoreError) -> Int64 {
        try connection.transaction(.durable) { () throws(StoreError) in
            try connection.run(
                "INSERT INTO export_job (session, at, profile, state, folder) VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(session.rawValue), .integer(clock()), .text(profile), .text(ExportJob.State.started.rawValue),
                    .optional(folder),
                ])
            return connection.lastRow
        }
    }

    /// Notes how an export, or its undo, ended.
    public func endExport(
        _ job: Int64, _ state: ExportJob.State, written: Int, unchanged: Int, failed: Int
    ) throws(StoreError) {
        try connection.transaction(.durable) { () throws(StoreError) in
            try connection.run(
                "UPDATE export_job SET state = ?, written = ?, unchanged = ?, failed = ? WHERE id = ?",
                [.text(state.rawValue)] + [written, unchanged, failed].map { .integer(Int64($0)) } + [.integer(job)])
        }
    }

    /// A session's exports to `folder` (nil = beside the photos), newest first.
    public func exports(in session: SessionID, at folder: String? = nil) throws(StoreError) -> [ExportJob] {
        let sql = """
            SELECT id, at, profile, state, written, unchanged, failed FROM export_job WHERE session = ? AND folder IS ?
            ORDER BY id DESC
            """
        return try connection.rows(sql, [.integer(session.rawValue), .optional(folder)]) {
            ExportJob(
                id: $0.integer(0), at: $0.integer(1), profile: $0.text(2),
                state: ExportJob.State(rawValue: $0.text(3)) ?? .started,
                written: $0.int(4), unchanged: $0.int(5), failed: $0.int(6))
        }
    }
}
