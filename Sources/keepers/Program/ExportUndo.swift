import EngineKit
import ExportKit
import KeepersCore
import PersistenceKit

/// Takes back every sidecar that we made or changed: the old bytes return, files that we made go. What somebody changed since stays.
final class ExportUndo {
    private let session: CardSession
    private let link: SpawnerLink
    /// Another folder than the photos' own; nil = beside them.
    private let folder: String?
    private var outcomes: [SidecarOutcome] = []
    private var desk: SidecarDesk?

    init(_ session: CardSession, link: SpawnerLink, folder: String? = nil) {
        self.folder = folder
        self.session = session
        self.link = link
    }

    func run(done: @escaping (Result<[SidecarOutcome], Failure>) -> Void) {
        guard let id = session.id else { return done(.failure(Failure("no session is open"))) }
        let bases: [SidecarBase]
        do throws(StoreError) {
            if let folder {
                bases = try session.store.bases(in: id, at: folder)
            } else {
                bases = try session.store.bases(in: id)
            }
        } catch {
            return done(.failure(Failure(error.message)))
        }
        let work = bases.compactMap { base -> Item? in
            guard let root = root(of: base) else { return nil }
            let ours = [ExportUndo.intent(of: base), base.writtenHash].compactMap { $0.flatMap { Digest(bytes: $0) } }
            return ours.isEmpty ? nil : Item(base: base, root: root, ours: ours)
        }
        guard !work.isEmpty else { return done(.success([])) }
        let targets = work.map { CommitTarget(root: $0.root, name: $0.base.path) }
        desk = SidecarDesk(link, roots: folder.map { [$0] } ?? session.roots, targets: targets, replaces: true)
        var open = work.count
        for (index, item) in work.enumerated() {
            send(item, index) { [self] result in
                take(item.base, result, id)
                open -= 1
                if open == 0 { desk?.close { self.finish(id, done) } }
            }
        }
    }

    private func root(of base: SidecarBase) -> Int? {
        if folder != nil { return 0 }
        return session.frames[base.frame].flatMap { session.positions.firstIndex(of: $0.source) }
    }

    /// SHA-256 of what a killed export had meant to write.
    static func intent(of base: SidecarBase) -> [UInt8]? { (try? StoredBase(wire: base.values))?.intent }

    private struct Item {
        var base: SidecarBase
        var root: Int
        /// What we wrote; first what an export had meant to write that ended before it could note the success.
        var ours: [Digest]
    }

    private func send(_ item: Item, _ index: Int, done: @escaping (CommitResult) -> Void) {
        let act: CommitOrder.Act = item.base.original.map { .write($0) } ?? .remove
        let order = CommitOrder(root: item.root, path: item.base.path, expected: item.ours.first, act: act)
        desk?.send(order, index) { [self] result in
            var rest = item
            rest.ours.removeFirst()
            guard case .changedSince = result, !rest.ours.isEmpty else { return done(result) }
            send(rest, index, done: done)
        }
    }

    private func take(_ base: SidecarBase, _ result: CommitResult, _ id: SessionID) {
        switch result {
        case .written: outcomes.append(SidecarOutcome(path: base.path, end: .written))
        case .removed: outcomes.append(SidecarOutcome(path: base.path, end: .removed))
        // It never was written, as far as anybody knows: nothing to take back.
        case .changedSince where base.writtenHash == nil: break
        case .changedSince:
            let why = "another program changed it since our export, so it stays as it is"
            return outcomes.append(SidecarOutcome(path: base.path, end: .failed(why)))
        default: return outcomes.append(SidecarOutcome(path: base.path, end: .failed(result.sentence ?? "it stays as it is")))
        }
        if let folder {
            try? session.store.removeBases([base], in: id, at: folder)
            return
        }
        guard let original = base.original, let stored = try? StoredBase(wire: base.values) else {
            try? session.store.removeBases([base], in: id)
            return
        }
        // What stands there again is what both sides agreed on before the export.
        let before = StoredBase(
            last: nil, original: nil, agreed: stored.stood ?? stored.original.map(SidecarWords.init) ?? .nothing)
        let row = SidecarBase(
            frame: base.frame, path: base.path, readHash: Digest(of: original).bytes, original: nil, values: before.wire)
        try? session.store.saveBases([row], in: id)
    }

    private func finish(_ id: SessionID, _ done: (Result<[SidecarOutcome], Failure>) -> Void) {
        desk = nil
        if folder == nil, let job = try? session.store.exports(in: id).first(where: { $0.state == .finished }) {
            try? session.store.endExport(job.id, .undone, written: job.written, unchanged: job.unchanged, failed: job.failed)
        }
        done(.success(outcomes))
    }
}
