import KeepersCore

/// Processes of one kind that share one queue of jobs.
///
/// Each process has one job at a time and gets the next before its answer is looked at. A process that dies is replaced; its
/// job is tried once more on a fresh one.
public final class WorkerPool {
    /// Counts since the pool was made.
    public struct Statistics: Equatable, Sendable {
        public var jobsDone = 0
        public var crashes = 0
        public var timeouts = 0
        public var outOfMemory = 0
        /// Processes started to replace another.
        public var restarts = 0
    }
    public private(set) var statistics = Statistics()

    private let link: SpawnerLink
    private let configuration: WorkerConfiguration
    private let count: Int
    /// How often a job may be tried.
    private let attempts: Int
    private var queue = JobQueue()
    private var processes: [WorkerProcess] = []
    private var sequence: UInt64 = 0
    private var failedStarts = 0
    private var isShutDown = false

    /// Starts `count` processes at once; they are warm when the first job comes.
    public convenience init(link: SpawnerLink, configuration: WorkerConfiguration, count: Int) {
        self.init(link: link, configuration: configuration, count: count, attempts: 2)
    }

    init(link: SpawnerLink, configuration: WorkerConfiguration, count: Int, attempts: Int) {
        self.link = link
        self.configuration = configuration
        self.count = max(count, 1)
        self.attempts = attempts
        fill()
    }

    deinit { for process in processes { process.end() } }

    /// Queues a job; the completion is called exactly once, from `SpawnerLink.handle`.
    public func submit(_ job: Job, completion: @escaping (JobOutcome) -> Void) { submit(job, kind: .job, completion: completion) }

    /// Waiting jobs with this tag are dropped, a running one's answer is thrown away (a worker that looks at its `Attention` stops early); both end as `cancelled`.
    public func cancel(tag: UInt64) {
        let stale = processes.filter { $0.running?.job.tag == tag }
        for process in stale { process.loseInterest() }
        for job in queue.remove(tag: tag) + stale.compactMap(\.running) { settleLater(job, .cancelled) }
    }

    /// Moves waiting jobs with this tag to another priority, behind those already there.
    public func reprioritise(tag: UInt64, to priority: Int) { queue.reprioritise(tag: tag, to: priority) }

    /// Ends all processes; what waits or runs ends as `cancelled`.
    public func shutdown() {
        isShutDown = true
        for process in processes { process.end() }
        for job in queue.removeAll() + processes.compactMap(\.running) { settleLater(job, .cancelled) }
    }

    /// Jobs that wait for a process.
    public var waiting: Int { queue.count }
    /// Jobs that a process works on.
    public var running: Int { processes.count { $0.running != nil } }
    /// What protects the processes, as soon as one is ready.
    public var sandbox: SandboxStatus? { processes.lazy.compactMap(\.sandbox).first }
    /// The processes' ids, for tests and `keepers doctor`.
    public var processIDs: [Int32] { processes.map(\.pid).filter { $0 > 0 } }

    /// Tries in a process of this pool what `keepers privacy` prints; `nil` when none could be had.
    public func probe(_ probe: PrivacyProbe, completion: @escaping ([PrivacyResult]?) -> Void) {
        let job = Job(body: probe.wire, priority: .max, timeLimitMilliseconds: 10_000)
        submit(job, kind: .probe) { outcome in
            guard case .done(let reply, _) = outcome else { return completion(nil) }
            completion(try? PrivacyProbe.results(wire: reply))
        }
    }

    // MARK: - From processes

    func processReady(_ process: WorkerProcess) {
        failedStarts = 0
        processIdle(process)
    }

    func processIdle(_ process: WorkerProcess) {
        guard process.isIdle, let job = queue.next(forFreshProcess: process.isFresh) else { return }
        process.run(job)
    }

    func settle(_ job: PendingJob, _ outcome: JobOutcome) {
        statistics.jobsDone += 1
        guard !job.isSettled else { return }
        job.isSettled = true
        job.completion(outcome)
    }

