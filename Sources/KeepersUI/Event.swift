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
    /// Decisions that were there before, as just read from sidecars and headers.
    case existing([FrameID: Existing])
    /// What is known of sidecars, as of the last look; what is told anew replaces what was told.
    case sights([FrameID: SidecarSight])
    /// Sidecars that another program wrote or removed since they were last looked at.
    case sidecars(changed: [FrameID], gone: [FrameID])
    /// A step that no key asked for: what only another program changed was taken over, and is on the disk.
    case adopted(StoredStep)
    /// How many sidecars an export set out to write and has not written yet.
    case unwritten(Int)
    /// What the learned taste adds to composites, in points; empty = not used.
    case taste([FrameID: Double])
    /// Folders of the session that are not there now; empty = all are back.
    case cardOut([String])
    /// Which frames look alike, found while nothing else was under way.
    case alike(AlikeFrames)
    case progress(Progress)
    /// The step that the last `.commit` asked for is on the disk.
    case committed(StoredStep)
    case commitFailed(String)
    /// What the export screen may offer; sent before each plan.
    case exportChoices(ExportChoices)
    case exportPlan(ExportSummary)
    /// The folder that was named for it will not do; why, in words.
    case exportFolderRefused(String)
    case exportProgress(done: Int, total: Int)
    case exported(lines: [String], end: ExportEnd = .written)
    /// What can be taken back at the place of the export on the screen, counted just now.
    case undoOffers(UndoOffers)
    /// The session's receipt, to be shown below what an export came to.
    case receipt([String])
    case notice(String)
    /// A macro goes on; sent while `AppState.hasMore`, once everything that its last command asked for is answered.
    case proceed
    /// A large picture was drawn, on the screen or ahead; what was learned about it.
    case drew(PictureRequest, PictureFacts)
    /// A picture other than the preview cannot be had; why, in words.
    case pictureFailed(PictureRequest, String)
    /// What time it is, nanoseconds since 1970; sent once a second while `AppState.wantsClock`.
    case clock(Int64)
    /// The line to the terminal, once a second while a meter or a budget asks for it.
    case link(LinkState)
    /// Who holds the session that is read-only here; nil = nobody any more.
    case holder(String?)
    /// Other colours from now on, and what to say of it.
    case theme(Theme, notice: String?)
    /// The other of two frames is to be seen; sent while `AppState.wantsBlink`.
    case blink
}

/// Work that a screen asks for; the runner carries it out and answers with events.
public enum Effect: Equatable, Sendable {
    case loadSessions
    case open(SessionID)
    /// Must be durable before the next event is handled; answered by `.committed` or `.commitFailed`.
    case commit(Step, undoOf: StepID?)
    case savePlace(Place)
    /// Keeps a setting of this session (nil removes it): rules of stacks, blind mode, a time box.
    case saveSetting(String, String?)
    /// The session was read-only: try again whether it can be written now.
    case claim
    case planExport(ExportProfile, ExportPlace)
    case runExport(ExportProfile)
    /// What can be taken back at that place is to be counted.
    case offerUndo(ExportPlace)
    /// What the newest export to that place wrote or changed goes back, or what all of them did.
    case undoExport(ExportPlace, UndoOffer.Reach)
    case redraw
    /// Something about the line to the terminal.
    case link(LinkWish)
    /// Shows and remembers the theme of this name; empty: names those there are.
    case useTheme(String)
    /// Keeps a setting of everybody, for every session from now on; nil removes it.
    case remember(String, String?)
    /// `:help`: the router shows the keys.
    case help
    /// `:profile` and `:layout`: the router changes the keys.
    case keys(KeyChange)
    /// Asks the terminal to report the mouse, or to leave it alone.
    case mouse(Bool)
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
    /// The session's settings as they lie in the store.
    public var settings: [String: String]
    /// What the learned taste adds to composites, in points; empty = not used.
    public var taste: [FrameID: Double]
    /// How many sidecars an export set out to write and has not written yet.
    public var unwritten: Int
    /// Filters kept under a name, for every session.
    public var savedFilters: [String: String]

    public init(
        id: SessionID, name: String, frames: [Frame], cards: [FrameID: ScoreCard], history: UndoHistory, place: Place?,
        readOnly: String?, settings: [String: String] = [:], taste: [FrameID: Double] = [:], unwritten: Int = 0,
        savedFilters: [String: String] = [:]
    ) {
        self.unwritten = unwritten
        self.savedFilters = savedFilters
        self.settings = settings
        self.taste = taste
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

        var isScoring: Bool {
            if case .scoring = self { true } else { false }
        }
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
    /// How far the finish may be off, in words: "± 2 min"; nil while unknown.
    public var spread: String?
    /// The machine's heat just now; nil while nothing runs in the background.
    public var heat: HeatReport?
    /// Why faces are not measured, with the way to change that; nil when they are.
    public var modelsMissing: String?

    public init(
        stage: Stage = .idle, rate: Double? = nil, finish: String? = nil, note: String? = nil, spread: String? = nil,
        heat: HeatReport? = nil, modelsMissing: String? = nil
    ) {
        self.spread = spread
        self.heat = heat
        self.modelsMissing = modelsMissing
        self.stage = stage
        self.rate = rate
        self.finish = finish
        self.note = note
    }
}
