import ExportKit
import KeepersCore
import KeepersUI
import PersistenceKit

/// Reads the decisions that were there before Keepers: in the sidecars beside the frames, else as stars set in the camera.
final class ExistingPass {
    /// Sidecars to a message.
    private static let batch = 64

    private struct Task {
        var frame: FrameID
        /// Below the root, Adobe's name first.
        var paths: [String]
    }

    private let session: CardSession
    private let names: SidecarNames
    /// By frame and path: a frame may have two sidecars.
    private var bases: [FrameID: [SidecarBase]] = [:]

    init(_ session: CardSession, names: SidecarNames) {
        self.session = session
        self.names = names
    }

    /// Shows camera stars at once and asks for the sidecars; what they say is shown as it comes.
    func begin() {
        if let id = session.id {
            for base in (try? session.store.bases(in: id)) ?? [] { bases[base.frame, default: []].append(base) }
        }
        let collisions = sidecarCollisions(among: Array(session.frames.values))
        var rated: [FrameID: Existing] = [:]
        var tasks: [Int: [Task]] = [:]
        for frame in session.frames.values.sorted(by: { $0.id < $1.id }) {
            guard let root = session.positions.firstIndex(of: frame.source) else { continue }
            let paths = sidecars(of: frame, root: root, isShared: collisions[frame.id] != nil)
            if !paths.isEmpty {
                tasks[root, default: []].append(Task(frame: frame.id, paths: paths))
            } else if let existing = Existing(cameraRating: frame.shot.cameraRating) {
                rated[frame.id] = existing
            }
        }
        show(rated)
        for (root, tasks) in tasks.sorted(by: { $0.key < $1.key }) {
            for start in stride(from: 0, to: tasks.count, by: ExistingPass.batch) {
                send(Array(tasks[start..<min(tasks.count, start + ExistingPass.batch)]), root)
            }
        }
    }

    /// `IMG_1.xmp` where it is this frame's alone, and `IMG_1.CR3.xmp`.
    private func sidecars(of frame: Frame, root: Int, isShared: Bool) -> [String] {
        let beside = names.sidecars(root: root, folder: frame.folder)
        guard !beside.isEmpty else { return [] }
        var wanted = [SidecarName.appended(forPath: frame.path)]
        if !isShared, !frame.kind.ignoresSidecar { wanted.insert(SidecarName.adobe(forPath: frame.path), at: 0) }
        let folder = frame.folder.isEmpty ? "" : frame.folder + "/"
        return wanted.compactMap { SidecarName.existing($0, among: beside) }.map { folder + $0 }
    }

    private func send(_ tasks: [Task], _ root: Int) {
        let job = WorkerJob.readSidecars(root: root, paths: tasks.flatMap(\.paths))
        session.workshop.ask(job, .background, limit: Workshop.timeLimit + 100 * tasks.count) { [self] result in
            switch result {
            case .success(let answer):
                var reader = answer.reader
                let readouts = (try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }) ?? []
                take(tasks, root, Dictionary(readouts.map { ($0.path, $0) }) { first, _ in first })
            case .failure(let failure) where failure.message == "cancelled": return
            case .failure where tasks.count > 1:
                // One sidecar of the batch broke its worker: each alone, so that it costs only itself.
                for task in tasks { send([task], root) }
            case .failure(let failure): show([tasks[0].frame: Existing(problem: "its sidecar: \(failure.message)")])
            }
        }
    }

    private func take(_ tasks: [Task], _ root: Int, _ readouts: [String: SidecarReadout]) {
        var found: [FrameID: Existing] = [:]
        for task in tasks {
            guard let frame = session.frames[task.frame] else { continue }
            found[task.frame] = existing(frame, root, task.paths.compactMap { readouts[$0] })
        }
        show(found)
    }

    private func existing(_ frame: Frame, _ root: Int, _ readouts: [SidecarReadout]) -> Existing {
        if let refusal = readouts.lazy.compactMap(\.refusal).first {
            let words = refusal.sentence.split(separator: ";").first.map(String.init) ?? refusal.sentence
            return Existing(problem: "its sidecar does not count: \(words)")
        }
        let around = names.frames(root: root, folder: frame.folder)
        let own = readouts.compactMap { readout in readout.values.map { foreignWords($0, frame.id, readout) } }
            .filter { foreignSidecar($0, of: frame, names: around) == nil }
        // A sidecar that went away in between, or another file's, leaves what the camera says.
        return own.isEmpty ? Existing(cameraRating: frame.shot.cameraRating) ?? Existing() : Existing(sidecars: own)
    }

    /// What others say in it.
    private func foreignWords(_ values: SidecarValues, _ frame: FrameID, _ readout: SidecarReadout) -> SidecarValues {
        guard let base = bases[frame]?.first(where: { $0.path == readout.path }),
            let stored = try? StoredBase(wire: base.values)
        else { return values }
        // A killed export may have written without noting it: then the file itself is what was meant.
        let isOurs = base.writtenHash != nil || readout.digest?.bytes == stored.intent
        guard isOurs else { return values }
        let wrote = readout.digest?.bytes == stored.intent ? values : stored.last ?? values
        return values.withoutOurs(wrote: wrote, before: stored.original ?? SidecarValues())
    }

    private func show(_ found: [FrameID: Existing]) {
        let telling = found.filter { !$0.value.isEmpty }
        guard !telling.isEmpty else { return }
        session.existing.merge(telling) { $1 }
        session.report(.existing(telling))
    }
}
