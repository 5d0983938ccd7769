import CSandbox
import Glibc
import KeepersCore

/// The program's end of one worker or committer.
final class WorkerProcess {
    enum State { case starting, locking, idle, busy, ending }
    /// Why the process is no more, as the spawner saw it.
    enum End {
        case notStarted(Int32)
        case ended(Ending)
        case spawnerLost
    }
    /// Longer than any start on a slow card reader, short enough to be noticed; models take seconds to load on a busy machine.
    private static func startLimit(_ configuration: WorkerConfiguration) -> UInt64 {
        configuration.generatesCode ? 60_000_000_000 : 15_000_000_000
    }

    let id: UInt32
    let configuration: WorkerConfiguration
    private(set) var state = State.starting
    private(set) var pid: Int32 = 0
    private(set) var sandbox: SandboxStatus?
    private(set) var running: PendingJob?
    private(set) var jobsDone = 0
    private(set) var deadline: UInt64?
    /// The running job was ended because its time was over.
    private(set) var timedOut = false
    /// What the process said or did that it must not, or why it cannot start.
    private(set) var complaint: String?
    /// It said itself that it cannot start.
    private(set) var isUnable = false

    private let link: SpawnerLink
    private weak var owner: WorkerPool?
    private var socket: PacketSocket?
    private var ring: Ring?
    private var isDead = false
    private var slot: UInt8 = 0
    private var sequence: UInt64 = 0

    init(id: UInt32, link: SpawnerLink, owner: WorkerPool, configuration: WorkerConfiguration) {
        self.id = id
        self.link = link
        self.owner = owner
        self.configuration = configuration
        deadline = link.clock() &+ WorkerProcess.startLimit(configuration)
    }

    var isIdle: Bool { state == .idle && !isDead }
    var isFresh: Bool { jobsDone == 0 }

    /// Gives it a job; it must be idle. The other slot than last time, so that the last answer can still be read.
    func run(_ job: PendingJob) {
        guard let socket, let ring else { return }
        sequence &+= 1
        slot = (slot + 1) % UInt8(Ring.slots)
        running = job
        state = .busy
        deadline = link.clock() &+ UInt64(clamping: job.job.timeLimitMilliseconds) &* 1_000_000
        let packet = Packet(kind: job.kind, slot: slot, job: sequence, body: job.job.body)
        if !socket.send(packet, ring: ring, wait: false) { end(complaint: "took no more messages") }
    }

    /// Nobody waits for the running job any more; a worker that asks may stop early, another finishes it in vain.
    func loseInterest() {
        guard running != nil else { return }
        ring?.staleJob = sequence
    }

    /// Asks the spawner to kill it; its end is reported later.
    func end(complaint: String? = nil) {
        guard state != .ending else { return }
        state = .ending
        deadline = nil
        self.complaint = self.complaint ?? complaint
        unwatch()
        link.kill(id)
    }

    // MARK: - From the link

    func hasStarted(pid: Int32, socket descriptor: Int32, memory: Int32) {
        self.pid = pid
        let socket = PacketSocket(descriptor: descriptor)
        let ring = Ring(descriptor: memory, slotBytes: configuration.slotBytes)
        close(memory)
        self.socket = socket
        self.ring = ring
        guard state == .starting else { return }
        guard let ring else { return end(complaint: "its shared memory could not be mapped") }
        link.watch(descriptor, for: self)
        state = .locking
        let configuration = self.configuration.wire
        guard configuration.count <= max(Packet.inlineLimit, self.configuration.slotBytes) else {
            return end(complaint: "its configuration is longer than a slot")
        }
        // A process that is gone already takes nothing; the spawner's report of its end is on its way.
        _ = socket.send(Packet(kind: .configure, body: configuration), ring: ring, wait: false)
    }

    /// One answer a turn: a process that works faster than the program looks at its answers must not keep it from keys.
    /// What is left makes the descriptor readable again.
    func readAnswer() {
        guard let socket, let ring, state != .ending else { return }
        switch socket.receive(ring: ring, wait: false) {
        case .nothing: return
        case .ended: end()
        case .malformed: end(complaint: "sent a message that does not fit its slot")
        case .packet(let packet): hear(packet)
        }
    }

    /// What a dead process said last: an answer and a complaint at most.
    private func readLastWords() {
        for _ in 0..<2 { readAnswer() }
    }

    func enforceDeadline(now: UInt64) {
        guard let deadline, now >= deadline else { return }
        timedOut = true
        end(complaint: state == .busy ? nil : "did not start in time")
    }

    func hasEnded(_ end: End) {
        // What it said last may still wait in the socket: an answer, or why it could not start.
        isDead = true
        if state != .starting { readLastWords() }
        unwatch()
        state = .ending
        deadline = nil
        owner?.processEnded(self, end)
    }

    // MARK: -

    private func hear(_ packet: Packet) {
        switch (packet.kind, state) {
        case (.ready, .locking):
            sandbox = try? SandboxStatus(wire: packet.body)
            state = .idle
            deadline = nil
            owner?.processReady(self)
        case (.unable, .locking):
            isUnable = true
            end(complaint: String(decoding: packet.body, as: UTF8.self))
        case (.done, .busy) where packet.job == sequence && packet.slot == slot:
            let picture = takeSlot(packet)
            finish { .done(reply: packet.body, slot: picture) }
        case (.refused, .busy) where packet.job == sequence:
            finish { .crashed(String(decoding: packet.body, as: UTF8.self)) }
        default:
            end(complaint: "answered what nobody asked")
        }
    }

    private func takeSlot(_ packet: Packet) -> UnsafeRawBufferPointer {
        guard let ring else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(ring.slot(Int(packet.slot)))[..<Int(packet.slotBytes)])
    }

    /// The process gets its next job first, so that it works while the program looks at the answer.
    private func finish(_ outcome: () -> JobOutcome) {
        guard let job = running else { return }
        running = nil
        jobsDone += 1
        state = .idle
        deadline = nil
        owner?.processIdle(self)
        owner?.settle(job, outcome())
    }

    private func unwatch() {
        if let socket { link.watch(socket.descriptor, for: nil) }
    }
}
