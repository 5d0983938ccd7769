/// Unpacks DEFLATE (RFC 1951), for the PNG photographs that a person may add; slow and small, every step bounds-checked.
struct Inflate {
    private let input: [UInt8]
    private var position: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    private struct Broken: Error {}

    /// The unpacked bytes, or nil when the stream is broken or longer than `limit`.
    static func unpack(_ input: [UInt8], from position: Int, limit: Int) -> [UInt8]? {
        var inflate = Inflate(input: input, position: position, limit: limit)
        inflate.output.reserveCapacity(min(limit, input.count * 8))
        do {
            try inflate.run()
            return inflate.output
        } catch {
            return nil
        }
    }

    private init(input: [UInt8], position: Int, limit: Int) {
        (self.input, self.position, self.limit) = (input, position, limit)
    }

    private mutating func run() throws(Broken) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try stored()
            case 1: try coded(literals: Inflate.fixedLiterals, distances: Inflate.fixedDistances)
            case 2: try dynamic()
            default: throw Broken()
            }
        }
    }

    private mutating func take(_ count: Int) throws(Broken) -> Int {
        while bitCount < count {
            guard position < input.count else { throw Broken() }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = Int(bits & ((1 << UInt32(count)) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func put(_ byte: UInt8) throws(Broken) {
        guard output.count < limit else { throw Broken() }
        output.append(byte)
    }

    private mutating func stored() throws(Broken) {
        (bits, bitCount) = (0, 0)
        guard position + 4 <= input.count else { throw Broken() }
        let length = Int(input[position]) | Int(input[position + 1]) << 8
        position += 4
        guard position + length <= input.count else { throw Broken() }
        for index in 0..<length { try put(input[position + index]) }
        position += length
    }

    /// Canonical Huffman codes: how many of each length, and the symbols in order (RFC 1951, 3.2.2).
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            for length in 1...15 {
                for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
            }
        }
    }

    private mutating func symbol(_ code: Code) throws(Broken) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value |= try take(1)
            let count = code.counts[length]
            if value - count < first {
                let place = index + value - first
                guard code.symbols.indices.contains(place) else { throw Broken() }
                return code.symbols[place]
            }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Broken()
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ]
    private static let lengthExtras = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193,
        12289, 16385, 24577,
    ]
    private static let fixedLiterals = Code(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30))

    private mutating func coded(literals: Code, distances: Code) throws(Broken) {
        while true {
            let literal = try symbol(literals)
            if literal < 256 {
                try put(UInt8(literal))
                continue
            }
            if literal == 256 { return }
            guard literal - 257 < Inflate.lengthBases.count else { throw Broken() }
            let length = Inflate.lengthBases[literal - 257] + (try take(Inflate.lengthExtras[literal - 257]))
            let code = try symbol(distances)
            guard code < Inflate.distanceBases.count else { throw Broken() }
            let distance = Inflate.distanceBases[code] + (try take(max(0, code / 2 - 1)))
            guard distance <= output.count else { throw Broken() }
            for _ in 0..<length { try put(output[output.count - distance]) }
        }
    }

    private mutating func dynamic() throws(Broken) {
        let (literalCount, distanceCount, lengthCount) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var lengths = [Int](repeating: 0, count: 19)
        for place in order.prefix(lengthCount) { lengths[place] = try take(3) }
        let code = Code(lengths: lengths)
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case 16:
                guard let last = all.last else { throw Broken() }
                all += [Int](repeating: last, count: 3 + (try take(2)))
            case 17: all += [Int](repeating: 0, count: 3 + (try take(3)))
            case 18: all += [Int](repeating: 0, count: 11 + (try take(7)))
            default: all.append(symbol)
            }
        }
        guard all.count == literalCount + distanceCount, literalCount <= 286 else { throw Broken() }
        try coded(
            literals: Code(lengths: Array(all[..<literalCount])), distances: Code(lengths: Array(all[literalCount...])))
    }
}
