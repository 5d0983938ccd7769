import EngineKit
import ExportKit
import Glibc
import KeepersCore

/// Copies chosen frames into a folder: what is there and identical is left, what is not there is copied, read back and compared.
final class PhotoCopy {
    private struct Task {
        var order: CopyOrder
        /// A sidecar is no photo and is not counted.
        var isPhoto: Bool
    }

    private let session: CardSession
    private let link: SpawnerLink
    private let folder: String
    private let names: CopyNames
    /// Which sidecars go with the photos, and under which names.
    private let rules: MappingRules
    /// Frames whose `IMG_1.xmp` may be another's.
    private let collisions: Set<FrameID>
    private var tasks: [Task] = []
    private(set) var report = CopyReport()
    /// Sidecars that came over with their photos, and those that lay there already, by their names in the folder.
    private(set) var broughtSidecars: Set<String> = []
    private(set) var presentSidecars: Set<String> = []
    /// Files done and all of them, bytes done and all of them.
    var progress: (Int, Int, Int64, Int64) -> Void = { _, _, _, _ in }
    private var bytesDone: Int64 = 0
    private var isFull = false
    private var desk: CopyDesk?

    init(_ session: CardSession, link: SpawnerLink, folder: String, rules: MappingRules) {
        self.rules = rules
        collisions = Set(sidecarCollisions(among: Array(session.frames.values), naming: .replaced).keys)
        self.session = session
        self.link = link
        self.folder = folder
        names = CopyNames(Array(session.frames.values))
    }

    /// Where each of these photos lies, or will lie, relative to the folder.
    func places(of frames: [Frame]) -> [FrameID: String] {
        Dictionary(uniqueKeysWithValues: frames.map { ($0.id, names.name(of: $0)) })
    }

    /// Lists the sources anew and says how many bytes are needed; `pairs` takes the JPEGs of pairs too.
    func plan(_ frames: [Frame], pairs: Bool, done: @escaping (Result<Void, Failure>) -> Void) {
        var sizes: [String: Int64] = [:]
        var sidecars: [String: [String]] = [:]
        var failure: Failure?
        var open = session.roots.count
        for root in session.roots.indices {
            session.workshop.list(root: root) { [self] result in
                switch result {
                case .success(let listing):
                    for file in listing.files { sizes["\(root)/\(file.path)"] = file.size }
                    sidecars["\(root)"] = listing.sidecars
                case .failure(let error):
                    failure = Failure("\(printable(session.roots[root])) cannot be listed: \(error.message). Nothing was copied.")
                }
                open -= 1
                guard open == 0 else { return }
                if let failure { return done(.failure(failure)) }
                for frame in frames { add(frame, pairs, sizes, sidecars) }
                done(.success(()))
            }
        }
    }

    private func add(_ frame: Frame, _ pairs: Bool, _ sizes: [String: Int64], _ sidecars: [String: [String]]) {
        let name = names.name(of: frame)
        guard let root = session.positions.firstIndex(of: frame.source) else {
            report.items.append(
                CopyReport.Item(path: frame.path, name: name, size: frame.size, end: .failed("its source is not here now")))
            return
        }
        func add(_ path: String, _ name: String) {
            // Not listed any more: the copier says what is wrong with it.
            let size = sizes["\(root)/\(path)"] ?? frame.size
            tasks.append(Task(order: CopyOrder(root: root, from: path, size: size, to: name), isPhoto: true))
        }
        add(frame.path, name)
        if pairs, let pair = frame.pair, let name = names.pairName(of: frame) { add(pair, name) }
        guard let own = sidecar(of: frame, among: sidecars["\(root)"] ?? []) else { return }
        let order = CopyOrder(root: root, from: own, size: 0, to: rules.naming.name(forPath: name), keepsExisting: true)
        tasks.append(Task(order: order, isPhoto: false))
    }

    /// The one of the profile's name; else the other program's, whose words then stand under the profile's name in the folder.
    private func sidecar(of frame: Frame, among names: [String]) -> String? {
        guard rules.hasSidecar(frame.kind) else { return nil }
        func existing(_ naming: SidecarName) -> String? {
            SidecarName.existing(joined(frame.folder, naming.name(forPath: frame.path)), among: names)
        }
        if let own = existing(rules.naming) { return own }
        // Lightroom and Bridge keep nothing in the IMG_1.xmp of a JPEG: it is the RAW's.
        let isOthers = rules.naming == .appended && (frame.kind.ignoresSidecar || collisions.contains(frame.id))
        return isOthers ? nil : existing(rules.naming.other)
    }

    var photoCount: Int { tasks.count { $0.isPhoto } }
    var bytes: Int64 { tasks.reduce(0) { $0 &+ $1.order.size } }

    /// Bytes of photos that are not there yet.
    private var bytesMissing: Int64 {
        tasks.reduce(0) { sum, task in
            var facts = stat()
            let isThere = lstat(joined(folder, task.order.to), &facts) == 0
            return isThere ? sum : sum &+ task.order.size
        }
    }

    /// Why it cannot fit, with both numbers; nil when it fits.
    var shortage: String? {
        var facts = statvfs()
        // A folder that is still to be made will lie where its parent lies.
        var place = folder
        while statvfs(place, &facts) != 0, place != "/", !place.isEmpty { place = Setting.parent(place) }
        guard statvfs(place, &facts) == 0 else { return nil }
        let free = Int64(clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
        let missing = bytesMissing
        guard missing > free else { return nil }
        return
            "\(size(missing)) are still to be copied and \(printable(folder)) has \(size(free)) free: make room, choose another "
            + "folder, or copy fewer with --filter. Nothing was copied."
    }

    /// Copies one file after the other; a full disk ends it, any other failure costs that file.
    func run(done: @escaping (Result<CopyReport, Failure>) -> Void) {
        presentSidecars = present()
        desk = CopyDesk(link, roots: session.roots, target: folder)
        next(0, done)
    }

    private func present() -> Set<String> {
        let names = tasks.filter(\.isPhoto).map { rules.naming.name(forPath: $0.order.to) }
        return Set(names.filter { access(joined(folder, $0), F_OK) == 0 })
    }

    private func next(_ index: Int, _ done: @escaping (Result<CopyReport, Failure>) -> Void) {
        progress(index, tasks.count, bytesDone, bytes)
        guard tasks.indices.contains(index), let desk else {
            guard let desk else { return done(.success(report)) }
            return desk.close {
                self.desk = nil
                done(.success(self.report))
            }
        }
        if isFull {
            for task in tasks[index...] { note(task, .notTried) }
            return next(tasks.count, done)
        }
        let task = tasks[index]
        desk.copy(task.order) { [self] result in
            bytesDone &+= task.order.size
            isFull = result == .noSpace
            note(task, PhotoCopy.end(result))
            next(index + 1, done)
        }
    }

    private func note(_ task: Task, _ end: CopyReport.End) {
        // A sidecar that came over is not worth a line; one that did not is.
        if !task.isPhoto {
            if case .copied = end { broughtSidecars.insert(task.order.to) }
            guard case .failed = end else { return }
        }
        report.items.append(
            CopyReport.Item(path: task.order.from, name: task.order.to, size: task.order.size, end: end))
    }

    private static func end(_ result: CopyResult) -> CopyReport.End {
        switch result {
        case .copied(let digest): .copied(sha256: digest.hex)
        case .alreadyThere(let digest): .alreadyThere(sha256: digest?.hex ?? "")
        default: .failed(result.sentence ?? "it was not copied; copy again")
        }
    }
}
