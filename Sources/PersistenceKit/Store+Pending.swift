public import KeepersCore

/// A sidecar that an export set out to write and has not written yet.
public struct PendingSidecar: Equatable, Sendable {
    public var frame: FrameID
    /// Nanoseconds since 1970: when the export began.
    public var at: Int64
    /// Why it failed; nil where nobody got to it.
    public var reason: String?
}

extension Store {
    /// Notes what an export is about to write, before it writes anything; on the disk when this returns.
    public func notePending(_ frames: [FrameID], in session: SessionID) throws(StoreError) {
        guard !frames.isEmpty else { return }
        let at = clock()
        try connection.transaction(.durable) { () throws(StoreError) in
            for frame in frames {
                try connection.run(
                    "INSERT OR REPLACE INTO pending_sidecar (session, frame, at) VALUES (?, ?, ?)",
                    [.integer(session.rawValue), .integer(frame.rawValue), .integer(at)])
            }
        }
    }

    /// Notes why sidecars that are pending were not written.
    public func explainPending(_ reasons: [FrameID: String], in session: SessionID) throws(StoreError) {
        guard !reasons.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in
            for (frame, reason) in reasons {
                try connection.run(
                    "UPDATE pending_sidecar SET reason = ? WHERE session = ? AND frame = ?",
                    [.text(reason), .integer(session.rawValue), .integer(frame.rawValue)])
            }
        }
    }

    /// These need no writing any more.
    public func settlePending(_ frames: [FrameID], in session: SessionID) throws(StoreError) {
        guard !frames.isEmpty else { return }
        try connection.transaction(.durable) { () throws(StoreError) in try forgetPending(frames, session) }
    }

    /// Inside a transaction.
    func forgetPending(_ frames: [FrameID], _ session: SessionID) throws(StoreError) {
        for frame in frames {
            try connection.run(
                "DELETE FROM pending_sidecar WHERE session = ? AND frame = ?",
                [.integer(session.rawValue), .integer(frame.rawValue)])
        }
    }

    /// What is still to be written of a session, by frame.
    public func pending(in session: SessionID) throws(StoreError) -> [PendingSidecar] {
        try connection.rows(
            "SELECT frame, at, reason FROM pending_sidecar WHERE session = ? ORDER BY frame", [.integer(session.rawValue)]
        ) { PendingSidecar(frame: FrameID($0.integer(0)), at: $0.integer(1), reason: $0.optionalText(2)) }
    }
}
