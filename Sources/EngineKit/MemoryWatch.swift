import Glibc

/// Looks at the memory of all processes often while it grows and seldom while it rests, so that an idle machine sleeps.
struct MemoryWatch {
    private static let shortest: Int32 = 25
    private static let longest: Int32 = 400
    private static let pageBytes = sysconf(Int32(_SC_PAGESIZE))

    private var interval = MemoryWatch.shortest
    private var lastTotal = 0

    /// Milliseconds to wait for something else; -1 when there is nothing to watch.
    func pause(children: Int) -> Int32 { children == 0 ? -1 : interval }

    /// A process was started: look again soon.
    mutating func wake() { interval = MemoryWatch.shortest }

    /// The processes that use more memory than they may.
    mutating func overLimit(_ children: [SpawnerLoop.Child]) -> [Int] {
        var total = 0
        var over: [Int] = []
        for (index, child) in children.enumerated() {
            let bytes = MemoryWatch.resident(child.memory)
            total += bytes
            if child.residentLimit > 0, bytes > child.residentLimit, !child.overMemory { over.append(index) }
        }
        let grew = total > lastTotal + (1 << 20)
        interval = grew ? MemoryWatch.shortest : min(interval * 2, MemoryWatch.longest)
        lastTotal = total
        return over
    }

    /// Bytes in use: the second number of /proc/PID/statm, in pages.
    private static func resident(_ descriptor: Int32) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { return 0 }
            let fields = buffer[..<count].split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard fields.count > 1 else { return 0 }
            let pages = fields[1].reduce(0) { sum, digit in sum &* 10 &+ Int(digit &- UInt8(ascii: "0")) }
            return pages &* pageBytes
        }
    }
}
