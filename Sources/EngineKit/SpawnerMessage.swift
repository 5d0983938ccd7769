import KeepersCore

/// What the program asks of the spawner.
enum SpawnerRequest: Equatable {
    case start(id: UInt32, StartOrder)
    case kill(id: UInt32)
}

/// What the spawner must know to start a process; all else it is told by the program itself.
struct StartOrder: Equatable {
    var role: WorkerRole
    var ringBytes: Int
    var memoryLimit: Int
    var residentLimit: Int
}

/// What the spawner tells the program.
enum SpawnerReport: Equatable {
    /// The process runs; its socket and its memory come with this message.
    case started(id: UInt32, pid: Int32)
    case notStarted(id: UInt32, errno: Int32)
    case ended(id: UInt32, Ending)
}

/// How a process ended.
struct Ending: Equatable {
    /// The signal that ended it, 0 when it left by itself.
    var signal: Int32
    var code: Int32
    /// The most memory it ever had in use.
    var peakBytes: Int
    /// The spawner ended it because of its memory.
    var overMemory: Bool
}

extension SpawnerRequest: Wired {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .start(let id, let order):
            writer.put(UInt8(1))
            writer.put(id)
            writer.put(order.role.rawValue)
            for number in [order.ringBytes, order.memoryLimit, order.residentLimit] { writer.put(Int64(number)) }
        case .kill(let id):
            writer.put(UInt8(2))
            writer.put(id)
        }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        let kind = try reader.number(UInt8.self)
        let id = try reader.number(UInt32.self)
        switch kind {
        case 1:
            guard let role = WorkerRole(rawValue: try reader.number()) else { throw WireError("unknown role of a process") }
            self = .start(
                id: id,
                StartOrder(
                    role: role, ringBytes: Int(try reader.number(Int64.self)), memoryLimit: Int(try reader.number(Int64.self)),
                    residentLimit: Int(try reader.number(Int64.self))))
        case 2: self = .kill(id: id)
        default: throw WireError("unknown request to the spawner")
        }
    }
}

extension SpawnerReport: Wired {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .started(let id, let pid):
            writer.put(UInt8(1))
            writer.put(id)
            writer.put(pid)
        case .notStarted(let id, let errno):
            writer.put(UInt8(2))
            writer.put(id)
            writer.put(errno)
        case .ended(let id, let ending):
            writer.put(UInt8(3))
            writer.put(id)
            writer.put(ending.signal)
            writer.put(ending.code)
            writer.put(Int64(ending.peakBytes))
            writer.put(ending.overMemory)
        }
    }
    init(from reader: inout ByteReader) throws(WireError) {
        let kind = try reader.number(UInt8.self)
        let id = try reader.number(UInt32.self)
        switch kind {
        case 1: self = .started(id: id, pid: try reader.number())
        case 2: self = .notStarted(id: id, errno: try reader.number())
        case 3:
            self = .ended(
                id: id,
                Ending(
                    signal: try reader.number(), code: try reader.number(), peakBytes: Int(try reader.number(Int64.self)),
                    overMemory: try reader.flag()))
        default: throw WireError("unknown report of the spawner")
        }
    }
}
