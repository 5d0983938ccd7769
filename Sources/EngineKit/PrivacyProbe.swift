import CSandbox
import Glibc
public import KeepersCore

/// An act that no process of ours may be able to do.
public enum PrivacyAct: UInt8, CaseIterable, Sendable {
    case socketIPv4 = 1, socketIPv6, socketUnix, socketNetlink, socketPacket
    case startProgram, startProcess
    case writeOriginal, truncateOriginal, changeMode, changeTimes, changeAttribute, renameOriginal, createBeside, removeOriginal

    /// The act in words, for `keepers privacy`.
    public var title: String {
        switch self {
        case .socketIPv4: "open an IPv4 socket"
        case .socketIPv6: "open an IPv6 socket"
        case .socketUnix: "open a local (Unix) socket"
        case .socketNetlink: "open a netlink socket"
        case .socketPacket: "open a raw packet socket"
        case .startProgram: "start another program"
        case .startProcess: "start another process"
        case .writeOriginal: "open an original for writing"
        case .truncateOriginal: "cut an original"
        case .changeMode: "change an original's mode"
        case .changeTimes: "change an original's times"
        case .changeAttribute: "give an original an extended attribute"
        case .renameOriginal: "rename an original"
        case .createBeside: "make a file beside an original"
        case .removeOriginal: "remove an original"
        }
    }
}

/// What came of an act, measured just now.
public struct PrivacyResult: Equatable, Sendable {
    public var act: PrivacyAct
    /// The kernel's errno; 0 when the act succeeded.
    public var number: Int32

    public init(act: PrivacyAct, number: Int32) {
        self.act = act
        self.number = number
    }

    /// Refused for what this process is; another errno (no such file, say) proves nothing.
    public var isRefused: Bool { number == EPERM || number == EACCES }
    /// `EPERM`, or `succeeded`.
    public var outcome: String { number == 0 ? "succeeded" : errnoName(number) }
}

/// Really tries what must be refused, in the process that calls it, in ways that change nothing where nothing refuses.
public struct PrivacyProbe: Equatable, Sendable {
    /// An original: opened for writing and closed, cut to its own size, given its own mode, times and name.
    public var original: String?
    /// A scratch copy that may be lost: nothing but really removing a file shows whether it can be removed.
    public var expendable: String?

    public init(original: String? = nil, expendable: String? = nil) {
        self.original = original
        self.expendable = expendable
    }

    /// Tries every act that there is a file for.
    public func run() -> [PrivacyResult] {
        var results: [PrivacyResult] = []
        func note(_ act: PrivacyAct, _ result: Int32) { results.append(PrivacyResult(act: act, number: -result)) }
        note(.socketIPv4, ks_try_socket(AF_INET))
        note(.socketIPv6, ks_try_socket(AF_INET6))
        note(.socketUnix, ks_try_socket(AF_UNIX))
        note(.socketNetlink, ks_try_socket(AF_NETLINK))
        note(.socketPacket, ks_try_socket(AF_PACKET))
        note(.startProgram, ks_try_exec())
        note(.startProcess, ks_try_fork())
        if let original {
            note(.writeOriginal, openForWriting(original))
            var facts = stat()
            let known = stat(original, &facts) == 0 ? 0 : -errno
            note(.truncateOriginal, known == 0 ? outcome(truncate(original, facts.st_size)) : known)
            note(.changeMode, known == 0 ? ks_try_chmod(original, facts.st_mode & 0o7777) : known)
            note(.changeTimes, ks_try_times(original))
            note(.changeAttribute, ks_try_attribute(original))
            note(.renameOriginal, outcome(rename(original, original)))
            note(.createBeside, createBeside(original))
        }
        if let expendable { note(.removeOriginal, outcome(unlink(expendable))) }
        return results
    }

    private func outcome(_ result: Int32) -> Int32 { result == 0 ? 0 : -errno }

    private func openForWriting(_ path: String) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return -errno }
        close(descriptor)
        return 0
    }

    private func createBeside(_ path: String) -> Int32 {
        let name = path + ".keepers-probe"
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let problem = errno
            // The kernel may make a file and then refuse to open it.
            if problem != EEXIST { unlink(name) }
            return -problem
        }
        close(descriptor)
        unlink(name)
        return 0
    }
}

extension PrivacyProbe: Wired {
    public func write(to writer: inout ByteWriter) {
        for path in [original, expendable] { writer.put(path) { $0.put($1) } }
    }
    public init(from reader: inout ByteReader) throws(WireError) {
        self.init(
            original: try reader.optional { (r) throws(WireError) in try r.text() },
            expendable: try reader.optional { (r) throws(WireError) in try r.text() })
    }

    static func wire(results: [PrivacyResult]) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(list: results) {
            $0.put($1.act.rawValue)
            $0.put($1.number)
        }
        return writer.bytes
    }

    static func results(wire: [UInt8]) throws(WireError) -> [PrivacyResult] {
        var reader = ByteReader(wire)
        return try reader.list { (r) throws(WireError) in
            guard let act = PrivacyAct(rawValue: try r.number()) else { throw WireError("unknown act") }
            return PrivacyResult(act: act, number: try r.number())
        }
    }
}
