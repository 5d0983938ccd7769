public import KeepersCore

/// One session on the screen: the frames, where the person stands, and what is open.
public struct SessionState: Equatable, Sendable {
    public enum Level: Equatable, Sendable { case grid, fan, loupe, compare, survey, faces }
    struct Pending: Equatable, Sendable {
        var step: Step
        var undoOf: StepID?
        var inverse: [FrameChange]
        /// Where the person stood, to do it again.
        var place: Place
    }
    /// Frames that the next verdict will act on together.
    enum Selection: Equatable, Sendable {
        case range(anchor: FrameID)
        case stack([FrameID])
    }

    public let id: SessionID
    public let name: String
    /// Who holds the session for writing, when it is not us.
    public internal(set) var readOnly: String?
    /// Read-only, and whoever held the session has ended: one key makes it ours.
    public internal(set) var isFree = false
    public internal(set) var model: SessionModel
    public internal(set) var queue = Queue()
    public internal(set) var focus: FrameID?
    public internal(set) var level = Level.grid
    /// The walk stays inside the focused stack.
    var isInStack = false
    /// Percent of preview pixels; 0 = fit.
    var zoom = 0
    var centreX = 0.5
    var centreY = 0.5
    var gridTop = 0
    var selection: Selection?
    /// The frames that are looked at together; kept while one of them is in the loupe.
    var comparison: Comparison?
    var lastVerdict: Command?
    /// The count before it, which `.` takes again.
    var lastCount: Int?
    var autoAdvance = false
    var isInfoShown = true
    var isWhyShown = true
    var isChromeOff = false
    /// A person has begun: from now on nothing moves by itself.
    var hasBegun = false
    public internal(set) var history: UndoHistory
    /// The step on its way to the disk, and what takes it back should it not get there.
    var pending: Pending?
    /// What was done last did not get to the disk; until something does.
    var isUnsaved = false
    /// Folders of the session that are not there now: a card that was pulled.
    var cardOut: [String] = []
    var goal: Int?
    public internal(set) var progress = Progress()
    public internal(set) var notice: String?
    /// Nothing glides and nothing moves by itself; the router sets it for every session.
    public internal(set) var isMotionReduced = false
    var prompt: Prompt?
    var export: ExportState?
    var exportPlaces = ExportMemory()
    /// What other programs did to the sidecars, and what is still to be written.
    var sidecars = SidecarNews()
    var conflicts: ConflictList?
    /// What is drawn over large pictures.
    var overlay = LoupeOverlay.faces
    /// Which of a frame's pictures the loupe shows, and what is known of them.
    var pictures = LargePictures()
    var faceFocus: FaceFocus?
    /// Scores stay hidden until the verdict.
    public internal(set) var isBlind = false
    var sortBeforeBlind: SortKey?
    /// Frames that were shown large, in this opening or an earlier one.
    var looked: FrameSet
    var audit: AuditState?
    var timeBox: TimeBox?
    var clock: ClockState?
    var hand = Hand()
    /// By name, for every session.
    var savedFilters: [String: String] = [:]
    var filterList: FilterListState?
    /// Lines that were entered, the newest last.
    var filterHistory: [String] = []
    var commandHistory: [String] = []
    var isMeterShown = false
    /// The line to the terminal as it was a moment ago.
    var link: LinkState?
    var hasSaidClocks = false
    /// Bodies whose correction the person did not want.
    var declinedClocks: Set<String> = []
    private var hasSaidModelsMissing = false
    private var savedView: String?
    /// Settings on their way to the store.
    private var unsaved: [Effect] = []
    private var savedPlace: Place?

    init(_ opening: SessionOpening, geometry: Geometry) {
        id = opening.id
        name = opening.name
        readOnly = opening.readOnly
        notice = opening.readOnly.map(Self.heldWords)
        model = SessionModel(
            frames: opening.frames, marks: opening.history.marks, cards: opening.cards,
            rules: StackRules(settings: opening.settings), decided: opening.history.decided(), taste: opening.taste)
        history = opening.history
        looked = FrameSet(settings: opening.settings, name: Self.lookedName)
        isBlind = opening.settings["blind"] == "on"
        overlay = opening.settings["overlays"].flatMap(LoupeOverlay.init) ?? .faces
        hand = Hand(settings: opening.settings)
        sidecars.unwritten = opening.unwritten
        exportPlaces = ExportMemory(settings: opening.settings)
        savedView = opening.settings[Self.viewName]
        show(view: savedView)
        audit = opening.settings[Self.auditName].flatMap(AuditState.init)
        timeBox = opening.settings[Self.timeBoxName].flatMap(TimeBox.init)
        savedFilters = opening.savedFilters
        filterHistory = Self.history(opening.settings)
        for key in opening.settings.keys where key.hasPrefix(Self.declinedName) {
            declinedClocks.insert(String(key.dropFirst(Self.declinedName.count)))
        }
        queue.resort(model, by: allowed(.rank), keeping: nil)
        reopenList(view: savedView)
        focus = queue.visible.first.flatMap { face(of: $0.members) }
        if let place = opening.place {
            restore(place)
            returnIntoStack(view: savedView)
            hasBegun = true
        }
        sayUnwritten()
        savedPlace = place
        settle(geometry)
    }

