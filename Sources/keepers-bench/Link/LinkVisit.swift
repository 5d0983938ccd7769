import Glibc
import KeepersCore

/// One run of the program through ssh and the relay, on a played terminal at the near end.
final class LinkVisit {
    let terminal: PlayedTerminal
    let relay: Relay
    private let ssh: Running
    /// When Enter was pressed behind `keepers CARD`.
    let startedAt: Double

    /// A cell of 8 x 16 pixels: 24 thumbnails of 168 x 112 fill 150 x 50 cells.
    static let cell = (width: 8, height: 16)

    init(
        _ line: LinkLine, _ server: LinkServer, _ manner: PlayedScreen.Manner, program: [String], home: String,
        pictures: String? = nil
    ) throws {
        terminal = try PlayedTerminal(manner: manner, cellWidth: LinkVisit.cell.width, cellHeight: LinkVisit.cell.height)
        relay = try Relay(to: server.port, bits: line.mbit * 1e6, trip: LinkLine.trip)
        let words = program.map { "'\($0)'" }.joined(separator: " ")
        let chosen = pictures.map { "KEEPERS_PICTURES=\($0) " } ?? ""
        let command = "stty -echo; printf ready; read -r x; exec env KEEPERS_HOME='\(home)' KEEPERS_MODELS=none \(chosen)\(words)"
        ssh = try Running(
            server.words(port: relay.port, command: command), home: home, terminal: terminal.name,
            adding: ["TERM=\(manner == .kitty ? "xterm-kitty" : "xterm-256color")"])
        guard terminal.wait(20_000, until: { $0.line(0).hasPrefix("ready") }) != nil else {
            throw BenchError("ssh did not connect: \((0..<3).map(terminal.screen.line).joined(separator: " / "))")
        }
        terminal.rest(300)
        startedAt = terminal.type("\r")
    }

    deinit {
        ssh.end()
        relay.cut()
    }

    /// Goes back to the first frame of the grid and leaves, so that the next visit begins there.
    func quit() {
        for keys in ["\u{1B}", "\u{1B}", "gg", "q"] {
            terminal.type(keys)
            terminal.rest(400)
        }
        let end = Stopwatch.wall() + 5000
        while ssh.ended() == nil, Stopwatch.wall() < end { terminal.rest(20) }
    }

    // MARK: - The grid

    struct Grid {
        /// Milliseconds from Enter to the last tile's first picture, and to its last.
        var recognisable: Double
        var full: Double
        var bytes: Int
    }

    /// Waits for every tile of the first page.
    func grid(tiles: Int, within milliseconds: Double) throws -> Grid {
        let isFull = { (screen: PlayedScreen) in
            LinkVisit.count(screen.pictures) { LinkVisit.isWhole($0, screen) } >= tiles
        }
        guard let full = terminal.wait(milliseconds, until: isFull) else {
            throw BenchError(
                "the first page was never whole: \(LinkVisit.count(terminal.screen.pictures) { _ in true }) pictures")
        }
        if let time = terminal.screen.moment(when: { LinkVisit.count($0, where: { _ in true }) >= tiles }) {
            return Grid(recognisable: time - startedAt, full: full - startedAt, bytes: terminal.screen.bytes)
        }
        throw BenchError("the first page was never recognisable")
    }

    /// In how many places one of these pictures stands.
    private static func count(_ pictures: Set<PlayedScreen.Picture>, where isWanted: (PlayedScreen.Picture) -> Bool) -> Int {
        Set(pictures.filter(isWanted).map { $0.y * 1000 + $0.x }).count
    }

    /// All its pixels are there, not only a small copy.
    static func isWhole(_ picture: PlayedScreen.Picture, _ screen: PlayedScreen) -> Bool {
        picture.pixelWidth >= (picture.columns - 1) * screen.cellWidth
    }

    // MARK: - The loupe

    /// The name of the frame in focus, as the footer says it.
    static func name(_ screen: PlayedScreen) -> String {
        String(screen.line(screen.rows - 3).drop { $0 == " " }.prefix { $0 != " " })
    }

    static func large(_ screen: PlayedScreen) -> PlayedScreen.Picture? {
        screen.pictures.filter { $0.rows >= 25 }.max { $0.pixelWidth < $1.pixelWidth }
    }

    /// The frame's picture is under way, or has not begun.
    static func isStreaming(_ screen: PlayedScreen) -> Bool { large(screen).map { !isWhole($0, screen) } ?? true }

    /// Waits until pixels are coming in and still are `milliseconds` later; false when they never are.
    func meetStream(within patience: Double, after milliseconds: Double) -> Bool {
        let end = Stopwatch.wall() + patience
        while Stopwatch.wall() < end {
            guard terminal.wait(end - Stopwatch.wall(), until: { $0.isReceiving(now: Stopwatch.wall()) }) != nil else {
                return false
            }
            terminal.rest(milliseconds)
            if terminal.screen.isReceiving(now: Stopwatch.wall()) { return true }
        }
        return false
    }

    struct Answer {
        /// Milliseconds from the key to the frame's name in the footer.
        var chrome: Double
        /// From the key to a picture of the new frame; nil where none came in time.
        var picture: Double?
        /// The answering picture had all its pixels.
        var wasWhole: Bool
    }

    /// Presses a key that leads to another frame.
    func go(_ key: String, waitsForPicture: Bool, within milliseconds: Double = 5000) throws -> Answer {
        let (before, old) = (LinkVisit.name(terminal.screen), LinkVisit.large(terminal.screen))
        let typed = terminal.type(key)
        guard let changed = terminal.wait(milliseconds, until: { LinkVisit.name($0) != before }) else {
            throw BenchError("the key '\(key)' changed nothing within \(fixed(milliseconds / 1000, 0)) s (at \(before))")
        }
        guard waitsForPicture else {
            return Answer(chrome: changed - typed, picture: nil, wasWhole: false)
        }
        let isNew = { (screen: PlayedScreen) in
            LinkVisit.large(screen).map { $0.placement != old?.placement } ?? false
        }
        let seen = terminal.wait(milliseconds, until: isNew)
        let wasWhole = LinkVisit.large(terminal.screen).map { LinkVisit.isWhole($0, terminal.screen) } ?? false
        return Answer(
            chrome: changed - typed, picture: seen.map { $0 - typed }, wasWhole: wasWhole)
    }

    /// Which share of the cells in the loupe's middle was written after `time`, if they are a picture: of a dozen colours or more.
    static func symbolShare(_ screen: PlayedScreen, since time: Double) -> Double {
        var painted = 0
        var colours: Set<UInt32> = []
        for y in 12..<36 {
            for x in 20..<88 {
                let cell = screen.cells[y * screen.columns + x]
                guard cell.time > time, !cell.isErased, cell.text != 0xA0 else { continue }
                painted += 1
                colours.insert(cell.ground)
            }
        }
        return colours.count < 12 ? 0 : Double(painted) / Double(24 * 68)
    }
}
