import KeepersCore

/// One picture's line in the index: seven little-endian numbers, the last a checksum over the others.
struct ThumbnailRecord: Equatable {
    static let size = 56

    var frame: Int64
    var fileSize: Int64
    var modified: Int64
    var offset: Int64
    var length: UInt32
    /// Of the picture.
    var checksum: UInt64

    init(_ frame: Frame, offset: Int64, length: UInt32, _ checksum: UInt64) {
        self.frame = frame.id.rawValue
        fileSize = frame.size
        modified = frame.modified
        self.offset = offset
        self.length = length
        self.checksum = checksum
    }

    /// Nil when the record does not carry its own checksum.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == ThumbnailRecord.size else { return nil }
        let words = bytes.withUnsafeBytes { raw in
            (0..<7).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        guard words[6] == PersistenceKit.checksum(Array(bytes.prefix(48))) else { return nil }
        frame = Int64(bitPattern: words[0])
        fileSize = Int64(bitPattern: words[1])
        modified = Int64(bitPattern: words[2])
        offset = Int64(bitPattern: words[3])
        length = UInt32(truncatingIfNeeded: words[4])
        checksum = words[5]
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        for number in [frame, fileSize, modified, offset] { writer.put(number) }
        writer.put(UInt64(length))
        writer.put(checksum)
        writer.put(PersistenceKit.checksum(writer.bytes))
        return writer.bytes
    }

    /// One past the picture's last byte; records that cannot be are past every end.
    var end: Int64 {
        let (end, overflow) = offset.addingReportingOverflow(Int64(length))
        return overflow || offset < 0 ? .max : end
    }

    func isOf(_ frame: Frame) -> Bool { self.frame == frame.id.rawValue && fileSize == frame.size && modified == frame.modified }
}

/// Tells damage, not malice: a multiply and a fold for every eight bytes, seeded with the length.
func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = UInt64(bytes.count) &+ 0x9E37_79B9_7F4A_7C15
    bytes.withUnsafeBytes { raw in
        var position = 0
        while position + 8 <= raw.count {
            hash = mixed(hash ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position += 8
        }
        while position < raw.count {
            hash = mixed(hash ^ UInt64(raw[position]))
            position += 1
        }
    }
    return hash
}

private func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* 0xFF51_AFD7_ED55_8CCD
    return product ^ (product >> 32)
}
