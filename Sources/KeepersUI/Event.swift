public import KeepersCore

/// Everything that can happen to the screens; the runner turns the outside world into these.
public enum Event: Equatable, Sendable {
    case input(InputEvent)
    case sessions([SessionLine])
    case opened(SessionOpening)
    /// Frames found or changed on the card; ids are stable.
    case frames([Frame])
    case cards([FrameID: ScoreCard])
    case progress(Progress)
    /// The step that the last `.commit` asked for is on the disk.
    case committed(Int64)
    case commitFailed(String)
    case exportPlan(ExportPlan)
    case exportProgress(done: Int, total: Int)
    case exported(lines: [String])
    case notice(String)
}

/// Work that a screen asks for; the runner carries it out and answers with events.
public enum Effect: Equatable, Sendable {
    case loadSessions
    case open(sessionID: Int64)
    /// Must be durable before the next event is handled; answered by `.committed` or `.commitFailed`.
    case commit(Step, undoOf: Int64?)
    case savePlace(Place)
    case planExport(profile: ExportChoice)
    case runExport(profile: ExportChoice)
    case undoExport
    case redraw
    case suspend
    case quit
}

/// A session as the browser lists it.
public struct SessionLine: Equatable, Sendable {
    public var id: Int64
    public var name: String
    public var sources: [String]
    public var isMounted: Bool
    public var frames: Int
    public var picks: Int
    public var rejects: Int
    public var open: Int
    /// When it was last opened, in words.
    public var when: String

    public init(
        id: Int64, name: String, sources: [String], isMounted: Bool, frames: Int, picks: Int, rejects: Int, open: Int,
        when: String
    ) {
        self.id = id
        self.name = name
        self.sources = sources
        self.isMounted = isMounted
        self.frames = frames
        self.picks = picks
        self.rejects = rejects
        self.open = open
        self.when = when
    }
}

/// A session as it lies in the store at the moment it opens.
public struct SessionOpening: Equatable, Sendable {
    public var id: Int64
    public var name: String
    public var frames: [Frame]
    public var marks: [FrameID: Mark]
    public var cards: [FrameID: ScoreCard]
    public var place: Place?
    public var undo: [HistoryEntry]
    public var redo: [HistoryEntry]
    /// Who else holds the session for writing; nil when we do.
    public var readOnly: String?

    public init(
        id: Int64, name: String, frames: [Frame], marks: [FrameID: Mark], cards: [FrameID: ScoreCard], place: Place?,
        undo: [HistoryEntry], redo: [HistoryEntry], readOnly: String?
    ) {
        self.id = id
        self.name = name
        self.frames = frames
        self.marks = marks
        self.cards = cards
        self.place = place
        self.undo = undo
        self.redo = redo
        self.readOnly = readOnly
    }
}

/// One step that can be undone (or done again): what it changed and where the person stood.
public struct HistoryEntry: Equatable, Sendable {
    public var id: Int64
    public var changes: [FrameChange]
    public var inverse: [FrameChange]
    public var place: Place
    public var reason: String

    public init(id: Int64, changes: [FrameChange], inverse: [FrameChange], place: Place, reason: String) {
        self.id = id
        self.changes = changes
        self.inverse = inverse
        self.place = place
        self.reason = reason
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
    /// What the first screen must say once: "12 films and 3 other files are no frames".
    public var note: String?

    public init(stage: Stage = .idle, rate: Double? = nil, finish: String? = nil, note: String? = nil) {
        self.stage = stage
        self.rate = rate
        self.finish = finish
        self.note = note
    }
}

/// Which mapping the export uses.
public enum ExportChoice: String, Equatable, Sendable, CaseIterable { case lightroom, flags }

/// A dry run in plain words.
public struct ExportPlan: Equatable, Sendable {
    public var profile: ExportChoice
    /// Count (nil for a plain line) and words, one line each.
    public var lines: [Line]
    public var toWrite: Int

    public struct Line: Equatable, Sendable {
        public var count: Int?
        public var words: String
        public var detail: String
        public init(count: Int?, words: String, detail: String = "") {
            self.count = count
            self.words = words
            self.detail = detail
        }
    }
    public init(profile: ExportChoice, lines: [Line], toWrite: Int) {
        self.profile = profile
        self.lines = lines
        self.toWrite = toWrite
    }
}
