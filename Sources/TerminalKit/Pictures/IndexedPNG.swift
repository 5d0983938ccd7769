import CZlib

/// PNG with a palette (colour type 3, 8 bits, no filter): a quarter of the bytes of packed RGB.
/// Source: W3C PNG specification, sections 5.3 and 11.2.
enum IndexedPNG {
    /// Empty when memory ran out. `isTight`: packs as small as it can; a thumbnail gets an eighth smaller in four times the time.
    static func encode(_ picture: IndexedPicture, isTight: Bool = false) -> [UInt8] {
        let packed = deflated(picture, level: isTight ? 9 : 3)
        guard !packed.isEmpty else { return [] }
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        png.reserveCapacity(packed.count + picture.palette.count + 64)
        append("IHDR", bigEndian(picture.width) + bigEndian(picture.height) + [8, 3, 0, 0, 0], to: &png)
        append("PLTE", picture.palette, to: &png)
        append("IDAT", packed, to: &png)
        append("IEND", [], to: &png)
        return png
    }

    /// Each row is preceded by its filter type, 0: neighbouring indices are names, not amounts to subtract.
    private static func deflated(_ picture: IndexedPicture, level: Int32) -> [UInt8] {
        let stride = picture.width + 1
        let rows = [UInt8](unsafeUninitializedCapacity: stride * picture.height) { buffer, count in
            picture.indices.withUnsafeBufferPointer { indices in
                for y in 0..<picture.height {
                    buffer[y * stride] = 0
                    _ = buffer[(y * stride + 1)..<((y + 1) * stride)]
                        .update(fromContentsOf: indices[(y * picture.width)..<((y + 1) * picture.width)])
                }
            }
            count = stride * picture.height
        }
        let bound = keepers_deflate_bound(rows.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = keepers_deflate(rows, rows.count, level, base, bound)
        }
    }

    private static func append(_ type: StaticString, _ data: [UInt8], to png: inout [UInt8]) {
        png += bigEndian(data.count)
        let start = png.count
        type.withUTF8Buffer { png += $0 }
        png += data
        let checksum = png.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { keepers_crc32($0 + start, bytes.count - start) } ?? 0
        }
        png += bigEndian(Int(checksum))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
}
