import CBench
import Glibc
import KeepersCore

/// A process of its own between ssh and sshd that passes everything on as a line of a certain rate and delay would.
final class Relay {
    static let verb = "relay-link"
    /// Where the client connects.
    let port: UInt16
    private let running: Running

    /// What a modem holds back before it stops its sender, each way.
    static let buffer = 262_144

    /// `bits`: a second, each way; `trip`: milliseconds there and back.
    init(to server: UInt16, bits: Double, trip: Double) throws {
        var port: UInt16 = 0
        let listener = keepers_listen_local(&port)
        guard listener >= 0 else { throw BenchError("no free port on 127.0.0.1: \(String(cString: strerror(errno)))") }
        self.port = port
        defer { close(listener) }
        let words = [verbPath, Relay.verb, "\(listener)", "\(server)", "\(bits / 8)", "\(trip / 2)"]
        running = try Running(words, home: "/")
    }

    /// The line is gone: both ends see their connection end.
    func cut() { running.end() }

    // MARK: - In the process of its own

    static func serve(_ words: [String]) -> Never {
        guard words.count == 4, let listener = Int32(words[0]), let server = UInt16(words[1]), let rate = Double(words[2]),
            let delay = Double(words[3])
        else { exit(2) }
        _ = keepers_urgent()
        while true {
            let client = keepers_accept_local(listener)
            guard client >= 0 else { exit(1) }
            let far = keepers_connect_local(server)
            guard far >= 0 else { exit(1) }
            let line = ShapedLine(rate: rate, delay: delay, capacity: buffer)
            var way = RelayedWay(ends: [client, far], lines: [line, line])
            way.run()
            close(client)
            close(far)
        }
    }
}

private var verbPath: String { "/proc/self/exe" }

/// One connection through the relay: `lines[0]` leads from `ends[0]` to `ends[1]`, `lines[1]` back.
private struct RelayedWay {
    let ends: [Int32]
    var lines: [ShapedLine]
    private var arrived: [[UInt8]] = [[], []]
    private var hasEnded = [false, false]
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    init(ends: [Int32], lines: [ShapedLine]) {
        self.ends = ends
        self.lines = lines
    }

    /// Until either end has closed and what it said has arrived.
    mutating func run() {
        while true {
            let now = Stopwatch.wall()
            for way in 0...1 {
                arrived[way] += lines[way].take(now: now)
                guard flush(way) else { return }
                if hasEnded[way], lines[way].nextArrival == nil, arrived[way].isEmpty { return }
            }
            wait(now)
            for way in 0...1 { receive(way) }
        }
    }

    private mutating func flush(_ way: Int) -> Bool {
        while !arrived[way].isEmpty {
            let count = arrived[way].withUnsafeBytes { write(ends[1 - way], $0.baseAddress, $0.count) }
            if count > 0 { arrived[way].removeFirst(count) } else { return errno == EAGAIN || errno == EINTR }
        }
        return true
    }

    private func wait(_ now: Double) {
        var watched = ends.map { pollfd(fd: $0, events: 0, revents: 0) }
        for way in 0...1 {
            if !hasEnded[way], lines[way].room(now: now) >= ShapedLine.segment { watched[way].events |= Int16(POLLIN) }
            if !arrived[way].isEmpty { watched[1 - way].events |= Int16(POLLOUT) }
            // A descriptor that hung up would end every wait at once.
            if watched[way].events == 0 { watched[way].fd = -1 }
        }
        let next = lines.compactMap(\.nextArrival).min().map { max(0, $0 - now) }
        // A full line gets room as time passes.
        _ = keepers_poll(&watched, 2, next ?? 1000)
    }

    private mutating func receive(_ way: Int) {
        let now = Stopwatch.wall()
        let room = min(lines[way].room(now: now), buffer.count)
        guard !hasEnded[way], room >= ShapedLine.segment else { return }
        let count = read(ends[way], &buffer, room)
        if count > 0 {
            lines[way].put(buffer[..<count], now: now)
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            hasEnded[way] = true
        }
    }
}
