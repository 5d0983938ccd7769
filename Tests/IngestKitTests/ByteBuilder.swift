/// Bytes put together in the test itself, so that every lie is a lie that the test knows.
struct ByteBuilder {
    var bytes: [UInt8] = []
    let little: Bool

    init(little: Bool = true) { self.little = little }

    mutating func u16(_ value: Int) { put(UInt64(value), 2) }
    mutating func u32(_ value: Int) { put(UInt64(UInt32(truncatingIfNeeded: value)), 4) }
    mutating func u64(_ value: Int) { put(UInt64(value), 8) }
    mutating func text(_ value: String) { bytes += Array(value.utf8) }
    mutating func pad(to count: Int) { while bytes.count < count { bytes.append(0) } }

    private mutating func put(_ value: UInt64, _ count: Int) {
        for index in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (little ? index : count - 1 - index))))
        }
    }
}

/// Overwrites bytes in place.
func patch(_ bytes: inout [UInt8], at: Int, with new: [UInt8]) {
    for (index, byte) in new.enumerated() where at + index < bytes.count { bytes[at + index] = byte }
}

/// Markers of a JPEG of the given size; nothing decodes it here, so its scan is filler.
func jpeg(
    _ width: Int, _ height: Int, filler: Int = 400, frame: UInt8 = 0xC0, precision: UInt8 = 8, segments: [(UInt8, [UInt8])] = []
) -> [UInt8] {
    var out: [UInt8] = [0xFF, 0xD8]
    for (marker, content) in segments {
        out += [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
    }
    out += [0xFF, 0xDB, 0, 67] + [UInt8](repeating: 1, count: 65)
    out += [0xFF, frame, 0, 17, precision, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3]
    out += [1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    out += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
    for index in 0..<filler { out.append(UInt8(index & 0x7F)) }
    // Data that looks like a start of image: whoever scans for it shows the wrong picture.
    out += [0xFF, 0, 0xD8, 0xFF, 0xD0, 7]
    return out + [0xFF, 0xD9]
}

/// A TIFF value as a test writes it.
enum Value {
    case short([Int]), long([Int]), long8([Int]), ascii(String), rational([(Int, Int)]), signedRational([(Int, Int)])
    case undefined([UInt8]), bytes([Int])
    /// Offsets of directories, and of the n-th blob.
    case directories([IFD]), blob(Int), blobs([Int])
}

/// A directory under construction.
final class IFD {
    var entries: [(tag: Int, value: Value)]
    var next: IFD?
    var offset = 0

    init(_ entries: [(Int, Value)], next: IFD? = nil) {
        self.entries = entries.map { (tag: $0.0, value: $0.1) }
        self.next = next
    }
}

/// Lays out a TIFF: header, directories, then blobs. Offsets count from the block's own start.
struct TIFFBuilder {
    var little = true
    var isBig = false
    var magic: Int?
    /// Bytes between the header and the first directory.
    var preamble: [UInt8] = []
    /// Added to blob offsets, for blocks whose pictures lie elsewhere.
    var blobShift = 0

    func build(_ root: IFD, blobs: [[UInt8]] = []) -> [UInt8] {
        var order: [IFD] = []
        visit(root, &order)
        var position = (isBig ? 16 : 8) + preamble.count
        for directory in order {
            directory.entries.sort { $0.tag < $1.tag }
            directory.offset = position
            position += size(of: directory)
        }
        var places: [Int] = []
        for blob in blobs {
            places.append(position + blobShift)
            position += blob.count
        }
        var out = ByteBuilder(little: little)
        out.text(little ? "II" : "MM")
        out.u16(magic ?? (isBig ? 43 : 42))
        if isBig {
            out.u16(8)
            out.u16(0)
            out.u64(root.offset)
        } else {
            out.u32(root.offset)
        }
        out.bytes += preamble
        for directory in order { write(directory, places, &out) }
        for blob in blobs { out.bytes += blob }
        return out.bytes
    }

    private func visit(_ directory: IFD?, _ order: inout [IFD]) {
        guard let directory, !order.contains(where: { $0 === directory }) else { return }
        order.append(directory)
        for entry in directory.entries {
            if case .directories(let inner) = entry.value { inner.forEach { visit($0, &order) } }
        }
        visit(directory.next, &order)
    }

    private var room: Int { isBig ? 8 : 4 }

    private func size(of directory: IFD) -> Int {
        var size = (isBig ? 8 : 2) + directory.entries.count * (isBig ? 20 : 12) + room
        for entry in directory.entries {
            let count = encode(entry.value, []).bytes.count
            if count > room { size += count + count % 2 }
        }
        return size
    }

    private func write(_ directory: IFD, _ places: [Int], _ out: inout ByteBuilder) {
        var tail = ByteBuilder(little: little)
        let tailStart = directory.offset + (isBig ? 8 : 2) + directory.entries.count * (isBig ? 20 : 12) + room
        isBig ? out.u64(directory.entries.count) : out.u16(directory.entries.count)
        for entry in directory.entries {
            let value = encode(entry.value, places)
            out.u16(entry.tag)
            out.u16(value.type)
            isBig ? out.u64(value.count) : out.u32(value.count)
            if value.bytes.count > room {
                isBig ? out.u64(tailStart + tail.bytes.count) : out.u32(tailStart + tail.bytes.count)
                tail.bytes += value.bytes
                if value.bytes.count % 2 == 1 { tail.bytes.append(0) }
            } else {
                out.bytes += value.bytes + [UInt8](repeating: 0, count: room - value.bytes.count)
            }
        }
        isBig ? out.u64(directory.next?.offset ?? 0) : out.u32(directory.next?.offset ?? 0)
        out.bytes += tail.bytes
    }

    private func encode(_ value: Value, _ places: [Int]) -> (type: Int, count: Int, bytes: [UInt8]) {
        var out = ByteBuilder(little: little)
        switch value {
        case .short(let numbers):
            numbers.forEach { out.u16($0) }
            return (3, numbers.count, out.bytes)
        case .long(let numbers):
            numbers.forEach { out.u32($0) }
            return (4, numbers.count, out.bytes)
        case .long8(let numbers):
            numbers.forEach { out.u64($0) }
            return (16, numbers.count, out.bytes)
        case .ascii(let text): return (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .rational(let pairs), .signedRational(let pairs):
            for pair in pairs {
                out.u32(pair.0)
                out.u32(pair.1)
            }
            if case .rational = value { return (5, pairs.count, out.bytes) }
            return (10, pairs.count, out.bytes)
        case .undefined(let bytes): return (7, bytes.count, bytes)
        case .bytes(let numbers): return (1, numbers.count, numbers.map { UInt8($0) })
        case .directories(let inner):
            inner.forEach { isBig ? out.u64($0.offset) : out.u32($0.offset) }
            return (isBig ? 18 : 4, inner.count, out.bytes)
        case .blob(let index):
            out.u32(index < places.count ? places[index] : 0)
            return (4, 1, out.bytes)
        case .blobs(let indices):
            indices.forEach { out.u32($0 < places.count ? places[$0] : 0) }
            return (4, indices.count, out.bytes)
        }
    }
}
