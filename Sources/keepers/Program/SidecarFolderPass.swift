import EngineKit
import HistoryKit
import IngestKit
import KeepersCore

/// Reads one folder of photos and sidecars: what the sidecars say, and where photos lie that a catalog lost.
final class SidecarFolderPass {
    private static let sidecarBatch = 64
    static let headerBatch = 32

    let root: String
    private let link: SpawnerLink
    let workshop: Workshop
    private(set) var listing = Listing()
    /// What did not read, in words.
    var notes: [String] = []
    var shots: [String: ShotData] = [:]
    private var files: [String: ListedFile] = [:]
    /// Frames by folder and lower-case stem, and by path without case.
    private var stems: [String: [String]] = [:]

    init(link: SpawnerLink, root: String, workers: Int) {
        self.link = link
        self.root = root
        workshop = Workshop(link: link, roots: [root], count: workers)
    }

    deinit { workshop.shutdown() }

    func list() throws(Failure) {
        var answer: Result<Listing, Failure>?
        workshop.list(root: 0) { answer = $0 }
        wait { answer != nil }
        do {
            listing = try (answer ?? .failure(Failure("the helpers have ended"))).get()
        } catch {
            throw Failure("\(printable(root)) cannot be listed: \(error.message)")
        }
        notes += listing.problems
        for file in listing.files {
            files[file.path] = file
            stems[SidecarFolderPass.stem(file.path), default: []].append(file.path)
        }
    }

    /// Catalogs below the folder: Lightroom's, darktable's, digiKam's; backups of them are passed over.
    func catalogs() throws(Failure) -> [String] {
        guard (listing.others["lrcat"] ?? 0) + (listing.others["db"] ?? 0) > 0 else { return [] }
        var answer: Result<TreeListing, Failure>?
        workshop.ask(.tree(root: 0), .gesture, limit: 600_000) { result in
            answer = result.flatMap { found in
                var reader = found.reader
                return (try? TreeListing(from: &reader)).map { .success($0) } ?? .failure(Failure("the listing does not read"))
            }
        }
        wait { answer != nil }
        let tree = try (answer ?? .failure(Failure("the helpers have ended"))).get()
        let found = tree.files.map(\.path).filter(SidecarFolderPass.isCatalog)
        let current = found.filter { !$0.split(separator: "/").dropLast().contains { $0.lowercased().hasSuffix("backups") } }
        if found.count > current.count {
            notes.append("\(counted(found.count - current.count, "catalog")) in folders of backups not read")
        }
        return current.sorted().map(absolute)
    }

    private static func isCatalog(_ path: String) -> Bool {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        return name.hasSuffix(".lrcat") || name == "library.db" || name == "digikam4.db"
    }

    /// What the sidecars below the folder say, and the photos that have none in themselves; each photo once.
    ///
    /// `others`: where the photos of a mirror may lie, which holds sidecars only.
    func decisions(besides others: [SidecarFolderPass] = []) throws(Failure) -> [PastDecision] {
        var spoken: [String: [SidecarValues]] = [:]
        var homeless: [Homeless] = []
        for (path, values) in try readSidecars() {
            if let frame = frame(ofSidecar: path, values) {
                spoken[frame, default: []].append(values)
            } else {
                homeless.append(Homeless(path: path, values: values))
            }
        }
        let housed = try house(&homeless, in: others)
        for sidecar in homeless {
            spoken[SidecarFolderPass.orphan(sidecar.path, sidecar.values), default: []].append(sidecar.values)
        }
        // Words inside a photo count where no sidecar speaks for it.
        for (path, values) in try readEmbedded(listing.files.filter { spoken[$0.path] == nil }) { spoken[path] = [values] }
        try readHeaders(of: spoken.keys.filter { files[$0] != nil })
        return spoken.sorted { $0.key < $1.key }.map { decision($0.key, $0.value) } + housed
    }

    /// Frames that lie beside a decided one and have no word of their own: of its burst they were passed over.
    func siblings(of decided: [PastDecision]) throws(Failure) -> [PastDecision] {
        let spoken = Set(decided.map(\.path))
        let folders = Set(decided.filter { $0.verdict != nil || $0.stars != nil }.map(\.folder))
        let silent = listing.files.filter { file in
            let full = absolute(file.path)
            return file.isFrame && !spoken.contains(full)
                && folders.contains(String(full.prefix(through: full.lastIndex(of: "/")!)))
        }
        try readHeaders(of: silent.map(\.path))
        return silent.filter { shots[$0.path]?.capturedAt != nil }.map { decision($0.path, []) }
    }

    /// Reads the headers of frames that may be one of the photos with these stems.
    func readHeaders(named wanted: Set<String>) throws(Failure) {
        try readHeaders(
            of: listing.files.map(\.path).filter { wanted.contains(SidecarFolderPass.stem($0, withFolder: false)) })
    }

    /// Frames whose headers were read, with what these say.
    var found: [(path: String, shot: ShotData)] { shots.map { (absolute($0.key), $0.value) } }

    // MARK: -

    private func wait(_ isDone: () -> Bool) { while !isDone(), link.isAlive { link.wait(milliseconds: 100) } }

