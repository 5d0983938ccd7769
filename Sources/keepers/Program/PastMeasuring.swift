import EngineKit
import KeepersCore
import KeepersUI
import PersistenceKit

/// One run of the judges over photos of earlier years, as many at once as the machine's heat allows.
struct PastMeasuring {
    enum End { case done, modelsUnusable(String) }

    /// What the judges' answers come to; a class, because they arrive in closures.
    private final class Tally {
        var inFlight = 0
        var cards: [(photo: Int64, card: ScoreCard)] = []
        var scored = 0
        var problems: [(PastPhoto, String)] = []
        var broken = 0
        var proved = false
        var unusable: String?
        var helpers: String?
        var pace = Pace()
    }

    private static let batch = 32
    private let workshop: Workshop
    private let link: SpawnerLink
    private let heat: HeatWatch
    private let workers: Int
    private let models: Models
    private let tally = Tally()

    init(workshop: Workshop, link: SpawnerLink, heat: HeatWatch, workers: Int, models: Models) {
        self.workshop = workshop
        self.link = link
        self.heat = heat
        self.workers = workers
        self.models = models
    }

    var scored: Int { tally.scored }
    var problems: [(PastPhoto, String)] { tally.problems }

    /// Measures in the given order and keeps what is measured, every few frames.
    mutating func run(
        _ wanted: [(photo: PastPhoto, frame: Frame)], store: Store, progress: (Progress) -> Void
    ) throws(Failure) -> End {
        var next = 0
        var allowed = workers
        while next < wanted.count || tally.inFlight > 0 {
            guard link.isAlive else { throw Failure("the helpers have ended; what was measured is kept, start keepers again") }
            let report = heat.look(own: workshop.processIDs)
            if report.workers != allowed {
                allowed = report.workers
                tally.pace.restart()
            }
            let room = allowed >= workers ? workers + 1 : allowed
            while next < wanted.count, tally.inFlight < room, tally.unusable == nil, tally.helpers == nil {
                send(wanted[next])
                next += 1
            }
            if tally.unusable != nil || tally.helpers != nil { next = wanted.count }
            if tally.cards.count >= PastMeasuring.batch || allowed == 0 { try keep(store) }
            progress(shown(report, total: wanted.count))
            if tally.inFlight > 0 || next < wanted.count { link.wait(milliseconds: 100) }
        }
        try keep(store)
        if let words = tally.helpers { throw Failure(words) }
        return tally.unusable.map { .modelsUnusable($0) } ?? .done
    }

    private func send(_ wanted: (photo: PastPhoto, frame: Frame)) {
        guard let preview = wanted.photo.header.scoringPreview else { return }
        tally.inFlight += 1
        workshop.judge(FrameSource(frame: wanted.frame, preview: preview), models: models.folder) { [tally, models] judgement in
            tally.inFlight -= 1
            switch judgement {
            case .unusable(let why): tally.unusable = why
            case .failed(let failure) where failure.cause == .helpers: tally.helpers = failure.message
            case .failed(let failure):
                tally.problems.append((wanted.photo, failure.message))
                // What the disk did not give is tried again the next time.
                guard failure.cause == .file else { return }
                let card = ScoreCard(
                    model: models.model, measures: Measures(), print: nil, width: 0, height: 0, caveat: failure.message)
                tally.cards.append((wanted.photo.id, card))
            case .card(var card, _, let broke):
                if let broke {
                    tally.broken += 1
                    if tally.broken >= 3, !tally.proved { return tally.unusable = broke }
                    card.model = models.model
                    card.caveat = card.caveat ?? "faces not measured on this frame: \(broke)"
                } else {
                    guard card.model == models.model else { return }
                    tally.proved = true
                }
                tally.scored += 1
                tally.pace.note(Clock.monotonic())
                tally.cards.append((wanted.photo.id, card))
            }
        }
    }

    private func keep(_ store: Store) throws(Failure) {
        do throws(StoreError) {
            try store.append(pastCards: tally.cards)
            tally.cards = []
        } catch {
            throw Failure("\(error.message) What was measured before is kept; run it again.")
        }
    }

    private func shown(_ report: HeatReport, total: Int) -> Progress {
        let estimate = report.workers == 0 ? nil : tally.pace.estimate(remaining: total - tally.scored, now: Clock.monotonic())
        return Progress(
            stage: .scoring(done: tally.scored, total: total), rate: estimate?.rate,
            finish: estimate.map { Clock.hourAndMinute(Clock.wall() + Int64(clamping: Int($0.seconds * 1e9))) },
            spread: estimate?.spread.map(Pace.words), heat: report)
    }
}
