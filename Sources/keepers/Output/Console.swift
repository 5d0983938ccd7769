import Glibc

/// Plain output of the command line: results on stdout, everything else on stderr.
enum Console {
    static func out(_ text: String) { write(text + "\n", to: 1) }
    static func err(_ text: String) { write(text + "\n", to: 2) }
    static func raw(_ text: String) { write(text, to: 1) }
    static var errIsTerminal: Bool { isatty(2) == 1 }

    /// A progress line that replaces itself; only on a terminal.
    static func progress(_ text: String?) {
        guard errIsTerminal else { return }
        write("\r\u{1B}[2K" + (text ?? ""), to: 2)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = ArraySlice(Array(text.utf8))
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
