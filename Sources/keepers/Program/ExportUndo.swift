import EngineKit
import ExportKit
import KeepersCore
import PersistenceKit

/// Takes back the newest export, or every one: the old bytes return, files that we made go. What somebody changed since stays.
final class ExportUndo {
    struct Report {
        var outcomes: [SidecarOutcome]
        /// What was taken back, as it was offered; nil where nothing stood.
        var offer: UndoOffer?
        /// What stands after it.
        var left: UndoOffers
    }

    private let session: CardSession
    private let link: SpawnerLink
    /// Another folder than the photos' own; nil = beside them.
    private let folder: String?
    private let reach: UndoOffer.Reach
    private var outcomes: [SidecarOutcome] = []
    private var desk: SidecarDesk?
    /// The one export that is taken back; nil = all.
    private var job: ExportJob?
    /// Files that nothing more can be done about: taken back, or somebody else's now.
    private var settled: [(FrameID, String)] = []
    /// Something stood in the way that may be gone at the next try.
    private var isBlocked = false

    init(_ session: CardSession, link: SpawnerLink, folder: String? = nil, reach: UndoOffer.Reach) {
        self.folder = folder
        self.session = session
        self.link = link
        self.reach = reach
    }

    func run(done: @escaping (Result<Report, Failure>) -> Void) {
        guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
        let items: [Item]
        let offer: UndoOffer?
        do throws(StoreError) {
            offer = try ExportHistory(session.store, folder: folder).offers(in: id).offer(reach)
            items = try offer == nil ? [] : load(id)
        } catch {
            return done(.failure(Failure(error.message)))
        }
        guard !items.isEmpty else { return conclude(id, offer, done) }
        let targets = items.map { CommitTarget(root: $0.root, name: $0.path) }
        desk = SidecarDesk(link, roots: folder.map { [$0] } ?? session.roots, targets: targets, replaces: true)
        var open = items.count
        for (index, item) in items.enumerated() {
            send(item, index) { [self] result in
                take(item, result, id)
                open -= 1
                if open == 0 { desk?.close { self.conclude(id, offer, done) } }
            }
        }
    }

    // MARK: - What to take back

    private struct Item {
        var frame: FrameID
        var path: String
        var root: Int
        /// SHA-256 of what we wrote; first what an export had meant to write that ended before it could note the success.
        var ours: [Digest]
        var before: [UInt8]?
        /// It was written; else only the file can tell.
        var isWritten: Bool
        var origin: Origin

        enum Origin {
            /// Of one export: what was known of the sidecar before it.
            case step(known: SidecarBase?)
            case base(SidecarBase)
        }
    }

    private func load(_ id: SessionID) throws(StoreError) -> [Item] {
        guard reach == .last else { return try bases(id).compactMap(item) }
        guard let newest = try session.store.standingExports(in: id, at: folder).first?.job else { return [] }
        job = newest
        return try session.store.exported(by: newest.id).compactMap(item)
    }

    private func bases(_ id: SessionID) throws(StoreError) -> [SidecarBase] {
        if let folder { return try session.store.bases(in: id, at: folder) }
        return try session.store.bases(in: id)
    }

    private func item(_ base: SidecarBase) -> Item? {
        let ours = [ExportUndo.intent(of: base), base.writtenHash].compactMap { $0.flatMap { Digest(bytes: $0) } }
        guard !ours.isEmpty, let root = reach(base.frame, base.path) else { return nil }
        return Item(
            frame: base.frame, path: base.path, root: root, ours: ours, before: base.original, isWritten: base.writtenHash != nil,
            origin: .base(base))
    }

    private func item(_ file: ExportedFile) -> Item? {
        guard let wrote = Digest(bytes: file.wrote), let root = reach(file.frame, file.path) else { return nil }
        return Item(
            frame: file.frame, path: file.path, root: root, ours: [wrote], before: file.before, isWritten: file.isWritten,
            origin: .step(known: file.known))
    }

    /// The root that the sidecar lies below; one of a card that is not open now stays, and is said.
    private func reach(_ frame: FrameID, _ path: String) -> Int? {
        if folder != nil { return 0 }
        if let root = session.frames[frame].flatMap({ session.positions.firstIndex(of: $0.source) }) { return root }
        isBlocked = true
        outcomes.append(
            SidecarOutcome(path: path, end: .failed("its photo is not here now: open its card with it and take it back again")))
        return nil
    }

    /// SHA-256 of what a killed export had meant to write.
    static func intent(of base: SidecarBase) -> [UInt8]? { (try? StoredBase(wire: base.values))?.intent }

    // MARK: - Doing it

    private func send(_ item: Item, _ index: Int, done: @escaping (CommitResult) -> Void) {
        let act: CommitOrder.Act = item.before.map { .write($0) } ?? .remove
        let order = CommitOrder(root: item.root, path: item.path, expected: item.ours.first, act: act)
        desk?.send(order, index) { [self] result in
            var rest = item
            rest.ours.removeFirst()
            guard case .changedSince = result, !rest.ours.isEmpty else { return done(result) }
            send(rest, index, done: done)
        }
    }

