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
    let model: SessionModel
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
    /// A second sidecar of a frame, named as other programs do it, and what it says.
    private var seconds: [FrameID: (path: String, readout: SidecarReadout?)] = [:]
    var decided: [FrameID: Set<String>] = [:]
    private(set) var plan: [PlannedSidecar] = []
    var wishes: [FrameID: SidecarWish] = [:]
    var outcomes: [SidecarOutcome] = []
    var desk: SidecarDesk?
    var job: Int64?
    var progress: (Int, Int) -> Void = { _, _ in }

    init(
        _ session: CardSession, link: SpawnerLink, model: SessionModel, profile: ExportProfile, target: ExportTarget? = nil,
        wall: @escaping () -> Int64
    ) {
        self.target = target
        self.session = session
        self.link = link
        self.model = model
        self.profile = profile
        self.labels = labels
        self.wall = wall
    }

    var summary: ExportSummary {
        var summary = ExportSummary(plan, profile: profile)
        let locked = target == nil ? MirrorHint.readOnly(session.roots) : []
        if !locked.isEmpty {
            let words = "read-only: 'keepers export CARD --mirror FOLDER' writes the sidecars elsewhere"
            summary.lines.insert(
                ExportLine(
                    locked.count, "\(locked.count == 1 ? "source is" : "sources are") \(words)", names: locked.map(printable)),
                at: max(0, summary.lines.count - 1))
        }
        return summary
    }

    /// Where sidecars are read and edited, and the roots that places count.
    var workshop: Workshop { target?.workshop ?? session.workshop }
    var roots: [String] { target.map { [$0.folder] } ?? session.roots }

    // MARK: - Plan

    /// Lists the folders anew, reads every sidecar that may change, and makes the plan.
    func makePlan(done: @escaping (Result<ExportSummary, Failure>) -> Void) {
        do throws(StoreError) {
            guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
            bases = [:]
            for base in try loadBases(id) { bases[base.frame] = base }
            if target != nil { for base in try session.store.bases(in: id) { kin[base.frame] = base } }
            for stored in try session.store.steps(in: id) {
                for change in stored.step.changes where change.change.isDecision {
                    decided[change.frame, default: []].insert(change.change.stored.verb)
                }
            }
        } catch {
            return done(.failure(Failure(error.message)))
        }
        frames = model.frames.filter {
            (!model.mark($0.id).decision.isEmpty || bases[$0.id] != nil || decided[$0.id] != nil)
                && only?.contains($0.id) != false
        }
        list { [self] result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(let names):
                locate(names)
                readSidecars {
                    self.settleIntents()
                    self.decide(names)
                    done(.success(self.summary))
                }
            }
        }
    }

    private func list(_ done: @escaping (Result<SidecarNames, Failure>) -> Void) {
        if let target { return target.look(for: frames.filter { !$0.kind.ignoresSidecar }, done: done) }
        SidecarLister(session).list(done: done)
    }

    private func locate(_ names: SidecarNames) {
        if let target { return locate(in: target, names) }
        for frame in frames where !frame.kind.ignoresSidecar {
            guard let root = session.positions.firstIndex(of: frame.source) else { continue }
            let folder = frame.folder.isEmpty ? "" : frame.folder + "/"
            let beside = names.sidecars(root: root, folder: frame.folder)
            let naming = profile.rules.naming
            let wanted = naming.name(forPath: frame.path)
            let path = folder + (SidecarName.existing(wanted, among: beside) ?? wanted)
            places[frame.id] = (root, path)
            bases[frame.id] = allBases[frame.id]?.first { $0.path == path }
            if let second = SidecarName.existing(naming.other.name(forPath: frame.path), among: beside) {
                seconds[frame.id] = (folder + second, nil)
            }
        }
    }

    private func readSidecars(done: @escaping () -> Void) {
        var batches: [(root: Int, frames: [FrameID], paths: [String])] = []
        for frame in frames {
            guard let place = seeds[frame.id] ?? places[frame.id] else { continue }
            if let last = batches.indices.last, batches[last].root == place.root, batches[last].frames.count < 64 {
                batches[last].frames.append(frame.id)
            } else {
                batches.append((place.root, [frame.id]))
            }
            batches[batches.count - 1].frames.append(frame.id)
            batches[batches.count - 1].paths += [place.path] + (seconds[frame.id].map { [$0.path] } ?? [])
        }
        var open = batches.count
        if open == 0 { return done() }
        for batch in batches {
            let paths = batch.frames.compactMap { (seeds[$0] ?? places[$0])?.path }
            workshop.ask(.readSidecars(root: batch.root, paths: paths), .gesture, limit: 30_000) { [self] result in
                take(batch.frames, paths, result)
                open -= 1
                if open == 0 { done() }
            }
        }
    }

    private func take(_ ids: [FrameID], _ result: Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>) {
        var found: [String: SidecarReadout] = [:]
        var why = "the answer does not read"
        switch result {
        case .success(let answer):
            var reader = answer.reader
            let readouts = (try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }) ?? []
            found = Dictionary(readouts.map { ($0.path, $0) }) { first, _ in first }
        case .failure(let failure): why = failure.message
        }
        for id in ids {
            guard let path = places[id]?.path else { continue }
            readouts[id] =
                found[path]
                ?? SidecarReadout(path: path, refusal: SidecarRefusal(.undecodable, "\(why); nothing was written"))
            if let second = seconds[id] { seconds[id]?.readout = found[second.path] }
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
        guard let id = session.id, !settled.isEmpty else { return }
        // Not noted, they are settled again next time.
        try? saveBases(settled, id)
    }

    private func decide(_ names: SidecarNames) {
        let collisions = target == nil ? sidecarCollisions(among: Array(session.frames.values)) : collisionsInTarget(names)
        wishes = [:]
        plan = frames.map { frame in
            let mark = model.mark(frame.id).decision
            let fate = fate(frame, names, collisions)
            let lost = wishes[frame.id].map { starsLost(to: $0, mark: mark, existing: readouts[frame.id]?.values) } ?? 0
            return PlannedSidecar(frame: frame.id, path: frame.path, kind: frame.kind, mark: mark, fate: fate, losesStars: lost)
        }
    }

    private func fate(_ frame: Frame, _ names: SidecarNames, _ collisions: [FrameID: String]) -> PlannedSidecar.Fate {
        let mark = model.mark(frame.id).decision
        if frame.kind.ignoresSidecar { return mark.isEmpty || mark == Mark(verdict: .maybe) ? .nothing : .ignored }
        if let obstacle = obstacles[frame.id] { return mark.isEmpty ? .nothing : .refused(obstacle) }
        guard let readout = readouts[frame.id] else { return mark.isEmpty ? .nothing : .refused("its source is not here now") }
        if let refusal = readout.refusal { return mark.isEmpty ? .nothing : .refused(refusal.sentence) }
        if !mark.isEmpty, let collision = collisions[frame.id] { return .refused(collision) }
        if let values = readout.values, let foreign = foreignSidecar(values, of: frame, names: neighbours(frame, names)) {
            return .refused(foreign)
        }
        guard let wish = sidecarWish(for: mark, profile: profile, existing: readout.values, past: past(frame.id)) else {
            return .nothing
        }
        let base = known(frame.id).flatMap { $0.writtenHash == nil ? nil : try? StoredBase(wire: $0.values) }?.last
        let (kept, conflicts) = merged(wish, base: base, existing: readout.values)
        if let conflict = conflicts.first { return .conflict(conflict) }
        guard readout.digest != nil else {
            guard kept.setsSomething else { return .nothing }
            wishes[frame.id] = kept
            return .create
        }
        if Exporter.says(readout.values ?? SidecarValues(), kept) { return .unchanged }
        wishes[frame.id] = kept
        return .merge
    }

    /// `IMG_1.xmp` and `IMG_1.CR3.xmp` say different things that are not our own.
    private func secondSidecar(of frame: FrameID, _ readout: SidecarReadout) -> String? {
        guard let second = seconds[frame]?.readout else { return nil }
        let name = second.path.split(separator: "/").last.map { printable(String($0)) } ?? second.path
        // What does not read may say anything: it is named where it is to be written itself.
        guard let first = theirs(frame, readout), let other = theirs(frame, second) else { return nil }
        return sidecarDisagreement(first, other).map {
            "its two sidecars disagree (\($0)): remove \(name) or the other, or make them say the same"
        }
    }

    /// What others say in a sidecar.
    private func theirs(_ frame: FrameID, _ readout: SidecarReadout) -> SidecarValues? {
        guard let values = readout.values else { return nil }
        guard let base = allBases[frame]?.first(where: { $0.path == readout.path }), base.writtenHash != nil,
            let stored = try? StoredBase(wire: base.values)
        else { return values }
        return values.withoutOurs(wrote: stored.last ?? values, before: stored.original ?? SidecarValues())
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

    private func past(_ frame: FrameID) -> SidecarPast {
        let verbs = decided[frame] ?? []
        var past = SidecarPast(
            decidedVerdict: verbs.contains("verdict"), decidedStars: verbs.contains("stars"),
            decidedLabel: verbs.contains("label"))
        guard let base = known(frame), let stored = try? StoredBase(wire: base.values) else { return past }
        past.original = stored.original
        past.written = base.writtenHash == nil ? nil : stored.last
        return past
    }
}
