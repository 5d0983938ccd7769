/// How hot and how busy the machine is, as far as background work is concerned.
public enum HeatState: String, Sendable, CaseIterable, Comparable {
    case nominal, fair, serious, critical

    public static func < (left: HeatState, right: HeatState) -> Bool {
        Self.allCases.firstIndex(of: left)! < Self.allCases.firstIndex(of: right)!
    }
}

/// The state just now and what it was read from.
public struct HeatReport: Equatable, Sendable {
    public var state: HeatState
    /// What decided it, in words: "84 °C", "battery 18 %", "cpu pressure 62 %"; "no sensor" where nothing could be read.
    public var cause: String
    /// Workers that may measure now; 0 = paused.
    public var workers: Int
    /// Nothing could be read: the state is an assumption.
    public var hasSensor: Bool

    public init(state: HeatState, cause: String, workers: Int, hasSensor: Bool) {
        self.state = state
        self.cause = cause
        self.workers = workers
        self.hasSensor = hasSensor
    }
}
