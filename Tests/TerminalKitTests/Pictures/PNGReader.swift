import Testing

/// A PNG8 reader with an inflater of its own (RFC 1950, 1951), so that zlib is not checked by zlib.
struct PNGReader {
    enum Failure: Error { case malformed(String) }

    private(set) var width = 0
    private(set) var height = 0
    private(set) var palette: [UInt8] = []
    private(set) var indices: [UInt8] = []

    init(_ png: [UInt8]) throws {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Failure.malformed("signature") }
        var (at, data, types) = (8, [UInt8](), [String]())
        while at + 12 <= png.count {
            let length = Self.word(png, at)
            guard at + 12 + length <= png.count else { throw Failure.malformed("chunk length") }
            let body = Array(png[at + 4..<at + 8 + length])
            guard Self.word(png, at + 8 + length) == Self.checksum(body) else { throw Failure.malformed("checksum") }
            let type = String(decoding: body.prefix(4), as: UTF8.self)
            types.append(type)
            switch type {
            case "IHDR":
                (width, height) = (Self.word(body, 4), Self.word(body, 8))
                guard body[12...] == [8, 3, 0, 0, 0] else { throw Failure.malformed("not PNG8") }
            case "PLTE": palette = Array(body[4...])
            case "IDAT": data += body[4...]
            default: break
            }
            at += 12 + length
        }
        guard types == ["IHDR", "PLTE", "IDAT", "IEND"], at == png.count else { throw Failure.malformed("\(types)") }
        try unpack(data)
    }

    private mutating func unpack(_ data: [UInt8]) throws {
        var inflater = Inflater(Array(data.dropFirst(2).dropLast(4)))
        let rows = try inflater.inflated()
        guard rows.count == (width + 1) * height, Self.word(data, data.count - 4) == Self.adler(rows) else {
            throw Failure.malformed("\(rows.count) bytes in rows")
        }
        for y in 0..<height {
            guard rows[y * (width + 1)] == 0 else { throw Failure.malformed("filter") }
            indices += rows[y * (width + 1) + 1..<(y + 1) * (width + 1)]
        }
        guard indices.allSatisfy({ Int($0) * 3 < palette.count }) else { throw Failure.malformed("index") }
    }

    var rgb: [UInt8] { indices.flatMap { palette[Int($0) * 3..<Int($0) * 3 + 3] } }

    private static func word(_ bytes: [UInt8], _ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }

    private static func checksum(_ bytes: [UInt8]) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(~crc)
    }

    private static func adler(_ bytes: [UInt8]) -> Int {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }
}

private struct Inflater {
    private let bytes: [UInt8]
    private var bit = 0
    private var out: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func inflated() throws -> [UInt8] {
        while true {
            let last = try take(1)
            switch try take(2) {
            case 0: try stored()
            case 1:
                let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
                try block(Code(lengths), Code(Array(repeating: 5, count: 30)))
            case 2: try dynamic()
            default: throw PNGReader.Failure.malformed("block type")
            }
            if last == 1 { return out }
        }
    }

    /// Canonical Huffman: how many codes of each length, and their symbols in order.
    private struct Code {
        var counts = Array(repeating: 0, count: 16)
        var symbols: [Int]
        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = (1...15).flatMap { size in lengths.indices.filter { lengths[$0] == size } }
        }
    }

    private mutating func take(_ count: Int) throws -> Int {
        var value = 0
        for i in 0..<count {
            guard bit >> 3 < bytes.count else { throw PNGReader.Failure.malformed("ends early") }
            value |= Int(bytes[bit >> 3] >> UInt8(bit & 7) & 1) << i
            bit += 1
        }
        return value
    }

    private mutating func symbol(_ code: Code) throws -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            (index, first, value) = (index + count, (first + count) << 1, value << 1)
        }
        throw PNGReader.Failure.malformed("code")
    }

    private mutating func stored() throws {
        bit = (bit + 7) & ~7
        let length = try take(16)
        _ = try take(16)
        for _ in 0..<length { out.append(UInt8(try take(8))) }
    }

    private mutating func dynamic() throws {
        let (literals, distances, sizes) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        var order = Array(repeating: 0, count: 19)
        for i in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(sizes) { order[i] = try take(3) }
        let code = Code(order)
        var lengths: [Int] = []
        while lengths.count < literals + distances {
            let next = try symbol(code)
            switch next {
            case 16: lengths += Array(repeating: lengths.last ?? 0, count: 3 + (try take(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
            case 18: lengths += Array(repeating: 0, count: 11 + (try take(7)))
            default: lengths.append(next)
            }
        }
        try block(Code(Array(lengths[..<literals])), Code(Array(lengths[literals...])))
    }

    private mutating func block(_ literals: Code, _ distances: Code) throws {
        while true {
            let next = try symbol(literals)
            if next == 256 { return }
            if next < 256 {
                out.append(UInt8(next))
                continue
            }
            let length = try extended(next - 257, groups: 4, base: 3, last: (28, 258))
            let distance = try extended(try symbol(distances), groups: 2, base: 1, last: nil)
            guard distance <= out.count else { throw PNGReader.Failure.malformed("distance") }
            for _ in 0..<length { out.append(out[out.count - distance]) }
        }
    }

    /// Lengths and distances grow in groups that take one more extra bit each (RFC 1951, 3.2.5).
    private mutating func extended(_ symbol: Int, groups: Int, base: Int, last: (Int, Int)?) throws -> Int {
        if let last, symbol == last.0 { return last.1 }
        var value = base
        for i in 0..<symbol { value += 1 << max(0, i / groups - 1) }
        return value + (try take(max(0, symbol / groups - 1)))
    }
}
