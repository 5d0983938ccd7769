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
    var frames: [Frame] = []
    /// Sidecar path and root of each frame that may have one.
    var places: [FrameID: (root: Int, path: String)] = [:]
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
        _ session: CardSession, link: SpawnerLink, model: SessionModel, profile: ExportProfile, labels: LabelWords = .english,
        wall: @escaping () -> Int64
    ) {
        self.session = session
        self.link = link
        self.model = model
        self.profile = profile
        self.labels = labels
        self.wall = wall
    }

    var summary: ExportSummary { ExportSummary(plan, profile: profile) }

    // MARK: - Plan

    /// Lists the folders anew, reads every sidecar that may change, and makes the plan.
    func makePlan(done: @escaping (Result<ExportSummary, Failure>) -> Void) {
        do throws(StoreError) {
            guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
            for base in try session.store.bases(in: id) { allBases[base.frame, default: []].append(base) }
            for stored in try session.store.steps(in: id) {
                for change in stored.step.changes where change.change.isDecision {
                    decided[change.frame, default: []].insert(change.change.stored.verb)
                }
            }
        } catch {
            return done(.failure(Failure(error.message)))
        }
        frames = model.frames.filter { !model.mark($0.id).decision.isEmpty || allBases[$0.id] != nil || decided[$0.id] != nil }
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
        for frame in frames where profile.rules.hasSidecar(frame.kind) {
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
            guard let place = places[frame.id] else { continue }
            if batches.last.map({ $0.root != place.root || $0.frames.count >= 64 }) ?? true {
                batches.append((place.root, [], []))
            }
            batches[batches.count - 1].frames.append(frame.id)
            batches[batches.count - 1].paths += [place.path] + (seconds[frame.id].map { [$0.path] } ?? [])
        }
        var open = batches.count
        if open == 0 { return done() }
        for batch in batches {
            session.workshop.ask(.readSidecars(root: batch.root, paths: batch.paths), .gesture, limit: 30_000) { [self] result in
                take(batch.frames, result)
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
        try? session.store.saveBases(settled, in: id)
    }

    private func decide(_ names: SidecarNames) {
        let collisions = sidecarCollisions(among: Array(session.frames.values), naming: profile.rules.naming)
        plan = frames.map { frame in
            let mark = model.mark(frame.id).decision
            let fate = fate(frame, names, collisions)
            let lost = wishes[frame.id].map { starsLost(to: $0, mark: mark, existing: readouts[frame.id]?.values) } ?? 0
            return PlannedSidecar(frame: frame.id, path: frame.path, kind: frame.kind, mark: mark, fate: fate, losesStars: lost)
        }
    }

    private func fate(_ frame: Frame, _ names: SidecarNames, _ collisions: [FrameID: String]) -> PlannedSidecar.Fate {
        let mark = model.mark(frame.id).decision
        if !profile.rules.hasSidecar(frame.kind) { return mark.isEmpty || mark == Mark(verdict: .maybe) ? .nothing : .ignored }
        guard let readout = readouts[frame.id] else { return mark.isEmpty ? .nothing : .refused("its source is not here now") }
        if let refusal = readout.refusal { return mark.isEmpty ? .nothing : .refused(refusal.sentence) }
        if !mark.isEmpty, let collision = collisions[frame.id] { return .refused(collision) }
        let place = places[frame.id]
        if let values = readout.values,
            let foreign = foreignSidecar(values, of: frame, names: names.frames(root: place?.root ?? 0, folder: frame.folder))
        {
            return .refused(foreign)
        }
        let wished = sidecarWish(for: mark, profile: profile, existing: readout.values, past: past(frame.id), labels: labels)
        guard let wish = wished else { return .nothing }
        if let conflict = secondSidecar(of: frame.id, readout) { return .conflict(conflict) }
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
        guard let base = bases[frame], let stored = try? StoredBase(wire: base.values) else { return past }
        past.original = stored.original
        past.written = base.writtenHash == nil ? nil : stored.last
        return past
    }
}
