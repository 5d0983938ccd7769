import Glibc
import KeepersCore

/// The sshd that scripts/bench-ssh started: a folder with its port, the user's key and the known host.
struct LinkServer {
    let folder: String
    let port: UInt16

    init(_ folder: String) throws {
        self.folder = folder
        let descriptor = open("\(folder)/port", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchError("\(folder)/port: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = max(0, read(descriptor, &buffer, buffer.count))
        guard let port = UInt16(String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self)) else {
            throw BenchError("\(folder)/port holds no port")
        }
        self.port = port
    }

    /// `ssh` to the server behind `port`, running `command` on a terminal of its own.
    func words(port: UInt16, command: String) -> [String] {
        [
            "/usr/bin/ssh", "-tt", "-F", "none", "-p", "\(port)", "-i", "\(folder)/user", "-o", "BatchMode=yes",
            "-o", "StrictHostKeyChecking=yes", "-o", "UserKnownHostsFile=\(folder)/known", "-o", "GlobalKnownHostsFile=none",
            "-o", "HostKeyAlias=[127.0.0.1]:\(self.port)", "-o", "IdentityAgent=none", "127.0.0.1", command,
        ]
    }
}

/// One line of the lab.
struct LinkLine {
    /// Mbit/s, each way.
    var mbit: Double
    /// Milliseconds there and back.
    static let trip = 80.0

    var name: String { "\(fixed(mbit, mbit < 1 ? 2 : 0)) Mbit/s" }
    /// Bytes a millisecond.
    var speed: Double { mbit * 125 }
}
