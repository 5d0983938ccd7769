import EngineKit
import ExportKit
import Glibc
import KeepersCore
import PersistenceKit

/// One export of a session, from looking at what stands beside the photos to reading back what was written.
///
/// Order: read sidecars (worker) → plan (here, no XML) → splice (worker) → remember the old bytes (store) → write (committer).
final class Exporter {
    private let session: CardSession
    private let link: SpawnerLink
    private let model: SessionModel
    private let profile: ExportProfile
    private let wall: () -> Int64
    private var frames: [Frame] = []
    /// Sidecar path and root of each frame that may have one.
    private var places: [FrameID: (root: Int, path: String)] = [:]
    private var readouts: [FrameID: SidecarReadout] = [:]
    private var bases: [FrameID: SidecarBase] = [:]
    private var decided: [FrameID: Set<String>] = [:]
    private(set) var plan: [PlannedSidecar] = []
    private var wishes: [FrameID: SidecarWish] = [:]
    private var outcomes: [SidecarOutcome] = []
    private var desk: SidecarDesk?
    private var job: Int64?
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
                for change in stored.step.changes { decided[change.frame, default: []].insert(change.change.stored.verb) }
            }
        } catch {
            return done(.failure(Failure(error.message)))
        }
        frames = model.frames.filter { !model.mark($0.id).isEmpty || bases[$0.id] != nil || decided[$0.id] != nil }
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
            let folder = frame.path.split(separator: "/").dropLast().joined(separator: "/")
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
                frame: frame.id, path: frame.path, kind: frame.kind, mark: model.mark(frame.id),
                fate: fate(frame, names, collisions))
        }
    }

    private func fate(_ frame: Frame, _ names: SidecarNames, _ collisions: [FrameID: String]) -> PlannedSidecar.Fate {
        let mark = model.mark(frame.id)
        if frame.kind.ignoresSidecar { return mark.isEmpty || mark == Mark(verdict: .maybe) ? .nothing : .ignored }
        guard let readout = readouts[frame.id] else { return mark.isEmpty ? .nothing : .refused("its source is not here now") }
        if let refusal = readout.refusal { return mark.isEmpty ? .nothing : .refused(refusal.sentence) }
        if !mark.isEmpty, let collision = collisions[frame.id] { return .refused(collision) }
        let place = places[frame.id]
        let folder = frame.path.split(separator: "/").dropLast().joined(separator: "/")
        if let values = readout.values,
            let foreign = foreignSidecar(values, of: frame, names: names.frames(root: place?.root ?? 0, folder: folder))
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
        if says(readout.values ?? SidecarValues(), kept) { return .unchanged }
        wishes[frame.id] = kept
        return .merge
    }

    private func says(_ values: SidecarValues, _ wish: SidecarWish) -> Bool {
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

    // MARK: - Write

    /// Writes the plan; `done` gets one outcome for each sidecar that was to be written or says so already.
    func write(done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
        do throws(StoreError) {
            job = try session.store.beginExport(profile: profile.rawValue, in: id)
        } catch {
            return done(.failure(Failure(error.message)))
        }
        outcomes = plan.filter { $0.fate == .unchanged }.map {
            SidecarOutcome(path: places[$0.frame]?.path ?? $0.path, end: .unchanged)
        }
        for item in plan {
            if case .refused(let why) = item.fate { outcomes.append(SidecarOutcome(path: item.path, end: .failed(why))) }
            if case .conflict(let why) = item.fate { outcomes.append(SidecarOutcome(path: item.path, end: .failed(why))) }
        }
        let work = plan.filter(\.willBeWritten).map(\.frame)
        guard !work.isEmpty || hasLeftovers else { return finish(done) }
        let targets = work.compactMap { frame in places[frame].map { CommitTarget(root: $0.root, name: $0.path) } }
        let replaces = plan.contains { $0.fate == .merge }
        desk = SidecarDesk(link, roots: session.roots, targets: targets, replaces: replaces)
        next(work[...], total: work.count, done)
    }

    /// A killed export's folder of temporary files lies on a source; only a committer can remove it.
    private var hasLeftovers: Bool {
        session.roots.contains { access("\($0)/\(SidecarCommitter.workshop)", F_OK) == 0 }
    }

    /// One batch after the other: splice, remember, commit.
    private func next(_ rest: ArraySlice<FrameID>, total: Int, _ done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        progress(total - rest.count, total)
        guard let first = rest.first, let root = places[first]?.root else { return finish(done) }
        let batch = Array(rest.prefix(32).prefix { places[$0]?.root == root })
        let tasks = batch.compactMap { frame -> SpliceTask? in
            guard let place = places[frame], let wish = wishes[frame], let original = session.frames[frame] else { return nil }
            let dot =
                original.fileName.lastIndex(of: ".").map { original.fileName.index(after: $0) } ?? original.fileName.endIndex
            return SpliceTask(
                path: place.path, wish: wish, exists: readouts[frame]?.digest != nil,
                forExtension: String(original.fileName[dot...]))
        }
        session.workshop.ask(.splice(root: root, tasks: tasks, now: Clock.iso8601(wall())), .gesture, limit: 30_000) {
            [self] result in
            switch result {
            case .failure(let failure):
                for frame in batch { fail(frame, failure.message) }
                next(rest.dropFirst(batch.count), total: total, done)
            case .success(let answer):
                var reader = answer.reader
                let found = (try? reader.list { (r) throws(WireError) in try SpliceOutcome(from: &r) }) ?? []
                commit(batch, found, at: total - rest.count) { self.next(rest.dropFirst(batch.count), total: total, done) }
            }
        }
    }

    private func commit(_ batch: [FrameID], _ spliced: [SpliceOutcome], at offset: Int, then: @escaping () -> Void) {
        var orders: [(frame: FrameID, index: Int, order: CommitOrder, outcome: SpliceOutcome)] = []
        for (index, frame) in batch.enumerated() {
            guard spliced.indices.contains(index), let place = places[frame], spliced[index].path == place.path else {
                fail(frame, "the answer for it does not read; nothing was written")
                continue
            }
            let outcome = spliced[index]
            if let refusal = outcome.refusal {
                fail(frame, refusal.sentence)
            } else if let edited = outcome.edited {
                let expected = outcome.original.map { Digest(of: $0) }
                if expected != readouts[frame]?.digest {
                    fail(frame, "another program changed it just now; its change is kept; export again to merge")
                    continue
                }
                let order = CommitOrder(root: place.root, path: place.path, expected: expected, act: .write(edited))
                orders.append((frame, offset + index, order, outcome))
            } else {
                outcomes.append(SidecarOutcome(path: place.path, end: .unchanged))
            }
        }
        guard remember(orders.map { ($0.frame, $0.outcome) }) else {
            for order in orders {
                fail(
                    order.frame, "the store could not remember its old content, so it was not touched; make room and export again"
                )
            }
            return then()
        }
        var open = orders.count
        if open == 0 { return then() }
        for (frame, index, order, outcome) in orders {
            desk?.send(order, index) { [self] result in
                take(frame, outcome, result)
                open -= 1
                if open == 0 { then() }
            }
        }
    }

    /// The old bytes go to the store before the first edit; undo brings them back bit for bit.
    private func remember(_ items: [(FrameID, SpliceOutcome)]) -> Bool {
        guard let id = session.id else { return false }
        let new = items.map { frame, outcome in
            let standing = outcome.original.map { Digest(of: $0).bytes }
            // What another program saved after our last export is its work: undo goes back to that, not behind it.
            let known = bases[frame].flatMap { $0.writtenHash != nil && $0.writtenHash == standing ? $0 : nil }
            let first = known == nil ? readouts[frame]?.values : known.flatMap { try? StoredBase(wire: $0.values) }?.original
            return SidecarBase(
                frame: frame, path: outcome.path, readHash: standing ?? [],
                original: known == nil ? outcome.original : known?.original,
                values: StoredBase(
                    last: readouts[frame]?.values, original: first, intent: outcome.edited.map { Digest(of: $0).bytes }
                ).wire,
                writtenHash: known?.writtenHash)
        }
        do throws(StoreError) {
            try session.store.saveBases(new, in: id)
        } catch {
            return false
        }
        for base in new { bases[base.frame] = base }
        return true
    }

    private func take(_ frame: FrameID, _ outcome: SpliceOutcome, _ result: CommitResult) {
        guard case .written(let digest) = result else {
            return fail(frame, result.sentence ?? "it was not written; export again")
        }
        outcomes.append(SidecarOutcome(path: outcome.path, end: .written))
        guard let id = session.id, var base = bases[frame] else { return }
        let original = (try? StoredBase(wire: base.values))?.original
        base.values = StoredBase(last: outcome.values, original: original).wire
        base.readHash = digest.bytes
        base.writtenHash = digest.bytes
        bases[frame] = base
        do throws(StoreError) {
            try session.store.saveBases([base], in: id)
        } catch {
            fail(frame, "it was written, but the store could not note it: \(error.message)")
        }
    }

    private func fail(_ frame: FrameID, _ why: String) {
        outcomes.append(SidecarOutcome(path: places[frame]?.path ?? "\(frame)", end: .failed(why)))
    }

    private func finish(_ done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        guard let desk else { return conclude(done) }
        desk.close { self.conclude(done) }
    }

    private func conclude(_ done: (Result<[SidecarOutcome], Failure>) -> Void) {
        desk = nil
        if let job, let id = session.id {
            let written = outcomes.count { $0.end == .written }
            let unchanged = outcomes.count { $0.end == .unchanged }
            try? session.store.endExport(
                job, .finished, written: written, unchanged: unchanged, failed: outcomes.count - written - unchanged)
            try? session.store.setStatus(.exported, of: id)
        }
        done(.success(outcomes))
    }
}

/// What the store's opaque values hold: the sidecar's last known words, and those from before our first export.
struct StoredBase: Wired {
    var last: SidecarValues?
    var original: SidecarValues?
    /// SHA-256 of what is about to be written: should the program end before it can note the success, the file itself tells.
    var intent: [UInt8]?

    init(last: SidecarValues?, original: SidecarValues?, intent: [UInt8]? = nil) {
        self.last = last
        self.original = original
        self.intent = intent
    }
    func write(to writer: inout ByteWriter) {
        writer.put(last) { $1.write(to: &$0) }
        writer.put(original) { $1.write(to: &$0) }
        writer.put(intent) { $0.put($1) }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        last = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        original = try reader.optional { (r) throws(WireError) in try SidecarValues(from: &r) }
        intent = try reader.optional { (r) throws(WireError) in try r.blob() }
    }
}
