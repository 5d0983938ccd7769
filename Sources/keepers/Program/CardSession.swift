import EngineKit
import KeepersCore
import KeepersUI
import PersistenceKit

/// One open session: what the store knows, what lies on the sources, and the work that goes on behind the screens.
final class CardSession {
    let store: Store
    let places: Places
    let workshop: Workshop
    /// The given folders; a worker's root index is an index here.
    let roots: [String]
    private(set) var id: SessionID?
    private(set) var name: String
    /// The session's sources, by position; a source that is not here now keeps its last path.
    private(set) var sources: [String] = []
    /// For each given root its position among the session's sources.
    private(set) var positions: [Int]
    private(set) var frames: [FrameID: Frame] = [:]
    var cards: [FrameID: ScoreCard] = [:]
    /// Decisions that were there before, as far as they were read.
    var existing: [FrameID: Existing] = [:]
    /// What is known of the frames' sidecars, as of the last look.
    var sights: [FrameID: SidecarSight] = [:]
    /// What measures here; the cards above are of its version.
    private(set) var models: Models
    private(set) var thumbnails: ThumbnailCache?
    /// Why nothing may be written, as a sentence for commands; and who has it, for the screens.
    private(set) var readOnly: String?
    private var heldBy: String?
    private var lock: SessionLock?

    /// Where events for the screens go.
    var report: (Event) -> Void = { _ in }

    init(store: Store, places: Places, link: SpawnerLink, roots: [String], workers: Int, models: Models) {
        self.store = store
        self.models = models
        self.places = places
        self.roots = roots
        workshop = Workshop(link: link, roots: roots, count: workers)
        positions = Array(roots.indices)
        name = roots.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: " + ")
    }

    /// Loads what the store knows of `session` and shows it.
    func adopt(_ recognition: Recognition, volumes: [SourceVolume], holder: String) throws(StoreError) {
        let session = recognition.session
        positions = recognition.positions
        if id != session { try take(session, holder: holder) }
        hideOtherSources()
        if readOnly == nil {
            do throws(StoreError) {
                try store.setSources(volumes, of: recognition)
                try store.touch(session)
            } catch {
                // A full disk keeps nobody from looking; a verdict will say that it could not be kept.
                guard error.kind == .full else { throw error }
            }
        }
        sources = try store.sources(of: session).map(\.path)
        if let summary = try summary() { name = summary.name }
    }

    /// Loads what the store knows of `session` while its card is not there: `why` nothing can be written.
    func adopt(absent recognition: Recognition, why: String) throws(StoreError) {
        positions = recognition.positions
        id = recognition.session
        readOnly = why
        for frame in try store.frames(in: recognition.session) { frames[frame.id] = frame }
        cards = try store.cards(in: recognition.session, model: models.model)
        hideOtherSources()
        sources = try store.sources(of: recognition.session).map(\.path)
        existing = frames.compactMapValues { Existing(cameraRating: $0.shot.cameraRating) }
        for base in try store.bases(in: recognition.session) {
            guard let known = base.existing, let frame = frames[base.frame] else { continue }
            existing[base.frame] = known.withCamera(stars: frame.shot.cameraStars, besides: [])
        }
        if let summary = try summary() { name = summary.name }
    }

    /// Another card of the session is another evening's work until it is given too; its verdicts stay where they are.
    private func hideOtherSources() { frames = frames.filter { positions.contains($0.value.source) } }

    /// The session's line in the store, counted now.
    func summary() throws(StoreError) -> SessionSummary? { try store.sessions().first { $0.id == id } }

    /// Makes `session` ours to write, or learns who has it.
    private func take(_ session: SessionID, holder: String) throws(StoreError) {
        lock = nil
        readOnly = nil
        do throws(StoreError) {
            lock = try SessionLock.acquire(data: places.data, session: session, holder: holder)
        } catch {
            guard error.kind == .busy else { throw error }
            readOnly = error.message
            heldBy = error.holder
        }
        id = session
        thumbnails = try? ThumbnailCache(cache: places.cache, session: session)
        frames = [:]
        for frame in try store.frames(in: session) { frames[frame.id] = frame }
        cards = try store.cards(in: session, model: models.model)
    }

    /// Who holds the session now, in their own words; nil where nobody does.
    func holderNow() -> String? { id.flatMap { SessionLock.holder(data: places.data, session: $0) } }

    /// The models cannot be used: from now on the session is what was, and will be, measured without them.
    func giveUpModels(_ why: String) throws(StoreError) {
        models.giveUp(why, store)
        workshop.endJudges()
        guard let id else { return }
        cards = try store.cards(in: id, model: models.model)
    }

    /// Tries to become the writer of a session that was read-only; true when it is ours now, loaded anew.
    func claim(holder: String) throws(StoreError) -> Bool {
        guard let id, readOnly != nil else { return false }
        try take(id, holder: holder)
        hideOtherSources()
        return readOnly == nil
    }

    /// The state of the store as the screens take it.
    func opening() throws(StoreError) -> SessionOpening? {
        guard let id else { return nil }
        let history = UndoHistory(log: try store.steps(in: id))
        return SessionOpening(
            id: id, name: name, frames: Array(frames.values), cards: cards, history: history, place: try store.place(in: id),
            readOnly: readOnly.map { heldBy ?? $0 }, settings: try store.settings(of: id),
            unwritten: try store.pending(in: id).count,
            savedFilters: SavedFilters.from(settings: try store.settings(of: nil)))
    }

    func add(_ new: [Frame]) { for frame in new { frames[frame.id] = frame } }
    func remove(_ gone: [FrameID]) { for frame in gone { frames[frame] = nil } }

    /// Where a worker finds `preview`; nil while the frame's source is not here.
    func source(of frame: Frame, preview: Preview) -> FrameSource? {
        guard let root = positions.firstIndex(of: frame.source) else { return nil }
        var source = FrameSource(frame: frame, preview: preview)
        source.root = root
        return source
    }
}
