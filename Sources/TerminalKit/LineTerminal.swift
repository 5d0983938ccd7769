import CCurses
import Glibc
public import KeepersCore

/// A terminal that is spoken to in lines: keys come one by one, text goes out as it is, nothing is placed, coloured or cleared.
///
/// For screen readers and braille, which follow the text as it is written. The only sequence sent is bracketed paste, so that a pasted
/// text is told from keys.
public final class LineTerminal {
    private let device: Device
    private let signals: SignalPipe
    private let clock: () -> UInt64
    /// Over a slow line the parts of an arrow key come one by one.
    private let patience: UInt64
    private var parser = InputParser()
    private var lastInputAt: UInt64 = 0
    private var outgoing: ArraySlice<UInt8> = []
    private var isOpen = false

    private static let enterText = "\u{1B}[?2004h"
    private static let leaveText = "\r\u{1B}[?2004l"

    public init(
        device path: String = "/dev/tty", environment: [String: String], clock: @escaping () -> UInt64
    ) throws(TerminalError) {
        device = try Device(path: path)
        signals = try SignalPipe()
        self.clock = clock
        patience = environment["SSH_CONNECTION"] == nil ? 40_000_000 : 200_000_000
        signals.listen()
        try enter(again: false)
    }

    deinit { close() }

    /// True once the terminal hung up.
    public var isGone: Bool { device.isGone }

    public var descriptors: [(descriptor: Int32, wantsToWrite: Bool)] {
        [(device.descriptor, !outgoing.isEmpty), (signals.descriptor, false)]
    }

    /// When `handle` has to be called even if no descriptor is ready.
    public var nextDeadline: UInt64? { parser.patience == .none ? nil : lastInputAt &+ patience }

    /// What the person did since the last call.
    public func handle() -> [InputEvent] {
        let signalled = signals.drain()
        if signalled.contains(SIGTSTP) { suspend() } else if signalled.contains(SIGCONT) { resume() }
        let bytes = device.read()
        if !bytes.isEmpty {
            lastInputAt = clock()
            parser.feed(bytes)
        } else if let deadline = nextDeadline, clock() >= deadline {
            parser.flush()
        }
        flush()
        return parser.drain().compactMap { parsed in
            guard case .event(let event) = parsed else { return nil }
            return event
        }
    }

    /// Writes text whose lines end with `\n`; what the terminal does not take now goes out with the next calls.
    public func say(_ text: String) {
        guard !text.isEmpty else { return }
        for byte in text.utf8 {
            // In raw mode nobody else returns the cursor.
            if byte == 10 { outgoing.append(13) }
            outgoing.append(byte)
        }
        flush()
    }

    private func flush() {
        while !outgoing.isEmpty {
            let done = device.write(outgoing)
            guard done > 0 else { break }
            outgoing = outgoing.dropFirst(done)
        }
        if device.isGone { outgoing = [] }
    }

    private func enter(again: Bool) throws(TerminalError) {
        try device.makeRaw(keepingModes: again)
        isOpen = true
        outgoing += Array(Self.enterText.utf8)
        var modes = device.modes
        let farewell = Array((Self.leaveText + "\n").utf8)
        kt_emergency_on(device.descriptor, &modes, farewell, farewell.count)
        flush()
    }

    private func leave() {
        guard isOpen else { return }
        isOpen = false
        device.writeAll(Array(outgoing) + Array(Self.leaveText.utf8), milliseconds: 1000)
        outgoing = []
        device.restoreModes(discardingInput: false)
        kt_emergency_off()
    }

    /// Stops the process as Ctrl-Z does elsewhere; returns when the shell lets it go on.
    public func suspend() {
        guard isOpen, !device.isGone else { return }
        leave()
        kt_stop()
        resume()
    }

    private func resume() {
        guard !device.isGone, !isOpen else { return }
        try? enter(again: true)
    }

    /// Gives the terminal back.
    public func close() {
        leave()
        signals.stop()
    }
}
