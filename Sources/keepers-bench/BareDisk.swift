import Glibc
import KeepersCore

/// Log pages written in turn over a file that has its size already, each made durable: what no durable verdict can do without.
final class BareDisk {
    private let path: String
    private let file: Int32
    private var written = 0
    private static let pages = 1000
    // A page of SQLite's log and its frame header: what the store writes for one verdict.
    private let page = [UInt8](repeating: 7, count: 4096 + 24)

    init(in folder: String) throws {
        path = "\(folder)/bare"
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchError("\(path): \(String(cString: strerror(errno)))") }
        // A file that grows costs the disk's journal as well: the bare write is spared that.
        for index in 0..<BareDisk.pages { pwrite(file, page, page.count, off_t(index * page.count)) }
        fsync(file)
    }

    deinit {
        close(file)
        unlink(path)
    }

    /// Milliseconds of one pwrite + fdatasync.
    func write() -> Double {
        let start = Stopwatch.wall()
        pwrite(file, page, page.count, off_t(written % BareDisk.pages * page.count))
        fdatasync(file)
        written += 1
        return Stopwatch.wall() - start
    }
}
