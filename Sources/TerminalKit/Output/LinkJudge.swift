import KeepersCore

/// Which quality the line deserves, with some distance between better and worse so that it does not waver.
struct LinkJudge {
    private(set) var measured: LinkQuality
    /// What a person chose instead.
    var chosen: LinkQuality?

    var quality: LinkQuality { chosen ?? measured }

    init(isRemote: Bool) { measured = isRemote ? .normal : .local }

    /// `rate` in bytes a second, 0 = unknown; `trip` in nanoseconds.
    mutating func judge(rate: Double, trip: UInt64?, isRemote: Bool) {
        guard rate > 0 else { return }
        if rate < (measured == .low ? 375_000 : 250_000) {
            measured = .low
        } else if !isRemote {
            measured = .local
        } else {
            let isNear = (trip ?? .max) < (measured == .local ? 20_000_000 : 8_000_000)
            let isFast = rate > (measured == .local ? 2_500_000 : 5_000_000)
            measured = isNear && isFast ? .local : .normal
        }
    }
}

/// Counts bytes by seconds: how many in the last one, and how many in the last minute.
struct ByteMeter {
    private(set) var total = 0
    /// Bytes a minute after which pictures are not bettered any more.
    var budget: Int?
    private var seconds: [Int] = Array(repeating: 0, count: 60)
    private var current: UInt64 = 0

    mutating func add(_ count: Int, now: UInt64) {
        turn(now)
        total += count
        seconds[Int(current % 60)] += count
    }

    private mutating func turn(_ now: UInt64) {
        let second = now / 1_000_000_000
        guard second > current else { return }
        for gone in 1...min(60, second - current) { seconds[Int((current + gone) % 60)] = 0 }
        current = second
    }

    /// In the last whole second.
    mutating func lastSecond(now: UInt64) -> Int {
        turn(now)
        return seconds[Int((current + 59) % 60)]
    }

    /// The last minute's bytes have reached the budget.
    mutating func isOver(now: UInt64) -> Bool {
        guard let budget else { return false }
        turn(now)
        return seconds.reduce(0, +) >= budget
    }
}
