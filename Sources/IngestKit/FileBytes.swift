import Glibc

/// The bytes of one file behind a small cache of 4 KiB pages, so that walking its directories costs one `pread` a page.
///
/// Works over a descriptor or over memory. A byte outside the file, or one that the volume would not give, reads as zero;
/// callers ask `holds` first. One value serves file after file: the buffers are made once.
struct FileBytes: ~Copyable {
    static let pageSize = 4096
    static let slotCount = 64
    /// More reads than any honest file needs; beyond it a file is a maze and reads as zeros.
    static let readLimit = 2000
    static let bulkSize = 65536
    /// No scan of a picture is followed further than this.
    static let bulkLimit: UInt64 = 256 << 20

    private let pages: UnsafeMutableRawPointer
    private let window: UnsafeMutableRawPointer
    private let joined: UnsafeMutableRawPointer
    private let bulkBuffer: UnsafeMutableRawPointer
    private let slots: UnsafeMutablePointer<Slot>
    private var slotsUsed = 0
    private var nextVictim = 0
    private var current: Slot
    private var currentBytes: UnsafeMutableRawPointer
    private var windowStart: UInt64 = 0
    private var windowCount = 0

    private var descriptor: Int32 = -1
    private var memory = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var size: UInt64 = 0
    private var readsOfFile = 0
    private var bulkBytesOfFile: UInt64 = 0
    /// `errno` of the first read that failed; nothing more is read from a file after one, because a dying card takes seconds a try.
    private(set) var failure: Int32 = 0
    private(set) var isExhausted = false
    /// Totals over all files, for the benchmark.
    private(set) var bytesRead = 0
    private(set) var reads = 0
    private(set) var pagesRead = 0

    private struct Slot {
        var page: UInt64
        var count: Int
    }

    init() {
        pages = .allocate(byteCount: FileBytes.pageSize * FileBytes.slotCount, alignment: 16)
        window = .allocate(byteCount: FileBytes.pageSize, alignment: 16)
        joined = .allocate(byteCount: FileBytes.pageSize, alignment: 16)
        bulkBuffer = .allocate(byteCount: FileBytes.bulkSize, alignment: 16)
        slots = .allocate(capacity: FileBytes.slotCount)
        slots.initialize(repeating: Slot(page: .max, count: 0), count: FileBytes.slotCount)
        current = Slot(page: .max, count: 0)
        currentBytes = pages
    }

    deinit {
        pages.deallocate()
        window.deallocate()
        joined.deallocate()
        bulkBuffer.deallocate()
        slots.deallocate()
    }

    /// Turns to another file; the descriptor stays the caller's.
    mutating func open(descriptor: Int32, size: UInt64) {
        self.descriptor = descriptor
        memory = UnsafeRawBufferPointer(start: nil, count: 0)
        self.size = min(size, UInt64(Int64.max))
        forget()
    }

    /// Turns to bytes in memory, which must outlive the walk.
    mutating func open(memory: UnsafeRawBufferPointer) {
        descriptor = -1
        self.memory = memory
        size = UInt64(memory.count)
        forget()
    }

    private mutating func forget() {
        slotsUsed = 0
        nextVictim = 0
        current = Slot(page: .max, count: 0)
        windowCount = 0
        readsOfFile = 0
        bulkBytesOfFile = 0
        failure = 0
        isExhausted = false
    }

    func holds(_ at: UInt64, _ count: UInt64) -> Bool { at <= size && count <= size &- at }
    func holds(_ at: UInt64, _ count: Int) -> Bool { count >= 0 && holds(at, UInt64(count)) }

    // MARK: Numbers

    @inline(__always)
    mutating func load<Number: FixedWidthInteger>(_ at: UInt64, as type: Number.Type) -> Number {
        let inPage = Int(truncatingIfNeeded: at & UInt64(FileBytes.pageSize - 1))
        if at / UInt64(FileBytes.pageSize) == current.page, inPage &+ MemoryLayout<Number>.size <= current.count {
            return currentBytes.loadUnaligned(fromByteOffset: inPage, as: type)
        }
        return loadSlow(at, as: type)
    }

    @inline(never)
    private mutating func loadSlow<Number: FixedWidthInteger>(_ at: UInt64, as type: Number.Type) -> Number {
        let count = MemoryLayout<Number>.size
        guard holds(at, count) else { return 0 }
        let bytes = cached(at, count)
        return bytes.count == count ? bytes.loadUnaligned(as: type) : 0
    }

    mutating func u8(_ at: UInt64) -> UInt8 { load(at, as: UInt8.self) }
    @inline(__always)
    mutating func u16(_ at: UInt64, little: Bool) -> UInt16 {
        let value = load(at, as: UInt16.self)
        return little ? UInt16(littleEndian: value) : UInt16(bigEndian: value)
    }
    @inline(__always)
    mutating func u32(_ at: UInt64, little: Bool) -> UInt32 {
        let value = load(at, as: UInt32.self)
        return little ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }
    mutating func u64(_ at: UInt64, little: Bool) -> UInt64 {
        let value = load(at, as: UInt64.self)
        return little ? UInt64(littleEndian: value) : UInt64(bigEndian: value)
    }

    // MARK: Runs of bytes

