/// Reads PNG (W3C, third edition) as far as photographs need it: 8 bits, grey, RGB or RGBA, not interlaced.
enum PNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The picture as RGB (transparency is dropped), or nil when it is of another kind or broken.
    static func decode(_ bytes: [UInt8]) -> (width: Int, height: Int, rgb: [UInt8])? {
        guard bytes.starts(with: signature), let (head, data) = chunks(bytes), head.count >= 13 else { return nil }
        let (width, height) = (big(head, 0), big(head, 4))
        let channels = [0: 1, 2: 3, 6: 4][Int(head[9])] ?? 0
        guard (16...20000).contains(width), (16...20000).contains(height), head[8] == 8, channels > 0, head[12] == 0 else {
            return nil
        }
        let size = (width * channels + 1) * height
        // Two bytes of zlib's header come before the packed stream.
        guard size < 500_000_000, let packed = Inflate.unpack(data, from: 2, limit: size), packed.count == size else {
            return nil
        }
        guard let samples = unfiltered(packed, row: width * channels, height: height, channels: channels) else { return nil }
        return (width, height, rgb(samples, channels: channels))
    }

    /// The header chunk and all data chunks put together.
    private static func chunks(_ bytes: [UInt8]) -> (head: [UInt8], data: [UInt8])? {
        var (head, data): ([UInt8], [UInt8]) = ([], [])
        var position = signature.count
        while position + 12 <= bytes.count {
            let length = big(bytes, position)
            guard length <= bytes.count - position - 12 else { return nil }
            let content = bytes[position + 8..<position + 8 + length]
            switch Array(bytes[position + 4..<position + 8]) {
            case Array("IHDR".utf8): head = Array(content)
            case Array("IDAT".utf8): data += content
            case Array("IEND".utf8): return (head, data)
            default: break
            }
            position += 12 + length
        }
        return nil
    }

    private static func big(_ bytes: [UInt8], _ position: Int) -> Int {
        bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Undoes the row filters (section 9).
    private static func unfiltered(_ packed: [UInt8], row: Int, height: Int, channels: Int) -> [UInt8]? {
        var out = [UInt8](repeating: 0, count: row * height)
        for y in 0..<height {
            let kind = packed[y * (row + 1)]
            guard kind <= 4 else { return nil }
            for x in 0..<row {
                let left = x >= channels ? Int(out[y * row + x - channels]) : 0
                let up = y > 0 ? Int(out[(y - 1) * row + x]) : 0
                let corner = x >= channels && y > 0 ? Int(out[(y - 1) * row + x - channels]) : 0
                let guess: Int
                switch kind {
                case 1: guess = left
                case 2: guess = up
                case 3: guess = (left + up) / 2
                case 4: guess = paeth(left, up, corner)
                default: guess = 0
                }
                out[y * row + x] = packed[y * (row + 1) + 1 + x] &+ UInt8(guess)
            }
        }
        return out
    }

    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let estimate = left + up - corner
        let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - corner))
        return a <= b && a <= c ? left : b <= c ? up : corner
    }

    private static func rgb(_ samples: [UInt8], channels: Int) -> [UInt8] {
        if channels == 3 { return samples }
        var rgb: [UInt8] = []
        rgb.reserveCapacity(samples.count / channels * 3)
        for pixel in stride(from: 0, to: samples.count, by: channels) {
            for channel in 0..<3 { rgb.append(samples[pixel + (channels == 1 ? 0 : channel)]) }
        }
        return rgb
    }
}
