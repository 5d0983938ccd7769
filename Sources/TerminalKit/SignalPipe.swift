import CCurses
import Glibc

/// Signals as bytes to be polled for: window size, stop, continue.
final class SignalPipe {
    let descriptor: Int32
    private let writeEnd: Int32
    private var isListening = false

    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard kt_pipe(&ends) == 1 else { throw .noWakeUp(errno) }
        (descriptor, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        stop()
        close(descriptor)
        close(writeEnd)
    }

    func listen() {
        isListening = true
        kt_signals_on(writeEnd)
    }

    func stop() {
        if isListening { kt_signals_off() }
        isListening = false
    }

    /// The signals that came, each once.
    func drain() -> Set<Int32> {
        var bytes = [UInt8](repeating: 0, count: 64)
        var seen: Set<Int32> = []
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return seen }
            for byte in bytes[0..<count] { seen.insert(Int32(byte)) }
        }
    }
}
