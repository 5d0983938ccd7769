public import KeepersCore

/// A session that the given sources belong to.
public struct Recognition: Equatable, Sendable {
    public var session: SessionID
    /// For each given source its index among the session's sources; a source that is new to it gets the next free index.
    public var positions: [Int]
    /// Known frames, and how many of them the listing holds; both 0 when no listing was compared.
    public var known: Int
    public var found: Int

    public init(session: SessionID, positions: [Int], known: Int = 0, found: Int = 0) {
        self.session = session
        self.positions = positions
        self.known = known
        self.found = found
    }
}

/// A session as recognition sees it.
struct KnownSession {
    var id: SessionID
    var sources: [SourceVolume]
    /// One for each source.
    var files: [KnownFiles]

    var known: Int { files.reduce(0) { $0 + $1.byPath.count } }
}

/// Decides whether what lies on the given sources is a known session (architecture.md, "Store").
///
/// The same session: at least half of its known frames are there, wherever the volume is mounted. On the same folder of
/// the same volume it is also enough that half of what lies there is known: the rejects may have been deleted since.
/// A reformatted card keeps its path, and often its serial number, but none of its frames.
enum Recogniser {
    /// For each given source the session's source of the same volume and folder; nil unless every one has its own.
    static func samePlaces(
        _ given: [SourceVolume], in session: [SourceVolume],
        by isSame: (SourceVolume, SourceVolume) -> Bool = { $0.isSamePlace(as: $1) }
    ) -> [Int]? {
        var free = Array(session.indices)
        var positions: [Int] = []
        for source in given {
            guard let index = free.firstIndex(where: { isSame(session[$0], source) }) else { return nil }
            positions.append(free.remove(at: index))
        }
        return positions
    }

    static func compare(_ given: [SourceVolume], _ listing: [FileStamp], with session: KnownSession) -> Recognition? {
        let places = samePlaces(given, in: session.sources) { $0.maybeSamePlace(as: $1) }
        let listed = given.indices.map { index in listing.filter { $0.source == index } }
        let (positions, found) = assign(listed, given, to: session)
        let known = session.known
        let recognition = Recognition(session: session.id, positions: positions, known: known, found: found)
        if known == 0 {
            guard let places, places.count == session.sources.count else { return nil }
            return Recognition(session: session.id, positions: places)
        }
        if found * 2 >= known { return recognition }
        return places != nil && found > 0 && found * 2 >= frames(in: listing) ? recognition : nil
    }

    /// Gives each source the session's source with which it shares most frames; of two alike the one on the same volume.
    private static func assign(
        _ listed: [[FileStamp]], _ given: [SourceVolume], to session: KnownSession
    ) -> (positions: [Int], found: Int) {
        var pairs: [(given: Int, position: Int, found: Int, same: Bool)] = []
        for index in given.indices {
            for position in session.sources.indices {
                let found = session.files[position].found(in: listed[index])
                pairs.append((index, position, found, session.sources[position].maybeSamePlace(as: given[index])))
            }
        }
        pairs.sort { ($0.found, $0.same ? 1 : 0, $1.given, $1.position) > ($1.found, $1.same ? 1 : 0, $0.given, $0.position) }
        var positions = [Int?](repeating: nil, count: given.count)
        var found = 0
        for pair in pairs where pair.found > 0 || pair.same {
            guard positions[pair.given] == nil, !positions.contains(pair.position) else { continue }
            positions[pair.given] = pair.position
            found += pair.found
        }
        var next = session.sources.count
        return (
            positions.map { position in
                if let position { return position }
                defer { next += 1 }
                return next
            }, found
        )
    }

    /// The JPEG halves of pairs are files, but no frames.
    private static func frames(in listing: [FileStamp]) -> Int {
        let halves = Set(listing.compactMap { stamp in stamp.pair.map { SourcePath(source: stamp.source, path: $0) } })
        return listing.count { !halves.contains(SourcePath(source: $0.source, path: $0.path)) }
    }
}

struct SourcePath: Hashable {
    var source: Int
    var path: String
}
