/// How fast background work goes, and how far an estimate made from it may be off, from the moments at which pieces were done.
public struct Pace: Sendable {
    public struct Estimate: Equatable, Sendable {
        /// Pieces a second.
        public var rate: Double
        /// Seconds until the rest is done.
        public var seconds: Double
        /// Seconds by which that may be off, 19 times of 20; nil while too little was seen.
        public var spread: Double?
    }

    private static let window: UInt64 = 30_000_000_000
    private static let most = 1024
    private var moments: [UInt64] = []

    public init() {}

    /// A piece was done; nanoseconds of a clock that never jumps.
    public mutating func note(_ now: UInt64) {
        moments.append(now)
        if moments.count > 2 * Pace.most { moments.removeFirst(Pace.most) }
    }

    /// What was seen before tells nothing about what comes: other workers, or a pause.
    public mutating func restart() { moments = [] }

    /// nil until there is something to tell from, and when nothing came for ten seconds.
    public func estimate(remaining: Int, now: UInt64) -> Estimate? {
        let seen = moments.suffix(Pace.most).drop { now &- $0 > Pace.window }
        guard seen.count >= 9, let first = seen.first, let last = seen.last, last > first, now &- last < 10_000_000_000 else {
            return nil
        }
        let mean = Double(last &- first) / 1e9 / Double(seen.count - 1)
        return Estimate(
            rate: 1 / mean, seconds: Double(remaining) * mean, spread: Pace.spread(Array(seen), remaining: Double(remaining)))
    }

    /// By batch means, because neighbouring pieces are alike (one burst, one hot minute) and would promise too much.
    ///
    /// The error of the mean grows with what remains, the fluctuation to come with its root; 2.36 is Student's t of 8 batches.
    private static func spread(_ seen: [UInt64], remaining: Double) -> Double? {
        let batches = 8
        let size = (seen.count - 1) / batches
        guard size >= 1 else { return nil }
        let means = (0..<batches).map { Double(seen[($0 + 1) * size] &- seen[$0 * size]) / 1e9 / Double(size) }
        let mean = means.reduce(0, +) / Double(batches)
        let variance = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(batches - 1)
        return 2.36 * (variance * (remaining * remaining / Double(batches) + remaining * Double(size))).squareRoot()
    }

    /// `± 20 s`, `± 2 min`: rounded up, never to nothing.
    public static func words(spread seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e6 else { return "± hours" }
        if seconds <= 55 { return "± \(max(5, Int(seconds / 5 + 0.999) * 5)) s" }
        return "± \(max(1, Int(seconds / 60 + 0.999))) min"
    }
}
