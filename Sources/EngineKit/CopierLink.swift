import KeepersCore

/// Where a copier writes: the open folder, and `.keepers` in it, where a file lies until it is whole.
public struct CopyTarget: Sendable {
    public let folder: Int32
    public let workshop: Int32
}

/// The one process that copies photos: it reads the sources and makes new files below one folder, and the kernel lets it do no more.
///
/// Jobs run one after the other; none is repeated, because a copy that ended half is begun anew by the next run.
public final class CopierLink {
    private let pool: WorkerPool

    /// `makesTarget`: the folder is made before the copier locks itself, with those above it.
    public init(link: SpawnerLink, roots: [String], target: String, makesTarget: Bool = false) {
        var configuration = WorkerConfiguration(role: .copier, roots: roots, slotBytes: 1 << 16, nice: 5, target: target)
        configuration.makesTarget = makesTarget
        pool = WorkerPool(link: link, configuration: configuration, count: 1, attempts: 1)
    }

    public func submit(_ body: [UInt8], timeLimitMilliseconds: Int, completion: @escaping (JobOutcome) -> Void) {
        pool.submit(Job(body: body, timeLimitMilliseconds: timeLimitMilliseconds), completion: completion)
    }

    /// Tries in the copier what `keepers privacy` prints.
    public func probe(_ probe: PrivacyProbe, completion: @escaping ([PrivacyResult]?) -> Void) {
        pool.probe(probe, completion: completion)
    }

    /// What protects it, as soon as it is ready.
    public var sandbox: SandboxStatus? { pool.sandbox }

    public func shutdown() { pool.shutdown() }
}
