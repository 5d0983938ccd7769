import KeepersCore
import KeepersUI
import PersistenceKit

/// Measures what has no card yet, in the background: what a person looks at and its neighbours first, then the newest shots.
///
/// As many at once as the machine's heat allows; at "critical" what is measured is written and nothing new begins until it is cooler.
final class ScoringPass {
    /// So long the judges stay away while pictures and headers are still to come: the first row must not wait for them.
    private static let courtesy: UInt64 = 3_000_000_000

    private let session: CardSession
    private let heat: HeatWatch
    private let workers: Int
    private let now: () -> UInt64
    private let wall: () -> Int64
    /// The next one last; those not in `isWaiting` any more were taken out of turn.
    private var waiting: [FrameID] = []
    private var isWaiting: Set<FrameID> = []
    private var isSorted = true
    private var wanted: Set<FrameID> = []
    private var inFlight = 0
    private var done: [(frame: Frame, card: ScoreCard, isFinal: Bool)] = []
    private var thumbnails: [(frame: Frame, jpeg: [UInt8])] = []
    private var flushedAt: UInt64 = 0
    private var pace = Pace()
    private var run: BatchClock?
    private var courteousSince: UInt64?
    private var allowed: Int
    /// Frames that broke the models before any frame went through them.
    private var broken = 0
    private var modelsProved = false
    /// Counts the changes of what measures, so that answers from before are told.
    private var generation = 0
    /// Frames that are done with, also those that gave nothing to measure.
    private(set) var scored = 0
    private(set) var measured = 0
    /// Why measuring could not go on, or what was measured could not be kept; it is measured again next time.
    private(set) var failure: String?
    private(set) var total = 0

    init(
        _ session: CardSession, heat: HeatWatch, workers: Int, now: @escaping () -> UInt64, wall: @escaping () -> Int64
    ) {
        self.session = session
        self.heat = heat
        self.workers = workers
        self.now = now
        self.wall = wall
        allowed = workers
    }

    var isDone: Bool { isWaiting.isEmpty && inFlight == 0 && done.isEmpty }
    private var model: String { session.models.model }

    /// Frames that may be measured; those with a card or without a picture are passed over.
    func add(_ frames: some Sequence<Frame>) {
        guard session.readOnly == nil else { return }
        for frame in frames
        where session.cards[frame.id] == nil && frame.header.scoringPreview != nil && wanted.insert(frame.id).inserted {
            waiting.append(frame.id)
            isWaiting.insert(frame.id)
            total += 1
        }
        isSorted = false
    }

    /// Keeps each worker that may work busy with one job, and with all of them one in reserve; `wanted` goes first.
    func pump(wanted: [FrameID]) {
        guard !isDone else { return }
        follow(heat.look(own: session.workshop.processIDs))
        guard !isWaiting.isEmpty, mayBegin else { return }
        beginRun()
        let room = allowed >= workers ? workers + 1 : allowed
        guard inFlight < room else { return }
        if !isSorted { sortNewestFirst() }
        while inFlight < room, let next = take(wanted) { send(next) }
    }

    private func follow(_ report: HeatReport) {
        run?.feel(report.state, now: now())
        guard report.workers != allowed else { return }
        allowed = report.workers
        pace.restart()
        if allowed == 0 { flush() }
    }

    private var mayBegin: Bool {
        guard run == nil else { return true }
        if session.workshop.isQuiet { return true }
        let since = courteousSince ?? now()
        courteousSince = since
        return now() &- since > ScoringPass.courtesy
    }

    /// Newest last, so that it is taken off the end.
    private func sortNewestFirst() {
        let order = TimeOrder(frames: Array(session.frames.values))
        let keyed = isWaiting.compactMap { id in session.frames[id].map { ($0, order.instant($0) ?? Int64.min) } }
        waiting = keyed.sorted { ($0.1, $1.0.id) < ($1.1, $0.0.id) }.map(\.0.id)
        isSorted = true
    }

    private func take(_ wanted: [FrameID]) -> Frame? {
        for id in wanted where isWaiting.remove(id) != nil { if let frame = session.frames[id] { return frame } }
        while let id = waiting.popLast() {
            if isWaiting.remove(id) != nil, let frame = session.frames[id] { return frame }
        }
        return nil
    }

