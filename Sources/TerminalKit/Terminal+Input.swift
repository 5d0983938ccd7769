import Glibc
public import KeepersCore

// From bytes, signals and clocks to events.
extension Terminal {
    /// Reads and writes whatever is possible now, and keeps all times. Returns what the person did, and size changes.
    public func handle() -> [InputEvent] {
        guard !isClosed else { return [] }
        let signalled = signals.drain()
        if signalled.contains(SIGTSTP) { suspend() } else if signalled.contains(SIGCONT) { resume() }
        var events: [InputEvent] = []
        let sizeBefore = geometry
        if signalled.contains(SIGWINCH) { refreshSize() }
        readInput(&events)
        expire()
        collectEncoded()
        applyFindings()
        if geometry != sizeBefore { events.insert(.resize(geometry), at: 0) }
        pump()
        return events
    }

    /// When `handle` has to be called even if no descriptor is ready.
    public var nextDeadline: UInt64? {
        let grace = isHoldingPictures ? startedAt &+ Probe.grace : nil
        return [probe.nextDeadline, grace, writer.flow.deadline, escapeDeadline, locator.deadline].compactMap { $0 }.min()
    }

    private func readInput(_ events: inout [InputEvent]) {
        let bytes = device.read()
        if !bytes.isEmpty {
            lastInputAt = clock()
            parser.awaitsCursorReport = probe.awaitsLetter || locator.state == .asking
            parser.feed(bytes)
        } else if let deadline = escapeDeadline, clock() >= deadline {
            parser.flush()
        }
        for parsed in parser.drain() {
            switch parsed {
            case .event(let event): take(event, &events)
            case .reply(let reply): take(reply)
            }
        }
    }

    /// Coming back to the window may mean that another program drew in it: tmux paints a pane's text again, but no pictures.
    private func take(_ event: InputEvent, _ events: inout [InputEvent]) {
        if event == .focus(true), probe.findings.isInsideMultiplexer, settings.mode != .placeholders { redraw() }
        events.append(event)
    }

    /// A lone Escape is a key after a moment; a longer one where the line is slow or answers are under way, so that an answer
    /// torn apart is never taken for keys.
    private var escapeDeadline: UInt64? {
        let milliseconds: UInt64
        switch parser.patience {
        case .none: return nil
        case .string: milliseconds = 2000
        // Its end may be lost; what the line itself holds back may be later by some round trips.
        case .paste: milliseconds = 200 + 2 * min(400, (writer.flow.roundTrip ?? 0) / 1_000_000)
        case .key:
            let answersComing = writer.flow.awaitsAnswer || probe.isAsking
            let isFar = probe.findings.environment.isRemote || (writer.flow.roundTrip ?? 0) > 20_000_000
            milliseconds = answersComing && isFar ? 200 : 40
        }
        return lastInputAt &+ milliseconds * 1_000_000
    }

    private func take(_ reply: Reply) {
        let now = clock()
        switch reply {
        case .ready: writer.didAnswer(now: now)
        case .kitty(let id, _, let message) where id != Probe.kittyQuestion && id != Probe.placeholderQuestion:
            takeKitty(id, message)
        case .cursor(let row, let column) where !probe.awaitsLetter: takeOrigin(row: row, column: column)
        default: writer.add(chrome: probe.take(reply, now: now))
        }
    }

    /// kitty complains only: the picture is not there any more, or never arrived whole. It is sent again.
    private func takeKitty(_ id: UInt32, _ message: String) {
        guard !message.hasPrefix("OK"), let key = shelf.key(of: id) else { return }
        shelf.remove(key)
        for tile in stage.tiles where tile.placement.key == key && tile.state == .shown {
            stage.set(.waiting, for: tile.serial)
            start(tile)
        }
    }

    private func expire() {
        let now = clock()
        writer.add(chrome: probe.expire(now: now))
        writer.expire(now: now)
        expireLocator(now)
    }

    /// The kernel's size; a change clears the screen.
    func refreshSize() {
        size = device.size
        adopt(Geometry(size, cell: probe.findings.cell(size)))
    }

    private func adopt(_ new: Geometry) {
        guard new != geometry else { return }
        let resized = (new.columns, new.rows) != (geometry.columns, geometry.rows)
        geometry = new
        if resized {
            chrome.resize(columns: new.columns, rows: new.rows)
            locator.forget()
        }
        clearStage()
    }

    /// What the answers have changed: the way pictures are shown, colours, the cell's size.
    private func applyFindings() {
        guard !isHoldingPictures else { return }
        let findings = probe.findings
        if findings.kittyKeyboard { pushKeyboard() }
        if let trip = probe.roundTrip, writer.flow.roundTrip == nil { writer.learn(roundTrip: trip) }
        writer.throughTmux = findings.passthrough
        writer.question = passedThrough(Array("\u{1B}[5n".utf8), tmux: findings.passthrough)
        adopt(Geometry(size, cell: findings.cell(size)))
        var new = settings
        new.mode = findings.pictures.mode
        new.depth = findings.depth
        (new.cellWidth, new.cellHeight) = (geometry.cellWidth, geometry.cellHeight)
        new.throughTmux = findings.isInsideMultiplexer && new.mode == .kitty
        new.wrapsTransfers = findings.isInsideMultiplexer && (new.mode == .kitty || new.mode == .placeholders)
        new.hasUTF8 = findings.repertoire != .ascii
        if new.throughTmux && locator.hasFailed { new.mode = .symbols(truecolour: new.depth == .direct) }
        locateOrigin(new)
        guard new != settings else { return }
        adopt(new)
    }

    private func adopt(_ new: EncodingSettings) {
        let recoloured = new.depth != settings.depth
        let last = scene
        if settings.mode != new.mode { clearStage() }
        settings = new
        if recoloured { chrome.change(depth: new.depth) }
        repertoire = probe.findings.repertoire
        chrome.hasUTF8 = new.hasUTF8
        armEmergency()
        cache.removeAll()
        shelf.removeAll()
        // A cleared stage has forgotten the scene, and the owner has no reason to present it again.
        if scene == nil, let last { present(last) } else { redraw() }
    }
}
