import EngineKit
import Glibc
import HistoryKit
import KeepersCore

/// Reads one catalog: a private copy, a worker that sees nothing but the copy, and the copy is gone.
struct CatalogPass {
    /// Room for a million photos.
    private static let slotBytes = 128 << 20

    let link: SpawnerLink
    let places: Places

    func read(_ path: String) throws(Failure) -> (catalog: PastCatalog, isLocked: Bool) {
        let copy = try copy(path)
        defer { withExtendedLifetime(copy) {} }
        return (try ask(.catalog(root: 0), copy), copy.isLocked)
    }

    /// Notes on the decisions of the catalog at `path` where its previews folder has a picture of the photo.
    ///
    /// Returns what kept it from that, in words; nil where all went well or there is no such folder.
    func addPreviews(to catalog: inout PastCatalog, of path: String) -> String? {
        guard path.lowercased().hasSuffix(".lrcat") else { return nil }
        let folder = String(path.dropLast(6)) + " Previews.lrdata"
        guard access(folder + "/previews.db", F_OK) == 0 else { return nil }
        do throws(Failure) {
            let copy = try copy(folder + "/previews.db")
            defer { withExtendedLifetime(copy) {} }
            let index: PreviewIndex = try ask(.previewIndex(root: 0), copy)
            let byPhoto = Dictionary(index.entries.map { ($0.photo, $0) }) { first, _ in first }
            for place in catalog.decisions.indices {
                guard let number = catalog.decisions[place].catalogNumber, let entry = byPhoto[number],
                    !HistoryPass.isFile(catalog.decisions[place].path),
                    let found = entry.paths.lazy.map({ folder + "/" + $0 }).first(where: HistoryPass.isFile)
                else { continue }
                catalog.decisions[place].preview = found
                catalog.decisions[place].previewOrientation = entry.orientation
            }
            return nil
        } catch {
            return "its previews folder is not used: \(error.message)"
        }
    }

    private func copy(_ path: String) throws(Failure) -> PrivateCopy {
        do throws(CatalogRefusal) {
            return try PrivateCopy(of: path, below: places.history, stamp: Clock.monotonic()) { usleep(300_000) }
        } catch {
            throw Failure(error.message)
        }
    }

    private func ask<Answer: Wired>(_ job: WorkerJob, _ copy: PrivateCopy) throws(Failure) -> Answer {
        let configuration = WorkerConfiguration(
            roots: [copy.folder], slotBytes: CatalogPass.slotBytes, memoryLimit: 2 << 30, residentLimit: 1 << 30, nice: 5)
        let pool = WorkerPool(link: link, configuration: configuration, count: 1)
        defer { pool.shutdown() }
        // A slow disk gives 10 MB a second.
        let limit = 60_000 + Int(clamping: copy.bytes / 10_000)
        var answer: Result<Answer, Failure>?
        pool.submit(Job(body: job.wire, timeLimitMilliseconds: limit)) { outcome in
            answer = Workshop.checked(outcome, limit: limit).flatMap { found in
                var reader = found.reader
                guard let told = try? Answer(from: &reader) else { return .failure(Failure("its answer does not read")) }
                return .success(told)
            }
        }
        while answer == nil, link.isAlive { link.wait(milliseconds: 100) }
        return try (answer ?? .failure(Failure("the helpers have ended"))).get()
    }
}
