public import KeepersCore

/// A photo of earlier years that still has pixels: one file of one size and time.
public struct PastPhoto: Equatable, Sendable, Identifiable {
    public var id: Int64
    /// Absolute: the photo itself, or its picture in a catalog's previews.
    public var path: String
    public var size: Int64
    /// Nanoseconds since 1970.
    public var modified: Int64
    public var header: FrameHeader

    public init(id: Int64 = 0, path: String, size: Int64, modified: Int64, header: FrameHeader) {
        self.id = id
        self.path = path
        self.size = size
        self.modified = modified
        self.header = header
    }
}

/// What another program says was decided on a photo.
public struct PastChoice: Equatable, Sendable {
    /// The number of the `PastPhoto`.
    public var photo: Int64
    /// "Lightroom catalog wedding.lrcat"
    public var source: String
    /// The photo's own file name, whatever its pixels come from.
    public var name: String
    /// When it was taken, seconds of its wall clock since 1970; nil = not known.
    public var taken: Int64?
    /// Verdict, stars and label; an empty one says that nothing was decided, which is not "bad".
    public var mark: Mark
    /// Its sources contradict each other: nothing is learned from it.
    public var isConflict: Bool

    public init(photo: Int64, source: String, name: String, taken: Int64?, mark: Mark, isConflict: Bool) {
        self.photo = photo
        self.source = source
        self.name = name
        self.taken = taken
        self.mark = mark
        self.isConflict = isConflict
    }
}

extension Store {
    /// The photo of this path, size and time, where it is known and its header still reads.
    public func pastPhoto(path: String, size: Int64, modified: Int64) throws(StoreError) -> PastPhoto? {
        let sql = """
            SELECT id, header FROM past_photo WHERE path = ? AND size = ? AND modified = ? AND layout = ? ORDER BY id DESC LIMIT 1
            """
        let found = try connection.first(
            sql, [.text(path), .integer(size), .integer(modified), .integer(StoredHeader.layout)]
        ) { row in
            StoredHeader.header(row.blob(1)).map {
                PastPhoto(id: row.integer(0), path: path, size: size, modified: modified, header: $0)
            }
        }
        return found ?? nil
    }

    /// Adds photos whose headers were read; returns their numbers, in order.
    public func add(pastPhotos photos: [PastPhoto]) throws(StoreError) -> [Int64] {
        try connection.transaction(.batched) { () throws(StoreError) in
            var numbers: [Int64] = []
            for photo in photos {
                try connection.run(
                    "INSERT INTO past_photo (path, size, modified, layout, header) VALUES (?, ?, ?, ?, ?)",
                    [
                        .text(photo.path), .integer(photo.size), .integer(photo.modified), .integer(StoredHeader.layout),
                        .blob(photo.header.wire),
                    ])
                numbers.append(connection.lastRow)
            }
            return numbers
        }
    }

    /// Appends what changed, and what was last said before `since` (nanoseconds since 1970); returns how many that were.
    @discardableResult
    public func append(pastChoices choices: [PastChoice], since: Int64? = nil) throws(StoreError) -> Int {
        let at = clock()
        return try connection.transaction(.durable) { () throws(StoreError) in
            var count = 0
            for choice in choices where try isNews(choice, since) {
                try connection.run(
                    """
                    INSERT INTO past_decision (photo, at, source, name, taken, verdict, stars, label, conflict)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .integer(choice.photo), .integer(at), .text(choice.source), .text(choice.name), .optional(choice.taken),
                        .optional(choice.mark.verdict?.rawValue), .integer(Int64(choice.mark.stars)),
                        .optional(choice.mark.label?.rawValue), .integer(choice.isConflict ? 1 : 0),
                    ])
                count += 1
            }
            return count
        }
    }

    private func isNews(_ choice: PastChoice, _ since: Int64?) throws(StoreError) -> Bool {
        let sql = "SELECT \(Store.choiceColumns), at FROM past_decision WHERE photo = ? ORDER BY id DESC LIMIT 1"
        let last = try connection.first(sql, [.integer(choice.photo)]) { (Store.choice($0), $0.integer(8)) }
        guard let last else { return true }
        return last.0 != choice || since.map { last.1 <= $0 } ?? false
    }

    /// The newest word on every photo, said after `since`, by source and time taken.
    public func pastChoices(since: Int64? = nil) throws(StoreError) -> [PastChoice] {
        let sql = """
            SELECT \(Store.choiceColumns) FROM past_decision
            WHERE id IN (SELECT max(id) FROM past_decision GROUP BY photo) AND at > ? ORDER BY source, taken, photo
            """
        return try connection.rows(sql, [.integer(since ?? -1)], Store.choice)
    }

    /// Whether anything was ever learned from another program's decisions.
    public func hasPast() throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM past_decision LIMIT 1", []) { _ in true } ?? false
    }

    private static let choiceColumns = "photo, source, name, taken, verdict, stars, label, conflict"

    private static func choice(_ row: Row) -> PastChoice {
        let mark = Mark(
            verdict: row.optionalText(4).flatMap(Verdict.init), stars: row.int(5),
            label: row.optionalText(6).flatMap(ColourLabel.init))
        return PastChoice(
            photo: row.integer(0), source: row.text(1), name: row.text(2), taken: row.optionalInteger(3), mark: mark,
            isConflict: row.flag(7))
    }

    /// Appends what was measured; survives kill -9, a power cut may lose the last batches, which are then measured again.
    public func append(pastCards cards: [(photo: Int64, card: ScoreCard)]) throws(StoreError) {
        guard !cards.isEmpty else { return }
        let at = clock()
        try connection.transaction(.batched) { () throws(StoreError) in
            for (photo, card) in cards {
                try connection.run(
                    "INSERT INTO past_card (photo, at, \(ScoreCard.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [.integer(photo), .integer(at)] + card.stored)
            }
        }
        try boundLog()
    }

    /// Photos that have a card of this model version.
    public func measuredPast(model: String) throws(StoreError) -> Set<Int64> {
        Set(try connection.rows("SELECT DISTINCT photo FROM past_card WHERE model = ?", [.text(model)]) { $0.integer(0) })
    }

    /// Of each photo its file, and its newest card of this model version; those without a card are left out.
    public func measuredPast(_ photos: [Int64], model: String) throws(StoreError) -> [(photo: PastPhoto, card: ScoreCard)] {
        let sql = """
            SELECT past_photo.id, path, size, modified, header, \(ScoreCard.columns)
            FROM past_photo JOIN past_card ON past_card.photo = past_photo.id
            WHERE past_photo.id = ? AND layout = ? AND model = ? ORDER BY past_card.id DESC LIMIT 1
            """
        var found: [(photo: PastPhoto, card: ScoreCard)] = []
        for photo in photos {
            try connection.forEach(sql, [.integer(photo), .integer(StoredHeader.layout), .text(model)]) { row in
                guard let header = StoredHeader.header(row.blob(4)) else { return }
                found.append(
                    (
                        PastPhoto(
                            id: photo, path: row.text(1), size: row.integer(2), modified: row.integer(3), header: header),
                        ScoreCard(stored: row, from: 5)
                    ))
            }
        }
        return found
    }
}
