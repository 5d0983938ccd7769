import Glibc
import KeepersCore

/// One measured number, what it may be, and how far single rounds were apart.
struct Figure {
    enum Limit {
        case atMost(Double)
        case atLeast(Double)
        /// For the reader only.
        case none
    }

    var name: String
    var value: Double
    var unit: String
    var limit: Limit
    var decimals = 2
    /// "12 rounds, 0.21 to 0.24", or what the number is made of.
    var note = ""

    var holds: Bool {
        switch limit {
        case .atMost(let most): value <= most
        case .atLeast(let least): value >= least
        case .none: value.isFinite
        }
    }

    var line: String {
        func shown(_ limit: Double) -> String { fixed(limit, limit < 10 ? decimals : 0) }
        let bound =
            switch limit {
            case .atMost(let most): "<= \(shown(most))"
            case .atLeast(let least): ">= \(shown(least))"
            case .none: ""
            }
        let mark = holds ? "  ok  " : "OVER  "
        return
            "  \(mark)\(padRight(name, 58)) \(padLeft(fixed(value, decimals), 9)) \(padRight(unit, 9)) \(padRight(bound, 10)) \(note)"
    }
}

private func padRight(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
private func padLeft(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// The rounds of one measurement.
struct Spread {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var median: Double { share(0.5) }
    var least: Double { sorted.first ?? .nan }
    var most: Double { sorted.last ?? .nan }

    /// The value that this share of all values does not exceed.
    func share(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, max(0, Int((Double(sorted.count) * share).rounded(.up)) - 1))]
    }

    func note(_ decimals: Int = 2) -> String {
        "\(sorted.count) rounds, \(fixed(least, decimals)) to \(fixed(most, decimals))"
    }
}

/// Clocks in milliseconds.
enum Stopwatch {
    static func wall() -> Double { read(CLOCK_MONOTONIC) }
    /// CPU time of all threads of this process.
    static func cpu() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// CPU milliseconds that `body` took.
    static func cpu<Failure: Error>(of body: () throws(Failure) -> Void) throws(Failure) -> Double {
        let start = cpu()
        try body()
        return cpu() - start
    }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
}