    private static let lookedName = "looked"

    /// Whether keys are text for a prompt.
    var takesText: Bool { prompt != nil }
    /// A prompt or a screen of its own takes the keys.
    var isModal: Bool {
        prompt != nil || export != nil || clock != nil || conflicts != nil || filterList != nil
    }

    /// Where the person stands, for the store and for undo.
    public var place: Place {
        Place(
            screen: level.screen, frame: focus, filter: queue.filter.text, sort: queue.sort.rawValue, zoom: zoom,
            centreX: centreX, centreY: centreY, top: gridTop, together: comparison?.together)
    }

    mutating func restore(_ place: Place) {
        let filter = allowed((try? Filter.parse(place.filter)) ?? .everything)
        let sort = allowed(SortKey(rawValue: place.sort) ?? .rank)
        if let frame = place.frame, model.frame(frame) != nil { focus = frame }
        if let scope = queue.scope, !scope.entries.contains(where: { $0.members.contains(focus ?? FrameID(0)) }) {
            queue.enter(nil, model)
        }
        if sort != queue.sort { queue.resort(model, by: sort, keeping: focus) }
        queue.setFilter(filter, model, keeping: focus)
        level = Level(place.screen)
        restoreComparison(place)
        zoom = level == .loupe || isTogether ? place.zoom : 0
        centreX = place.centreX
        centreY = place.centreY
        gridTop = max(0, place.top)
        isInStack = level == .fan || (level == .loupe && focus != focusedEntry.flatMap { face(of: $0.members) })
        // A group of duplicates need not be a stack.
        if level == .fan, focusedMembers.count < 2, model.stack(of: focus ?? FrameID(0)) == nil { level = .grid }
        selection = nil
        findFaceInView()
    }

    mutating func update(_ event: Event, geometry: Geometry) -> [Effect] {
        switch event {
        case .frames(let frames): take(frames: frames)
        case .missing(let gone): drop(Set(gone))
        case .cards(let cards): take(cards: cards)
        case .existing(let existing): take(existing: existing)
        case .sights(let sights): take(sights: sights)
        case .sidecars(let changed, let gone): takeSidecars(changed: changed, gone: gone)
        case .adopted(let stored): take(adopted: stored)
        case .unwritten(let count): sidecars.unwritten = count
        case .taste(let points): take(taste: points)
        case .cardOut(let folders): return take(cardOut: folders) + takeUnsaved()
        case .alike(let found): model.take(alike: found)
        case .progress(let progress): take(progress: progress)
        case .clock(let nanoseconds): tick(nanoseconds)
        case .link(let state): link = state
        case .holder(let words): take(holder: words)
        case .drew(let request, let facts): take(facts, of: request)
        case .pictureFailed(let request, let words): take(trouble: words, of: request)
        case .blink: comparison?.showsChallenger.toggle()
        case .committed(let stored):
            history.record(stored)
            pending = nil
            isUnsaved = false
            findConflicts(Set(stored.step.changes.map(\.frame)))
        case .commitFailed(let message):
            let inverse = pending?.inverse ?? []
            model.apply(inverse)
            if let step = pending?.step { model.set(decided: history.decided(of: step.changes)) }
            follow(inverse)
            if let place = pending?.place { restore(place) }
            pending = nil
            isUnsaved = true
            notice = message
        case .exportChoices(let choices): export?.choices = choices
        // One that was on its way when another place was chosen is nobody's.
        case .exportPlan where export?.asks != nil || export?.asksUndo != nil || export?.result != nil: break
        case .exportPlan(let plan):
            export?.plan = plan
            rememberExportPlace()
            forgetChanges()
        case .exportFolderRefused(let why): return takeExportFolder(problem: why) + takeUnsaved()
        case .exportProgress(let done, let total): export?.running = ExportState.Running(done: done, total: total)
        case .exported(let lines, let end): take(exported: lines, end)
        case .undoOffers(let offers): export?.undo = offers
        case .receipt(let lines): export?.receipt = lines
        case .input, .sessions, .opened, .notice, .unlisted, .proceed, .theme: break
        }
        settle(geometry)
        return takeUnsaved()
    }

