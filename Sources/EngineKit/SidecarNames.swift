import CSandbox
import Glibc

/// The names that a committer may rename and remove, in memory that nobody can change.
///
/// Targets fill one region, temporaries the next; each name begins a slot. The filter of system calls compares the address
/// of a name with the regions, so no other name can be renamed or removed.
struct SidecarNames {
    let targets: UnsafePointer<CChar>
    let temporaries: UnsafePointer<CChar>
    let slot: Int
    let region: Int
    let count: Int

    /// Names end in `.xmp`, are relative and stay below their root.
    init(_ names: [String]) throws(EngineError) {
        for name in names where !SidecarNames.isSidecar(name) {
            throw EngineError("\(name) is no name of a sidecar: keepers writes .xmp files only. Nothing was written.")
        }
        count = names.count
        slot = SidecarNames.powerOfTwo(atLeast: max((names.map(\.utf8.count).max() ?? 0) + 1, 64))
        // One slot more for the folder of the temporaries; a whole page on every architecture.
        region = SidecarNames.powerOfTwo(atLeast: max(slot * (names.count + 1), 65_536))
        let bytes = SidecarNames.layOut(names, slot: slot, region: region)
        let base = try SidecarNames.map(bytes, region: region)
        targets = UnsafePointer(base.assumingMemoryBound(to: CChar.self))
        temporaries = targets + region
    }

    func target(_ index: Int) -> UnsafePointer<CChar> { targets + index * slot }
    func temporary(_ index: Int) -> UnsafePointer<CChar> { temporaries + index * slot }
    /// The name of the folder of the temporaries.
    var folder: UnsafePointer<CChar> { temporaries + count * slot }

    /// What the filter of system calls compares with.
    var forFilter: ks_names {
        ks_names(
            targets: UInt64(UInt(bitPattern: targets)), region: UInt64(region), slot: UInt64(slot),
            folder: UInt64(UInt(bitPattern: folder)))
    }

    static func isSidecar(_ name: String) -> Bool {
        guard name.utf8.count <= 4_000, !name.utf8.contains(0), !name.hasPrefix("/") else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, last.utf8.count > 4, last.lowercased().hasSuffix(".xmp") else { return false }
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
    }

    /// `17.tmp`: what an export calls its temporary files.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasSuffix(temporarySuffix) else { return false }
        let number = name.utf8.dropLast(temporarySuffix.utf8.count)
        return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let temporarySuffix = ".tmp"

    private static func powerOfTwo(atLeast value: Int) -> Int {
        var power = 1
        while power < value { power <<= 1 }
        return power
    }

    private static func layOut(_ names: [String], slot: Int, region: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: region + (names.count + 1) * slot)
        func put(_ name: String, at offset: Int) {
            for (index, byte) in name.utf8.enumerated() { bytes[offset + index] = byte }
        }
        for (index, name) in names.enumerated() {
            put(name, at: index * slot)
            put("\(Roots.temporaryFolder)/\(index)\(temporarySuffix)", at: region + index * slot)
        }
        put(Roots.temporaryFolder, at: region + names.count * slot)
        return bytes
    }

    private static func map(_ bytes: [UInt8], region: Int) throws(EngineError) -> UnsafeMutableRawPointer {
        let descriptor = ks_sealed("keepers-names", bytes, bytes.count, 2 * region)
        guard descriptor >= 0 else { throw failure(-descriptor) }
        defer { close(descriptor) }
        guard let place = ks_reserve(region) else { throw failure(errno) }
        let mapped = mmap(place, 2 * region, PROT_READ, MAP_SHARED | MAP_FIXED, descriptor, 0)
        guard let mapped, mapped != MAP_FAILED else { throw failure(errno) }
        return mapped
    }

    private static func failure(_ number: Int32) -> EngineError {
        EngineError("the list of sidecars could not be sealed (\(errnoName(number))). Nothing was written.", number: number)
    }
}
