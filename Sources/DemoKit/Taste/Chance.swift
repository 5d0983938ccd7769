import Glibc

/// `Dice` in double precision, with the bell curve that people's faces and hands follow.
struct Chance: Sendable {
    private var dice: Dice

    init(_ seed: UInt64) { dice = Dice(seed) }

    /// 0 ..< 1
    mutating func unit() -> Double { Double(dice.next() >> 11) * 0x1p-53 }
    /// 0 ..< count
    mutating func index(_ count: Int) -> Int { Int(dice.next() % UInt64(max(1, count))) }
    /// Mean 0, deviation 1 (Box and Muller 1958).
    mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
}
