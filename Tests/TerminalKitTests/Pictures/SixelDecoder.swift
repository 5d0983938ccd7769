import Testing

/// A sixel reader written from DEC's manual, not from the encoder: strict, so that a stray byte is a failure.
struct SixelDecoder {
    enum Failure: Error { case malformed(String, at: Int) }

    private(set) var width = 0
    private(set) var height = 0
    /// R, G, B, or nil where nothing was drawn; `width` * `height`.
    private(set) var pixels: [[UInt8]?] = []
    private var registers: [Int: [UInt8]] = [:]
    private var bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        try expect("\u{1B}P0;1q\"1;1;")
        width = try number()
        try expect(";")
        height = try number()
        guard width * height < 1 << 24 else { throw Failure.malformed("size", at: at) }
        pixels = Array(repeating: nil, count: width * height)
        try data()
    }

    private mutating func data() throws {
        var (x, top, register) = (0, 0, -1)
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case 0x1B:
                guard at == bytes.count - 1, bytes[at] == UInt8(ascii: "\\") else { throw Failure.malformed("end", at: at) }
                return
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, top) = (0, top + 6)
            case UInt8(ascii: "#"): register = try colour() ?? register
            case UInt8(ascii: "!"):
                let count = try number()
                guard at < bytes.count, count > 0 else { throw Failure.malformed("repeat", at: at) }
                try draw(bytes[at], count, &x, top, register)
                at += 1
            default: try draw(byte, 1, &x, top, register)
            }
        }
        throw Failure.malformed("no terminator", at: at)
    }

    private mutating func draw(_ byte: UInt8, _ count: Int, _ x: inout Int, _ top: Int, _ register: Int) throws {
        guard (63...126).contains(byte), x + count <= width else { throw Failure.malformed("sixel", at: at) }
        for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
            guard top + bit < height, let colour = registers[register] else { throw Failure.malformed("outside", at: at) }
            for column in x..<x + count {
                guard pixels[(top + bit) * width + column] == nil else { throw Failure.malformed("drawn twice", at: at) }
                pixels[(top + bit) * width + column] = colour
            }
        }
        x += count
    }

    /// The register that is chosen, or nil for a definition: whether that also chooses, terminals disagree (xterm: no), so
    /// nothing may depend on it.
    private mutating func colour() throws -> Int? {
        let register = try number()
        guard at < bytes.count, bytes[at] == UInt8(ascii: ";") else { return register }
        try expect(";2;")
        let red = try number()
        try expect(";")
        let green = try number()
        try expect(";")
        let blue = try number()
        guard red <= 100, green <= 100, blue <= 100, register < 256 else { throw Failure.malformed("colour", at: at) }
        registers[register] = [red, green, blue].map { UInt8(($0 * 255 + 50) / 100) }
        return nil
    }

    private mutating func number() throws -> Int {
        var (value, digits) = (0, 0)
        while at < bytes.count, (48...57).contains(bytes[at]), digits < 6 {
            value = value * 10 + Int(bytes[at] - 48)
            (at, digits) = (at + 1, digits + 1)
        }
        guard digits > 0 else { throw Failure.malformed("number", at: at) }
        return value
    }

    private mutating func expect(_ text: String) throws {
        for byte in text.utf8 {
            guard at < bytes.count, bytes[at] == byte else { throw Failure.malformed("\(text) expected", at: at) }
            at += 1
        }
    }
}
