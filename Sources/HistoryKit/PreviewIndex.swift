public import KeepersCore

/// Which pictures a Lightroom catalog keeps in its own previews folder, as `previews.db` there says.
///
/// By those who inspected such folders: `ImageCacheEntry` maps the photo's number to a UUID, `Pyramid` and `PyramidLevel` have the
/// digest. A file lies in `U/UUUU/` (the UUID's first letters): up to Lightroom Classic 12 one `UUID-DIGEST.lrprev` with all levels,
/// later one `UUID-DIGEST_1024` a level.
public struct PreviewIndex: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public var photo: Int64
        var uuid: String
        var digest: String
        /// Long sides of the levels, in pixels; empty where it is not said.
        var sides: [Int32]
        /// The picture must be turned by so much.
        public var orientation: Orientation

        /// Where it may lie below the previews folder, the most useful first: a picture large enough to measure, not larger.
        public var paths: [String] {
            let stem = "\(uuid.prefix(1))/\(uuid.prefix(4))/\(uuid)-\(digest)"
            let enough = sides.filter { $0 >= 1600 }.sorted()
            let less = sides.filter { $0 < 1600 && $0 >= PreviewIndex.leastSide }.sorted(by: >)
            return [stem + ".lrprev"] + (enough + less).map { "\(stem)_\($0)" }
        }
    }

    public var entries: [Entry]

    /// Smaller ones tell too little of a face.
    public static let leastSide: Int32 = 500

    /// Reads `name` below the open `folder`; for use in a worker.
    public static func read(folder: Int32, name: String) throws(CatalogRefusal) -> PreviewIndex {
        let database = try CatalogDatabase(folder: folder, name: name)
        guard database.has(CatalogTables.cacheEntries, "imageId"), database.has(CatalogTables.cacheEntries, "uuid") else {
            throw CatalogRefusal("its form is not known (no table \(CatalogTables.cacheEntries))")
        }
        let pyramids = try pyramids(database)
        var index = PreviewIndex(entries: [])
        try database.scan(CatalogTables.cacheEntries, ["imageId", "uuid", "digest", "orientation"]) {
            row throws(CatalogRefusal) in
            guard let photo = row.integer(0) ?? row.text(0).flatMap({ Int64($0) }), let uuid = row.text(1) else { return }
            try CatalogReader.room(index.entries.count, "previews")
            let named = row.text(2) ?? ""
            let found = pyramids[uuid] ?? [:]
            // The entry's own digest may be cut; a pyramid of another one is stale.
            let digest = found.keys.sorted().first { !named.isEmpty && $0.hasPrefix(named) } ?? found.keys.min() ?? named
            index.append(photo, uuid, digest, found[digest] ?? [], row.text(3) ?? "")
        }
        return index
    }

    /// Of each UUID its pyramids' digests, with the long sides of their levels.
    private static func pyramids(_ database: CatalogDatabase) throws(CatalogRefusal) -> [String: [String: [Int32]]] {
        var pyramids: [String: [String: [Int32]]] = [:]
        for table in [CatalogTables.pyramids, CatalogTables.levels] {
            try database.scan(table, ["uuid", "digest", "longDimension"]) { row throws(CatalogRefusal) in
                guard let uuid = row.text(0), let digest = row.text(1), pyramids[uuid]?.count ?? 0 < 8 else { return }
                try CatalogReader.room(pyramids.count, "previews")
                pyramids[uuid, default: [:]][digest, default: []] += []
                guard let side = row.number(2), side >= 1, side <= 65535 else { return }
                if pyramids[uuid]?[digest]?.count ?? 0 < 16 { pyramids[uuid]?[digest]?.append(Int32(side)) }
            }
        }
        return pyramids
    }

    /// Names are letters, digits and hyphens, or the entry is none: nothing else can be a path.
    private mutating func append(_ photo: Int64, _ uuid: String, _ digest: String, _ sides: [Int32], _ turn: String) {
        guard PreviewIndex.isName(uuid, 8...36), PreviewIndex.isName(digest, 8...64) else { return }
        entries.append(Entry(photo: photo, uuid: uuid, digest: digest, sides: sides, orientation: PreviewIndex.turn(turn)))
    }

    private static func isName(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x66 || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D }
    }

    /// Which corners of the picture are at the top: AB as it lies, BC a quarter to the right, and so on.
    private static func turn(_ text: String) -> Orientation {
        switch text {
        case "BC": Orientation(exif: 6)
        case "CD": Orientation(exif: 3)
        case "DA": Orientation(exif: 8)
        default: .upright
        }
    }
}

extension PreviewIndex: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(list: entries) { writer, entry in
            writer.put(entry.photo)
            writer.put(entry.uuid)
            writer.put(entry.digest)
            writer.put(list: entry.sides) { $0.put($1) }
            writer.put(UInt8(entry.orientation.rawValue))
        }
    }

    /// Checked again: a worker that was broken into may send anything.
    public init(from reader: inout ByteReader) throws(WireError) {
        entries = try reader.list { (r) throws(WireError) in
            let entry = Entry(
                photo: try r.number(), uuid: try r.text(), digest: try r.text(),
                sides: try r.list { (r) throws(WireError) in try r.number() },
                orientation: Orientation(exif: Int(try r.number(UInt8.self))))
            guard PreviewIndex.isName(entry.uuid, 8...36), PreviewIndex.isName(entry.digest, 8...64) else {
                throw WireError("no name of a preview")
            }
            return entry
        }
    }
}
