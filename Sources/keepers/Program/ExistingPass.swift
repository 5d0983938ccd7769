import ExportKit
import KeepersCore
import KeepersUI
import PersistenceKit

/// Reads the decisions that others made: in the sidecars beside the frames, else as stars set in the camera. At the opening all of them,
/// later those that changed.
final class ExistingPass {
    /// Sidecars to a message.
    private static let batch = 64

    private struct Task {
        var frame: FrameID
        /// Below the root, Adobe's name first.
        var paths: [String]
    }

    private let session: CardSession
    private var names: SidecarNames
    private let collisions: [FrameID: String]
    private let ledger: SidecarLedger
    /// Takes over what only another program changed; false where it may not, or could not.
    var adopt: ([FrameChange]) -> Bool = { _ in false }

    init(_ session: CardSession, names: SidecarNames) {
        self.session = session
        self.names = names
        collisions = sidecarCollisions(among: Array(session.frames.values))
        ledger = SidecarLedger(session)
    }

    /// Shows camera stars at once and asks for the sidecars; what they say is shown as it comes.
    func begin() {
        ledger.load()
        var rated: [FrameID: Existing] = [:]
        var tasks: [Int: [Task]] = [:]
        var gone: [FrameID] = []
        for frame in session.frames.values.sorted(by: { $0.id < $1.id }) {
            guard let root = session.positions.firstIndex(of: frame.source) else { continue }
            let paths = sidecars(of: frame, root: root)
            if !paths.isEmpty {
                tasks[root, default: []].append(Task(frame: frame.id, paths: paths))
            } else if let existing = Existing(cameraRating: frame.shot.cameraRating) {
                rated[frame.id] = existing
            }
            if paths.isEmpty, ledger.missed(frame.id) { gone.append(frame.id) }
        }
        show(rated)
        if !gone.isEmpty { session.report(.sidecars(changed: [], gone: gone)) }
        send(tasks, isAgain: false)
    }

    /// Reads the sidecars of these frames once more, and those that lie at `paths` below the root with this index.
    func look(at frames: Set<FrameID>, paths: [(root: Int, path: String)] = []) {
        for (root, path) in paths { names.note(path, root: root) }
        var tasks: [Int: [Task]] = [:]
        for id in frames.sorted() {
            guard let frame = session.frames[id], let root = session.positions.firstIndex(of: frame.source) else { continue }
            ledger.reload(id)
            let paths = sidecars(of: frame, root: root)
            if !paths.isEmpty { tasks[root, default: []].append(Task(frame: id, paths: paths)) }
        }
        send(tasks, isAgain: true)
    }

    /// `IMG_1.xmp` where it is this frame's alone, and `IMG_1.CR3.xmp`.
    private func sidecars(of frame: Frame, root: Int) -> [String] {
        let beside = names.sidecars(root: root, folder: frame.folder)
        guard !beside.isEmpty else { return [] }
        var wanted = [SidecarName.appended(forPath: frame.path)]
        if collisions[frame.id] == nil, !frame.kind.ignoresSidecar {
            wanted.insert(SidecarName.adobe(forPath: frame.path), at: 0)
        }
        let folder = frame.folder.isEmpty ? "" : frame.folder + "/"
        return wanted.compactMap { SidecarName.existing($0, among: beside) }.map { folder + $0 }
    }

    private func send(_ tasks: [Int: [Task]], isAgain: Bool) {
        for (root, tasks) in tasks.sorted(by: { $0.key < $1.key }) {
            for start in stride(from: 0, to: tasks.count, by: ExistingPass.batch) {
                send(Array(tasks[start..<min(tasks.count, start + ExistingPass.batch)]), root, isAgain)
            }
        }
    }

    private func send(_ tasks: [Task], _ root: Int, _ isAgain: Bool) {
        let job = WorkerJob.readSidecars(root: root, paths: tasks.flatMap(\.paths))
        let priority: Workshop.Priority = isAgain ? .screen : .background
        session.workshop.ask(job, priority, limit: Workshop.timeLimit + 100 * tasks.count) { [self] result in
            switch result {
            case .success(let answer):
                var reader = answer.reader
                let readouts = (try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }) ?? []
                take(tasks, root, Dictionary(readouts.map { ($0.path, $0) }) { first, _ in first }, isAgain)
            case .failure(let failure) where failure.message == "cancelled": return
            case .failure where tasks.count > 1:
                // One sidecar of the batch broke its worker: each alone, so that it costs only itself.
                for task in tasks { send([task], root, isAgain) }
            case .failure(let failure): show([tasks[0].frame: Existing(problem: "its sidecar: \(failure.message)")])
            }
        }
    }

    private func take(_ tasks: [Task], _ root: Int, _ readouts: [String: SidecarReadout], _ isAgain: Bool) {
        var found: [FrameID: Existing] = [:]
        var looks: [SidecarLedger.Look] = []
        for task in tasks {
            guard let frame = session.frames[task.frame] else { continue }
            let own = task.paths.compactMap { readouts[$0] }
            found[task.frame] = existing(frame, root, own)
            guard !own.contains(where: { $0.refusal != nil }) else { continue }
            looks.append(SidecarLedger.Look(frame: task.frame, readouts: ours(own, frame, root), isAgain: isAgain))
        }
        let news = ledger.take(looks, adopt: adopt)
        show(found)
        session.sights.merge(news.sights) { $1 }
        if !news.sights.isEmpty { session.report(.sights(news.sights)) }
        if !news.changed.isEmpty || !news.gone.isEmpty {
            session.report(.sidecars(changed: news.changed, gone: news.gone))
        }
    }

    /// Those that do not belong to another file of the folder.
    private func ours(_ readouts: [SidecarReadout], _ frame: Frame, _ root: Int) -> [SidecarReadout] {
        let around = names.frames(root: root, folder: frame.folder)
        return readouts.filter { $0.values.map { foreignSidecar($0, of: frame, names: around) == nil } ?? true }
    }

    private func existing(_ frame: Frame, _ root: Int, _ readouts: [SidecarReadout]) -> Existing {
        if let refusal = readouts.lazy.compactMap(\.refusal).first {
            let words = refusal.sentence.split(separator: ";").first.map(String.init) ?? refusal.sentence
            return Existing(problem: "its sidecar does not count: \(words)")
        }
        let read = ours(readouts, frame, root)
        let own = read.compactMap { readout in ledger.foreignWords(readout, frame.id) }
        // A sidecar that went away in between, or another file's, leaves what the camera says.
        return own.isEmpty
            ? Existing(cameraRating: frame.shot.cameraRating) ?? Existing()
            : Existing(sidecars: own, now: read.compactMap(\.values)).withCamera(stars: frame.shot.cameraStars, besides: own)
    }

    private func show(_ found: [FrameID: Existing]) {
        // What is empty now and was not before must be seen to go.
        let telling = found.filter { !$0.value.isEmpty || session.existing[$0.key] != nil }
        guard !telling.isEmpty else { return }
        session.existing.merge(telling) { $1 }
        session.report(.existing(telling))
    }
}
