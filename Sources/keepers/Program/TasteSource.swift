import KeepersCore
import PersistenceKit
import RankerKit

/// A session as a taste learns from it: plain values that may go to another thread.
struct TasteSnapshot: Sendable {
    var frames: [Frame] = []
    var cards: [FrameID: ScoreCard] = [:]
    var marks: [FrameID: Mark] = [:]
    var rules = StackRules()
    var isBlind = false
    /// Whose decisions they are: "Lightroom catalog wedding.lrcat"; nil = made here.
    var origin: String?

    /// Without a taste: examples are decisions against the base ranking.
    var model: SessionModel { SessionModel(frames: frames, marks: marks, cards: cards, rules: rules) }
    var scenes: [TasteScene] {
        var model = model
        if origin != nil { model.apply(passedOver(in: model)) }
        return TasteScene.scenes(of: model, isBlind: isBlind)
    }
}

/// What the store holds that a taste is learned from, and what everybody set about it.
struct TasteSource {
    let store: Store

    /// Settings of everybody: "taste" = "off", and since when decisions count after a reset.
    static let switchKey = "taste"
    static let sinceKey = "taste.since"

    func isOn() throws(StoreError) -> Bool { try store.settings(of: nil)[TasteSource.switchKey] != "off" }

    /// The newest head for cards of `model`, as it was stored; one of another form is none.
    func head(model: String) throws(StoreError) -> (head: TasteHead, profile: TasteProfile)? {
        guard let profile = try store.taste(model: model), let head = try? TasteHead(wire: profile.head) else { return nil }
        return (head, profile)
    }

    /// A session's decisions and rules, still without frames and cards.
    func outline(_ session: SessionID) throws(StoreError) -> TasteSnapshot {
        let settings = try store.settings(of: session)
        var snapshot = TasteSnapshot(
            marks: try store.marks(in: session), rules: StackRules(settings: settings), isBlind: settings["blind"] == "on")
        if let since = try since() {
            let times = try store.decisionTimes(in: session)
            snapshot.marks = snapshot.marks.filter { times[$0.key] ?? 0 > since }
        }
        return snapshot
    }

    /// Appends what was learned, as a new version; older ones stay.
    func keep(_ head: TasteHead, model: String, origins: TasteOrigins) throws(StoreError) {
        try store.append(
            taste: TasteProfile(
                model: model,
                version:
                    "taste-\(head.number) of \(Clock.iso8601(Clock.wall()).prefix(10)), \(counted(head.examples, "example"))",
                examples: head.examples, isBetter: head.isBetter, source: origins.sources, head: head.wire))
    }
}

/// Reads the judged sessions of a store, then what was decided before Keepers, a slice at a time, so that a key never waits for it.
struct TasteGathering {
    /// Frames of one slice: some milliseconds.
    static let slice: Int64 = 200
    /// Enough to learn from; older sessions are left out.
    static let mostSessions = 30

    private let source: TasteSource
    private let model: String
    private var waiting: [JudgedSession]
    private var current: (session: SessionID, next: Int64, last: Int64, snapshot: TasteSnapshot)?
    private var past: PastGathering

    /// `shown` are frames of the session `open`, which is learned from by itself.
    init(
        _ source: TasteSource, model: String, but open: SessionID?, shown: some Sequence<Frame> = EmptyCollection()
    ) throws(StoreError) {
        past = PastGathering(source, model: model)
        past.note(shown)
        self.source = source
        self.model = model
        waiting = try source.store.judgedSessions().filter { $0.id != open }.prefix(TasteGathering.mostSessions).reversed()
    }

    /// Photos of other programs' decisions that were decided on here, too; complete at the end.
    var knownHere: Set<Int64> { past.knownHere }
    var isDone: Bool { waiting.isEmpty && current == nil && past.isDone }

    /// Reads one slice; returns a session when it is complete.
    mutating func step() throws(StoreError) -> TasteSnapshot? {
        guard var part = current else {
            guard let session = waiting.popLast() else { return try past.step() }
            let outline = try source.outline(session.id)
            guard !outline.marks.isEmpty, let numbers = try source.store.frameNumbers(of: session.id) else { return nil }
            current = (session.id, numbers.lowerBound, numbers.upperBound, outline)
            return nil
        }
        current = nil
        let range = part.next...min(part.last, part.next &+ (TasteGathering.slice - 1))
        part.snapshot.frames += try source.store.frames(in: part.session, among: range)
        part.snapshot.cards.merge(try source.store.cards(in: part.session, model: model, among: range)) { $1 }
        if range.upperBound >= part.last {
            past.note(part.snapshot.frames.filter { part.snapshot.marks[$0.id]?.isEmpty == false })
            return part.snapshot
        }
        part.next = range.upperBound + 1
        current = part
        return nil
    }
}