    /// Up to 4096 bytes through the page cache: for what lies among directories. Valid until the next call; shorter at the file's end.
    mutating func cached(_ at: UInt64, _ count: Int) -> UnsafeRawBufferPointer {
        let wanted = clamped(at, count)
        guard wanted > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let first = at / UInt64(FileBytes.pageSize)
        let inPage = Int(at % UInt64(FileBytes.pageSize))
        turn(to: first)
        if inPage + wanted <= FileBytes.pageSize {
            return UnsafeRawBufferPointer(start: currentBytes + inPage, count: max(0, min(wanted, current.count - inPage)))
        }
        let head = max(0, current.count - inPage)
        joined.copyMemory(from: currentBytes + inPage, byteCount: head)
        guard head == FileBytes.pageSize - inPage else { return UnsafeRawBufferPointer(start: joined, count: head) }
        turn(to: first + 1)
        let tail = min(wanted - head, current.count)
        (joined + head).copyMemory(from: currentBytes, byteCount: tail)
        return UnsafeRawBufferPointer(start: joined, count: head + tail)
    }

    /// Up to 4096 bytes read exactly, past the page cache: for the first and last bytes of pictures, whose pages are not worth keeping.
    /// Reads `ahead` bytes when it must read. Valid until the next call; shorter at the file's end.
    mutating func peek(_ at: UInt64, _ count: Int, ahead: Int = 0) -> UnsafeRawBufferPointer {
        let wanted = clamped(at, count)
        guard wanted > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        if let start = memory.baseAddress { return UnsafeRawBufferPointer(start: start + Int(at), count: wanted) }
        if at >= windowStart, at &- windowStart &+ UInt64(wanted) <= UInt64(windowCount) {
            return UnsafeRawBufferPointer(start: window + Int(at - windowStart), count: wanted)
        }
        if let page = cachedPage(holding: at, wanted) { return page }
        windowCount = fill(window, at: at, count: max(wanted, clamped(at, ahead)))
        windowStart = at
        return UnsafeRawBufferPointer(start: window, count: min(wanted, windowCount))
    }

    /// The next run of a picture's scan, up to 64 KiB; valid until the next call, empty when `bulkLimit` is spent.
    mutating func bulk(_ at: UInt64, end: UInt64) -> UnsafeRawBufferPointer {
        guard at < min(end, size), bulkBytesOfFile < FileBytes.bulkLimit else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        let count = Int(min(UInt64(FileBytes.bulkSize), min(end, size) - at))
        bulkBytesOfFile += UInt64(count)
        if let start = memory.baseAddress { return UnsafeRawBufferPointer(start: start + Int(at), count: count) }
        return UnsafeRawBufferPointer(start: bulkBuffer, count: read(into: bulkBuffer, at: at, count: count))
    }

    private func clamped(_ at: UInt64, _ count: Int) -> Int {
        guard at < size, count > 0 else { return 0 }
        return Int(min(UInt64(min(count, FileBytes.pageSize)), size - at))
    }

    private func cachedPage(holding at: UInt64, _ count: Int) -> UnsafeRawBufferPointer? {
        let page = at / UInt64(FileBytes.pageSize)
        let inPage = Int(at % UInt64(FileBytes.pageSize))
        for slot in 0..<slotsUsed where slots[slot].page == page {
            guard inPage + count <= slots[slot].count else { return nil }
            return UnsafeRawBufferPointer(start: pages + slot * FileBytes.pageSize + inPage, count: count)
        }
        return nil
    }

    // MARK: Reading

    private mutating func turn(to page: UInt64) {
        if page == current.page { return }
        for slot in 0..<slotsUsed where slots[slot].page == page {
            current = slots[slot]
            currentBytes = pages + slot * FileBytes.pageSize
            return
        }
        let slot = slotsUsed < FileBytes.slotCount ? slotsUsed : nextVictim
        if slotsUsed < FileBytes.slotCount { slotsUsed += 1 } else { nextVictim = (nextVictim + 1) % FileBytes.slotCount }
        let target = pages + slot * FileBytes.pageSize
        let start = page * UInt64(FileBytes.pageSize)
        slots[slot] = Slot(page: page, count: fill(target, at: start, count: clamped(start, FileBytes.pageSize)))
        pagesRead += 1
        current = slots[slot]
        currentBytes = target
    }

    /// Reads up to `count` bytes; what is missing is missing for good.
    private mutating func fill(_ target: UnsafeMutableRawPointer, at: UInt64, count: Int) -> Int {
        guard count > 0 else { return 0 }
        guard readsOfFile < FileBytes.readLimit else {
            isExhausted = true
            return 0
        }
        readsOfFile += 1
        return read(into: target, at: at, count: count)
    }

    private mutating func read(into target: UnsafeMutableRawPointer, at: UInt64, count: Int) -> Int {
        guard failure == 0 else { return 0 }
        if let start = memory.baseAddress {
            target.copyMemory(from: start + Int(at), byteCount: count)
            return count
        }
        var done = 0
        while done < count {
            let got = pread(descriptor, target + done, count - done, off_t(at) + off_t(done))
            reads += 1
            if got < 0 && errno == EINTR { continue }
            if got < 0 { failure = errno }
            if got <= 0 { break }
            done += got
            bytesRead += got
        }
        return done
    }
}
