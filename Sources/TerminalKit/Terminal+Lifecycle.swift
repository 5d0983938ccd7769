import CCurses
import Glibc
import KeepersCore

// Taking over the screen and giving it back.
extension Terminal {
    private static let enterText =
        "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1004h"
    private static let mouseText = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    private static let noMouseText = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
    private static let leaveText =
        "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[m\u{1B}[?7h\u{1B}[?25h"

    /// Begins with the end of a string, which may be open; ends on the screen that was there before.
    var farewell: [UInt8] {
        var bytes: [UInt8] = [0x1B, UInt8(ascii: "\\")]
        if settings.mode == .kitty || settings.mode == .placeholders {
            bytes += KittyEncoder.abort(id: 0, throughTmux: settings.wrapsTransfers)
            // Forgets this window's pictures, shown or not.
            bytes += passedThrough(Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8), tmux: settings.wrapsTransfers)
        }
        if probe.findings.synchronised { bytes += "\u{1B}[?2026l".utf8 }
        if keyboardPushed { bytes += "\u{1B}[<u".utf8 }
        return bytes + Array((Self.leaveText + "\u{1B}[?1049l").utf8)
    }

    func enter(again: Bool) throws(TerminalError) {
        try device.makeRaw(keepingModes: again)
        isOpen = true
        keyboardPushed = false
        cursorIsShown = false
        writer.add(chrome: Array(Self.enterText.utf8))
        if reportsMouse { writer.add(chrome: Array(Self.mouseText.utf8)) }
        if probe.findings.kittyKeyboard { pushKeyboard() }
        armEmergency()
    }

    /// Clicks, drags and the wheel are reported, or left to the terminal, which then selects text and scrolls as elsewhere.
    public func reportMouse(_ isOn: Bool) {
        guard isOn != reportsMouse else { return }
        reportsMouse = isOn
        if isOpen { writer.add(chrome: Array((isOn ? Self.mouseText : Self.noMouseText).utf8)) }
    }

    /// Escape and modified keys become unmistakable.
    func pushKeyboard() {
        guard !keyboardPushed else { return }
        keyboardPushed = true
        writer.add(chrome: Array("\u{1B}[>1u".utf8))
        armEmergency()
    }

    /// The bytes that a dying process writes are made now: a signal handler can make none.
    func armEmergency() {
        guard ownsSignals else { return }
        var modes = device.modes
        let bytes = farewell
        kt_emergency_on(device.descriptor, &modes, bytes, bytes.count)
    }

    /// Gives the screen back. Answers under way are waited for a moment, so that they do not land on the shell's line.
    func leave() {
        guard isOpen else { return }
        isOpen = false
        let closing = writer.closingBytes()
        let awaits = writer.flow.awaitsAnswer || probe.isAsking
        writer.discard()
        device.writeAll(closing + forgettingPlaceholders + farewell, milliseconds: 1000)
        if awaits { awaitAnswers(milliseconds: probe.isAsking ? 300 : 150) }
        device.restoreModes(discardingInput: awaits)
        if ownsSignals { kt_emergency_off() }
    }

    private func awaitAnswers(milliseconds: Int32) {
        for _ in 0..<milliseconds / 20 where (writer.flow.awaitsAnswer || probe.isAsking) && !device.isGone {
            guard device.wait(for: Int16(POLLIN), milliseconds: 20) else { continue }
            parser.feed(device.read())
            for parsed in parser.drain() {
                if case .reply(.ready) = parsed { writer.didAnswer(now: clock()) }
                if case .reply(let reply) = parsed { _ = probe.take(reply, now: clock()) }
            }
        }
    }

    /// Stops the process as Ctrl-Z does elsewhere; returns when the shell lets it go on, with the screen back.
    public func suspend() {
        guard isOpen, !device.isGone else { return }
        leave()
        kt_stop()
        resume()
    }

    /// The screen is ours again after a stop; everything is drawn anew.
    public func resume() {
        guard !device.isGone else { return }
        do throws(TerminalError) { try enter(again: true) } catch { return }
        shelf.removeAll()
        refreshSize()
        redraw()
    }

    /// Gives everything back; the object is of no further use.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        leave()
        signals.stop()
        encoder.close()
    }
}
