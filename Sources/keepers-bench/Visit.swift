import CBench
import Glibc
import KeepersCore

/// One run of the program on a played terminal.
final class Visit {
    let terminal: PlayedTerminal
    let running: Running

    init(_ words: [String], home: String) throws {
        terminal = try PlayedTerminal()
        running = try Running(words, home: home, terminal: terminal.name)
    }

    deinit { running.end() }

    /// Leaves as a person does.
    func quit() {
        terminal.type("q")
        let end = Stopwatch.wall() + 3000
        while running.ended() == nil, Stopwatch.wall() < end { terminal.rest(20) }
    }

    /// Milliseconds from start to the last byte of the last picture of the grid's first row, and the CPU that the program took till then.
    func firstRow(within milliseconds: Double) throws -> (wall: Double, cpu: Double) {
        // How many stand in a row is known when the page is full.
        guard terminal.wait(milliseconds, until: { Visit.topRow($0.pictures) >= 3 }) != nil else {
            throw BenchError(
                "no row of pictures came: \(terminal.screen.line(0)) / \(terminal.screen.line(terminal.screen.rows / 2))")
        }
        let cpu = Double(keepers_cpu_of(running.pid)) / 1e6
        terminal.settle(quiet: 300, most: 1500)
        let wanted = Visit.topRow(terminal.screen.pictures)
        if let time = terminal.screen.moment(when: { Visit.topRow($0) >= wanted }) { return (time - running.startedAt, cpu) }
        throw BenchError("no row of pictures was ever whole")
    }

    /// In how many places of the uppermost row a picture stands: portraits and landscapes do not begin at the same cell.
    private static func topRow(_ pictures: Set<PlayedScreen.Picture>) -> Int {
        guard let top = pictures.map(\.y).min() else { return 0 }
        return Set(pictures.filter { $0.y < top + 4 }.map(\.x)).count
    }

    struct Keys {
        /// Milliseconds from a key to its effect on the chrome.
        var moves: [Double] = []
        var verdicts: [Double] = []
        /// Milliseconds of a bare pwrite + fdatasync on the same disk, at the same moments.
        var disk: [Double] = []
        /// Bytes.
        var memory = 0
    }

    /// Walks and judges while scoring goes on.
    func keys(rounds: Int, disk: BareDisk) throws -> Keys {
        var keys = Keys()
        for _ in 0..<rounds {
            for key in ["l", "l", "p", "j", "k", "u"] {
                let time = try respond(to: key)
                if key == "p" || key == "u" {
                    keys.verdicts.append(time)
                    keys.disk.append(disk.write())
                } else {
                    keys.moves.append(time)
                }
                keys.memory = max(keys.memory, running.memory())
                terminal.rest(60)
            }
        }
        return keys
    }

    private func respond(to key: String) throws -> Double {
        let before = terminal.screen.accents
        let typed = terminal.type(key)
        guard let changed = terminal.wait(2000, until: { $0.accents != before }) else {
            throw BenchError("the key '\(key)' changed nothing within two seconds")
        }
        return changed - typed
    }

    /// Milliseconds from the key to the last byte of the next frame's picture, when that was prepared.
    func loupe(rounds: Int) throws -> [Double] {
        terminal.type("\r")
        guard terminal.wait(5000, until: { Visit.large($0) != nil }) != nil else { throw BenchError("no loupe came") }
        var times: [Double] = []
        for _ in 0..<rounds {
            terminal.settle(quiet: 600, most: 4000)
            let before = Visit.large(terminal.screen)
            let typed = terminal.type("l")
            let shown = terminal.wait(3000) { screen in
                Visit.large(screen).map { $0.placement != before?.placement } ?? false
            }
            if let shown { times.append(shown - typed) }
        }
        guard times.count >= rounds / 2 else { throw BenchError("only \(times.count) of \(rounds) keys changed the loupe") }
        return times
    }

    private static func large(_ screen: PlayedScreen) -> PlayedScreen.Picture? {
        screen.pictures.max { $0.columns * $0.rows < $1.columns * $1.rows }.flatMap { $0.rows >= 25 ? $0 : nil }
    }
}
