public import KeepersCore

/// What a complete listing of a session's sources means for its frames.
public struct Reconciliation: Equatable, Sendable {
    /// Known, there, and ready: `frames(in:)` has them.
    public var known: [FrameID] = []
    /// Files whose header is to be read and given to `merge`: new, changed, or from an older Keepers. Hand these stamps on
    /// as they are, because a known frame is found again by the time that the store remembers.
    public var unread: [FileStamp] = []
    /// Frames whose file is gone, or is another one now; they keep their verdicts in the log, but are not shown.
    public var missing: [FrameID] = []
    /// Frames that had been missing and are there again.
    public var returned: [FrameID] = []

    public init() {}
}

extension Store {
    /// Compares a complete listing of the sources at `positions` with the session: what is known, to be read, gone.
    ///
    /// `listing` holds one stamp a frame (`source` is the position in the session; of a pair the RAW). Not for a listing
    /// that was cut short by a pulled card: what it does not name counts as missing.
    public func reconcile(
        _ listing: [FileStamp], positions: Set<Int>, in session: SessionID
    ) throws(StoreError) -> Reconciliation {
        var present = try rows(of: session, missing: false, positions)
        let gone = try rows(of: session, missing: true, positions)
        let shifts = shifts(of: listing, present)
        var result = Reconciliation()
        var revived: [Int64] = []
        var pairs: [(frame: Int64, pair: String?)] = []
        for stamp in listing where positions.contains(stamp.source) {
            let place = SourcePath(source: stamp.source, path: stamp.path)
            let shift = shifts[stamp.source] ?? 0
            var row = present[place]?.first.flatMap { isSame($0, stamp, shift) ? $0 : nil }
            if row != nil {
                present[place] = nil
            } else if let returned = gone[place]?.first(where: { isSame($0, stamp, shift) }) {
                row = returned
                revived.append(returned.id)
            }
            guard let row else {
                result.unread.append(stamp)
                continue
            }
            if row.pair != stamp.pair { pairs.append((row.id, stamp.pair)) }
            if row.isRead { result.known.append(FrameID(row.id)) } else { result.unread.append(row.stamp(for: stamp)) }
        }
        let lost = present.values.joined().map(\.id).sorted()
        result.missing = lost.map { FrameID($0) }
        result.returned = revived.map { FrameID($0) }
        try note(lost: lost, revived: revived, pairs: pairs, in: session)
        return result
    }

    private func note(
        lost: [Int64], revived: [Int64], pairs: [(frame: Int64, pair: String?)], in session: SessionID
    ) throws(StoreError) {
        guard !lost.isEmpty || !revived.isEmpty || !pairs.isEmpty else { return }
        try connection.transaction(.batched) { () throws(StoreError) in
            try forgetTally(of: session)
            for frame in lost { try setMissing(true, frame) }
            for frame in revived { try setMissing(false, frame) }
            for (frame, pair) in pairs { try setPair(pair, frame) }
        }
    }

    /// Newest row first at each place; of present ones there is one.
    private func rows(
        of session: SessionID, missing: Bool, _ positions: Set<Int>
    ) throws(StoreError) -> [SourcePath: [FrameRow]] {
        var rows: [SourcePath: [FrameRow]] = [:]
        let sql = """
            SELECT id, size, modified, pair, source, path, EXISTS (SELECT 1 FROM frame_header WHERE frame = id AND layout = ?)
            FROM frame WHERE session = ? AND missing = \(missing ? 1 : 0) ORDER BY id DESC
            """
        try connection.forEach(sql, [.integer(StoredHeader.layout), .integer(session.rawValue)]) { row in
            guard positions.contains(row.int(4)) else { return }
            rows[SourcePath(source: row.int(4), path: row.text(5)), default: []].append(
                FrameRow(
                    id: row.integer(0), size: row.integer(1), modified: row.integer(2), pair: row.optionalText(3),
                    isRead: row.flag(6)))
        }
        return rows
    }

    /// The clock zone shift of each source's listing against what the store remembers.
    private func shifts(of listing: [FileStamp], _ present: [SourcePath: [FrameRow]]) -> [Int: Int64] {
        var differences: [Int: [Int64]] = [:]
        for stamp in listing {
            guard let row = present[SourcePath(source: stamp.source, path: stamp.path)]?.first, row.size == stamp.size else {
                continue
            }
            differences[stamp.source, default: []].append(stamp.modified &- row.modified)
        }
        return differences.mapValues(FileTimes.commonShift)
    }

    private func isSame(_ row: FrameRow, _ stamp: FileStamp, _ shift: Int64) -> Bool {
        guard row.size == stamp.size else { return false }
        return FileTimes.agree(row.modified, stamp.modified)
            || shift != 0 && FileTimes.agree(row.modified, stamp.modified &- shift)
    }
}

extension FrameRow {
    /// The listed file under the time that the store remembers.
    func stamp(for listed: FileStamp) -> FileStamp {
        FileStamp(source: listed.source, path: listed.path, size: size, modified: modified, pair: listed.pair)
    }
}