    private func take(_ item: Item, _ result: CommitResult, _ id: SessionID) {
        switch result {
        case .written: outcomes.append(SidecarOutcome(path: item.path, end: .written))
        case .removed: outcomes.append(SidecarOutcome(path: item.path, end: .removed))
        // It never was written, as far as anybody knows: nothing to take back.
        case .changedSince where !item.isWritten: break
        case .changedSince(let now):
            let why =
                now == nil
                ? "it is not there any more: somebody removed it since our export"
                : "another program changed it since our export, so it stays as it is"
            outcomes.append(SidecarOutcome(path: item.path, end: .failed(why)))
            return settled.append((item.frame, item.path))
        default:
            isBlocked = true
            return outcomes.append(SidecarOutcome(path: item.path, end: .failed(result.sentence ?? "it stays as it is")))
        }
        settled.append((item.frame, item.path))
        switch item.origin {
        case .step(let known): restore(known, item, id)
        case .base(let base): forget(base, id)
        }
    }

    /// What is known of the sidecar is what was known before that export.
    private func restore(_ known: SidecarBase?, _ item: Item, _ id: SessionID) {
        guard var known else {
            let gone = SidecarBase(frame: item.frame, path: item.path, readHash: [], original: nil, values: [])
            return remove(gone, id)
        }
        // It may have been written by another program between the last look and that export.
        known.readHash = item.before.map { Digest(of: $0).bytes } ?? []
        save(known, id)
    }

    private func forget(_ base: SidecarBase, _ id: SessionID) {
        guard folder == nil, let original = base.original, let stored = try? StoredBase(wire: base.values) else {
            return remove(base, id)
        }
        // What stands there again is what both sides agreed on before the export.
        let before = StoredBase(
            last: nil, original: nil, agreed: stored.stood ?? stored.original.map(SidecarWords.init) ?? .nothing)
        save(
            SidecarBase(
                frame: base.frame, path: base.path, readHash: Digest(of: original).bytes, original: nil, values: before.wire), id)
    }

    private func remove(_ base: SidecarBase, _ id: SessionID) {
        if let folder {
            try? session.store.removeBases([base], in: id, at: folder)
        } else {
            try? session.store.removeBases([base], in: id)
        }
    }

    private func save(_ base: SidecarBase, _ id: SessionID) {
        if let folder {
            try? session.store.saveBases([base], in: id, at: folder)
        } else {
            try? session.store.saveBases([base], in: id)
        }
    }

    private func conclude(_ id: SessionID, _ offer: UndoOffer?, _ done: (Result<Report, Failure>) -> Void) {
        desk = nil
        do throws(StoreError) {
            if offer != nil { try note(id) }
            let left = try ExportHistory(session.store, folder: folder).offers(in: id)
            done(.success(Report(outcomes: outcomes, offer: offer, left: left)))
        } catch {
            done(.failure(Failure("the sidecars were taken back, but the store could not note it: \(error.message)")))
        }
    }

    private func note(_ id: SessionID) throws(StoreError) {
        let store = session.store
        if let job {
            try store.settleExported(written: [], lost: settled, of: job.id)
        } else {
            try store.forgetExported(settled, in: id, at: folder)
        }
        // What is not kept file by file stands as long as anything is left to try again.
        let standing = try store.standingExports(in: id, at: folder).filter { $0.job.id != job?.id }
        let keeping = job != nil ? standing.map(\.job.id) : isBlocked ? standing.filter { $0.files == 0 }.map(\.job.id) : []
        try store.settleUndone(in: id, at: folder, keeping: Set(keeping))
        // What it could not write is not waiting any more either.
        guard folder == nil, !isBlocked else { return }
        try store.settlePending(try store.pending(in: id).map(\.frame), in: id)
    }
}

/// What exports at one place can be taken back, from the store.
struct ExportHistory {
    let store: Store
    /// nil = beside the photos.
    let folder: String?

    init(_ store: Store, folder: String?) {
        self.store = store
        self.folder = folder
    }

    func offers(in session: SessionID) throws(StoreError) -> UndoOffers {
        let now = Clock.wall()
        let standing = try store.standingExports(in: session, at: folder)
        let kept = standing.prefix { $0.files > 0 }
        let steps = kept.map {
            UndoOffer(when: Clock.words($0.job.at, now: now), putBack: $0.putBack, removed: $0.removed)
        }
        let ours = try bases(session).filter { $0.writtenHash != nil || ExportUndo.intent(of: $0) != nil }
        let putBack = ours.count { $0.original != nil }
        let all = ours.isEmpty ? nil : UndoOffer(putBack: putBack, removed: ours.count - putBack)
        return UndoOffers(steps: Array(steps), all: all, unkept: all == nil ? 0 : standing.count - kept.count)
    }

    private func bases(_ session: SessionID) throws(StoreError) -> [SidecarBase] {
        if let folder { return try store.bases(in: session, at: folder) }
        return try store.bases(in: session)
    }
}
