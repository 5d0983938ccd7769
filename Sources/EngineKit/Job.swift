/// One piece of work for a worker or committer.
public struct Job: Sendable {
    /// The owner's own message; over 64 KiB it travels through the slot and may be at most as long as that.
    public var body: [UInt8]
    /// Higher first; within one priority, first come first served.
    public var priority: Int
    /// The process is killed when the answer takes longer; counted from when the process begins with it.
    public var timeLimitMilliseconds: Int
    /// What `cancel` and `reprioritise` name; several jobs may share one.
    public var tag: UInt64

    public init(body: [UInt8], priority: Int = 0, timeLimitMilliseconds: Int, tag: UInt64 = 0) {
        self.body = body
        self.priority = priority
        self.timeLimitMilliseconds = timeLimitMilliseconds
        self.tag = tag
    }
}

/// How a job ended.
public enum JobOutcome {
    /// The slot holds what the handler put there and is valid during the completion only.
    ///
    /// A hijacked worker may still write to it: take pixels from there, never lengths.
    case done(reply: [UInt8], slot: UnsafeRawBufferPointer)
    /// The process died of it, and a fresh one as well; the text says how.
    case crashed(String)
    case timedOut
    case outOfMemory
    case cancelled
    /// No process can be had (the card is gone, say); the text says why and what to do.
    case unavailable(String)
}

/// A job that waits or runs.
final class PendingJob {
    let job: Job
    let kind: Packet.Kind
    let completion: (JobOutcome) -> Void
    var priority: Int
    let sequence: UInt64
    /// Processes that died of it.
    var deaths = 0
    /// Nobody waits for the answer any more.
    var isSettled = false

    init(job: Job, kind: Packet.Kind, sequence: UInt64, completion: @escaping (JobOutcome) -> Void) {
        self.job = job
        self.kind = kind
        self.completion = completion
        self.priority = job.priority
        self.sequence = sequence
    }
}
