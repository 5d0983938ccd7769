import Glibc

/// A file as it will be written: some bytes at some places, and holes between them.
struct FileImage {
    private(set) var segments: [(offset: Int, bytes: [UInt8])] = []
    private(set) var size: Int

    init(size: Int = 0) { self.size = size }
    init(_ bytes: [UInt8]) {
        size = bytes.count
        segments = [(offset: 0, bytes: bytes)]
    }

    mutating func put(_ bytes: [UInt8], at offset: Int) {
        segments.append((offset: offset, bytes: bytes))
        size = max(size, offset + bytes.count)
    }

    mutating func grow(to newSize: Int) { size = max(size, newSize) }

    /// Never replaces a file: a demo card is made in a new folder only.
    func write(to path: String) throws(DemoError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw DemoError.file("make", path) }
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(size)) == 0 else { throw DemoError.file("make", path) }
        for segment in segments {
            var done = 0
            while done < segment.bytes.count {
                let count = segment.bytes.withUnsafeBytes { buffer in
                    pwrite(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(segment.offset + done))
                }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { throw DemoError.file("write", path) }
                done += count
            }
        }
    }
}

extension DemoError {
    /// From `errno`.
    static func file(_ verb: String, _ path: String) -> DemoError {
        let code = errno
        let remedy: String
        switch code {
        case ENOSPC: remedy = "the disk is full; free some space or ask for fewer frames"
        case EACCES, EPERM, EROFS: remedy = "no permission; choose a folder of your own"
        case EEXIST: remedy = "it exists already; choose a new folder"
        default: remedy = String(cString: strerror(code))
        }
        return DemoError("cannot \(verb) \(path): \(remedy)")
    }
}
