import Glibc
import KeepersCore

/// Small text files of the user's own: scripts and goldens.
enum TextFile {
    static func read(_ path: String) throws(Failure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("\(printable(path)): \(String(cString: strerror(errno)))", code: 2) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure("\(printable(path)): \(String(cString: strerror(errno)))", code: 2) }
            if count == 0 { break }
            bytes += buffer[..<count]
            // Half a journal would be applied as if it were all of it.
            if bytes.count > 1 << 24 { throw Failure("\(printable(path)) is longer than the 16 MB that are read", code: 2) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes a new file; an old one must be removed by hand first, so that no golden is overwritten unread.
    static func create(_ path: String, _ text: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Failure("\(printable(path)): \(String(cString: strerror(errno))); remove an old golden first")
        }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw Failure("\(printable(path)) could not be written whole") }
    }
}
