import CSandbox
public import KeepersCore

/// What protects a process: measured when it locked itself, or what this kernel offers.
public struct SandboxStatus: Equatable, Sendable {
    /// The kernel's Landlock version; 0 when it has none, 2 on Debian 12, 3 and later also govern truncation.
    public var landlockABI: Int
    /// Landlock governs the files of this process.
    public var landlock: Bool
    /// seccomp filters the system calls of this process.
    public var seccomp: Bool

    public init(landlockABI: Int, landlock: Bool, seccomp: Bool) {
        self.landlockABI = landlockABI
        self.landlock = landlock
        self.seccomp = seccomp
    }

    /// What this kernel offers, for `keepers doctor`.
    public static func offered() -> SandboxStatus {
        let version = Int(ks_landlock_abi())
        return SandboxStatus(landlockABI: version, landlock: version >= 2, seccomp: ks_seccomp_available())
    }

    /// Whether the kernel keeps the whole promise: no process that parses photos can write a file, no originals are touched.
    public var isWhole: Bool { landlock && seccomp && landlockABI >= 2 }

    /// One line for `keepers doctor`.
    public var summary: String {
        switch (landlock, seccomp) {
        case (true, true) where landlockABI >= 3: "Landlock \(landlockABI) and seccomp: the kernel keeps the promise"
        case (true, true): "Landlock \(landlockABI) and seccomp: the kernel keeps the promise (seccomp refuses truncation)"
        case (false, true): "seccomp without Landlock (\(landlockABI)): which files may be written is our code's promise only"
        case (true, false):
            "Landlock \(landlockABI) without seccomp: no sockets and no changes of mode are our code's promise only"
        case (false, false): "neither Landlock nor seccomp: every promise is our code's only"
        }
    }
}

extension SandboxStatus: Wired {
    public func write(to writer: inout ByteWriter) {
        writer.put(Int32(clamping: landlockABI))
        writer.put(landlock)
        writer.put(seccomp)
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            landlockABI: Int(try reader.number(Int32.self)), landlock: try reader.flag(), seccomp: try reader.flag())
    }
}
