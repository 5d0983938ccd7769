import CBench
import Glibc
import KeepersCore

/// A terminal of 150 x 50 cells that answers like kitty and swallows what it is sent, noting when.
final class PlayedTerminal {
    static let columns = 150
    static let rows = 50

    /// The name of the end that a program opens.
    let name: String
    private(set) var screen = PlayedScreen(columns: PlayedTerminal.columns, rows: PlayedTerminal.rows)
    /// The program has closed its end.
    private(set) var isHungUp = false
    private let master: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init() throws {
        var name = [CChar](repeating: 0, count: 128)
        master = keepers_open_terminal(Int32(PlayedTerminal.columns), Int32(PlayedTerminal.rows), &name, name.count)
        guard master >= 0 else { throw BenchError("no pseudo-terminal: \(String(cString: strerror(errno)))") }
        self.name = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { close(master) }

    /// Types, and says when.
    @discardableResult
    func type(_ keys: String) -> Double {
        let time = Stopwatch.wall()
        send(Array(keys.utf8))
        return time
    }

    /// Makes the window narrower or as wide as before, and says when; the screen keeps its cells.
    func resize(columns: Int) -> Double {
        let time = Stopwatch.wall()
        keepers_resize_terminal(master, Int32(min(columns, PlayedTerminal.columns)), Int32(PlayedTerminal.rows))
        return time
    }

    /// Reads until `isDone`, for so many milliseconds at most; the time at which it became true, or nil.
    func wait(_ milliseconds: Double, until isDone: (PlayedScreen) -> Bool) -> Double? {
        let end = Stopwatch.wall() + milliseconds
        while !isDone(screen) {
            let left = end - Stopwatch.wall()
            guard left > 0, !isHungUp else { return nil }
            var ready = [pollfd(fd: master, events: Int16(POLLIN), revents: 0)]
            if poll(&ready, 1, Int32(left) + 1) > 0 { take() }
        }
        return screen.time
    }

    /// Goes on reading for a while.
    func rest(_ milliseconds: Double) { _ = wait(milliseconds) { _ in false } }

    /// Goes on reading until nothing has come for `quiet` milliseconds.
    func settle(quiet: Double, most: Double) {
        let end = Stopwatch.wall() + most
        while Stopwatch.wall() < end {
            let seen = screen.bytes
            rest(quiet)
            if screen.bytes == seen { return }
        }
    }

    private func take() {
        let count = read(master, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else {
            isHungUp = true
            return
        }
        screen.time = Stopwatch.wall()
        let answers = buffer.withUnsafeBytes { screen.feed(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        if !answers.isEmpty { send(answers) }
    }

    private func send(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { write(master, $0.baseAddress.map { $0 + done }, bytes.count - done) }
            if count > 0 { done += count } else if errno != EAGAIN && errno != EINTR { return }
        }
    }
}
