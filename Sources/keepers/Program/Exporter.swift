import EngineKit
import ExportKit
import Glibc
import KeepersCore
import PersistenceKit

/// One export of a session, from looking at what stands beside the photos to reading back what was written.
///
/// Order: read sidecars (worker) → plan (here, no XML) → splice (worker) → remember the old bytes (store) → write (committer).
final class Exporter {
    let session: CardSession
    let link: SpawnerLink
    private(set) var model: SessionModel
    let profile: ExportProfile
    /// The words of labels where the profile has none of its own.
    let labels: LabelWords
    let wall: () -> Int64
    /// Another folder than the photos' own; nil = beside them.
    let target: ExportTarget?
    /// Only these frames; nil = all that were decided.
    var only: Set<FrameID>?
    var frames: [Frame] = []
    /// Sidecar path and root of each frame that may have one.
    var places: [FrameID: (root: Int, path: String)] = [:]
    /// Where its sidecar is read instead, because its place is empty: the card's own one, which a mirror begins with.
    var seeds: [FrameID: (root: Int, path: String)] = [:]
    /// Why a frame has no place in the target.
    var obstacles: [FrameID: String] = [:]
    /// What we wrote beside the photos: a copy of such a sidecar is ours too.
    var kin: [FrameID: SidecarBase] = [:]
    var readouts: [FrameID: SidecarReadout] = [:]
    /// What was known of the sidecar in that place before.
    var bases: [FrameID: SidecarBase] = [:]
    /// The same, of every sidecar of every frame.
    private var allBases: [FrameID: [SidecarBase]] = [:]
    private var decided: [FrameID: Set<SidecarAspect>] = [:]
    /// What would be written, and cannot be as the card stands now, with the reason.
    private(set) var blocked: [FrameID: String] = [:]
    /// What an earlier export could not write.
    private(set) var pending: Set<FrameID> = []
    private(set) var plan: [PlannedSidecar] = []
    var wishes: [FrameID: SidecarWish] = [:]
    var outcomes: [SidecarOutcome] = []
    /// What was written, and what was to be written and was not, with the reason.
    var written: [FrameID: Digest] = [:]
    var failures: [FrameID: String] = [:]
    /// What a person with a card that cannot be written can do; `n sources are` stands before it.
    var lockedHint = "read-only: 'keepers export CARD --mirror FOLDER' writes the sidecars elsewhere"
    var desk: SidecarDesk?
    var job: Int64?
    var progress: (Int, Int) -> Void = { _, _ in }
    /// Takes over what only another program changed; false where it may not.
    var adopt: ([FrameChange]) -> Bool = { _ in false }

    init(
        _ session: CardSession, link: SpawnerLink, model: SessionModel, profile: ExportProfile, labels: LabelWords,
        target: ExportTarget? = nil, wall: @escaping () -> Int64
    ) {
        self.target = target
        self.session = session
        self.link = link
        self.model = model
        self.profile = profile
        self.labels = labels
        self.wall = wall
    }

    /// The same export, to be planned anew in a place that changed.
    func again(at target: ExportTarget) -> Exporter {
        let next = Exporter(session, link: link, model: model, profile: profile, labels: labels, target: target, wall: wall)
        (next.only, next.adopt, next.progress, next.lockedHint) = (only, adopt, progress, lockedHint)
        return next
    }

    var summary: ExportSummary {
        var summary = ExportSummary(plan, profile: profile, isElsewhere: target != nil)
        let late = plan.count { $0.willBeWritten && pending.contains($0.frame) }
        if late > 0 {
            let words =
                late == 1
                ? "of these an earlier export could not write" : "of these an earlier export could not write; they come first"
            summary.lines.insert(ExportLine(late, words), at: max(0, summary.lines.count - 1))
        }
        if let target, target.beginsWithCard, target.absence != nil {
            let line = ExportLine(1, "folder is not there yet and is made", names: [printable(target.folder)])
            summary.lines.insert(line, at: max(0, summary.lines.count - 1))
        }
        let locked = target == nil ? MirrorHint.readOnly(session.roots) : []
        if !locked.isEmpty {
            summary.lines.insert(
                ExportLine(
                    locked.count, "\(locked.count == 1 ? "source is" : "sources are") \(lockedHint)", names: locked.map(printable)
                ),
                at: 0)
        }
        summary.programs = programRows(plan.compactMap(sight))
        return summary
    }

