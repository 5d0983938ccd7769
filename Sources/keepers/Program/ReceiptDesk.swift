import KeepersCore
import KeepersUI
import PersistenceKit

/// Counts a session's receipt from the store, just now.
struct ReceiptDesk {
    let store: Store
    let session: SessionID
    let name: String
    let model: SessionModel

    /// `since`: when the screens were opened this time.
    func receipt(since: Int64? = nil) throws(StoreError) -> Receipt {
        let log = try store.steps(in: session)
        let exports = try store.exports(in: session)
        let standing = Dictionary(
            try store.standingExports(in: session, at: nil).map { ($0.job.id, $0.files) }, uniquingKeysWith: { first, _ in first }
        )
        return Receipt(
            name: name, model: model, log: log, advice: try store.advice(in: session), since: since,
            heatEvents: try store.batches(in: session).reduce(0) { $0 + $1.heatEvents },
            exports: exports.map { job in
                let left = standing[job.id] ?? 0
                return Receipt.Export(
                    at: job.at, profile: job.profile, state: job.state.rawValue, written: job.written, unchanged: job.unchanged,
                    failed: job.failed, takenBack: left > 0 ? max(0, job.written - left) : 0)
            }, unseen: try unseen(log, profile: exports.first.flatMap { ExportProfile(rawValue: $0.profile) } ?? .lightroom))
    }

    private func unseen(_ log: [StoredStep], profile: ExportProfile) throws(StoreError) -> Receipt.Unseen {
        var bases: [FrameID: SidecarBase] = [:]
        for base in try store.bases(in: session) where base.writtenHash != nil || bases[base.frame] == nil {
            bases[base.frame] = base
        }
        var verbs: [FrameID: Set<String>] = [:]
        for change in log.flatMap(\.step.changes) where change.change.isDecision {
            verbs[change.frame, default: []].insert(change.change.stored.verb)
        }
        // Colours in the words in which they are written, or each label would read as not exported.
        let labels = try store.settings(of: nil)[LabelWords.settingName].flatMap(LabelWords.named) ?? .english
        var unseen = Receipt.Unseen()
        for frame in model.frames {
            let mark = model.mark(frame.id).decision
            guard !mark.isEmpty else { continue }
            if mark == Mark(verdict: .maybe) {
                unseen.maybes += 1
            } else if frame.kind.ignoresSidecar {
                unseen.withoutSidecar[frame.kind, default: 0] += 1
            } else if !isSaid(mark, frame.id, bases[frame.id], verbs[frame.id] ?? [], profile, labels) {
                unseen.unexported += 1
            }
        }
        return unseen
    }

    /// The sidecar says so: by what we wrote last, or by what stood in it when the card was read.
    private func isSaid(
        _ mark: Mark, _ frame: FrameID, _ base: SidecarBase?, _ verbs: Set<String>, _ profile: ExportProfile, _ labels: LabelWords
    ) -> Bool {
        if let base, base.writtenHash != nil, let stored = try? StoredBase(wire: base.values) {
            var past = SidecarPast(
                decidedVerdict: verbs.contains("verdict"), decidedStars: verbs.contains("stars"),
                decidedLabel: verbs.contains("label"))
            past.original = stored.original
            past.written = stored.last
            let wish = sidecarWish(for: mark, profile: profile, existing: stored.last, past: past, labels: labels)
            return wish.map { Exporter.says(stored.last ?? SidecarValues(), $0) } ?? true
        }
        guard let existing = model.existing[frame]?.mark else { return false }
        return existing.verdict == mark.verdict && (mark.stars == 0 || existing.stars == mark.stars)
            && (mark.label == nil || existing.label == mark.label)
    }
}

extension Receipt {
    /// Its lines with times as they read here.
    var lines: [String] {
        let now = Clock.wall()
        return text { Clock.words($0, now: now) }
    }
}

// The receipt of the session on the screen.
extension Stage {
    /// Empty where no session is open, or where it is somebody else's evening.
    func receiptLines() -> [String] {
        guard let session = program.session, let id = session.id, session.readOnly == nil, let shown = app.session else {
            return []
        }
        let desk = ReceiptDesk(store: program.store, session: id, name: session.name, model: shown.model)
        do throws(StoreError) {
            return try desk.receipt(since: openedAt).lines
        } catch {
            return ["no receipt: \(error.message)"]
        }
    }
}
