public import KeepersCore

/// What a started process is for.
public enum WorkerRole: UInt8, Sendable {
    /// Parses and decodes foreign bytes; can read the sources and write nothing.
    case worker
    /// Writes new sidecars beside the originals; can open no original for writing.
    case committer
    /// Copies photos into one folder; can make new files there, and change or remove nothing anywhere.
    case copier
}

/// A sidecar that a committer may replace or remove, fixed before it starts.
public struct CommitTarget: Equatable, Sendable {
    /// Which of the configuration's roots it lies in.
    public var root: Int
    /// Its path below that root; must end in `.xmp`.
    public var name: String
    public init(root: Int, name: String) {
        self.root = root
        self.name = name
    }
}

/// Everything a started process is told before it locks itself.
public struct WorkerConfiguration: Equatable, Sendable {
    public var role: WorkerRole
    /// The source folders: all that a worker can read besides system libraries.
    public var roots: [String]
    /// Bytes of each of the two shared slots that carry pictures (and messages over 64 KiB).
    public var slotBytes: Int
    /// Address space in bytes, 0 for no limit (a sanitizer needs that); 1 GiB suits decoders.
    public var memoryLimit: Int
    /// Memory in use, in bytes, above which the spawner ends the process; 0 for no limit.
    public var residentLimit: Int
    /// How far it steps back for others, 0...19.
    public var nice: Int
    /// Further files and folders to read, for example those of models.
    public var readable: [String]
    /// Keeps executable memory for a model run time that makes machine code.
    public var generatesCode: Bool
    /// Sidecars a committer may write; empty for a worker.
    public var targets: [CommitTarget]
    /// Whether sidecars are there already: without, the committer cannot remove any file of a source.
    public var replacesSidecars: Bool
    /// The folder of the model pack, which must be `readable` too and needs `generatesCode`; nil = this worker loads no models.
    public var models: String?
    /// The folder that a copier fills; nil for all others.
    public var target: String?
    /// That folder is made where it is not there.
    public var makesTarget = false

    public init(
        role: WorkerRole = .worker, roots: [String], slotBytes: Int, memoryLimit: Int = 1 << 30, residentLimit: Int? = nil,
        nice: Int = 0, readable: [String] = [], generatesCode: Bool = false, targets: [CommitTarget] = [],
        replacesSidecars: Bool = false, models: String? = nil, target: String? = nil
    ) {
        self.role = role
        self.roots = roots
        self.slotBytes = slotBytes
        self.memoryLimit = memoryLimit
        self.residentLimit = residentLimit ?? memoryLimit / 4 * 3
        self.nice = nice
        self.readable = readable
        self.generatesCode = generatesCode
        self.targets = targets
        self.replacesSidecars = replacesSidecars
        self.models = models
        self.target = target
    }
}

extension CommitTarget: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(UInt32(clamping: root))
        writer.put(name)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(root: Int(try reader.number(UInt32.self)), name: try reader.text())
    }
}

extension WorkerConfiguration: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(role.rawValue)
        writer.put(list: roots) { $0.put($1) }
        for number in [slotBytes, memoryLimit, residentLimit, nice] { writer.put(Int64(number)) }
        writer.put(list: readable) { $0.put($1) }
        writer.put(generatesCode)
        writer.put(list: targets) { $1.write(to: &$0) }
        writer.put(replacesSidecars)
        writer.put(models) { $0.put($1) }
        writer.put(target) { $0.put($1) }
        writer.put(makesTarget)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        func whole(_ reader: inout ByteReader) throws(WireError) -> Int { Int(try reader.number(Int64.self)) }
        guard let role = WorkerRole(rawValue: try reader.number()) else { throw WireError("unknown role of a process") }
        self.init(
            role: role, roots: try reader.list { (r) throws(WireError) in try r.text() }, slotBytes: try whole(&reader),
            memoryLimit: try whole(&reader), residentLimit: try whole(&reader), nice: try whole(&reader),
            readable: try reader.list { (r) throws(WireError) in try r.text() }, generatesCode: try reader.flag(),
            targets: try reader.list { (r) throws(WireError) in try CommitTarget(from: &r) },
            replacesSidecars: try reader.flag(), models: try reader.optional { (r) throws(WireError) in try r.text() },
            target: try reader.optional { (r) throws(WireError) in try r.text() })
        makesTarget = try reader.flag()
    }
}