    /// Where sidecars are read and edited, and the roots that places count.
    var workshop: Workshop { target?.workshop ?? session.workshop }
    var roots: [String] { target.map { [$0.folder] } ?? session.roots }

    /// What the frame's sidecar will say; nil where no decision is handed over.
    private func sight(_ item: PlannedSidecar) -> PlannedSight? {
        switch item.fate {
        case .create, .merge, .unchanged:
            let now = readouts[item.frame]?.values ?? SidecarValues()
            return PlannedSight(
                mark: item.mark, kind: item.kind, values: wishes[item.frame].map { now.with($0) } ?? now,
                isAppended: places[item.frame]?.path.hasSuffix("/" + SidecarName.appended(forPath: item.path)) == true)
        case .ignored: return PlannedSight(mark: item.mark, kind: item.kind, values: nil, isAppended: false)
        case .nothing, .conflict, .refused: return nil
        }
    }

    // MARK: - Plan

    /// Lists the folders anew, reads every sidecar that may change, and makes the plan.
    func makePlan(done: @escaping (Result<ExportSummary, Failure>) -> Void) {
        do throws(StoreError) {
            guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
            allBases = Dictionary(grouping: try loadBases(id), by: \.frame)
            if target != nil { for base in try session.store.bases(in: id) { kin[base.frame] = base } }
            decided = UndoHistory(log: try session.store.steps(in: id)).decided()
            pending = target == nil ? Set(try session.store.pending(in: id).map(\.frame)) : []
        } catch {
            return done(.failure(Failure(error.message)))
        }
        frames = model.frames.filter(mayChange)
        list { [self] result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(let names):
                locate(names)
                readSidecars {
                    self.settleIntents()
                    self.takeOver()
                    self.decide(names)
                    self.forgetPending()
                    done(.success(self.summary))
                }
            }
        }
    }

    /// Decided here, written by us, or in need of a decision.
    private func mayChange(_ frame: Frame) -> Bool {
        guard only?.contains(frame.id) != false else { return false }
        return !model.mark(frame.id).decision.isEmpty || decided[frame.id] != nil || quarrels(frame.id)?.isEmpty == false
            || allBases[frame.id]?.contains { $0.writtenHash != nil || ExportUndo.intent(of: $0) != nil } == true
    }

    /// Where the sidecars beside the photo contradict themselves or each other; a copy elsewhere is looked at by itself.
    private func quarrels(_ frame: FrameID) -> [SidecarAspect: String]? { target == nil ? session.sights[frame]?.quarrels : nil }

    private func list(_ done: @escaping (Result<SidecarNames, Failure>) -> Void) {
        if let target { return target.look(for: frames.filter { profile.rules.hasSidecar($0.kind) }, done: done) }
        SidecarLister(session).list(done: done)
    }

    private func locate(_ names: SidecarNames) {
        (places, bases) = ([:], [:])
        if let target {
            locate(in: target, names)
        } else {
            for frame in frames where profile.rules.hasSidecar(frame.kind) {
                guard let root = session.positions.firstIndex(of: frame.source) else { continue }
                let folder = frame.folder.isEmpty ? "" : frame.folder + "/"
                let wanted = profile.rules.naming.name(forPath: frame.path)
                let name = SidecarName.existing(wanted, among: names.sidecars(root: root, folder: frame.folder)) ?? wanted
                places[frame.id] = (root, folder + name)
            }
        }
        for (frame, place) in places { bases[frame] = allBases[frame]?.first { $0.path == place.path } }
    }

    private func readSidecars(done: @escaping () -> Void) {
        read(frames.map(\.id), at: { self.seeds[$0] ?? self.places[$0] }, then: done) { [self] frame, path, answer in
            switch answer {
            case .success(let readout): readouts[frame] = readout
            case .failure(let failure):
                readouts[frame] = SidecarReadout(
                    path: path, refusal: SidecarRefusal(.undecodable, "\(failure.message); nothing was written"))
            }
        }
    }

    /// What an export that was killed had meant to write: where it stands in the file, it was written, and is ours to take back.
    private func settleIntents() {
        var settled: [SidecarBase] = []
        for (frame, readout) in readouts where readout.refusal == nil {
            guard var base = bases[frame], base.path == readout.path, var stored = try? StoredBase(wire: base.values),
                let intent = stored.intent
            else {
                continue
            }
            if let digest = readout.digest, digest.bytes == intent {
                base.readHash = intent
                base.writtenHash = intent
                stored.last = readout.values
            }
            stored.intent = nil
            base.values = stored.wire
            bases[frame] = base
            settled.append(base)
        }
        guard let id = session.id, !settled.isEmpty, session.readOnly == nil else { return }
        // Not noted, they are settled again next time.
        try? saveBases(settled, id)
    }

    /// What only another program changed since the last look is taken over before anything is planned: an export writes no old words.
    private func takeOver() {
        guard target == nil else { return }
        let changes = frames.flatMap { frame in
            sight(frame)?.adoptions(frame.id, mark: model.mark(frame.id), decided: decided[frame.id] ?? []) ?? []
        }
        if !changes.isEmpty, adopt(changes) { model.apply(changes) }
    }

    /// What stands in the frame's sidecar now and what is known of it; nil where none can be read.
    private func sight(_ frame: Frame) -> SidecarSight? {
        guard let readout = readouts[frame.id], let values = readout.values else {
            return target == nil ? session.sights[frame.id] : nil
        }
        let row = known(frame.id)
        var sight = SidecarSight(
            path: readout.path, values: values, digest: readout.digest, row: row, quarrels: quarrels(frame.id) ?? [:])
        if target == nil { sight.said = session.sights[frame.id]?.said ?? [:] }
        // A sidecar elsewhere is seen for the first time here: what it says is where a merge begins.
        if target != nil, row == nil { sight.base = SidecarWords(values) }
        return sight
    }

    /// What stands there already, or has nothing to say any more, needs no writing.
    private func forgetPending() {
        guard !pending.isEmpty, target == nil, session.readOnly == nil, let id = session.id else { return }
        let idle = plan.filter { [.unchanged, .nothing, .ignored].contains($0.fate) }.map(\.frame)
        let left = pending.subtracting(plan.map(\.frame))
        // Not noted, it is found out again by the next plan.
        try? session.store.settlePending(
            pending.intersection(idle).union(left.intersection(model.frames.map(\.id))).sorted(), in: id)
    }

    private func decide(_ names: SidecarNames) {
        let collisions =
            target == nil
            ? sidecarCollisions(among: Array(session.frames.values), naming: profile.rules.naming) : collisionsInTarget(names)
        (wishes, blocked) = ([:], [:])
        var check = WriteCheck(roots: roots, makesFolders: target?.beginsWithCard == true)
        plan = frames.map { frame in
            let mark = model.mark(frame.id).decision
            var fate = fate(frame, names, collisions)
            if fate == .create || fate == .merge, let place = places[frame.id],
                let why = check.obstacle(root: place.root, path: place.path)
            {
                (fate, blocked[frame.id], wishes[frame.id]) = (.refused(why), why, nil)
            }
            let lost = wishes[frame.id].map { starsLost(to: $0, mark: mark, existing: readouts[frame.id]?.values) } ?? 0
            var planned = PlannedSidecar(
                frame: frame.id, path: frame.path, kind: frame.kind, mark: mark, fate: fate, losesStars: lost)
            noteBefore(&planned)
            return planned
        }
    }

    /// What was there before and goes, or stays against what is decided here.
    private func noteBefore(_ item: inout PlannedSidecar) {
        guard [.create, .merge, .unchanged, .nothing].contains(item.fate) else { return }
        let now = readouts[item.frame]?.values ?? SidecarValues()
        let wish = wishes[item.frame]
        if let wish {
            let others = known(item.frame)?.others(now, readouts[item.frame]?.digest) ?? now
            item.takesOff = takenOff(by: wish, mark: item.mark, from: now, others: others)
            item.replaces = replaced(by: wish, in: now, others: others)
            // The photo itself bears these; a rating of 0 beside it says that they do not count.
            if wish[.rating] == .set("0") { item.takesOff.stars = model.frame(item.frame)?.shot.cameraStars ?? 0 }
        }
        item.keeps = keptVerdict(
            after: wish, mark: item.mark, isDecided: decided[item.frame]?.contains(.verdict) == true, in: now)
    }

    private func fate(_ frame: Frame, _ names: SidecarNames, _ collisions: [FrameID: String]) -> PlannedSidecar.Fate {
        let mark = model.mark(frame.id).decision
        if !profile.rules.hasSidecar(frame.kind) { return mark.isEmpty || mark == Mark(verdict: .maybe) ? .nothing : .ignored }
        if let obstacle = obstacles[frame.id] { return mark.isEmpty ? .nothing : .refused(obstacle) }
        guard let readout = readouts[frame.id] else { return mark.isEmpty ? .nothing : .refused("its source is not here now") }
        if let refusal = readout.refusal { return mark.isEmpty ? .nothing : .refused(refusal.sentence) }
        if !mark.isEmpty, let collision = collisions[frame.id] { return .refused(collision) }
        if let values = readout.values, let foreign = foreignSidecar(values, of: frame, names: neighbours(frame, names)) {
            return .refused(foreign)
        }
        if let quarrel = disagreement(frame) { return quarrel }
        let wished = sidecarWish(for: mark, profile: profile, existing: readout.values, past: past(frame), labels: labels)
        guard let kept = wished else { return .nothing }
        guard readout.digest != nil else {
            guard kept.setsSomething else { return .nothing }
            wishes[frame.id] = kept
            return .create
        }
        if Exporter.says(readout.values ?? SidecarValues(), kept) { return .unchanged }
        wishes[frame.id] = kept
        return .merge
    }

    /// What another program decided against us, or meanwhile.
    private func disagreement(_ frame: Frame) -> PlannedSidecar.Fate? {
        let sight = sight(frame)
        let aspects = decided[frame.id] ?? []
        if let words = sight?.conflictWords(frame.id, mark: model.mark(frame.id), decided: aspects) { return .conflict(words) }
        guard let theirs = sight?.adoptions(frame.id, mark: model.mark(frame.id), decided: aspects), !theirs.isEmpty else {
            return nil
        }
        return target == nil
            ? .refused("another program changed it just now, and that could not be taken over; export again")
            : .conflict("another program has changed it there since; it was left as it is")
    }

    /// The sidecar holds all that the wish asks for.
    static func says(_ values: SidecarValues, _ wish: SidecarWish) -> Bool {
        SidecarProperty.allCases.allSatisfy { property in
            switch wish[property] {
            case .leave: true
            case .remove: values.text(of: property) == nil
            case .set(let value): values.text(of: property) == value
            }
        }
    }

    private func past(_ frame: Frame) -> SidecarPast {
        let aspects = decided[frame.id] ?? []
        var past = SidecarPast(
            decidedVerdict: aspects.contains(.verdict), decidedStars: aspects.contains(.stars),
            decidedLabel: aspects.contains(.colour))
        past.cameraStars = frame.shot.cameraStars
        guard let base = known(frame.id), let stored = try? StoredBase(wire: base.values) else { return past }
        past.original = stored.original
        past.written = base.writtenHash == nil ? nil : stored.last
        return past
    }
}
