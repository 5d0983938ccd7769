import Foundation
import Testing

/// The program on a terminal of its own that shows nothing, says nothing, and only listens.
final class Pty {
    let pid: Int32
    private let master: Int32
    private let slave: Int32
    /// The terminal's modes before the program began.
    let modesBefore: [UInt8]
    private(set) var output: [UInt8] = []
    private var ended: Int32?

    init(_ words: [String], columns: UInt16, rows: UInt16, environment: [String: String]) throws {
        // posix_openpt and its sisters are not visible to Swift: the same by Linux's own requests.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: UInt32 = 0
        let unlock: UInt = 0x4004_5431
        let tellNumber: UInt = 0x8004_5430
        try #require(master >= 0 && ioctl(master, unlock, &locked) == 0 && ioctl(master, tellNumber, &number) == 0)
        let path = "/dev/pts/\(number)"
        // Kept open, so that the modes can be read after the program's end.
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(slave >= 0)
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        modesBefore = Pty.modes(of: slave)
        pid = try Pty.spawn(words, environment, on: path)
        try resize(columns: columns, rows: rows)
    }

    deinit {
        if ended == nil {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        close(master)
        close(slave)
    }

    private static func spawn(_ words: [String], _ environment: [String: String], on path: String) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // After setsid the first terminal that is opened becomes the controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The thread that runs a test blocks signals, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let setsid: Int16 = 0x80
        posix_spawnattr_setflags(&attributes, setsid | Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = ([keepersBinary] + words).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var pid: Int32 = 0
        let result = posix_spawn(&pid, keepersBinary, &actions, &attributes, &arguments, &variables)
        try #require(result == 0, "\(String(cString: strerror(result)))")
        return pid
    }

    func resize(columns: UInt16, rows: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(ioctl(master, UInt(TIOCSWINSZ), &size) == 0)
    }

    /// Line discipline, echo and the rest, as bytes that can be compared.
    var modes: [UInt8] { Pty.modes(of: slave) }

    private static func modes(of terminal: Int32) -> [UInt8] {
        var modes = termios()
        tcgetattr(terminal, &modes)
        return withUnsafeBytes(of: &modes) { Array($0) }
    }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 { done += count } else { usleep(1000) }
            listen()
        }
    }

    /// Takes what the program has drawn; a terminal that does not would stop it.
    func listen() {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(master, &chunk, chunk.count)
            guard count > 0 else { return }
            output += chunk[..<count]
        }
    }

    var text: String { String(decoding: output, as: UTF8.self) }

    /// Whether these words are drawn within a while, in one style and without a jump between them.
    func hears(_ words: String) -> Bool {
        eventually {
            self.listen()
            return self.text.contains(words) || !self.isRunning
        } && text.contains(words)
    }

    /// Waits until the program has drawn nothing for a while.
    func settle() {
        var last = -1
        while last != output.count {
            last = output.count
            for _ in 0..<15 {
                usleep(20_000)
                listen()
            }
        }
    }

    var isRunning: Bool {
        if ended != nil { return false }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return true }
        ended = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        return false
    }

    /// The exit code, or minus the signal.
    func end() -> Int32? {
        let isOver = eventually {
            self.listen()
            return !self.isRunning
        }
        listen()
        return isOver ? ended : nil
    }
}
