/// One export's committer: the only process that writes into a source, and only sidecars named beforehand.
///
/// It makes `.keepers` in each root before it locks itself. Jobs run one after the other, in order, and are never repeated:
/// what a dead committer had done is read from the disk.
public final class CommitterLink {
    private let pool: WorkerPool

    /// `targets` are all sidecars of the export; `replaces` says whether any of them may exist already.
    public init(link: SpawnerLink, roots: [String], targets: [CommitTarget], replaces: Bool, slotBytes: Int = 4 << 20) {
        var writer = WorkerConfiguration(role: .committer, roots: roots, slotBytes: slotBytes)
        writer.targets = targets
        writer.replacesSidecars = replaces
        writer.slotBytes = max(slotBytes, writer.wire.count)
        pool = WorkerPool(link: link, configuration: writer, count: 1, attempts: 1)
    }

    /// Sends one message to the handler; content may simply be part of it (up to `slotBytes`).
    public func submit(_ body: [UInt8], timeLimitMilliseconds: Int = 30_000, completion: @escaping (JobOutcome) -> Void) {
        pool.submit(Job(body: body, timeLimitMilliseconds: timeLimitMilliseconds), completion: completion)
    }

    /// Tries in the committer what `keepers privacy` prints.
    public func probe(_ probe: PrivacyProbe, completion: @escaping ([PrivacyResult]?) -> Void) {
        pool.probe(probe, completion: completion)
    }

    /// What protects it, as soon as it is ready.
    public var sandbox: SandboxStatus? { pool.sandbox }

    /// Ends it; the export is over.
    public func shutdown() { pool.shutdown() }
}
