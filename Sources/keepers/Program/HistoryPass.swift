import EngineKit
import Glibc
import HistoryKit
import KeepersCore

/// Reads past decisions from catalogs, then from folders, and looks which of the photos still have pixels.
final class HistoryPass {
    /// One thing that was read, or was not.
    struct Source {
        enum Kind: String { case lightroom, folder }
        var path: String
        var kind: Kind
        var images = 0
        var version: String?
        /// Lightroom's lock lay beside it.
        var isLocked = false
        var notes: [String] = []
        /// Why nothing of it counts.
        var failure: String?
    }

    private let setting: Setting
    private let catalogs: [String]
    private let folders: [SidecarFolderPass]
    private(set) var history = History()
    private(set) var sources: [Source] = []
    /// Where each photo's file lies now, in the order of `history.photos`; nil = gone.
    private(set) var places: [String?] = []
    var progress: (String) -> Void = { _ in }

    init(_ setting: Setting, catalogs: [String], folders: [String]) {
        self.setting = setting
        self.catalogs = catalogs
        self.folders = folders.map { SidecarFolderPass(link: setting.link, root: $0, workers: setting.workers) }
    }

    /// Catalogs come first: where sources differ in stars and labels, the first one's word counts.
    func run() {
        for path in catalogs { readCatalog(path) }
        PrivateCopy.sweep(below: setting.places.history)
        for folder in folders { readFolder(folder) }
        findFiles()
    }

    var withPixels: Int { places.count { $0 != nil } }

    private func readCatalog(_ path: String) {
        progress("reading \(printable(path))")
        var source = Source(path: path, kind: .lightroom)
        do throws(Failure) {
            let (catalog, isLocked) = try CatalogPass(link: setting.link, places: setting.places).read(path)
            history.add(catalog.decisions)
            source.images = catalog.decisions.count
            source.version = catalog.version
            source.isLocked = isLocked
            source.notes = catalog.notes
        } catch {
            source.failure = error.message
        }
        sources.append(source)
    }

    private func readFolder(_ folder: SidecarFolderPass) {
        progress("reading \(printable(folder.root))")
        var source = Source(path: folder.root, kind: .folder)
        do throws(Failure) {
            try folder.list()
            let decisions = try folder.decisions()
            history.add(decisions)
            source.images = decisions.count
            source.notes = folder.notes
            if let count = folder.listing.others["lrcat"] {
                source.notes.append("\(counted(count, "catalog")) in it not read: name a catalog itself to read it")
            }
        } catch {
            source.failure = error.message
        }
        sources.append(source)
    }

    // MARK: - Pixels

    private func findFiles() {
        progress("looking for the photos")
        places = history.photos.map { photo in photo.paths.first(where: HistoryPass.isFile) }
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
            places[index] = byStem[SidecarFolderPass.stem(decision.name)]?.first { isSame($0.shot, decision) }?.path
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

    private static func isFile(_ path: String) -> Bool {
        var facts = stat()
        return path.hasPrefix("/") && stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_size > 0
    }
}
