import KeepersCore

extension Store {
    /// The session of exactly these volumes and folders, before anything is listed; nil where a volume is unknown.
    ///
    /// The card may have been changed or reformatted since: `recognise` with the listing has the last word.
    public func openQuick(sources: [SourceVolume]) throws(StoreError) -> Recognition? {
        for (session, known) in try sessionSources() where known.count == sources.count {
            if let positions = Recogniser.samePlaces(sources, in: known) {
                return Recognition(session: session, positions: positions)
            }
        }
        return nil
    }

    /// The session that the listed files belong to, wherever they are mounted now; nil when they make a new one.
    ///
    /// Of several that fit: the one on the same volumes and folders, then the one with the largest share of its frames
    /// there, then the one opened last.
    public func recognise(sources: [SourceVolume], listing: [FileStamp]) throws(StoreError) -> Recognition? {
        var best: (recognition: Recognition, isSamePlace: Bool)?
        for (session, known) in try sessionSources() {
            let candidate = KnownSession(id: session, sources: known, files: try knownFiles(in: session, sources: known.count))
            guard let recognition = Recogniser.compare(sources, listing, with: candidate) else { continue }
            let isSamePlace = known.count == sources.count && Recogniser.samePlaces(sources, in: known) != nil
            if best.map({ isBetter(recognition, isSamePlace, than: $0) }) ?? true { best = (recognition, isSamePlace) }
        }
        return best?.recognition
    }

    /// The session that was opened last from these places, while they are not there to be compared; nil where none was.
    ///
    /// One of exactly these goes before one that has more.
    public func lastSession(at paths: [String]) throws(StoreError) -> Recognition? {
        var wider: Recognition?
        for (session, known) in try sessionSources() {
            let positions = paths.compactMap { path in known.firstIndex { $0.path == path } }
            guard positions.count == paths.count, !paths.isEmpty, Set(positions).count == positions.count else { continue }
            let found = Recognition(session: session, positions: positions)
            if known.count == paths.count { return found }
            wider = wider ?? found
        }
        return wider
    }

    private func isBetter(
        _ recognition: Recognition, _ isSamePlace: Bool, than best: (recognition: Recognition, isSamePlace: Bool)
    ) -> Bool {
        if isSamePlace != best.isSamePlace { return isSamePlace }
        // Shares compared without division: a/b > c/d.
        return recognition.found * max(1, best.recognition.known) > best.recognition.found * max(1, recognition.known)
    }

    /// Every session with its sources, the one opened last first.
    func sessionSources() throws(StoreError) -> [(session: SessionID, sources: [SourceVolume])] {
        var sessions: [(session: SessionID, sources: [SourceVolume])] = []
        let sql = """
            SELECT session.id, source.path, volume, path_in_volume FROM session JOIN source ON source.session = session.id
            ORDER BY opened DESC, session.id DESC, position
            """
        try connection.forEach(sql) { row in
            let id = SessionID(row.integer(0))
            let source = SourceVolume(path: row.text(1), volumeID: row.optionalText(2), pathInVolume: row.text(3))
            if sessions.last?.session == id {
                sessions[sessions.count - 1].sources.append(source)
            } else {
                sessions.append((id, [source]))
            }
        }
        return sessions
    }

    /// The frames that were there when last looked, for each source; where none was, those that once were.
    func knownFiles(in session: SessionID, sources: Int) throws(StoreError) -> [KnownFiles] {
        let present = try knownFiles(in: session, sources: sources, missing: false)
        guard present.allSatisfy(\.byPath.isEmpty) else { return present }
        return try knownFiles(in: session, sources: sources, missing: true)
    }

    private func knownFiles(in session: SessionID, sources: Int, missing: Bool) throws(StoreError) -> [KnownFiles] {
        var files = [KnownFiles](repeating: KnownFiles(), count: sources)
        let sql = "SELECT source, path, size, modified FROM frame WHERE session = ? AND missing = \(missing ? 1 : 0) ORDER BY id"
        try connection.forEach(sql, [.integer(session.rawValue)]) { row in
            let source = row.int(0)
            guard files.indices.contains(source) else { return }
            files[source].byPath[row.text(1)] = KnownFiles.Entry(size: row.integer(2), modified: row.integer(3))
        }
        return files
    }
}
