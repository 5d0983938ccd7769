import CCurses
import Glibc

/// The terminal's own file descriptor: never blocks, and forgets nothing that has to be put back.
final class Device {
    let descriptor: Int32
    /// The modes from before, to be put back.
    private(set) var modes = termios()
    private let ownsDescriptor: Bool
    /// True once the terminal hung up: nothing more can be read or written.
    private(set) var isGone = false

    init(path: String) throws(TerminalError) {
        let opened = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { throw .noTerminal(path, errno) }
        descriptor = opened
        ownsDescriptor = true
        guard isatty(opened) == 1 else {
            Glibc.close(opened)
            throw .noTerminal(path, ENOTTY)
        }
    }

    deinit { if ownsDescriptor { Glibc.close(descriptor) } }

    func makeRaw(keepingModes: Bool) throws(TerminalError) {
        var before = termios()
        guard kt_raw(descriptor, &before) == 1 else { throw .noRawMode(errno) }
        if !keepingModes { modes = before }
    }

    /// `discardingInput`: answers still on their way must not land on the shell's line.
    func restoreModes(discardingInput: Bool) {
        if discardingInput { tcflush(descriptor, TCIFLUSH) }
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Everything that can be read now, at most 64 KiB.
    func read() -> [UInt8] {
        var all: [UInt8] = []
        while all.count < 65_536, !isGone {
            let piece = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, receive(buffer))
            }
            if piece.isEmpty { break }
            all += piece
        }
        return all
    }

    private func receive(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if got < 0 && errno != EAGAIN && errno != EINTR { isGone = true }
        return got
    }

    /// Writes what fits; 0 when nothing does.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        guard !isGone, !bytes.isEmpty else { return 0 }
        while true {
            let done = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if done >= 0 { return done }
            if errno == EINTR { continue }
            if errno != EAGAIN { isGone = true }
            return 0
        }
    }

    /// Writes all, waiting at most `milliseconds` in total for a slow terminal.
    func writeAll(_ bytes: [UInt8], milliseconds: Int32) {
        var rest = bytes[...]
        var waits: Int32 = 0
        while !rest.isEmpty, !isGone, waits * 50 <= milliseconds {
            let done = write(rest)
            rest = rest.dropFirst(done)
            if done == 0 {
                _ = wait(for: Int16(POLLOUT), milliseconds: 50)
                waits += 1
            }
        }
    }

    /// True when the descriptor is ready before the time is over; a hang-up is noticed here.
    func wait(for events: Int16, milliseconds: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: events, revents: 0)
        guard poll(&watched, 1, milliseconds) > 0 else { return false }
        if watched.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 && watched.revents & Int16(POLLIN) == 0 { isGone = true }
        return !isGone
    }

    struct Size: Equatable {
        var rows: Int
        var columns: Int
        var pixelWidth: Int
        var pixelHeight: Int
    }

    /// As the kernel knows it; zeros where it does not.
    var size: Size {
        var (rows, columns, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        _ = kt_size(descriptor, &rows, &columns, &width, &height)
        return Size(rows: Int(rows), columns: Int(columns), pixelWidth: Int(width), pixelHeight: Int(height))
    }
}
