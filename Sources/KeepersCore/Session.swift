/// A session's row in the store.
public struct SessionID: Hashable, Sendable, Comparable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public init(_ value: Int64) { rawValue = value }
    public static func < (left: SessionID, right: SessionID) -> Bool { left.rawValue < right.rawValue }
    public var description: String { "session \(rawValue)" }
}

/// How far a session has come.
public enum SessionStatus: String, Sendable, CaseIterable { case ingesting, scoring, reviewed, exported }

/// One line of the session browser.
public struct SessionSummary: Equatable, Sendable, Identifiable {
    public var id: SessionID
    public var name: String
    /// Absolute paths as they were when the session was last opened.
    public var sources: [String]
    public var status: SessionStatus
    /// Nanoseconds since 1970.
    public var created: Int64
    public var opened: Int64
    /// Frames that were there when last looked; those that went missing are not counted.
    public var frames: Int
    public var picks: Int
    public var rejects: Int
    public var maybes: Int

    public init(
        id: SessionID, name: String, sources: [String], status: SessionStatus, created: Int64, opened: Int64, frames: Int = 0,
        picks: Int = 0, rejects: Int = 0, maybes: Int = 0
    ) {
        self.id = id
        self.name = name
        self.sources = sources
        self.status = status
        self.created = created
        self.opened = opened
        self.frames = frames
        self.picks = picks
        self.rejects = rejects
        self.maybes = maybes
    }

    /// Frames without a verdict: what is still to be looked at.
    public var open: Int { max(0, frames - picks - rejects - maybes) }
}
