/// One message between the program and a worker or committer.
struct Packet {
    enum Kind: UInt8 {
        /// To the process: its configuration, a job, the built-in job of `keepers privacy`.
        case configure = 1, job, probe
        /// From the process: it is locked and waits (body: `SandboxStatus`), it cannot start (text), a job's answer, a refused answer (text).
        case ready, unable, done, refused
    }
    var kind: Kind
    /// The slot that this job owns until its answer has been read.
    var slot: UInt8 = 0
    var job: UInt64 = 0
    /// Bytes of the slot that hold the answer's picture.
    var slotBytes: UInt64 = 0
    /// A body longer than 64 KiB lies in the slot, behind the picture.
    var bodyInSlot = false
    var body: [UInt8] = []

    static let headerBytes = 24
    static let inlineLimit = 65_536
    /// Where a body in the slot begins.
    static func bodyOffset(slotBytes: Int) -> Int { (slotBytes + 7) & ~7 }
}
