import KeepersCore
import PersistenceKit

extension TasteSnapshot {
    /// In another program few people reject: beside a pick of a burst, what was left open was passed over.
    ///
    /// Where nothing was picked, left open stays unknown. Missing stars are unknown everywhere.
    func passedOver(in model: SessionModel) -> [FrameChange] {
        model.stacks.filter { $0.kind != .bracket }.flatMap { stack -> [FrameChange] in
            guard stack.members.contains(where: { model.mark($0).verdict == .pick }) else { return [] }
            return stack.members.filter { model.mark($0).verdict == nil }.map { FrameChange($0, .verdict(.maybe)) }
        }
    }
}

/// Reads what was decided before Keepers, one shoot after the other, a slice at a time.
struct PastGathering {
    /// So long a pause, in seconds, and what follows is another shoot with a scale of its own.
    private static let pause: Int64 = 4 * 3600
    private static let longestShoot = 1000
    private static let mostPhotos = 20_000

    private let source: TasteSource
    private let model: String
    /// The newest last; nil before the first look.
    private var shoots: [[PastChoice]]?
    private var current: (rest: ArraySlice<PastChoice>, snapshot: TasteSnapshot)?
    /// Photos that were decided on here, too: they teach once.
    private var known: Set<String> = []
    /// Photos that other programs or sidecars speak of, and that were decided on here: they teach from there.
    private(set) var knownHere: Set<Int64> = []

    init(_ source: TasteSource, model: String) {
        self.source = source
        self.model = model
    }

    var isDone: Bool { current == nil && shoots?.isEmpty == true }

    mutating func note(_ frames: some Sequence<Frame>) {
        for frame in frames {
            if let key = PastGathering.key(frame.fileName, frame.shot.capturedAt?.wallSeconds) { known.insert(key) }
        }
    }

    /// Reads one slice; returns a shoot when it is complete.
    mutating func step() throws(StoreError) -> TasteSnapshot? {
        guard var part = current else {
            if shoots == nil { shoots = try find() }
            if let shoot = shoots?.popLast() { current = (shoot[...], TasteSnapshot(isBlind: true, origin: shoot[0].source)) }
            return nil
        }
        let slice = part.rest.prefix(Int(TasteGathering.slice))
        part.rest = part.rest.dropFirst(slice.count)
        let marks = Dictionary(slice.map { ($0.photo, $0.mark) }) { $1 }
        for (photo, card) in try source.store.measuredPast(slice.map(\.photo), model: model) {
            let id = FrameID(photo.id)
            part.snapshot.frames.append(
                Frame(
                    id: id, source: 0, path: String(photo.path.drop { $0 == "/" }), size: photo.size, modified: photo.modified,
                    header: photo.header))
            part.snapshot.cards[id] = card
            part.snapshot.marks[id] = marks[photo.id]
        }
        current = part.rest.isEmpty ? nil : part
        return part.rest.isEmpty ? part.snapshot : nil
    }

    private mutating func find() throws(StoreError) -> [[PastChoice]] {
        guard try source.store.hasPast() else { return [] }
        let since = try source.since()
        var seen: Set<String> = []
        var twice: Set<Int64> = []
        var choices = try source.store.pastChoices(since: since).filter { choice in
            guard !choice.isConflict else { return false }
            guard let key = PastGathering.key(choice.name, choice.taken) else { return true }
            if known.contains(key) { twice.insert(choice.photo) }
            return !known.contains(key) && seen.insert(key).inserted
        }
        knownHere = twice
        if choices.count > PastGathering.mostPhotos {
            choices = Array(choices.sorted { ($0.taken ?? .min) < ($1.taken ?? .min) }.suffix(PastGathering.mostPhotos))
            choices.sort { ($0.source, $0.taken ?? .min, $0.photo) < ($1.source, $1.taken ?? .min, $1.photo) }
        }
        return PastGathering.shoots(choices)
    }

    /// `choices` stand by source and time.
    private static func shoots(_ choices: [PastChoice]) -> [[PastChoice]] {
        var shoots: [[PastChoice]] = []
        for choice in choices {
            if let last = shoots.last?.last, last.source == choice.source, (shoots.last?.count ?? 0) < longestShoot,
                (choice.taken ?? 0) - (last.taken ?? 0) <= pause
            {
                shoots[shoots.count - 1].append(choice)
            } else {
                shoots.append([choice])
            }
        }
        return shoots
    }

    private static func key(_ name: String, _ taken: Int64?) -> String? {
        taken.map { "\(fileStem(name).lowercased()) \($0)" }
    }
}

extension TasteSource {
    /// Only what was decided after this counts: the moment of the last reset, nanoseconds since 1970.
    func since() throws(StoreError) -> Int64? { try store.settings(of: nil)[TasteSource.sinceKey].flatMap { Int64($0) } }
}
