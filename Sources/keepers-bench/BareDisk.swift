import Glibc
import KeepersCore

/// A file that grows by a log page at a time, each made durable: what no durable verdict can do without.
final class BareDisk {
    private let path: String
    private let file: Int32
    private var size = 0
    // A page of SQLite's log and its frame header: what the store writes for one verdict.
    private let page = [UInt8](repeating: 7, count: 4096 + 24)

    init(in folder: String) throws {
        path = "\(folder)/bare"
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
    }

    deinit {
        close(file)
        unlink(path)
    }

    /// Milliseconds of one pwrite + fdatasync.
    func write() -> Double {
        let start = Stopwatch.wall()
        pwrite(file, page, page.count, off_t(size))
        fdatasync(file)
        size += page.count
        return Stopwatch.wall() - start
    }
}
