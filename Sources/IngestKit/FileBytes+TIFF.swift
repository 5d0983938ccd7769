/// One TIFF structure inside a file: TIFF 6.0, BigTIFF, and the maker notes that borrow their shape.
struct TIFFBlock {
    /// File offset that the structure's own offsets count from.
    var base: UInt64
    /// File offset that its directories and values must not pass.
    var end: UInt64
    var little: Bool
    var isBig = false

    /// A directory's offset as the structure writes it, as an offset in the file.
    func place(_ offset: UInt64) -> UInt64 { base &+ min(offset, UInt64(Int64.max)) }
}

/// A directory that is being read entry by entry.
struct Directory {
    var block: TIFFBlock
    /// File offset of the next entry.
    var cursor: UInt64
    var left: Int
    /// File offset of the link to the next directory.
    var link: UInt64
}

/// One entry of a directory.
struct Entry {
    var tag: UInt16
    var type: UInt16
    var count: UInt64
    /// File offset of the value, wherever it lies.
    var at: UInt64
    var byteCount: UInt64
    var little: Bool

    /// Bytes a value of a TIFF type takes (TIFF 6.0 page 15, BigTIFF 16...18); 0 for types that nobody defined.
    static func size(ofType type: UInt16) -> UInt64 {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: 0
        }
    }
}

extension FileBytes {
    /// The next entry, or nil after the last; its value may lie outside the file.
    @inline(__always)
    mutating func next(_ directory: inout Directory) -> Entry? {
        guard directory.left > 0 else { return nil }
        directory.left -= 1
        let at = directory.cursor
        let block = directory.block
        directory.cursor = at &+ (block.isBig ? 20 : 12)
        let type = u16(at &+ 2, little: block.little)
        let count = block.isBig ? u64(at &+ 4, little: block.little) : UInt64(u32(at &+ 4, little: block.little))
        let (total, overflow) = count.multipliedReportingOverflow(by: Entry.size(ofType: type))
        let byteCount = overflow ? UInt64.max : total
        let room: UInt64 = block.isBig ? 8 : 4
        var place = at &+ (block.isBig ? 12 : 8)
        if byteCount > room {
            place = block.place(block.isBig ? u64(place, little: block.little) : UInt64(u32(place, little: block.little)))
        }
        return Entry(
            tag: u16(at, little: block.little), type: type, count: count, at: place, byteCount: byteCount, little: block.little)
    }

    /// Whether the value can be read at all.
    func holds(_ entry: Entry) -> Bool { entry.byteCount > 0 && holds(entry.at, entry.byteCount) }

    /// The value at `index` as a whole number, negative ones as their two's complement.
    mutating func whole(_ entry: Entry, _ index: UInt64 = 0) -> UInt64? {
        guard index < entry.count, holds(entry) else { return nil }
        let little = entry.little
        switch entry.type {
        case 1, 2, 7: return UInt64(u8(entry.at + index))
        case 6: return UInt64(bitPattern: Int64(Int8(bitPattern: u8(entry.at + index))))
        case 3: return UInt64(u16(entry.at + index * 2, little: little))
        case 8: return UInt64(bitPattern: Int64(Int16(bitPattern: u16(entry.at + index * 2, little: little))))
        case 4, 13: return UInt64(u32(entry.at + index * 4, little: little))
        case 9: return UInt64(bitPattern: Int64(Int32(bitPattern: u32(entry.at + index * 4, little: little))))
        case 16, 17, 18: return u64(entry.at + index * 8, little: little)
        default: return nil
        }
    }

    /// A whole number that is sane as a size, count or code.
    mutating func int(_ entry: Entry, _ index: UInt64 = 0) -> Int? {
        guard let value = whole(entry, index) else { return nil }
        let signed = Int64(bitPattern: value)
        return signed.magnitude <= UInt64(UInt32.max) ? Int(signed) : nil
    }

    /// The value at `index` as a real number; nil for x/0 and for anything not finite.
    mutating func real(_ entry: Entry, _ index: UInt64 = 0) -> Double? {
        guard index < entry.count, holds(entry) else { return nil }
        let little = entry.little
        let at = entry.at + index * (entry.type == 11 ? 4 : 8)
        switch entry.type {
        case 5:
            let below = u32(at + 4, little: little)
            return below == 0 ? nil : Double(u32(at, little: little)) / Double(below)
        case 10:
            let below = Int32(bitPattern: u32(at + 4, little: little))
            return below == 0 ? nil : Double(Int32(bitPattern: u32(at, little: little))) / Double(below)
        case 11: return finite(Double(Float(bitPattern: u32(at, little: little))))
        case 12: return finite(Double(bitPattern: u64(at, little: little)))
        default: return whole(entry, index).map { Double(Int64(bitPattern: $0)) }
        }
    }

    private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}