    private func send(_ frame: Frame) {
        guard let preview = frame.header.scoringPreview, let source = session.source(of: frame, preview: preview) else {
            total -= 1
            return
        }
        inFlight += 1
        let generation = generation
        session.workshop.judge(source, models: session.models.folder) { [self] judgement in
            inFlight -= 1
            // What was asked of other models is asked anew already.
            guard generation == self.generation else { return }
            switch judgement {
            case .card(let card, let thumbnail, let broke): take(frame, card, [UInt8](thumbnail), broke)
            case .failed(let failure):
                guard failure.message != "cancelled" else { return }
                if failure.cause == .helpers { self.failure = failure.message }
                keep(frame, unreadable(failure.message), thumbnail: [], isFinal: failure.cause == .file)
            case .unusable(let why): giveUpModels(why)
            }
        }
    }

    private func take(_ frame: Frame, _ card: ScoreCard, _ thumbnail: [UInt8], _ broke: String?) {
        var card = card
        if let broke {
            broken += 1
            if broken >= 3, !modelsProved { return giveUpModels(broke) }
            // Its other measures are the same with models as without.
            card.model = model
            card.caveat = card.caveat ?? "faces not measured on this frame: \(broke)"
        } else if card.model != model {
            return keep(frame, unreadable("its score's answer does not read"), thumbnail: [])
        } else if session.models.folder != nil, !modelsProved {
            modelsProved = true
            session.models.proved(session.store)
        }
        keep(frame, card, thumbnail: thumbnail)
    }

    /// A card without measures: tried, and why nothing came of it.
    private func unreadable(_ why: String) -> ScoreCard {
        ScoreCard(model: model, measures: Measures(), print: nil, width: 0, height: 0, caveat: why)
    }

    /// The models cannot be loaded, or break on everything: measured without them, under the version that says so.
    private func giveUpModels(_ why: String) {
        flush()
        endRun(isDone: false)
        generation += 1
        do throws(StoreError) {
            try session.giveUpModels(why)
        } catch {
            failure = error.message
        }
        (waiting, isWaiting, wanted, total, scored, measured) = ([], [], [], 0, 0, 0)
        add(session.frames.values)
        if let missing = session.models.missing { session.report(.notice(missing)) }
        session.report(.cards(session.cards))
    }

    private func keep(_ frame: Frame, _ card: ScoreCard, thumbnail: [UInt8], isFinal: Bool = true) {
        scored += 1
        if !card.isUnreadable { measured += 1 }
        pace.note(now())
        done.append((frame, card, isFinal))
        if !thumbnail.isEmpty { thumbnails.append((frame, thumbnail)) }
        if done.count >= 32 || isLast || allowed == 0 || now() &- flushedAt > 250_000_000 { flush() }
    }

    private var isLast: Bool { isWaiting.isEmpty && inFlight == 0 }

    /// Writes what is measured, and how far the run is, and shows it.
    func flush() {
        guard !done.isEmpty else { return }
        flushedAt = now()
        let final = done.filter(\.isFinal)
        var run = run
        run?.frames += final.count
        do throws(StoreError) {
            try session.store.appendCards(
                final.map { ($0.frame.id, $0.card) }, of: run?.progress(now: now(), isDone: false))
            self.run = run
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
    }

    /// Everything is measured and nothing more will come: the run is over, and its processes go.
    func finish() {
        guard isDone else { return }
        endRun(isDone: true)
        session.workshop.endJudges()
    }

    // MARK: - The batch's own record

    private func beginRun() {
        guard run == nil, let id = session.id, let number = try? session.store.beginBatch(model: model, in: id) else { return }
        run = BatchClock(run: number, begun: now())
        if let report = heat.report { run?.feel(report.state, now: now()) }
    }

    func endRun(isDone: Bool) {
        guard let run else { return }
        try? session.store.endBatch(run.progress(now: now(), isDone: isDone))
        if isDone, let id = session.id, (try? session.summary())?.open == 0 {
            try? session.store.setStatus(.reviewed, of: id)
        }
        self.run = nil
        courteousSince = nil
    }

    func progress(note: String?) -> Progress {
        guard !isDone, total > 0 else { return Progress(note: note, modelsMissing: session.models.missing) }
        let estimate = allowed == 0 ? nil : pace.estimate(remaining: total - scored, now: now())
        return Progress(
            stage: .scoring(done: scored, total: total), rate: estimate?.rate,
            finish: estimate.map { Clock.hourAndMinute(wall() + Int64(clamping: Int($0.seconds * 1e9))) }, note: note,
            spread: estimate?.spread.map(Pace.words), heat: heat.report, modelsMissing: session.models.missing)
    }
}