    private mutating func take(progress: Progress) {
        let wasScoring = self.progress.stage.isScoring
        self.progress = progress
        if wasScoring, progress.stage == .idle { noticeClocks() }
        // The first quiet screen of a new session says it in its note.
        if progress.stage == .idle, !hasBegun, progress.modelsMissing != nil { hasSaidModelsMissing = true }
    }

    /// Why faces are missing is said once: by the first quiet screen, or, where there was none, with the first key.
    mutating func sayModelsMissing() {
        guard let words = progress.modelsMissing, !hasSaidModelsMissing, notice == nil else { return }
        hasSaidModelsMissing = true
        notice = words
    }

    private mutating func take(frames: [Frame]) {
        let known = Set(model.frames.map(\.id))
        var all: [FrameID: Frame] = [:]
        for frame in model.frames { all[frame.id] = frame }
        for frame in frames { all[frame.id] = frame }
        model.setFrames(Array(all.values))
        let new = model.frames.map(\.id).filter { !known.contains($0) }
        if hasBegun { queue.append(new, model, keeping: focus) } else { resortAll() }
        if focus == nil { focus = queue.visible.first.flatMap { face(of: $0.members) } }
    }

    private mutating func drop(_ gone: Set<FrameID>) {
        model.setFrames(model.frames.filter { !gone.contains($0.id) })
        model.restack()
        // A list of its own may name what is gone; :audit and :dupes show what is left.
        queue.enter(nil, model)
        if let focus, gone.contains(focus) { self.focus = nil }
        queue.resort(model, keeping: focus)
        if focus == nil { focus = queue.visible.first.flatMap { face(of: $0.members) } }
        notice = "\(counted(gone.count, "frame")) gone from the card; their verdicts are kept"
    }

    private mutating func take(cards: [FrameID: ScoreCard]) {
        model.add(cards: cards)
        comparison?.people = nil
        if hasBegun { queue.noteRanked(cards.keys) } else { resortAll() }
    }

    private mutating func take(existing: [FrameID: Existing]) {
        model.set(existing: existing)
        guard hasBegun else { return resortAll() }
        // They come anew with every opening; only those that would change the order are worth a word.
        if model.entries(sortedBy: queue.sort) != queue.order { queue.noteRanked(existing.keys) }
    }

    private mutating func take(taste: [FrameID: Double]) {
        model.set(taste: taste)
        if hasBegun { queue.noteRanked(taste.keys) } else { resortAll() }
    }

    /// Before a person has begun, the best stands first and in focus.
    private mutating func resortAll() {
        model.restack()
        queue.resort(model, keeping: nil)
        focus = queue.visible.first.flatMap { face(of: $0.members) }
    }

    /// Effects that remember the place, when it changed.
    mutating func savingPlace(_ effects: [Effect]) -> [Effect] {
        if viewSetting != savedView {
            savedView = viewSetting
            save(Self.viewName, savedView)
        }
        let effects = effects + takeUnsaved()
        guard readOnly == nil, place != savedPlace else { return effects }
        savedPlace = place
        return effects + [.savePlace(place)]
    }

    /// Keeps a setting of this session; nil removes it.
    mutating func save(_ name: String, _ value: String?) { unsaved.append(.saveSetting(name, value)) }

    private mutating func takeUnsaved() -> [Effect] {
        for (key, value) in looked.takeChanges(name: Self.lookedName) { save(key, value) }
        defer { unsaved = [] }
        return readOnly == nil ? unsaved : []
    }

    /// Keeps the focus visible and every index inside its bounds.
    mutating func settle(_ geometry: Geometry) {
        settleComparison()
        if let focus, queue.position(of: focus) == nil {
            self.focus = queue.visible.first.flatMap { face(of: $0.members) }
        }
        if focus == nil { level = .grid }
        if level != .grid, let focus { looked.insert(focus) }
        let layout = GridLayout(geometry: geometry, chromeOff: isChromeOff)
        gridTop = layout.top(showing: focusIndex ?? 0, from: gridTop, count: queue.visible.count)
    }
}
