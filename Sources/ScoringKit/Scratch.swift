/// Memory that grows and is used again for the next frame, because the first touch of fresh memory costs more than the work in it.
struct Scratch: ~Copyable {
    private(set) var base = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    private(set) var capacity = 64

    /// At least `count` bytes; what was in them before is gone when they had to grow.
    mutating func bytes(_ count: Int) -> UnsafeMutableRawPointer {
        if count > capacity { replace(count) }
        return base
    }

    /// Gives memory beyond `limit` bytes back, so that one huge picture does not stay in every worker.
    mutating func trim(to limit: Int) {
        if capacity > limit { replace(64) }
    }

    private mutating func replace(_ count: Int) {
        base.deallocate()
        base = .allocate(byteCount: count, alignment: 64)
        capacity = count
    }

    deinit { base.deallocate() }
}
