public import KeepersCore

/// Everything that can happen to the screens; the runner turns the outside world into these.
public enum Event: Equatable, Sendable {
    case input(InputEvent)
    case sessions([SessionLine])
    case opened(SessionOpening)
    /// Frames found or changed on the card; ids are stable.
    case frames([Frame])
    /// Their files are gone, or are others now; their verdicts stay in the log.
    case missing([FrameID])
    /// What lies on the sources and could not be listed, each named: a locked or damaged folder, a name that is no text.
    case unlisted([String])
    case cards([FrameID: ScoreCard])
    case progress(Progress)
    /// The step that the last `.commit` asked for is on the disk.
    case committed(StoredStep)
    case commitFailed(String)
    case exportPlan(ExportSummary)
    case exportProgress(done: Int, total: Int)
    case exported(lines: [String])
    case notice(String)
}

/// Work that a screen asks for; the runner carries it out and answers with events.
public enum Effect: Equatable, Sendable {
    case loadSessions
    case open(SessionID)
    /// Must be durable before the next event is handled; answered by `.committed` or `.commitFailed`.
    case commit(Step, undoOf: StepID?)
    case savePlace(Place)
    /// The session was read-only: try again whether it can be written now.
    case claim
    case planExport(ExportProfile)
    case runExport(ExportProfile)
    case undoExport
    case redraw
    /// `:help`: the router shows the keys.
    case help
    case suspend
    case quit
}

/// A session as the browser lists it.
public struct SessionLine: Equatable, Sendable {
    public var summary: SessionSummary
    public var isMounted: Bool
    /// When it was last opened, in words.
    public var when: String

    public init(_ summary: SessionSummary, isMounted: Bool, when: String) {
        self.summary = summary
        self.isMounted = isMounted
        self.when = when
    }
}

/// A session as it lies in the store at the moment it opens.
public struct SessionOpening: Equatable, Sendable {
    public var id: SessionID
    public var name: String
    public var frames: [Frame]
    public var cards: [FrameID: ScoreCard]
    /// Present marks, and what can be undone.
    public var history: UndoHistory
    public var place: Place?
    /// Who else holds the session for writing; nil when we do.
    public var readOnly: String?

    public init(
        id: SessionID, name: String, frames: [Frame], cards: [FrameID: ScoreCard], history: UndoHistory, place: Place?,
        readOnly: String?
    ) {
        self.id = id
        self.name = name
        self.frames = frames
        self.cards = cards
        self.history = history
        self.place = place
        self.readOnly = readOnly
    }
}

/// How far the background work is, counted just now.
public struct Progress: Equatable, Sendable {
    public enum Stage: Equatable, Sendable {
        case idle
        case listing
        case reading(done: Int, total: Int)
        case scoring(done: Int, total: Int)
    }
    public var stage: Stage
    /// Frames a second, over the last stretch; nil while unknown.
    public var rate: Double?
    /// "23:31", or nil while unknown.
    public var finish: String?
    /// New frames or marks are arriving, so that the order still moves where nobody has begun.
    var movesFrames: Bool {
        switch stage {
        case .idle, .listing: false
        case .reading, .scoring: true
        }
    }
    /// What the first screen must say once: "12 films and 3 other files are no frames".
    public var note: String?

    public init(stage: Stage = .idle, rate: Double? = nil, finish: String? = nil, note: String? = nil) {
        self.stage = stage
        self.rate = rate
        self.finish = finish
        self.note = note
    }
}
