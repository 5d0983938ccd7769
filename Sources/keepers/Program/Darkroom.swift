import EngineKit
import KeepersCore

/// The process that develops RAW files: one, of its own, so that a long development keeps no preview waiting. It starts with the first RAW
/// that is asked for and goes when none was for a while.
final class Darkroom {
    /// More than any camera's file took on one core of an old laptop; a file that takes longer is left.
    static let timeLimit = 20_000
    /// Unused for so long it gives its memory back, in nanoseconds.
    private static let patience: UInt64 = 60_000_000_000

    private let link: SpawnerLink
    private let roots: [String]
    private var pool: WorkerPool?
    private var lastUse: UInt64 = 0
    private var outstanding = 0

    init(link: SpawnerLink, roots: [String]) {
        self.link = link
        self.roots = roots
    }

    var processIDs: [Int32] { pool?.processIDs ?? [] }

    /// Develops a picture; `done` gets what `Workshop.ask` gives.
    func develop(
        _ source: FrameSource, _ request: PictureRequest, _ priority: Workshop.Priority, tag: UInt64,
        done: @escaping (Result<(reader: ByteReader, slot: UnsafeRawBufferPointer), Failure>) -> Void
    ) {
        let pool = self.pool ?? open()
        lastUse = Clock.monotonic()
        outstanding += 1
        let job = Job(
            body: WorkerJob.develop(source, request).wire, priority: priority.rawValue,
            timeLimitMilliseconds: Darkroom.timeLimit, tag: tag)
        pool.submit(job) { [weak self] outcome in
            self?.outstanding -= 1
            done(Workshop.checked(outcome, limit: Darkroom.timeLimit))
        }
    }

    /// A gesture went on: what waits is dropped, what runs stops at LibRaw's next question.
    func cancel(tag: UInt64) { pool?.cancel(tag: tag) }

    /// To be called now and then.
    func rest(now: UInt64) {
        guard pool != nil, outstanding == 0, now &- lastUse > Darkroom.patience else { return }
        close()
    }

    func close() {
        pool?.shutdown()
        pool = nil
    }

    private func open() -> WorkerPool {
        let configuration = WorkerConfiguration(roots: roots, slotBytes: Workshop.slotBytes, nice: 5)
        let pool = WorkerPool(link: link, configuration: configuration, count: 1)
        self.pool = pool
        return pool
    }
}
