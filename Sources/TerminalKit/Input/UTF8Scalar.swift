/// A Unicode scalar that is still arriving byte by byte.
struct UTF8Scalar: Equatable {
    private var value: UInt32
    private var missing: Int
    private let least: UInt32

    /// nil for a byte that cannot start a scalar of two to four bytes.
    init?(first: UInt8) {
        switch first {
        case 0xC2...0xDF: (value, missing, least) = (UInt32(first & 0x1F), 1, 0x80)
        case 0xE0...0xEF: (value, missing, least) = (UInt32(first & 0x0F), 2, 0x800)
        case 0xF0...0xF4: (value, missing, least) = (UInt32(first & 0x07), 3, 0x10000)
        default: return nil
        }
    }

    var isWhole: Bool { missing == 0 }

    /// nil for overlong forms and surrogates.
    var scalar: Unicode.Scalar? { value >= least ? Unicode.Scalar(value) : nil }

    /// False for a byte that does not continue this scalar.
    mutating func append(_ byte: UInt8) -> Bool {
        guard missing > 0, byte & 0xC0 == 0x80 else { return false }
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        return true
    }
}
