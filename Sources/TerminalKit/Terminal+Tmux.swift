import KeepersCore

/// Where a tmux pane lies in the terminal outside: pictures that tmux only passes on are placed in the outer terminal's cells.
/// tmux leaves the outer cursor on the pane's cursor once it is idle, so asking where that is gives the offset.
struct OriginLocator: Equatable {
    enum State: Equatable { case unknown, settling, asking, known, failed }
    private(set) var state = State.unknown
    private(set) var deadline: UInt64?
    /// Cells from the outer terminal's top left to the pane's.
    private(set) var x = 0
    private(set) var y = 0

    var isBusy: Bool { state == .settling || state == .asking }
    var hasFailed: Bool { state == .failed }

    mutating func forget() { if state == .known { state = .unknown } }

    mutating func settle(until time: UInt64) { (state, deadline) = (.settling, time) }
    mutating func ask(until time: UInt64) { (state, deadline) = (.asking, time) }
    mutating func fail() { (state, deadline) = (.failed, nil) }

    mutating func locate(row: Int, column: Int) {
        (x, y) = (max(0, column - 1), max(0, row - 1))
        (state, deadline) = (.known, nil)
    }
}

extension Terminal {
    /// True while it is not known where in the terminal outside a picture would land.
    var isLocating: Bool { settings.throughTmux && (locator.state == .unknown || locator.isBusy) }

    /// Starts to look for the pane where it is needed: the cursor goes to the pane's corner, and nothing else is sent meanwhile.
    func locateOrigin(_ settings: EncodingSettings) {
        guard settings.throughTmux, locator.state == .unknown, writer.isIdle else { return }
        writer.add(chrome: Array("\u{1B}7\u{1B}[H".utf8))
        pump()
        writer.isHeld = true
        locator.settle(until: clock() &+ 60_000_000)
    }

    func expireLocator(_ now: UInt64) {
        guard let deadline = locator.deadline, now >= deadline else { return }
        if locator.state == .settling {
            parser.awaitsCursorReport = true
            _ = device.write(passedThrough(Array("\u{1B}[6n".utf8), tmux: true)[...])
            locator.ask(until: now &+ 1_000_000_000)
        } else {
            locator.fail()
            endLocating()
        }
    }

    func takeOrigin(row: Int, column: Int) {
        guard locator.state == .asking else { return }
        locator.locate(row: row, column: column)
        endLocating()
    }

    private func endLocating() {
        parser.awaitsCursorReport = false
        _ = device.write(Array("\u{1B}8".utf8)[...])
        writer.isHeld = false
        for tile in stage.tiles where tile.state == .waiting { start(tile) }
    }
}
