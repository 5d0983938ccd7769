import KeepersCore
import KeepersUI
import PersistenceKit

// What other programs do to the sidecars of the open session.
extension Program {
    /// Looks at what the watch heard of, but not while an export writes: its own files would be read twice.
    func watchSidecars(_ session: CardSession) {
        guard let watch, let existing, tasks == 0, let heard = watch.take() else { return }
        guard !heard.hasOverflown else { return existing.look(at: Set(session.frames.keys), paths: heard.changes) }
        let owners = SidecarOwners(session)
        existing.look(at: Set(heard.changes.flatMap { owners.frames($0.root, $0.path) }), paths: heard.changes)
    }

    /// What only another program changed becomes a step of its own, undone like any other; false where nothing was kept.
    func adopt(_ changes: [FrameChange]) -> Bool {
        guard adopts, let session, let id = session.id, session.readOnly == nil, let first = changes.first else { return false }
        let step = Step(
            changes: changes, origin: .sidecar, reason: ForeignChanges(changes).reason, place: Place(frame: first.frame))
        do throws(StoreError) {
            report(.adopted(try store.commit(step, model: session.models.model, in: id)))
        } catch {
            report(.notice(error.message))
            return false
        }
        return true
    }

    /// After an export or its undo: what is known of these sidecars, and how many are still to be written.
    func noteExport(_ frames: Set<FrameID>, made: [SidecarWatch.Change] = []) {
        guard let session, let id = session.id else { return }
        existing?.look(at: frames, paths: made)
        if let pending = try? store.pending(in: id) { report(.unwritten(pending.count)) }
    }
}

/// Which frames a sidecar may belong to, by its name.
struct SidecarOwners {
    private var frames: [String: [FrameID]] = [:]

    init(_ session: CardSession) {
        for frame in session.frames.values {
            guard let root = session.positions.firstIndex(of: frame.source) else { continue }
            for name in [SidecarName.adobe(forPath: frame.path), SidecarName.appended(forPath: frame.path)] {
                frames[SidecarOwners.key(root, frame.folder.isEmpty ? name : "\(frame.folder)/\(name)"), default: []].append(
                    frame.id)
            }
        }
    }

    func frames(_ root: Int, _ path: String) -> [FrameID] { frames[SidecarOwners.key(root, path)] ?? [] }

    /// Names of sidecars differ in case only on old cards.
    private static func key(_ root: Int, _ path: String) -> String { "\(root)/\(path.lowercased())" }
}