    private func readSidecars() throws(Failure) -> [(String, SidecarValues)] {
        var found: [(String, SidecarValues)] = []
        func ask(_ paths: [String]) {
            workshop.ask(.readSidecars(root: 0, paths: paths), .background, limit: Workshop.timeLimit + 100 * paths.count) {
                [self] result in
                switch result {
                case .success(let answer):
                    var reader = answer.reader
                    let readouts = (try? reader.list { (r) throws(WireError) in try SidecarReadout(from: &r) }) ?? []
                    for readout in readouts {
                        if let values = readout.values { found.append((readout.path, values)) }
                        if let refusal = readout.refusal { complain(readout.path, refusal.sentence) }
                    }
                // One sidecar of the batch broke its worker: each alone, so that it costs only itself.
                case .failure where paths.count > 1: paths.forEach { ask([$0]) }
                case .failure(let failure): complain(paths[0], failure.message)
                }
            }
        }
        for start in stride(from: 0, to: listing.sidecars.count, by: SidecarFolderPass.sidecarBatch) {
            ask(Array(listing.sidecars[start..<min(listing.sidecars.count, start + SidecarFolderPass.sidecarBatch)]))
        }
        try finish()
        return found.sorted { $0.0 < $1.0 }
    }

    func readHeaders(of paths: [String]) throws(Failure) {
        let tasks = paths.filter { shots[$0] == nil }.compactMap { files[$0] }.map { HeaderTask(path: $0.path, size: $0.size) }
        func ask(_ batch: [HeaderTask]) {
            workshop.ask(.headers(root: 0, files: batch), .headers, limit: Workshop.timeLimit + 500 * batch.count) {
                [self] result in
                switch result {
                case .success(let answer):
                    var reader = answer.reader
                    let outcomes = (try? reader.list { (r) throws(WireError) in try HeaderOutcome(from: &r) }) ?? []
                    for (task, outcome) in zip(batch, outcomes) { shots[task.path] = outcome.header.shot }
                case .failure where batch.count > 1: batch.forEach { ask([$0]) }
                case .failure(let failure): complain(batch[0].path, failure.message)
                }
            }
        }
        for start in stride(from: 0, to: tasks.count, by: SidecarFolderPass.headerBatch) {
            ask(Array(tasks[start..<min(tasks.count, start + SidecarFolderPass.headerBatch)]))
        }
        try finish()
    }

    func finish() throws(Failure) {
        wait { workshop.outstanding == 0 }
        guard link.isAlive else { throw Failure("the helpers have ended; start keepers again") }
    }

    func complain(_ path: String, _ words: String) {
        notes.append("\(printable(path)) does not count: \(words.split(separator: ";").first.map(String.init) ?? words)")
    }

    /// `IMG_1.CR3.xmp` belongs to `IMG_1.CR3`; `IMG_1.xmp` to the file it names, else to the RAW of its stem, else to the only other one.
    func frame(ofSidecar path: String, _ values: SidecarValues) -> String? {
        let named = SidecarFolderPass.withoutExtension(path)
        let folder = named.lastIndex(of: "/").map { String(named[...$0]) } ?? ""
        if let own = stems[SidecarFolderPass.stem(named)]?.first(where: { $0.lowercased() == named.lowercased() }) { return own }
        let alike = stems[named.lowercased()] ?? []
        if let suffix = values.forExtension, !suffix.isEmpty {
            return alike.first { $0.lowercased() == "\(named).\(suffix)".lowercased() && $0.hasPrefix(folder) }
        }
        let raw = alike.filter { FileKind.suggested(byName: $0)?.ignoresSidecar == false }
        return raw.count == 1 ? raw[0] : alike.count == 1 ? alike[0] : nil
    }

    /// The photo's name as its sidecar gives it away, where the photo itself is gone.
    private static func orphan(_ path: String, _ values: SidecarValues) -> String {
        let named = withoutExtension(path)
        return values.forExtension.map { $0.isEmpty ? named : "\(named).\(printable($0))" } ?? named
    }

    func decision(_ path: String, _ values: [SidecarValues]) -> PastDecision {
        let full = absolute(path)
        let cut = full.lastIndex(of: "/").map { full.index(after: $0) } ?? full.startIndex
        var decision = PastDecision(folder: String(full[..<cut]), name: String(full[cut...]))
        let existing = Existing(sidecars: values)
        decision.verdict = existing.mark.verdict
        decision.stars = existing.mark.stars > 0 ? existing.mark.stars : nil
        decision.label = existing.mark.label
        decision.labelText = values.lazy.compactMap(\.label).first { !$0.isEmpty }
        decision.isEdited = existing.isEdited
        decision.conflict = existing.problem
        if let shot = shots[path] {
            (decision.capturedAt, decision.camera, decision.serial) = (shot.capturedAt, shot.camera, shot.serial)
        }
        return decision
    }

    /// An absolute path of a frame that was listed here.
    func holds(_ path: String) -> Bool {
        let top = root == "/" ? root : root + "/"
        return path.hasPrefix(top) && files[String(path.dropFirst(top.count))] != nil
    }

    func absolute(_ path: String) -> String { root == "/" ? "/" + path : root + "/" + path }

    private static func withoutExtension(_ path: String) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path }
        return String(path[..<dot])
    }

    static func stem(_ path: String, withFolder: Bool = true) -> String {
        let stem = withoutExtension(path).lowercased()
        return withFolder ? stem : stem.lastIndex(of: "/").map { String(stem[stem.index(after: $0)...]) } ?? stem
    }
}
