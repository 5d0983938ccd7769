import CCurses
import Glibc
public import KeepersCore

/// The terminal: the only reader and the only writer of its descriptor. One thread owns it and calls it; it never blocks, except
/// to leave the screen in order (`suspend`, `close`). Times are nanoseconds of the `clock` that was passed in.
///
/// The owner polls `descriptors` until `nextDeadline`, calls `handle`, presents a scene, then takes the picture requests.
public final class Terminal {
    let device: Device
    let clock: () -> UInt64
    let signals: SignalPipe
    let encoder: PictureEncoderThread
    /// Makes first looks, so that they never wait behind a whole picture.
    let sketcher: PictureEncoderThread
    let ownsSignals: Bool

    var parser = InputParser()
    var lastInputAt: UInt64 = 0
    var probe: Probe
    var writer = Writer()
    var chrome: Chrome
    /// True between `enter` and `leave`.
    var isOpen = false
    var isClosed = false

    var size: Device.Size
    /// Cells and a cell's pixels as they are now.
    public internal(set) var geometry: Geometry
    var settings: EncodingSettings
    /// Characters that the screen is spelled in.
    var repertoire: Repertoire
    var startedAt: UInt64 = 0
    var keyboardPushed = false
    /// The mouse is ours; else it is the terminal's own, for selecting text.
    var reportsMouse = false
    var cursorIsShown = false

    var scene: Scene?
    var stage = PictureStage()
    /// Encoded pictures.
    var cache: RecentCache<LookKey, EncodedPicture>
    /// Delivered pixels: what is drawn over a picture can change without asking for it again.
    var pixels: RecentCache<PictureRequest, Pixels>
    var shelf = KittyShelf()
    var nextImageID: UInt32
    var asked: Set<PictureRequest> = []
    var encoding: Set<LookKey> = []
    var symbols = SymbolMemory()
    var link: LinkJudge
    /// When pictures last came onto the screen.
    var presentedAt: UInt64 = 0
    /// kitty: pictures that stay until the tile of this serial, the same picture with other overlays, is shown.
    var outgoing: [Int: [Tile]] = [:]
    var problems: [PictureRequest: String] = [:]
    var locator = OriginLocator()

    /// Opens `device`, takes over the screen and asks the terminal what it can do.
    /// - Parameters:
    ///   - environment: TERM, COLORTERM, NO_COLOR, TMUX, SSH_CONNECTION, KEEPERS_PICTURES and a few more are looked at.
    ///   - handlesSignals: window changes, stop and continue, and the restoring of the screen when the process dies by a signal.
    ///   - pictureBudget: bytes of encoded pictures that are kept; half as many of pixels.
    ///   - idSeed: tells this process's pictures from another's in the same kitty window (its process id serves).
    public init(
        device path: String = "/dev/tty", environment: [String: String], handlesSignals: Bool = true,
        pictureBudget: Int = 64 << 20, idSeed: UInt32 = 1, clock: @escaping () -> UInt64
    ) throws(TerminalError) {
        device = try Device(path: path)
        self.clock = clock
        ownsSignals = handlesSignals
        probe = Probe(environment: environment)
        size = device.size
        let findings = probe.findings
        geometry = Geometry(size, cell: findings.cell(size))
        settings = EncodingSettings(
            mode: findings.pictures.mode, depth: findings.depth, cellWidth: geometry.cellWidth, cellHeight: geometry.cellHeight)
        settings.hasUTF8 = findings.repertoire != .ascii
        repertoire = findings.repertoire
        chrome = try Chrome(depth: findings.depth, columns: geometry.columns, rows: geometry.rows)
        chrome.hasUTF8 = settings.hasUTF8
        cache = RecentCache(budget: pictureBudget)
        pixels = RecentCache(budget: pictureBudget / 2)
        writer.isRemote = findings.environment.isRemote
        link = LinkJudge(isRemote: findings.environment.isRemote)
        nextImageID = 0x4B00_0000 | (idSeed & 0xFFF) << 12
        signals = try SignalPipe()
        encoder = try PictureEncoderThread()
        sketcher = try PictureEncoderThread()
        symbols.reset(columns: geometry.columns, rows: geometry.rows)
        stage.reset(columns: geometry.columns, rows: geometry.rows)
        do throws(TerminalError) { try open() } catch {
            encoder.close()
            sketcher.close()
            throw error
        }
    }

