import KeepersCore
import KeepersUI
import PersistenceKit
import RankerKit

/// Learns the photographer's taste in the background and tells the screens what it adds; no key ever waits for it.
///
/// The store is read here, on the loop's thread, a slice a turn; learning happens on an idle thread.
final class TasteDesk {
    static let decisionsBetween = 25
    /// A pause in the person's decisions, nanoseconds.
    static let pause: UInt64 = 2_000_000_000

    private enum Stage {
        case resting
        case gathering(TasteGathering)
        case finding(IdleThread<[TasteScene]>, origin: String?, TasteGathering)
        case training(IdleThread<Learned>)
        case applying(IdleThread<[FrameID: Double]>)
    }
    private struct Learned: Sendable {
        var head: TasteHead?
        var points: [FrameID: Double]
        /// Examples of the open session.
        var own: Int
    }

    private let source: TasteSource
    private let now: () -> UInt64
    /// Heat and power allow it now.
    var mayTrain: () -> Bool = { true }
    var report: (Event) -> Void = { _ in }

    private var stage = Stage.resting
    private var head: TasteHead?
    private var model: String?
    private var isOn = true
    /// Scenes of the judged sessions that are not open; they do not change while we run.
    private var others: [TasteScene] = []
    private var origins = TasteOrigins()
    private var hasOthers = false
    private var decisions = 0
    private var isDue = false
    private var decidedAt: UInt64 = 0
    /// Cards that the points shown now were made from.
    private var cardsWithPoints = 0

    init(store: Store, now: @escaping () -> UInt64) {
        source = TasteSource(store: store)
        self.now = now
    }

    /// Work is under way on the idle thread, or about to begin.
    var isBusy: Bool {
        if case .resting = stage { return false }
        return true
    }

    // MARK: - What happens

    /// A session was opened: the points for what is measured of it, from what was learned before.
    func open(_ session: CardSession) -> [FrameID: Double] {
        (stage, others, origins, hasOthers) = (.resting, [], TasteOrigins(), false)
        cardsWithPoints = session.cards.count
        guard let model = session.cards.first?.value.model ?? (try? source.store.newestModel()) else { return [:] }
        self.model = model
        let known = try? source.head(model: model)
        head = known?.head
        isOn = (try? source.isOn()) ?? false
        let newest = ((try? source.store.judgedSessions()) ?? []).map(\.lastDecision).max() ?? 0
        // Decisions of the last time that nothing was learned from yet.
        isDue = newest > known?.profile.at ?? 0
        guard isOn, let head, head.isBetter, let snapshot = snapshot(of: session) else { return [:] }
        return head.points(for: snapshot.model)
    }

    func decided(_ count: Int) {
        decisions += count
        decidedAt = now()
        if decisions >= TasteDesk.decisionsBetween { isDue = true }
    }

    /// The session was exported or is about to be left: what was decided since is worth learning now.
    func trainSoon() { if decisions > 0 { isDue = true } }

    /// One turn of the loop; `isQuiet` = nothing else is under way.
    func pump(_ session: CardSession, isQuiet: Bool) {
        do throws(StoreError) {
            try turn(session, isQuiet)
        } catch {
            // What was decided is safe; it is learned from the next time.
            stage = .resting
            isDue = false
        }
    }

    private func turn(_ session: CardSession, _ isQuiet: Bool) throws(StoreError) {
        switch stage {
        case .resting: try begin(session, isQuiet)
        case .gathering(var gathering):
            if let snapshot = try gathering.step() {
                stage = .finding(IdleThread { snapshot.scenes }, origin: snapshot.origin, gathering)
            } else if gathering.isDone {
                hasOthers = true
                train(session)
            } else {
                stage = .gathering(gathering)
            }
        case .finding(let thread, let origin, let gathering):
            guard let scenes = thread.result else { return }
            others += scenes
            origins.add(scenes, from: origin)
            stage = .gathering(gathering)
        case .training(let thread):
            guard let learned = thread.result else { return }
            stage = .resting
            try take(learned)
        case .applying(let thread):
            guard let points = thread.result else { return }
            stage = .resting
            report(.taste(points))
        }
    }

    private func begin(_ session: CardSession, _ isQuiet: Bool) throws(StoreError) {
        guard isOn, session.readOnly == nil, isQuiet || now() &- decidedAt > TasteDesk.pause else { return }
        if isDue, mayTrain() {
            if model == nil { model = session.cards.first?.value.model }
            guard let model else { return }
            isDue = false
            decisions = 0
            if hasOthers {
                train(session)
            } else {
                stage = .gathering(
                    try TasteGathering(source, model: model, but: session.id, shown: session.frames.values))
            }
        } else if isQuiet, let head, head.isBetter, session.cards.count != cardsWithPoints,
            let snapshot = snapshot(of: session)
        {
            cardsWithPoints = session.cards.count
            stage = .applying(IdleThread { head.points(for: snapshot.model) })
        }
    }

    private func train(_ session: CardSession) {
        guard let snapshot = snapshot(of: session) else {
            stage = .resting
            return
        }
        cardsWithPoints = session.cards.count
        let (others, previous) = (others, head)
        stage = .training(
            IdleThread {
                let model = snapshot.model
                let own = TasteScene.scenes(of: model, isBlind: snapshot.isBlind)
                let head = TasteTrainer.train(others + own, after: previous)
                return Learned(
                    head: head, points: head?.isBetter == true ? head?.points(for: model) ?? [:] : [:],
                    own: own.reduce(0) { $0 + $1.examples })
            })
    }

    private func take(_ learned: Learned) throws(StoreError) {
        guard let new = learned.head, let model else { return }
        let wasUsed = head?.isBetter ?? false
        head = new
        var all = origins
        all.add(session: learned.own)
        try source.keep(new, model: model, origins: all)
        if new.isBetter || wasUsed { report(.taste(learned.points)) }
        if new.isBetter != wasUsed {
            report(
                .notice(
                    new.isBetter
                        ? "your taste ranks now too: it names your pick in \(fixed(new.heldOut.taste.share * 100, 0)) % of stacks, "
                            + "without it \(fixed(new.heldOut.base.share * 100, 0)) %; S re-sorts, 'keepers taste' tells more"
                        : "your taste is off again: it no longer beats the plain ranking"))
        }
    }

    private func snapshot(of session: CardSession) -> TasteSnapshot? {
        guard let id = session.id, var snapshot = try? source.outline(id) else { return nil }
        snapshot.frames = Array(session.frames.values)
        snapshot.cards = session.cards
        return snapshot
    }
}
