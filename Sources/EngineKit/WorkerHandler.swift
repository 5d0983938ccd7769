/// The work of a worker or committer, written by its owner.
///
/// A worker may use threads; a committer has one only, because its memory must stay where it is.
public protocol WorkerHandler: AnyObject {
    /// Does one job; what it leaves in the slot travels to the program without a copy.
    ///
    /// The slot is the process's own until the answer is sent; its content is whatever the job before last left there.
    func handle(_ body: [UInt8], slot: UnsafeMutableRawBufferPointer) -> WorkerReply
}

/// A job's answer.
public struct WorkerReply: Sendable {
    /// The owner's own message; over 64 KiB it travels in the slot behind the picture.
    public var body: [UInt8]
    /// Bytes of the slot, from its start, that belong to the answer.
    public var slotBytes: Int
    public init(body: [UInt8], slotBytes: Int = 0) {
        self.body = body
        self.slotBytes = slotBytes
    }
}

/// What a handler is given when it is made: after Landlock and the first filter, before the strict one.
///
/// Models and libraries are to be loaded then; no file of a source should be opened yet.
public struct WorkerContext {
    public let configuration: WorkerConfiguration
    /// The roots, open for openat(2) and reading; in the order of `configuration.roots`.
    public let roots: [Int32]
    /// What a committer writes through; `nil` in a worker.
    public let sidecars: SidecarWriter?
    /// What a copier fills; `nil` in all others.
    public let target: CopyTarget?
    public let sandbox: SandboxStatus
    /// Whether anybody still waits for the job at hand.
    public let attention: Attention
}

/// Tells a worker in the midst of a long job that nobody waits for it any more: it may stop and answer anything.
public final class Attention {
    private let ring: Ring
    /// The job at hand.
    var job: UInt64 = 0

    init(_ ring: Ring) { self.ring = ring }

    /// A few nanoseconds: to be asked as often as one likes.
    public var isLost: Bool { job != 0 && ring.staleJob == job }
}
