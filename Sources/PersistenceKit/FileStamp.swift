import Glibc

/// One file of a listing, without a look inside: enough to tell whether it is a frame that the store knows.
public struct FileStamp: Hashable, Sendable {
    /// Index into the session's sources (into the given sources, for `recognise`).
    public var source: Int
    /// Relative to its source, `/` separated.
    public var path: String
    public var size: Int64
    /// Nanoseconds since 1970 as the volume says.
    public var modified: Int64
    /// The JPEG's relative path when this is the RAW of a pair.
    public var pair: String?

    public init(source: Int, path: String, size: Int64, modified: Int64, pair: String? = nil) {
        self.source = source
        self.path = path
        self.size = size
        self.modified = modified
        self.pair = pair
    }
}

/// The tolerance with which two listings of one volume are compared.
///
/// FAT keeps local time in steps of 2 s, exFAT in steps of 10 ms (and copies to FAT round): a time that can come from
/// such a step may differ by up to 2 s. The system's clock zone moves every FAT time by the same whole quarter hours.
enum FileTimes {
    private static let step: Int64 = 10_000_000
    private static let slack: Int64 = 2_000_000_000
    private static let quarter: Int64 = 900_000_000_000
    /// From UTC-12 to UTC+14, both ways.
    private static let furthest: Int64 = 26 * 4

    static func agree(_ left: Int64, _ right: Int64) -> Bool {
        if left == right { return true }
        guard left % step == 0 || right % step == 0 else { return false }
        let (distance, overflow) = left.subtractingReportingOverflow(right)
        return !overflow && distance.magnitude <= UInt64(slack)
    }

    /// The zone shift that most of the differences show, in nanoseconds; 0 unless at least two agree on another one.
    static func commonShift(_ differences: [Int64]) -> Int64 {
        var votes: [Int64: Int] = [:]
        for difference in differences {
            let quarters = Int64((Double(difference) / Double(quarter)).rounded())
            guard abs(quarters) <= furthest, abs(difference &- quarters * quarter) <= slack else { continue }
            votes[quarters, default: 0] += 1
        }
        let best = votes.filter { $0.key != 0 && $0.value >= 2 }.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        guard let best, best.value > votes[0] ?? 0 else { return 0 }
        return best.key * quarter
    }
}

/// The known frames of one source by path, ready to be found again in a listing.
struct KnownFiles {
    struct Entry {
        var size: Int64
        var modified: Int64
    }
    var byPath: [String: Entry] = [:]

    /// How many of the listed files are known ones: same path, size and time.
    func found(in listing: [FileStamp]) -> Int {
        let shift = commonShift(with: listing)
        return listing.reduce(0) { $0 + (match($1, shift: shift) == nil ? 0 : 1) }
    }

    func commonShift(with listing: [FileStamp]) -> Int64 {
        FileTimes.commonShift(
            listing.compactMap { stamp in
                guard let known = byPath[stamp.path], known.size == stamp.size else { return nil }
                return stamp.modified &- known.modified
            })
    }

    func match(_ stamp: FileStamp, shift: Int64) -> Entry? {
        guard let known = byPath[stamp.path], known.size == stamp.size else { return nil }
        let agrees =
            FileTimes.agree(stamp.modified, known.modified)
            || shift != 0 && FileTimes.agree(stamp.modified &- shift, known.modified)
        return agrees ? known : nil
    }
}
