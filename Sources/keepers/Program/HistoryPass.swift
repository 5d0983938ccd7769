import EngineKit
import Glibc
import HistoryKit
import KeepersCore

/// Reads past decisions from catalogs, then from folders, and looks which of the photos still have pixels.
final class HistoryPass {
    /// One thing that was read, or was not.
    struct Source {
        /// The most trusted first.
        enum Kind: String { case lightroom, folder, darktable, digikam }
        var path: String
        var kind: Kind
        var images = 0
        var version: String?
        /// Lightroom's lock lay beside it.
        var isLocked = false
        var notes: [String] = []
        /// Why nothing of it counts.
        var failure: String?

        /// How a taste names where its examples come from.
        var words: String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return switch kind {
            case .lightroom: "Lightroom catalog \(name)"
            case .folder: "sidecars in \(name)"
            case .darktable: "darktable's \(name)"
            case .digikam: "digiKam's \(name)"
            }
        }
    }

    /// Where a photo's pixels lie now.
    struct Place: Equatable {
        var path: String
        /// A picture in a catalog's own previews folder; the photo itself is gone.
        var isPreview = false
    }

    private let setting: Setting
    private var catalogs: [String]
    private let folders: [SidecarFolderPass]
    private(set) var history = History()
    private(set) var sources: [Source] = []
    /// Of each photo in `history.photos`; nil = gone.
    private(set) var places: [Place?] = []
    /// Frames without a word of their own beside decided ones, each with the number of its source; not counted.
    private(set) var siblings: [(decision: PastDecision, source: Int)] = []
    var progress: (String) -> Void = { _ in }

    init(_ setting: Setting, catalogs: [String], folders: [String]) {
        self.setting = setting
        self.catalogs = catalogs
        self.folders = folders.map { SidecarFolderPass(link: setting.link, root: $0, workers: setting.workers) }
    }

    /// Where sources differ in stars and labels, the more trusted one's word counts: Lightroom's catalogs, sidecars, darktable, digiKam.
    func run() {
        let listed = folders.map(list)
        var less: [(Source, PastCatalog)] = []
        for path in catalogs {
            let (source, catalog) = readCatalog(path)
            guard let catalog else {
                sources.append(source)
                continue
            }
            if source.kind == .lightroom { take(source, catalog.decisions) } else { less.append((source, catalog)) }
        }
        PrivateCopy.sweep(below: setting.places.history)
        for (folder, source) in zip(folders, listed) { readFolder(folder, source) }
        for (source, catalog) in less.sorted(by: { $0.1.program.rawValue < $1.1.program.rawValue }) {
            take(source, catalog.decisions)
        }
        findFiles()
    }

    var withPixels: Int { places.count { $0 != nil } }
    var onlyPreviews: Int { places.count { $0?.isPreview == true } }

    private func take(_ source: Source, _ decisions: [PastDecision]) {
        history.add(decisions, from: sources.count)
        var source = source
        source.images = decisions.count
        sources.append(source)
    }

    private func readCatalog(_ path: String) -> (Source, PastCatalog?) {
        progress("reading \(printable(path))")
        var source = Source(path: path, kind: .lightroom)
        do throws(Failure) {
            let pass = CatalogPass(link: setting.link, places: setting.places)
            var (catalog, isLocked) = try pass.read(path)
            source.kind =
                switch catalog.program {
                case .lightroom: .lightroom
                case .darktable: .darktable
                case .digikam: .digikam
                }
            source.version = catalog.version
            source.isLocked = isLocked
            source.notes = catalog.notes
            if source.kind == .lightroom, let trouble = pass.addPreviews(to: &catalog, of: path) { source.notes.append(trouble) }
            return (source, catalog)
        } catch {
            source.failure = error.message
            return (source, nil)
        }
    }

    /// A folder's own catalogs are read like those that were named; more than a few are left to the person.
    private func list(_ folder: SidecarFolderPass) -> Source {
        progress("listing \(printable(folder.root))")
        var source = Source(path: folder.root, kind: .folder)
        do throws(Failure) {
            try folder.list()
            let found = try folder.catalogs().filter { !catalogs.contains($0) }
            if found.count <= HistoryPass.mostCatalogs {
                catalogs += found
            } else {
                let names = found.prefix(20).map { printable($0) }.joined(separator: ", ")
                source.notes.append(
                    "\(counted(found.count, "catalog")) in it not read, because they are many: name those that count (\(names)"
                        + "\(found.count > 20 ? ", …" : ""))")
            }
        } catch {
            source.failure = error.message
        }
        return source
    }
    private static let mostCatalogs = 4

    private func readFolder(_ folder: SidecarFolderPass, _ listed: Source) {
        progress("reading \(printable(folder.root))")
        var source = listed
        guard source.failure == nil else { return sources.append(source) }
        do throws(Failure) {
            let others = folders.filter { $0 !== folder }
            let decisions = try folder.decisions(besides: others)
            // A mirror's photos lie in another folder, and so do those that were passed over beside them.
            let hosts = [folder] + others.filter { host in decisions.contains { host.holds($0.path) } }
            for host in hosts { siblings += try host.siblings(of: decisions).map { ($0, sources.count) } }
            source.notes = folder.notes + source.notes
            take(source, decisions)
        } catch {
            source.failure = error.message
            sources.append(source)
        }
    }

    // MARK: - Pixels

    private func findFiles() {
        progress("looking for the photos")
        places = history.photos.map { photo in photo.paths.first(where: HistoryPass.isFile).map { Place(path: $0) } }
        findMoved()
        for index in places.indices where places[index] == nil {
            guard let preview = history.photos[index].decision.preview else { continue }
            places[index] = Place(path: preview, isPreview: true)
        }
    }

    private func findMoved() {
        let missing = places.indices.filter { places[$0] == nil }
        guard !missing.isEmpty, !folders.isEmpty else { return }
        let stems = Set(missing.map { SidecarFolderPass.stem(history.photos[$0].decision.name) })
        let found = folders.flatMap { folder in
            // A folder that fails now was named before, or finds nothing.
            (try? folder.readHeaders(named: stems)) == nil ? [] : folder.found
        }
        let byStem = Dictionary(grouping: found.sorted { $0.path < $1.path }) {
            SidecarFolderPass.stem($0.path, withFolder: false)
        }
        for index in missing {
            let decision = history.photos[index].decision
            let same = byStem[SidecarFolderPass.stem(decision.name)]?.first { isSame($0.shot, decision) }
            places[index] = same.map { Place(path: $0.path) }
        }
    }

    /// Name, second and serial agree; a name alone proves nothing, because counters begin anew.
    private func isSame(_ shot: ShotData, _ decision: PastDecision) -> Bool {
        guard let time = decision.capturedAt, shot.capturedAt?.wallSeconds == time.wallSeconds else { return false }
        guard let one = shot.serial, let other = decision.serial else { return true }
        return HistoryPass.bare(one) == HistoryPass.bare(other)
    }

    /// Programs pad serials differently.
    private static func bare(_ serial: String) -> Substring { serial.drop { $0 == "0" || $0 == " " } }

    static func isFile(_ path: String) -> Bool {
        var facts = stat()
        return path.hasPrefix("/") && stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_size > 0
    }
}
