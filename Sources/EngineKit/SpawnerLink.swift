import CSandbox
import Glibc
import KeepersCore

/// The program's end of the spawner, and the one thing its event loop must know: it carries all pools and committers.
///
/// Wait with poll(2) until one of `descriptors` is readable or `nextDeadline` has come, then call `handle`. Everything runs
/// on the thread that calls; completions are called from `handle` and never from elsewhere.
public final class SpawnerLink {
    /// The spawner's process id.
    public let pid: Int32
    /// Whether the spawner lives; without it every job is `unavailable`.
    public private(set) var isAlive = true
    let clock: () -> UInt64
    private let descriptor: Int32
    private var processes: [UInt32: WorkerProcess] = [:]
    private var byDescriptor: [Int32: WorkerProcess] = [:]
    private var deferred: [() -> Void] = []
    private var lastID: UInt32 = 0

    init(descriptor: Int32, pid: Int32, clock: @escaping () -> UInt64) {
        self.descriptor = descriptor
        self.pid = pid
        self.clock = clock
    }

    deinit { close(descriptor) }

    /// What to wait for (POLLIN); changes whenever a process starts or ends.
    public var descriptors: [Int32] { (isAlive ? [descriptor] : []) + byDescriptor.keys }

    /// When `handle` must be called at the latest, in nanoseconds of the clock; 0 means now.
    public var nextDeadline: UInt64? {
        deferred.isEmpty ? processes.values.compactMap(\.deadline).min() : 0
    }

    /// Reads what arrived on these descriptors, ends what ran too long, and calls completions.
    public func handle(ready: some Sequence<Int32>) {
        for one in ready {
            if one == descriptor { readReports() } else { byDescriptor[one]?.readAnswer() }
        }
        enforceDeadlines()
        while !deferred.isEmpty {
            let calls = deferred
            deferred = []
            for call in calls { call() }
        }
    }

    /// Blocks until something happens or the time is over, then handles it: the whole event loop of a command without a screen.
    public func wait(milliseconds: Int) {
        var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var pause = milliseconds
        if let deadline = nextDeadline {
            let now = clock()
            pause = deadline <= now ? 0 : min(pause, Int(clamping: (deadline - now) / 1_000_000 + 1))
        }
        _ = poll(&waiting, nfds_t(waiting.count), Int32(clamping: pause))
        handle(ready: waiting.filter { $0.revents != 0 }.map(\.fd))
    }

    // MARK: - For pools

    /// Calls `body` from the next `handle`.
    func later(_ body: @escaping () -> Void) { deferred.append(body) }

    /// Asks for a process; its owner hears of it through the `WorkerProcess`.
    func start(owner: WorkerPool, configuration: WorkerConfiguration) -> WorkerProcess {
        lastID &+= 1
        let process = WorkerProcess(id: lastID, link: self, owner: owner, configuration: configuration)
        processes[lastID] = process
        let order = StartOrder(
            role: configuration.role, ringBytes: Ring.size(slotBytes: configuration.slotBytes),
            memoryLimit: configuration.memoryLimit, residentLimit: configuration.residentLimit)
        send(.start(id: lastID, order))
        return process
    }

    func kill(_ id: UInt32) { send(.kill(id: id)) }

    func watch(_ descriptor: Int32, for process: WorkerProcess?) { byDescriptor[descriptor] = process }

    // MARK: -

    private func send(_ request: SpawnerRequest) {
        guard isAlive else { return }
        let message = request.wire
        if ks_send(descriptor, message, message.count, nil, 0, nil, 0, true) < 0 { lose() }
    }

    private func readReports() {
        var buffer = [UInt8](repeating: 0, count: 256)
        while isAlive {
            var passed: [Int32] = [-1, -1]
            let count = ks_receive(descriptor, &buffer, buffer.count, &passed, false)
            if count == -Int(EAGAIN) { return }
            guard count > 0, let report = try? SpawnerReport(wire: Array(buffer[..<count])) else { return lose() }
            hear(report, socket: passed[0], memory: passed[1])
        }
    }

    private func hear(_ report: SpawnerReport, socket: Int32, memory: Int32) {
        switch report {
        case .started(let id, let pid):
            guard let process = processes[id] else {
                for descriptor in [socket, memory] where descriptor >= 0 { close(descriptor) }
                return
            }
            process.hasStarted(pid: pid, socket: socket, memory: memory)
        case .notStarted(let id, let number):
            processes.removeValue(forKey: id)?.hasEnded(.notStarted(number))
        case .ended(let id, let ending):
            processes.removeValue(forKey: id)?.hasEnded(.ended(ending))
        }
    }

    private func enforceDeadlines() {
        guard processes.values.contains(where: { $0.deadline != nil }) else { return }
        let now = clock()
        for process in processes.values { process.enforceDeadline(now: now) }
    }

    /// The spawner is gone, and all processes with it.
    private func lose() {
        isAlive = false
        let orphans = processes.values
        processes = [:]
        for process in orphans { process.hasEnded(.spawnerLost) }
    }
}