    func processEnded(_ process: WorkerProcess, _ end: WorkerProcess.End) {
        processes.removeAll { $0 === process }
        guard !isShutDown else { return }
        if let text = reasonWithoutProcesses(process, end) { return giveUp(text, running: process.running) }
        if let job = process.running { mourn(job, process, end) }
        if process.sandbox != nil { statistics.restarts += 1 }
        fill()
    }

    // MARK: -

    private func submit(_ job: Job, kind: Packet.Kind, completion: @escaping (JobOutcome) -> Void) {
        sequence &+= 1
        let pending = PendingJob(job: job, kind: kind, sequence: sequence, completion: completion)
        if isShutDown { return settleLater(pending, .cancelled) }
        if job.body.count > max(Packet.inlineLimit, configuration.slotBytes) {
            return settleLater(pending, .unavailable("a message of \(job.body.count) bytes is longer than a slot"))
        }
        queue.insert(pending)
        fill()
        if let idle = processes.first(where: \.isIdle) { processIdle(idle) }
    }

    private func fill() {
        guard link.isAlive else { return giveUp(WorkerPool.spawnerLost, running: nil) }
        while processes.count < count { processes.append(link.start(owner: self, configuration: configuration)) }
    }

    /// Why no further process should be started for what waits, or `nil` when a replacement may help.
    private func reasonWithoutProcesses(_ process: WorkerProcess, _ end: WorkerProcess.End) -> String? {
        if case .spawnerLost = end { return WorkerPool.spawnerLost }
        if process.isUnable { return process.complaint }
        if process.sandbox != nil { return nil }
        failedStarts += 1
        guard failedStarts >= 3 else { return nil }
        return
            "keepers could not start its helper process: it \(describe(process, end)). Nothing was changed; start keepers again."
    }

    private static let spawnerLost =
        "the process that starts keepers' helpers has ended. Your verdicts are safe; quit and start keepers again."

    /// Everything that waits is told why; the next `submit` tries again.
    private func giveUp(_ text: String, running: PendingJob?) {
        failedStarts = 0
        for job in (running.map { [$0] } ?? []) + queue.removeAll() { settleLater(job, .unavailable(text)) }
    }

    /// A process died with this job: once more on a fresh one, then it is named.
    private func mourn(_ job: PendingJob, _ process: WorkerProcess, _ end: WorkerProcess.End) {
        guard !job.isSettled else { return }
        let outcome = outcome(process, end)
        job.deaths += 1
        if case .timedOut = outcome { return settleLater(job, outcome) }
        if job.deaths < attempts { queue.insert(job) } else { settleLater(job, outcome) }
    }

    private func outcome(_ process: WorkerProcess, _ end: WorkerProcess.End) -> JobOutcome {
        if process.timedOut {
            statistics.timeouts += 1
            return .timedOut
        }
        if case .ended(let ending) = end, isOutOfMemory(ending) {
            statistics.outOfMemory += 1
            return .outOfMemory
        }
        statistics.crashes += 1
        return .crashed(describe(process, end))
    }

    /// Ended by the spawner, or by itself after its memory had come near the limit, where allocations fail.
    private func isOutOfMemory(_ ending: Ending) -> Bool {
        ending.overMemory || (configuration.memoryLimit > 0 && ending.peakBytes > configuration.memoryLimit / 4 * 3)
    }

    private func describe(_ process: WorkerProcess, _ end: WorkerProcess.End) -> String {
        if let complaint = process.complaint { return complaint }
        switch end {
        case .notStarted(let number): return "could not be started (\(errnoName(number)))"
        case .spawnerLost: return "ended with its spawner"
        case .ended(let ending) where ending.signal != 0: return "was ended by \(signalName(ending.signal))"
        case .ended(let ending): return "ended by itself with code \(ending.code)"
        }
    }

    /// Delivers from the next `handle`, never from inside the caller's own call.
    private func settleLater(_ job: PendingJob, _ outcome: JobOutcome) {
        guard !job.isSettled else { return }
        job.isSettled = true
        link.later { job.completion(outcome) }
    }
}
