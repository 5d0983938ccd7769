import EngineKit
import ExportKit
import Glibc
import KeepersCore
import PersistenceKit

// From the plan to sidecars on the card: splice (worker), remember (store), commit (committer).
extension Exporter {
    /// Writes the plan; `done` gets one outcome for each sidecar that was to be written or says so already.
    func write(done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
        do throws(StoreError) {
            // The list of exports is what an undo goes by.
            job = try session.store.beginExport(profile: profile.rawValue, in: id, at: target?.folder)
        } catch {
            return done(.failure(Failure(error.message)))
        }
        outcomes = plan.filter { $0.fate == .unchanged }.map {
            SidecarOutcome(path: places[$0.frame]?.path ?? $0.path, end: .unchanged)
        }
        for item in plan {
            if case .refused(let why) = item.fate { outcomes.append(SidecarOutcome(path: item.path, end: .failed(why))) }
            if let why = blocked[item.frame] { failures[item.frame] = why }
            if case .conflict(let why) = item.fate { outcomes.append(SidecarOutcome(path: item.path, end: .failed(why))) }
        }
        // What failed before comes first: should the card go again, it is not what is left out twice.
        let planned = plan.filter(\.willBeWritten).map(\.frame)
        let work = planned.filter(pending.contains) + planned.filter { !pending.contains($0) }
        do throws(StoreError) {
            if target == nil { try session.store.notePending(work + blocked.keys.sorted(), in: id) }
        } catch {
            return done(.failure(Failure(error.message)))
        }
        guard !work.isEmpty || hasLeftovers else { return finish(done) }
        let targets = work.compactMap { frame in places[frame].map { CommitTarget(root: $0.root, name: $0.path) } }
        let replaces = plan.contains { $0.fate == .merge }
        desk = SidecarDesk(link, roots: roots, targets: targets, replaces: replaces)
        next(work[...], total: work.count, done)
    }

    /// A killed export's folder of temporary files lies on a source; only a committer can remove it.
    private var hasLeftovers: Bool {
        roots.contains { access("\($0)/\(SidecarCommitter.workshop)", F_OK) == 0 }
    }

