import CSandbox
import Glibc
import KeepersCore

/// The life of a worker or committer, from `exec` to its end.
public enum WorkerMain {
    /// Serves jobs until the program is gone; what `main` does when its first argument is `Spawner.workerVerb`.
    ///
    /// Order: configuration, roots, Landlock, base filter, `makeHandler` (loads models), strict filter, jobs.
    public static func run(makeHandler: (WorkerContext) throws(EngineError) -> any WorkerHandler) -> Never {
        let socket = PacketSocket(descriptor: Int32(ks_worker_socket))
        guard let (configuration, ring) = receiveConfiguration(socket) else { exit(2) }
        ks_name(processName(configuration.role))
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(clamping: configuration.nice))
        let handler: any WorkerHandler
        let attention = Attention(ring)
        do throws(EngineError) {
            handler = try lock(configuration, makeHandler, socket, ring, attention)
        } catch {
            _ = socket.send(Packet(kind: .unable, body: Array(error.message.utf8)), ring: ring, wait: true)
            exit(3)
        }
        serve(handler, socket, ring, attention)
    }

    private static func processName(_ role: WorkerRole) -> String {
        switch role {
        case .worker: "keepers-worker"
        case .committer: "keepers-commit"
        case .copier: "keepers-copy"
        }
    }

    private static func receiveConfiguration(_ socket: PacketSocket) -> (WorkerConfiguration, Ring)? {
        // The slots' size is part of what comes, so the ring is first mapped as large as its memory is.
        var facts = stat()
        let memory = Int32(ks_worker_memory)
        guard fstat(memory, &facts) == 0,
            let whole = Ring(descriptor: memory, slotBytes: Ring.slotBytes(size: Int(facts.st_size))),
            case .packet(let packet) = socket.receive(ring: whole, wait: true), packet.kind == .configure,
            let configuration = try? WorkerConfiguration(wire: packet.body),
            let ring = Ring(descriptor: memory, slotBytes: configuration.slotBytes)
        else { return nil }
        close(memory)
        return (configuration, ring)
    }

    private static func lock(
        _ configuration: WorkerConfiguration, _ makeHandler: (WorkerContext) throws(EngineError) -> any WorkerHandler,
        _ socket: PacketSocket, _ ring: Ring, _ attention: Attention
    ) throws(EngineError) -> any WorkerHandler {
        let roots = try Roots(configuration)
        let sidecars =
            configuration.role == .committer ? try SidecarWriter(roots: roots.folders, targets: configuration.targets) : nil
        let landlock = try WorkerLock.bindFiles(configuration, roots)
        var sandbox = SandboxStatus(landlockABI: Int(ks_landlock_abi()), landlock: landlock, seccomp: false)
        // The modes that a copier gives to new files are meant exactly.
        if configuration.role == .copier { umask(0) }
        sandbox.seccomp = try applyFilter(configuration.role == .copier ? ks_seccomp_copier : ks_seccomp_base)
        let context = WorkerContext(
            configuration: configuration, roots: roots.folders, sidecars: sidecars, target: roots.target, sandbox: sandbox,
            attention: attention)
        let handler = try makeHandler(context)
        try WorkerLock.bindCalls(configuration, sidecars)
        _ = socket.send(Packet(kind: .ready, body: sandbox.wire), ring: ring, wait: true)
        return handler
    }

    private static func serve(
        _ handler: any WorkerHandler, _ socket: PacketSocket, _ ring: Ring, _ attention: Attention
    ) -> Never {
        while case .packet(let request) = socket.receive(ring: ring, wait: true) {
            attention.job = request.job
            var answer = Packet(kind: .done, slot: request.slot, job: request.job)
            if request.kind == .probe {
                answer.body = (try? PrivacyProbe(wire: request.body)).map { PrivacyProbe.wire(results: $0.run()) } ?? []
            } else {
                let reply = handler.handle(request.body, slot: ring.slot(Int(request.slot)))
                answer.body = reply.body
                answer.slotBytes = UInt64(clamping: reply.slotBytes)
            }
            if answer.slotBytes <= UInt64(ring.slotBytes), socket.send(answer, ring: ring, wait: true) { continue }
            refuse(request, socket, ring)
        }
        exit(0)
    }

    private static func refuse(_ request: Packet, _ socket: PacketSocket, _ ring: Ring) {
        let text = "its answer is longer than a slot of \(ring.slotBytes) bytes"
        let packet = Packet(kind: .refused, slot: request.slot, job: request.job, body: Array(text.utf8))
        if !socket.send(packet, ring: ring, wait: true) { exit(0) }
    }
}
