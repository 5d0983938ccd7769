public import KeepersCore

extension Store {
    /// The session's frames that were there when last looked and whose header is known, oldest row first; with `range` only those.
    public func frames(in session: SessionID, among range: ClosedRange<Int64>? = nil) throws(StoreError) -> [Frame] {
        var frames: [Frame] = []
        var unreadable: [Int64] = []
        let sql = """
            SELECT id, source, path, size, modified, pair, header FROM frame JOIN frame_header ON frame = id
            WHERE session = ? AND missing = 0 AND layout = ?\(Store.among(range)) ORDER BY id
            """
        try connection.forEach(sql, [.integer(session.rawValue), .integer(StoredHeader.layout)]) { row in
            guard let header = StoredHeader.header(row.blob(6)) else {
                unreadable.append(row.integer(0))
                return
            }
            frames.append(
                Frame(
                    id: FrameID(row.integer(0)), source: row.int(1), path: row.text(2), size: row.integer(3),
                    modified: row.integer(4),
                    header: header, pair: row.optionalText(5)))
        }
        if !unreadable.isEmpty { try forgetHeaders(of: unreadable) }
        return frames
    }

    /// A part of a session, for work that must not hold up a key: a range of frame numbers.
    static func among(_ range: ClosedRange<Int64>?) -> String {
        range.map { " AND frame.id BETWEEN \($0.lowerBound) AND \($0.upperBound)" } ?? ""
    }

    /// So that `reconcile` has these headers read from their files again.
    private func forgetHeaders(of frames: [Int64]) throws(StoreError) {
        try connection.transaction(.batched) { () throws(StoreError) in
            for frame in frames { try connection.run("DELETE FROM frame_header WHERE frame = ?", [.integer(frame)]) }
        }
    }

    /// Adds files whose headers were read; returns each as a frame, in the given order.
    ///
    /// A file that the session knows unchanged keeps its number and its verdicts. One of another size or time is a new
    /// frame without verdicts, and the old one counts as missing. Survives kill -9; a power cut may lose the last batches.
    /// Headers that `areFinal` is false for are shown and kept with their frames' verdicts, but count as unread the next time.
    public func merge(
        _ batch: [(stamp: FileStamp, header: FrameHeader)], areFinal: Bool = true, in session: SessionID
    ) throws(StoreError) -> [Frame] {
        guard !batch.isEmpty else { return [] }
        let frames = try connection.transaction(.batched) { () throws(StoreError) in
            try forgetTally(of: session)
            var frames: [Frame] = []
            frames.reserveCapacity(batch.count)
            for (stamp, header) in batch { frames.append(try merge(stamp, header, areFinal, in: session)) }
            return frames
        }
        try boundLog()
        return frames
    }

    private func merge(
        _ stamp: FileStamp, _ header: FrameHeader, _ isFinal: Bool, in session: SessionID
    ) throws(StoreError) -> Frame {
        let known = try row(of: stamp, missing: false, in: session)
        if let known, !known.isSame(as: stamp) { try setMissing(true, known.id) }
        var kept = known.flatMap { $0.isSame(as: stamp) ? $0 : nil }
        if kept == nil, let returned = try row(of: stamp, missing: true, in: session), returned.isSame(as: stamp) {
            try setMissing(false, returned.id)
            kept = returned
        }
        if let kept, kept.pair != stamp.pair { try setPair(stamp.pair, kept.id) }
        let id = if let kept { kept.id } else { try insert(stamp, in: session) }
        try connection.run(
            "INSERT OR REPLACE INTO frame_header (frame, layout, header) VALUES (?, ?, ?)",
            [.integer(id), .integer(isFinal ? StoredHeader.layout : StoredHeader.unreadLayout), .blob(header.wire)])
        return Frame(
            id: FrameID(id), source: stamp.source, path: stamp.path, size: kept?.size ?? stamp.size,
            modified: kept?.modified ?? stamp.modified, header: header, pair: stamp.pair)
    }

    private func insert(_ stamp: FileStamp, in session: SessionID) throws(StoreError) -> Int64 {
        try connection.run(
            "INSERT INTO frame (session, source, path, size, modified, pair) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(session.rawValue), .integer(Int64(stamp.source)), .text(stamp.path), .integer(stamp.size),
                .integer(stamp.modified), .optional(stamp.pair),
            ])
        return connection.lastRow
    }

    /// The present row of a path, or the newest missing one of that size and time.
    private func row(of stamp: FileStamp, missing: Bool, in session: SessionID) throws(StoreError) -> FrameRow? {
        let sql = """
            SELECT id, size, modified, pair FROM frame WHERE session = ? AND source = ? AND path = ? AND missing = \(missing ? 1 : 0)
            ORDER BY id DESC
            """
        let rows = try connection.rows(sql, [.integer(session.rawValue), .integer(Int64(stamp.source)), .text(stamp.path)]) {
            FrameRow(id: $0.integer(0), size: $0.integer(1), modified: $0.integer(2), pair: $0.optionalText(3))
        }
        return missing ? rows.first { $0.isSame(as: stamp) } : rows.first
    }

    func setMissing(_ missing: Bool, _ frame: Int64) throws(StoreError) {
        try connection.run("UPDATE frame SET missing = ? WHERE id = ?", [.integer(missing ? 1 : 0), .integer(frame)])
    }

    func setPair(_ pair: String?, _ frame: Int64) throws(StoreError) {
        try connection.run("UPDATE frame SET pair = ? WHERE id = ?", [.optional(pair), .integer(frame)])
    }
}

struct FrameRow {
    var id: Int64
    var size: Int64
    var modified: Int64
    var pair: String?
    /// This version of the code can read its header.
    var isRead = false

    func isSame(as stamp: FileStamp) -> Bool { size == stamp.size && FileTimes.agree(modified, stamp.modified) }
}
