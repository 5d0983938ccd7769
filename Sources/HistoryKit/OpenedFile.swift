import Glibc

/// A file of a catalog's copy, read by offsets.
final class OpenedFile {
    let descriptor: Int32
    let size: Int64

    /// nil where there is no plain file of that name.
    init?(_ name: String, in folder: Int32) {
        descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        var facts = stat()
        guard descriptor >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        size = Int64(facts.st_size)
    }

    deinit { close(descriptor) }

    /// Fills `buffer` whole; false where the file ends before.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Bool {
        guard offset >= 0, offset <= size, Int64(buffer.count) <= size - offset else { return false }
        var done = 0
        while done < buffer.count {
            let got = pread(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset) + off_t(done))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            done += got
        }
        return true
    }

    func bytes(_ count: Int, at offset: Int64) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return bytes.withUnsafeMutableBytes { read(into: $0, at: offset) } ? bytes : nil
    }
}

/// Big-endian numbers of SQLite's headers.
func bigEndian32(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
    return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
}

func bigEndian32(_ bytes: [UInt8], _ offset: Int) -> UInt32 { bytes.withUnsafeBytes { bigEndian32($0, offset) } }

/// SQLite's page sizes: powers of two from 512 to 65536.
func isPageSize(_ size: Int) -> Bool { size >= 512 && size <= 65536 && size & (size - 1) == 0 }
