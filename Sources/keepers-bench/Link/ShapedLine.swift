/// One direction of a line: a token bucket of one segment, then a delay, before both a buffer of limited size.
///
/// Every segment of at most 1448 bytes pays for 52 bytes of headers, takes its turn at the line's rate, and arrives after the
/// delay. What does not fit into the buffer is not taken: TCP then stops its sender, as it does at a modem that is full.
struct ShapedLine {
    /// Bytes a second.
    let rate: Double
    /// Milliseconds one way.
    let delay: Double
    /// Bytes that may wait for their turn.
    let capacity: Int

    private var segments: [(bytes: ArraySlice<UInt8>, arrival: Double)] = []
    private var head = 0
    private var freeAt = 0.0

    static let segment = 1448
    static let headers = 52

    init(rate: Double, delay: Double, capacity: Int) {
        self.rate = rate
        self.delay = delay
        self.capacity = capacity
    }

    /// How many bytes may be put in now.
    func room(now: Double) -> Int { max(0, capacity - Int(max(0, freeAt - now) * rate / 1000)) }

    mutating func put(_ bytes: ArraySlice<UInt8>, now: Double) {
        var rest = bytes
        while !rest.isEmpty {
            let piece = rest.prefix(Self.segment)
            rest = rest.dropFirst(piece.count)
            freeAt = max(freeAt, now) + Double(piece.count + Self.headers) * 1000 / rate
            segments.append((piece, freeAt + delay))
        }
    }

    /// When the next segment arrives; nil while the line is empty.
    var nextArrival: Double? { head < segments.count ? segments[head].arrival : nil }

    /// What has arrived by now.
    mutating func take(now: Double) -> [UInt8] {
        var bytes: [UInt8] = []
        while head < segments.count, segments[head].arrival <= now {
            bytes += segments[head].bytes
            segments[head].bytes = []
            head += 1
        }
        if head == segments.count {
            segments.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 4096 {
            segments.removeFirst(head)
            head = 0
        }
        return bytes
    }
}
