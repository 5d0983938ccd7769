import Glibc

/// A spot check of what was let fall without looking: a fair draw, and what its result says about all of them.
public enum Audit {
    /// `count` of `frames` (fewer where there are not so many) in the order drawn; the same seed draws the same ones.
    ///
    /// Fisher and Yates with SplitMix64 (Steele, Lea, Flood 2014), so that every frame is as likely as any other.
    public static func draw(_ count: Int, of frames: [FrameID], seed: UInt64) -> [FrameID] {
        var frames = frames
        var state = seed
        let wanted = min(max(0, count), frames.count)
        for index in 0..<wanted {
            let other = index + Int(below(UInt64(frames.count - index), &state))
            frames.swapAt(index, other)
        }
        return Array(frames.prefix(wanted))
    }

    /// Evenly spread over 0..<`bound`: the high half of a full product (Lemire 2019), whose bias is below 2^-50 here.
    private static func below(_ bound: UInt64, _ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return mixed.multipliedFullWidth(by: bound).high
    }

    /// The exact 95 % interval of a share after `hits` of `trials` (Clopper and Pearson 1934), each 0...1; nil without a trial.
    public static func interval(hits: Int, of trials: Int) -> (low: Double, high: Double)? {
        guard trials > 0, (0...trials).contains(hits) else { return nil }
        let tail = 0.025
        let low = hits == 0 ? 0 : root { 1 - atMost(hits - 1, of: trials, share: $0) - tail }
        let high = hits == trials ? 1 : root { tail - atMost(hits, of: trials, share: $0) }
        return (low, high)
    }

    /// Where a rising function of 0...1 passes 0, by halving.
    private static func root(_ rising: (Double) -> Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if rising(middle) < 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The chance of `hits` or fewer in `trials` when each hits with probability `share`.
    private static func atMost(_ hits: Int, of trials: Int, share: Double) -> Double {
        if share <= 0 { return 1 }
        if share >= 1 { return hits >= trials ? 1 : 0 }
        var sum = 0.0
        for hit in 0...hits {
            let ways = lgamma(Double(trials + 1)) - lgamma(Double(hit + 1)) - lgamma(Double(trials - hit + 1))
            sum += exp(ways + Double(hit) * log(share) + Double(trials - hit) * log1p(-share))
        }
        return min(1, sum)
    }

    /// `"you overturned 1 of 30: 0-17 % of the 1 804 let fall"`; a draw of all of them needs no interval.
    public static func words(overturned: Int, of judged: Int, population: Int) -> String {
        guard let (low, high) = interval(hits: overturned, of: judged) else { return "none of the drawn frames was judged" }
        let start = "you overturned \(overturned) of \(judged)"
        if judged >= population { return "\(start): these were all that you let fall" }
        return "\(start): \(fixed(low * 100, 0))-\(fixed(high * 100, 0)) % of the \(grouped(population)) let fall"
    }
}
