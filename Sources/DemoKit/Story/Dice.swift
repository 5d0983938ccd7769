/// Repeatable chance: xoshiro256** (Blackman and Vigna 2018), seeded by SplitMix64; no two machines differ.
struct Dice: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    init(_ seed: UInt64) {
        var mixer = seed
        state = (Dice.split(&mixer), Dice.split(&mixer), Dice.split(&mixer), Dice.split(&mixer))
    }

    /// Independent dice for one purpose, so that a change in one scene leaves all others as they were.
    init(_ seed: UInt64, _ purpose: Int, _ index: Int = 0) {
        var mixer = seed ^ UInt64(bitPattern: Int64(purpose)) &* 0xD6E8_FEB8_6659_FD93
        let first = Dice.split(&mixer)
        self.init(first ^ UInt64(bitPattern: Int64(index)) &* 0xA076_1D64_78BD_642F)
    }

    private static func split(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next() -> UInt64 {
        let result = rotated(state.1 &* 5, 7) &* 9
        let t = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= t
        state.3 = rotated(state.3, 45)
        return result
    }

    private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { (value << count) | (value >> (64 - count)) }

    /// 0 ..< 1 in steps of 2^-24, exact in single precision.
    mutating func unit() -> Float { Float(next() >> 40) * (1.0 / 16_777_216.0) }
    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }
    /// -size ... size
    mutating func around(_ size: Float) -> Float { (unit() * 2 - 1) * size }
    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }
    mutating func chance(_ probability: Float) -> Bool { unit() < probability }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[whole(0...values.count - 1)] }
}
