public import KeepersCore

/// One sidecar of one export, with what it takes to take back that export alone.
public struct ExportedFile: Equatable, Sendable {
    public var frame: FrameID
    /// Relative to the frame's source, or to the export's folder.
    public var path: String
    /// The bytes that stood there before this export; nil = nothing did.
    public var before: [UInt8]?
    /// SHA-256 of what it wrote, or was about to write.
    public var wrote: [UInt8]
    /// Known to be written; else only the file itself can tell.
    public var isWritten: Bool
    /// What was known of the sidecar before this export; nil = nothing.
    public var known: SidecarBase?

    public init(
        frame: FrameID, path: String, before: [UInt8]?, wrote: [UInt8], isWritten: Bool = false, known: SidecarBase? = nil
    ) {
        self.frame = frame
        self.path = path
        self.before = before
        self.wrote = wrote
        self.isWritten = isWritten
        self.known = known
    }
}

/// What of one export can still be taken back by itself.
public struct ExportStep: Equatable, Sendable {
    public var job: ExportJob
    /// Files that get back what stood there before it, and files that it made.
    public var putBack: Int
    public var removed: Int
    public var files: Int { putBack + removed }

    public init(job: ExportJob, putBack: Int, removed: Int) {
        self.job = job
        self.putBack = putBack
        self.removed = removed
    }
}

// Each export's own files, so that one can be taken back without those before it.
extension Store {
    /// Keeps what an export is about to write; on the disk when this returns, before the first edit.
    public func noteExported(_ files: [ExportedFile], by job: Int64) throws(StoreError) {
        guard !files.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            for file in files {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO export_file
                    (job, frame, path, before, wrote, is_written, known_hash, known_original, known_values, known_written)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .integer(job), .integer(file.frame.rawValue), .text(file.path), .optional(file.before), .blob(file.wrote),
                        .integer(file.isWritten ? 1 : 0), .optional(file.known?.readHash), .optional(file.known?.original),
                        .optional(file.known?.values), .optional(file.known?.writtenHash),
                    ])
            }
        }
    }

    /// What became of an export's files: these were written, those were not and are none of its own.
    public func settleExported(
        written: [(FrameID, String)], lost: [(FrameID, String)], of job: Int64
    ) throws(StoreError) {
        guard !written.isEmpty || !lost.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            for (frame, path) in written {
                try connection.run(
                    "UPDATE export_file SET is_written = 1 WHERE job = ? AND frame = ? AND path = ?",
                    [.integer(job), .integer(frame.rawValue), .text(path)])
            }
            for (frame, path) in lost {
                try connection.run(
                    "DELETE FROM export_file WHERE job = ? AND frame = ? AND path = ?",
                    [.integer(job), .integer(frame.rawValue), .text(path)])
            }
        }
    }

    /// An export's files that are not taken back yet, by frame and path.
    public func exported(by job: Int64) throws(StoreError) -> [ExportedFile] {
        let sql = """
            SELECT frame, path, before, wrote, is_written, known_hash, known_original, known_values, known_written
            FROM export_file WHERE job = ? ORDER BY frame, path
            """
        return try connection.rows(sql, [.integer(job)]) { row in
            let known = row.optionalBlob(7).map { values in
                SidecarBase(
                    frame: FrameID(row.integer(0)), path: row.text(1), readHash: row.optionalBlob(5) ?? [],
                    original: row.optionalBlob(6), values: values, writtenHash: row.optionalBlob(8))
            }
            return ExportedFile(
                frame: FrameID(row.integer(0)), path: row.text(1), before: row.optionalBlob(2), wrote: row.blob(3),
                isWritten: row.integer(4) != 0, known: known)
        }
    }

    /// Exports that still stand at `folder` (nil = beside the photos), newest first.
    ///
    /// One from before exports were kept each by itself has no files.
    public func standingExports(in session: SessionID, at folder: String?) throws(StoreError) -> [ExportStep] {
        var counts: [Int64: (putBack: Int, removed: Int)] = [:]
        let sql = """
            SELECT job, SUM(before IS NOT NULL), SUM(before IS NULL) FROM export_file JOIN export_job ON export_job.id = job
            WHERE session = ? AND (is_written OR state = 'started') GROUP BY job
            """
        for (job, putBack, removed) in try connection.rows(
            sql, [.integer(session.rawValue)], { ($0.integer(0), $0.int(1), $0.int(2)) })
        { counts[job] = (putBack, removed) }
        return try exports(in: session, at: folder).compactMap { job in
            let count = counts[job.id] ?? (0, 0)
            let stands = job.state != .undone && (job.written > 0 || count.putBack + count.removed > 0)
            return stands ? ExportStep(job: job, putBack: count.putBack, removed: count.removed) : nil
        }
    }

    /// Marks exports at `folder` as taken back: those of which no file is left to take back; `keeping` are let stand.
    public func settleUndone(in session: SessionID, at folder: String?, keeping: Set<Int64> = []) throws(StoreError) {
        let open = try exports(in: session, at: folder).filter { $0.state != .undone && !keeping.contains($0.id) }
        for job in open where try exported(by: job.id).isEmpty {
            try endExport(job.id, .undone, written: job.written, unchanged: job.unchanged, failed: job.failed)
        }
    }

    /// Everything was taken back: these files of all exports at `folder` are nobody's any more.
    public func forgetExported(_ files: [(FrameID, String)], in session: SessionID, at folder: String?) throws(StoreError) {
        guard !files.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            for (frame, path) in files {
                try connection.run(
                    """
                    DELETE FROM export_file WHERE frame = ? AND path = ?
                    AND job IN (SELECT id FROM export_job WHERE session = ? AND folder IS ?)
                    """,
                    [.integer(frame.rawValue), .text(path), .integer(session.rawValue), .optional(folder)])
            }
        }
    }
}
