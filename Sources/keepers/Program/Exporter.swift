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
    let wall: () -> Int64
    var frames: [Frame] = []
    /// Sidecar path and root of each frame that may have one.
    var places: [FrameID: (root: Int, path: String)] = [:]
    var readouts: [FrameID: SidecarReadout] = [:]
    var bases: [FrameID: SidecarBase] = [:]
    var decided: [FrameID: Set<String>] = [:]
    private(set) var plan: [PlannedSidecar] = []
    var wishes: [FrameID: SidecarWish] = [:]
    var outcomes: [SidecarOutcome] = []
    var desk: SidecarDesk?
    var job: Int64?
    var progress: (Int, Int) -> Void = { _, _ in }

    init(_ session: CardSession, link: SpawnerLink, model: SessionModel, profile: ExportProfile, wall: @escaping () -> Int64) {
        self.session = session
        self.link = link
        self.model = model
        self.profile = profile
        self.wall = wall
    }

    var summary: ExportSummary { ExportSummary(plan, profile: profile) }

    // MARK: - Plan

    /// Lists the folders anew, reads every sidecar that may change, and makes the plan.
    func makePlan(done: @escaping (Result<ExportSummary, Failure>) -> Void) {
        do throws(StoreError) {
            guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
            for base in try session.store.bases(in: id) { bases[base.frame] = base }
            for stored in try session.store.steps(in: id) {
                for change in stored.step.changes where change.change.isDecision {
                    decided[change.frame, default: []].insert(change.change.stored.verb)
                }
            }
        } catch {
            return done(.failure(Failure(error.message)))
        }
        frames = model.frames.filter { !model.mark($0.id).decision.isEmpty || bases[$0.id] != nil || decided[$0.id] != nil }
        let lister = SidecarLister(session)
        lister.list { [self] result in
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

    private func locate(_ names: SidecarNames) {
        for frame in frames where !frame.kind.ignoresSidecar {
            guard let root = session.positions.firstIndex(of: frame.source) else { continue }
            let folder = frame.folder
            let wanted = SidecarName.adobe(forPath: frame.path)
            let name = SidecarName.existing(wanted, among: names.sidecars(root: root, folder: folder)) ?? wanted
            places[frame.id] = (root, folder.isEmpty ? name : folder + "/" + name)
        }
    }

    private func readSidecars(done: @escaping () -> Void) {
        var batches: [(root: Int, frames: [FrameID])] = []
        for frame in frames {
            guard let place = places[frame.id] else { continue }
            if let last = batches.indices.last, batches[last].root == place.root, batches[last].frames.count < 64 {
                batches[last].frames.append(frame.id)
            } else {
                batches.append((place.root, [frame.id]))
            }
        }
        var open = batches.count
        if open == 0 { return done() }
        for batch in batches {
            let paths = batch.frames.compactMap { places[$0]?.path }
            session.workshop.ask(.readSidecars(root: batch.root, paths: paths), .gesture, limit: 30_000) { [self] result in
                take(batch.frames, paths, result)
                open -= 1
                if open == 0 { done() }
            }
        }
    }

    private func take(
        _ ids: [FrameID], _ paths: [String], _ result: Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>
    ) {
        var found: [SidecarReadout]?
        var why = "the answer does not read"
        switch result {
        case .success(let answer):
            var reader = answer.reader
            found = try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }
        case .failure(let failure): why = failure.message
        }
        for (index, id) in ids.enumerated() {
            if let found, found.count == ids.count {
                readouts[id] = found[index]
            } else {
                readouts[id] = SidecarReadout(
                    path: paths[index], refusal: SidecarRefusal(.undecodable, "\(why); nothing was written"))
            }
        }
    }

    /// What an export that was killed had meant to write: where it stands in the file, it was written, and is ours to take back.
    private func settleIntents() {
        var settled: [SidecarBase] = []
        for (frame, readout) in readouts where readout.refusal == nil {
            guard var base = bases[frame], var stored = try? StoredBase(wire: base.values), let intent = stored.intent else {
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
        try? session.store.saveBases(settled, in: id)
    }

    private func decide(_ names: SidecarNames) {
        let collisions = sidecarCollisions(among: Array(session.frames.values))
        plan = frames.map { frame in
            PlannedSidecar(
                frame: frame.id, path: frame.path, kind: frame.kind, mark: model.mark(frame.id).decision,
                fate: fate(frame, names, collisions))
        }
    }

    private func fate(_ frame: Frame, _ names: SidecarNames, _ collisions: [FrameID: String]) -> PlannedSidecar.Fate {
        let mark = model.mark(frame.id).decision
        if frame.kind.ignoresSidecar { return mark.isEmpty || mark == Mark(verdict: .maybe) ? .nothing : .ignored }
        guard let readout = readouts[frame.id] else { return mark.isEmpty ? .nothing : .refused("its source is not here now") }
        if let refusal = readout.refusal { return mark.isEmpty ? .nothing : .refused(refusal.sentence) }
        if !mark.isEmpty, let collision = collisions[frame.id] { return .refused(collision) }
        let place = places[frame.id]
        if let values = readout.values,
            let foreign = foreignSidecar(values, of: frame, names: names.frames(root: place?.root ?? 0, folder: frame.folder))
        {
            return .refused(foreign)
        }
        guard let wish = sidecarWish(for: mark, profile: profile, existing: readout.values, past: past(frame.id)) else {
            return .nothing
        }
        let base = bases[frame.id].flatMap { $0.writtenHash == nil ? nil : try? StoredBase(wire: $0.values) }?.last
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
        guard let base = bases[frame], let stored = try? StoredBase(wire: base.values) else { return past }
        past.original = stored.original
        past.written = base.writtenHash == nil ? nil : stored.last
        return past
    }
}
