import CSandbox
import Glibc
import KeepersCore

/// The spawner's whole work: no threads, and nothing foreign is parsed here.
struct SpawnerLoop {
    private let link: Int32
    private let signals: Int32
    private let executable: String
    private var children: [Child] = []
    private var watch = MemoryWatch()

    struct Child {
        let id: UInt32
        let pid: pid_t
        let residentLimit: Int
        /// The open /proc/PID/statm.
        let memory: Int32
        var overMemory = false
    }

    init(link: Int32, signals: Int32, executable: String) {
        self.link = link
        self.signals = signals
        self.executable = executable
    }

    mutating func run() -> Never {
        var ready = [
            pollfd(fd: link, events: Int16(POLLIN), revents: 0), pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            _ = poll(&ready, 2, watch.pause(children: children.count))
            if ready[1].revents != 0 { reap() }
            if ready[0].revents != 0 { obey() }
            for index in watch.overLimit(children) {
                children[index].overMemory = true
                kill(children[index].pid, SIGKILL)
            }
        }
    }

    private mutating func obey() {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = ks_receive_plain(link, &buffer, buffer.count, false)
        if count == -Int(EAGAIN) { return }
        guard count > 0 else { leave() }
        // The program is ours: a request that does not read is a bug of ours, and leaving says so at once.
        guard let request = try? SpawnerRequest(wire: Array(buffer[..<count])) else { leave() }
        switch request {
        case .start(let id, let order): start(id, order)
        case .kill(let id):
            if let child = children.first(where: { $0.id == id }) { kill(child.pid, SIGKILL) }
        }
    }

    /// The program is gone: nothing of ours may stay behind.
    private func leave() -> Never {
        for child in children { kill(child.pid, SIGKILL) }
        exit(0)
    }

    private mutating func start(_ id: UInt32, _ order: StartOrder) {
        let memory = ks_memory("keepers-slots", order.ringBytes)
        guard memory >= 0 else { return report(.notStarted(id: id, errno: -memory)) }
        defer { close(memory) }
        var ends: [Int32] = [-1, -1]
        let paired = ks_pair(&ends)
        guard paired == 0 else { return report(.notStarted(id: id, errno: -paired)) }
        defer { for end in ends { close(end) } }
        let pid = execute(order, socket: ends[1], memory: memory)
        guard pid > 0 else { return report(.notStarted(id: id, errno: -pid)) }
        let statm = open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC)
        children.append(Child(id: id, pid: pid, residentLimit: order.residentLimit, memory: statm))
        watch.wake()
        report(.started(id: id, pid: pid), descriptors: [ends[0], memory])
    }

    private func execute(_ order: StartOrder, socket: Int32, memory: Int32) -> pid_t {
        executable.withCString { executable in
            Spawner.workerVerb.withCString { verb in
                var call = ks_order()
                call.executable = executable
                call.verb = verb
                call.socket = socket
                call.memory = memory
                call.address_space = UInt64(max(order.memoryLimit, 0))
                call.writes_files = order.role != .worker
                return ks_start(&call)
            }
        }
    }

    private mutating func reap() {
        ks_drain_signals(signals)
        while true {
            var signal: Int32 = 0
            var code: Int32 = 0
            var peak: Int64 = 0
            let pid = ks_reap(&signal, &code, &peak)
            guard pid > 0 else { return }
            guard let index = children.firstIndex(where: { $0.pid == pid }) else { continue }
            let child = children.remove(at: index)
            close(child.memory)
            report(
                .ended(
                    id: child.id, Ending(signal: signal, code: code, peakBytes: Int(peak), overMemory: child.overMemory)))
        }
    }

    private func report(_ report: SpawnerReport, descriptors: [Int32] = []) {
        let message = report.wire
        _ = ks_send(link, message, message.count, nil, 0, descriptors, Int32(descriptors.count), true)
    }
}
