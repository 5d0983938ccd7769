import KeepersCore
import KeepersUI
import PersistenceKit
import ScoringKit

/// Measures what has no card yet, in the background, what is on the screen first, then the newest shots.
final class ScoringPass {
    static let model = FrameScorer.model

    private let session: CardSession
    private let workers: Int
    private let now: () -> UInt64
    private let wall: () -> Int64
    private var waiting: [FrameID] = []
    private var isSorted = true
    private var wanted: Set<FrameID> = []
    private var inFlight = 0
    private var done: [(frame: Frame, card: ScoreCard, isFinal: Bool)] = []
    private var thumbnails: [(frame: Frame, jpeg: [UInt8])] = []
    private var flushedAt: UInt64 = 0
    private var meter = RateMeter()
    private var run: Int64?
    private var startedAt: UInt64 = 0
    private(set) var scored = 0
    /// Why measuring could not go on, or what was measured could not be kept; it is measured again next time.
    private(set) var failure: String?
    private(set) var total = 0

    init(_ session: CardSession, workers: Int, now: @escaping () -> UInt64, wall: @escaping () -> Int64) {
        self.session = session
        self.workers = workers
        self.now = now
        self.wall = wall
    }

    var isDone: Bool { waiting.isEmpty && inFlight == 0 && done.isEmpty }

    /// Frames that may be measured; those with a card or without a picture are passed over.
    func add(_ frames: some Sequence<Frame>) {
        guard session.readOnly == nil else { return }
        for frame in frames
        where session.cards[frame.id] == nil && frame.header.scoringPreview != nil && wanted.insert(frame.id).inserted {
            waiting.append(frame.id)
            total += 1
        }
        isSorted = false
    }

    /// Keeps each worker busy with one job and one in reserve; `shown` goes first.
    func pump(shown: [FrameID]) {
        guard !waiting.isEmpty, inFlight < workers + 1 else { return }
        if !isSorted { sortNewestFirst() }
        beginRun()
        while inFlight < workers + 1, let next = take(shown) { send(next) }
    }

    /// Newest last, so that it is taken off the end.
    private func sortNewestFirst() {
        let order = TimeOrder(frames: Array(session.frames.values))
        let keyed = waiting.compactMap { id in session.frames[id].map { ($0, order.instant($0) ?? Int64.min) } }
        waiting = keyed.sorted { ($0.1, $1.0.id) < ($1.1, $0.0.id) }.map(\.0.id)
        isSorted = true
    }

    private func take(_ shown: [FrameID]) -> Frame? {
        for id in shown {
            guard let index = waiting.lastIndex(of: id) else { continue }
            waiting.remove(at: index)
            if let frame = session.frames[id] { return frame }
        }
        while let id = waiting.popLast() { if let frame = session.frames[id] { return frame } }
        return nil
    }

    private func send(_ frame: Frame) {
        guard let preview = frame.header.scoringPreview, let source = session.source(of: frame, preview: preview) else {
            total -= 1
            return
        }
        inFlight += 1
        session.workshop.ask(.score(source), .background) { [self] result in
            inFlight -= 1
            switch result {
            case .success(let answer):
                var reader = answer.reader
                if let card = try? ScoreCard(from: &reader), card.model == ScoringPass.model {
                    take(frame, card, thumbnail: [UInt8](answer.slot))
                } else {
                    take(frame, ScoringPass.unreadable("its score's answer does not read"), thumbnail: [])
                }
            case .failure(let failure):
                guard failure.message != "cancelled" else { return }
                if failure.cause == .helpers { self.failure = failure.message }
                take(frame, ScoringPass.unreadable(failure.message), thumbnail: [], isFinal: failure.cause == .file)
            }
        }
    }

    /// A card without measures: tried, and why nothing came of it.
    private static func unreadable(_ why: String) -> ScoreCard {
        ScoreCard(model: model, measures: Measures(), print: nil, width: 0, height: 0, caveat: why)
    }

    private func take(_ frame: Frame, _ card: ScoreCard, thumbnail: [UInt8], isFinal: Bool = true) {
        scored += 1
        meter.note(now())
        done.append((frame, card, isFinal))
        if !thumbnail.isEmpty { thumbnails.append((frame, thumbnail)) }
        if done.count >= 32 || isLast || now() &- flushedAt > 250_000_000 { flush() }
    }

    private var isLast: Bool { waiting.isEmpty && inFlight == 0 }

    /// Writes what is measured and shows it.
    func flush() {
        guard !done.isEmpty else { return }
        flushedAt = now()
        do throws(StoreError) {
            try session.store.appendCards(done.filter(\.isFinal).map { ($0.frame.id, $0.card) })
            try session.thumbnails?.put(thumbnails)
        } catch {
            failure = error.message
            session.report(.notice(error.message))
        }
        var cards: [FrameID: ScoreCard] = [:]
        for (frame, card, _) in done { cards[frame.id] = card }
        session.cards.merge(cards) { $1 }
        done = []
        thumbnails = []
        session.report(.cards(cards))
        if isDone { endRun(interrupted: false) }
    }

    // MARK: - The batch's own record

    private func beginRun() {
        guard run == nil, let id = session.id else { return }
        startedAt = now()
        run = try? session.store.beginBatch(model: ScoringPass.model, in: id)
    }

    func endRun(interrupted: Bool) {
        guard let run else { return }
        let seconds = Double(now() &- startedAt) / 1e9
        try? session.store.endBatch(run, frames: scored, seconds: seconds, heatEvents: 0, interrupted: interrupted)
        if !interrupted, let id = session.id, (try? session.summary())?.open == 0 {
            try? session.store.setStatus(.reviewed, of: id)
        }
        self.run = nil
    }

    func progress(note: String?) -> Progress {
        guard !isDone, total > 0 else { return Progress(note: note) }
        let rate = meter.rate(now())
        let finish = rate.map { Clock.hourAndMinute(wall() + Int64(Double(total - scored) / $0 * 1e9)) }
        return Progress(stage: .scoring(done: scored, total: total), rate: rate, finish: finish, note: note)
    }
}

/// Frames a second over the last few seconds; nil until there is something to measure.
struct RateMeter {
    private var times: [UInt64] = []

    mutating func note(_ now: UInt64) {
        times.append(now)
        if times.count > 400 { times.removeFirst(200) }
    }

    func rate(_ now: UInt64) -> Double? {
        let window = times.drop { now &- $0 > 10_000_000_000 }
        guard window.count >= 8, let first = window.first, let last = window.last, last > first else { return nil }
        return Double(window.count - 1) / (Double(last &- first) / 1e9)
    }
}
