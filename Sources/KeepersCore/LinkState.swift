/// How good the line to the terminal is, and so how pictures are sent over it.
public enum LinkQuality: String, Sendable, CaseIterable {
    /// Below some 2 Mbit/s: coarse looks first, half the size next, 64 colours.
    case low
    /// Another machine, or a slow terminal: a coarse look first.
    case normal
    /// The same machine, or as good: everything at once.
    case local
}

/// What a person may ask of the line.
public enum LinkWish: Equatable, Sendable {
    /// nil: by what is measured.
    case quality(LinkQuality?)
    /// Bytes a minute after which pictures are not bettered any more; nil: no limit.
    case budget(Int?)
    /// Whether the line's state is wanted once a second.
    case meter(Bool)
}

/// The line to the terminal, measured just now.
public struct LinkState: Equatable, Sendable {
    /// Over the last second.
    public var bytesPerSecond: Int
    /// Since the program began.
    public var bytes: Int
    /// Milliseconds; nil while unknown.
    public var leastTrip: Double?
    public var lastTrip: Double?
    /// Bytes that the terminal has not acknowledged.
    public var inFlight: Int
    public var quality: LinkQuality
    /// A person chose the quality.
    public var isChosen: Bool
    /// Bytes a minute; nil = no limit.
    public var budget: Int?
    /// Bettering waits because the last minute's bytes reached the budget.
    public var isOverBudget: Bool

    public init(
        bytesPerSecond: Int = 0, bytes: Int = 0, leastTrip: Double? = nil, lastTrip: Double? = nil, inFlight: Int = 0,
        quality: LinkQuality = .local, isChosen: Bool = false, budget: Int? = nil, isOverBudget: Bool = false
    ) {
        self.bytesPerSecond = bytesPerSecond
        self.bytes = bytes
        self.leastTrip = leastTrip
        self.lastTrip = lastTrip
        self.inFlight = inFlight
        self.quality = quality
        self.isChosen = isChosen
        self.budget = budget
        self.isOverBudget = isOverBudget
    }
}
