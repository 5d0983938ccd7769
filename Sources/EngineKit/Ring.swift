import CSandbox
import CSandbox
import Glibc

/// The memory that a process shares with the program: two slots, used in turn, so that one fills while the other is read.
///
/// The memory is sealed against resizing before the process starts: reading a slot can never fault.
final class Ring {
    static let slots = 2
    /// Bytes of one slot.
    let slotBytes: Int
    private let stride: Int
    private let base: UnsafeMutableRawPointer

    /// Behind the slots lies one number of the program's: the last job whose answer nobody waits for any more.
    private static let controlBytes = 4096

    /// Bytes of shared memory for slots of this size.
    static func size(slotBytes: Int) -> Int { slots * stride(slotBytes) + controlBytes }
    /// The largest slots that fit so much shared memory.
    static func slotBytes(size: Int) -> Int { max(0, size - controlBytes) / slots }
    private static func stride(_ slotBytes: Int) -> Int { max((slotBytes + 4095) & ~4095, 4096) }

    /// Maps the memory behind `descriptor`, which may be closed afterwards.
    init?(descriptor: Int32, slotBytes: Int) {
        guard slotBytes >= 0, slotBytes <= 1 << 40 else { return nil }
        self.slotBytes = slotBytes
        stride = Ring.stride(slotBytes)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_size >= Ring.size(slotBytes: slotBytes) else { return nil }
        let mapped = mmap(nil, Ring.size(slotBytes: slotBytes), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        base = mapped
    }

    deinit { munmap(base, Ring.size(slotBytes: slotBytes)) }

    /// The last job that nobody waits for any more. Jobs count up, so an older number says nothing about a newer job.
    var staleJob: UInt64 {
        get { ks_load(control) }
        set { ks_store(control, newValue) }
    }

    private var control: UnsafeMutablePointer<UInt64> {
        (base + Ring.slots * stride).assumingMemoryBound(to: UInt64.self)
    }

    func slot(_ index: Int) -> UnsafeMutableRawBufferPointer {
        precondition(index >= 0 && index < Ring.slots, "a ring has two slots")
        return UnsafeMutableRawBufferPointer(start: base + index * stride, count: slotBytes)
    }

    /// A copy of `count` bytes at `offset`, or `nil` when they do not lie in the slot; the other side may still write there.
    func copy(slot index: Int, offset: Int, count: Int) -> [UInt8]? {
        guard index >= 0, index < Ring.slots, offset >= 0, count >= 0, offset <= slotBytes, count <= slotBytes - offset else {
            return nil
        }
        return Array(UnsafeRawBufferPointer(rebasing: slot(index)[offset..<offset + count]))
    }
}