    deinit { close() }

    private func open() throws(TerminalError) {
        if ownsSignals { signals.listen() }
        // A window that got its size since it was first looked at told nobody.
        refreshSize()
        try enter(again: false)
        startedAt = clock()
        writer.add(chrome: probe.begin(now: startedAt))
        pump()
    }

    /// False where NO_COLOR or a terminal of few colours leaves bold, underline and reverse alone.
    public var showsColours: Bool { settings.depth != .none }

    /// How pictures are shown at present.
    public var pictureMode: PictureMode { settings.mode }

    /// What was found out about the terminal, and how.
    public var report: ProbeReport {
        var report = probe.findings.report(size: size)
        report.roundTrip = probe.roundTrip
        return report
    }

    /// True once the terminal hung up (window closed, SSH link dropped): save nothing, everything is saved; leave.
    public var isGone: Bool { device.isGone }

    /// Every picture of the scene stands there whole, or cannot.
    public var isAtRest: Bool {
        writer.isIdle
            && stage.tiles.allSatisfy { tile in
                if case .failed = tile.state { true } else { tile.state == .shown }
            }
    }

    /// What to poll for: `wantsToWrite` adds POLLOUT to POLLIN.
    public var descriptors: [(descriptor: Int32, wantsToWrite: Bool)] {
        [
            (device.descriptor, writer.wantsToWrite), (signals.descriptor, false), (encoder.wakeDescriptor, false),
            (sketcher.wakeDescriptor, false),
        ]
    }

    public var statistics: TerminalStatistics {
        TerminalStatistics(
            chromeBytes: writer.chromeBytes, pictureBytes: writer.pictureBytes, answers: writer.flow.answers,
            roundTrip: writer.flow.roundTrip, rate: writer.flow.rate, cachedBytes: cache.used)
    }

    func pump() {
        while true {
            updateHolds()
            writer.pump(now: clock()) { device.write($0) }
            let begun = writer.takeBegun()
            for purpose in begun { note(purpose) }
            // What was shown may be bettered now; where nothing is left to do, something is prepared.
            for tile in stage.tiles where tile.state == .sending && tile.queued == nil { start(tile) }
            sendAhead()
            if begun.isEmpty || writer.wantsToWrite { return }
        }
    }

    private func note(_ begun: PictureJob.Purpose) {
        switch begun {
        case .tile(let serial, isLast: true):
            if let tile = stage.tile(serial), let look = tile.queued { show(look, tile) }
        case .transfer(let id, isLast: true): shelf.complete(id)
        default: break
        }
    }
}

/// Counts for `doctor`, tests and benchmarks.
public struct TerminalStatistics: Sendable, Equatable {
    /// Bytes of text and of pictures handed to the terminal.
    public var chromeBytes: Int
    public var pictureBytes: Int
    /// Answers of the terminal to "have you read this?".
    public var answers: Int
    /// Nanoseconds, shortest seen.
    public var roundTrip: UInt64?
    /// Bytes a second; 0 = not known.
    public var rate: Double
    /// Bytes of encoded pictures kept.
    public var cachedBytes: Int
}

extension Geometry {
    /// 80x24 where the kernel knows no size; never more than any screen has.
    init(_ size: Device.Size, cell: (width: Int, height: Int, source: String)) {
        self.init(
            columns: size.columns > 0 ? min(size.columns, 1000) : 80, rows: size.rows > 0 ? min(size.rows, 500) : 24,
            cellWidth: cell.width, cellHeight: cell.height)
    }
}