    /// One batch after the other: splice, remember, commit.
    private func next(_ rest: ArraySlice<FrameID>, total: Int, _ done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        progress(total - rest.count, total)
        guard let first = rest.first, let root = places[first]?.root else { return finish(done) }
        let batch = Array(rest.prefix(32).prefix { places[$0]?.root == root })
        let tasks = batch.compactMap { frame -> SpliceTask? in
            guard let place = places[frame], let wish = wishes[frame], let original = session.frames[frame] else { return nil }
            return SpliceTask(
                path: place.path, wish: wish, exists: readouts[frame]?.digest != nil,
                forExtension: fileExtension(original.path))
        }
        workshop.ask(.splice(root: root, tasks: tasks, now: Clock.iso8601(wall())), .gesture, limit: 30_000) {
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
        var same: [FrameID] = []
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
                    fail(frame, Exporter.change(to: expected))
                    continue
                }
                let order = CommitOrder(root: place.root, path: place.path, expected: expected, act: .write(edited))
                orders.append((frame, offset + index, order, outcome))
            } else {
                outcomes.append(SidecarOutcome(path: place.path, end: .unchanged))
                same.append(frame)
            }
        }
        if target == nil, let id = session.id { try? session.store.settlePending(same, in: id) }
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
        var written: [SidecarBase] = []
        var lost: [(FrameID, String)] = []
        for (frame, index, order, outcome) in orders {
            desk?.send(order, index) { [self] result in
                if let base = take(frame, outcome, result) { written.append(base) }
                if result.leftAsItWas { lost.append((frame, outcome.path)) }
                open -= 1
                if open > 0 { return }
                note(written, lost)
                then()
            }
        }
    }

    /// What became of a sidecar between the plan and the writing.
    private static func change(to now: Digest?) -> String {
        now == nil
            ? "it is not there any more: is the card still in its reader? Nothing was written; export again"
            : "another program changed it just now; its change is kept; export again to merge"
    }

    /// The old bytes go to the store before the first edit; undo brings them back bit for bit.
    private func remember(_ items: [(FrameID, SpliceOutcome)]) -> Bool {
        guard let id = session.id else { return false }
        let new = items.map { frame, outcome in
            let standing = outcome.original.map { Digest(of: $0).bytes }
            // What another program saved after our last export is its work: undo goes back to that, not behind it.
            let known = bases[frame].flatMap { $0.writtenHash != nil && $0.writtenHash == standing ? $0 : nil }
            let before = known.flatMap { try? StoredBase(wire: $0.values) }
            let now = readouts[frame]?.values
            // Words of ours that it left standing are not its own.
            let first = known == nil ? now.map { bases[frame]?.others($0, readouts[frame]?.digest) ?? $0 } : before?.original
            let stood = known == nil ? now.map(SidecarWords.init) : before?.stood ?? before?.original.map(SidecarWords.init)
            return SidecarBase(
                frame: frame, path: outcome.path, readHash: standing ?? [],
                original: known == nil ? outcome.original : known?.original,
                values: StoredBase(
                    last: now, original: first, intent: outcome.edited.map { Digest(of: $0).bytes },
                    agreed: bases[frame].flatMap { try? StoredBase(wire: $0.values) }?.agreed, stood: stood
                ).wire,
                writtenHash: known?.writtenHash)
        }
        do throws(StoreError) {
            try keepStep(items)
            try saveBases(new, id)
        } catch {
            return false
        }
        for base in new { bases[base.frame] = base }
        return true
    }

    /// What the store shall know of a sidecar that was written; nil where it was not.
    private func take(_ frame: FrameID, _ outcome: SpliceOutcome, _ result: CommitResult) -> SidecarBase? {
        guard case .written(let digest) = result else {
            fail(frame, result.sentence ?? "it was not written; export again")
            return nil
        }
        outcomes.append(SidecarOutcome(path: outcome.path, end: .written))
        written[frame] = digest
        guard var base = bases[frame] else { return nil }
        let stored = try? StoredBase(wire: base.values)
        base.values = StoredBase(last: outcome.values, original: stored?.original, stood: stored?.stood).wire
        base.readHash = digest.bytes
        base.writtenHash = digest.bytes
        bases[frame] = base
        return base
    }

    /// What it takes to take back this export alone: the bytes that stand there now, and what is known of them.
    private func keepStep(_ items: [(FrameID, SpliceOutcome)]) throws(StoreError) {
        guard let job else { return }
        let files = items.compactMap { frame, outcome in
            outcome.edited.map { edited in
                let known = bases[frame].flatMap { $0.path == outcome.path ? $0 : nil }
                return ExportedFile(
                    frame: frame, path: outcome.path, before: outcome.original, wrote: Digest(of: edited).bytes, known: known)
            }
        }
        try session.store.noteExported(files, by: job)
    }

    /// One transaction for all of a batch: should the program end before, the intents that are in the store already tell what was written.
    private func note(_ written: [SidecarBase], _ lost: [(FrameID, String)]) {
        guard let id = session.id else { return }
        do throws(StoreError) {
            if let job { try session.store.settleExported(written: written.map { ($0.frame, $0.path) }, lost: lost, of: job) }
            try saveBases(written, id, written: true)
        } catch {
            for base in written { fail(base.frame, "it was written, but the store could not note it: \(error.message)") }
        }
    }

    private func fail(_ frame: FrameID, _ why: String) {
        failures[frame] = why
        outcomes.append(SidecarOutcome(path: places[frame]?.path ?? "\(frame)", end: .failed(why)))
    }

    private func finish(_ done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        guard let desk else { return conclude(done) }
        desk.close { self.readBack { self.conclude(done) } }
    }

    private func conclude(_ done: (Result<[SidecarOutcome], Failure>) -> Void) {
        desk = nil
        if let job, let id = session.id {
            let written = outcomes.count { $0.end == .written }
            let unchanged = outcomes.count { $0.end == .unchanged }
            try? session.store.endExport(
                job, .finished, written: written, unchanged: unchanged, failed: outcomes.count - written - unchanged)
            if target == nil {
                try? session.store.explainPending(failures, in: id)
                if failures.isEmpty { try? session.store.setStatus(.exported, of: id) }
            }
        }
        done(.success(outcomes))
    }
}

extension CommitResult {
    /// For certain: nothing of that order is on the disk.
    var leftAsItWas: Bool {
        switch self {
        case .written, .removed, .failed: false
        case .changedSince, .readOnly, .isSymlink, .noSpace: true
        }
    }
}
