/// What decides which frames belong together; a session keeps its own.
public struct StackRules: Hashable, Sendable {
    /// The most nanoseconds between two neighbours of a burst.
    public var gap: Int64
    /// Cosine distance of two feature prints up to which they show the same picture again, 0...1.
    public var duplicateThreshold: Double
    /// Nanoseconds to add to a camera body's clock, by `Frame.body`; only what a person confirmed.
    public var clockOffsets: [String: Int64]

    public init(
        gap: Int64 = Bursts.defaultGapNanoseconds, duplicateThreshold: Double = 0.15, clockOffsets: [String: Int64] = [:]
    ) {
        self.gap = gap
        self.duplicateThreshold = duplicateThreshold
        self.clockOffsets = clockOffsets
    }
}

extension StackRules {
    /// From a session's settings in the store; what does not read is as by default.
    public init(settings: [String: String]) {
        self.init()
        if let text = settings[Self.gapKey], let value = Int64(text), value >= 0 { gap = value }
        if let text = settings[Self.thresholdKey], let value = Double(text), (0...1).contains(value) {
            duplicateThreshold = value
        }
        for (key, text) in settings where key.hasPrefix(Self.offsetKey) {
            if let value = Int64(text) { clockOffsets[String(key.dropFirst(Self.offsetKey.count))] = value }
        }
    }

    public var settings: [String: String] {
        var out = [Self.gapKey: String(gap), Self.thresholdKey: String(duplicateThreshold)]
        for (body, offset) in clockOffsets { out[Self.offsetKey + body] = String(offset) }
        return out
    }

    private static let gapKey = "stack.gap"
    private static let thresholdKey = "duplicates.threshold"
    private static let offsetKey = "clock.offset "
}
