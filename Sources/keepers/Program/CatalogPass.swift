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
        let copy: PrivateCopy
        do throws(CatalogRefusal) {
            copy = try PrivateCopy(of: path, below: places.history, stamp: Clock.monotonic()) { usleep(300_000) }
        } catch {
            throw Failure(error.message)
        }
        defer { withExtendedLifetime(copy) {} }
        return (try read(copy), copy.isLocked)
    }

    private func read(_ copy: PrivateCopy) throws(Failure) -> PastCatalog {
        let configuration = WorkerConfiguration(
            roots: [copy.folder], slotBytes: CatalogPass.slotBytes, memoryLimit: 2 << 30, residentLimit: 1 << 30, nice: 5)
        let pool = WorkerPool(link: link, configuration: configuration, count: 1)
        defer { pool.shutdown() }
        // A slow disk gives 10 MB a second.
        let limit = 60_000 + Int(clamping: copy.bytes / 10_000)
        var answer: Result<PastCatalog, Failure>?
        pool.submit(Job(body: WorkerJob.catalog(root: 0).wire, timeLimitMilliseconds: limit)) { outcome in
            answer = Workshop.checked(outcome, limit: limit).flatMap { found in
                var reader = found.reader
                guard let catalog = try? PastCatalog(from: &reader) else { return .failure(Failure("its answer does not read")) }
                return .success(catalog)
            }
        }
        while answer == nil, link.isAlive { link.wait(milliseconds: 100) }
        return try (answer ?? .failure(Failure("the helpers have ended"))).get()
    }
}
