import EngineKit
import Glibc
import KeepersCore
import KeepersUI
import PersistenceKit

/// The running program: one thread, one loop, one store, and at most one session at a time.
final class Program {
    let link: SpawnerLink
    let places: Places
    let workers: Int
    let store: Store
    private(set) var session: CardSession?
    private(set) var ingest: IngestPass?
    private(set) var scoring: ScoringPass?
    private(set) var existing: ExistingPass?
    /// How hot the machine is, for everything that works in the background.
    let heat: HeatWatch
    private let models: Models
    let taste: TasteDesk
    private let alike = AlikeDesk()
    /// Work that a person asked for and that is under way (an export).
    var tasks = 0
    /// `list` reads the card and measures nothing.
    var measures = true
    /// Learns the taste meanwhile; commands that only look do not.
    var learns = false
    /// Takes over what only another program changed in a sidecar.
    var adopts = false
    /// Listens to what other programs do to the sidecars while the session is open.
    var watches = false
    private(set) var watch: SidecarWatch?
    private var presence: CardPresence?
    /// KEEPERS_WATCH=poll: lists the folders, on mounts that do not say that others write there.
    private let listens: Bool
    var report: (Event) -> Void = { _ in }
    /// Frames on the screen now.
    var shown: [FrameID] = []
    /// What is measured first: the frame in focus, the others on the screen, their neighbours.
    var wanted: [FrameID] = []
    private var lastProgress: Progress?
    private var lastProgressAt: UInt64 = 0

    /// `retriesModels`: models that could not be used the last time are tried again.
    init(_ setting: Setting, retriesModels: Bool = false) throws(Failure) {
        link = setting.link
        places = setting.places
        workers = setting.workers
        listens = setting.environment["KEEPERS_WATCH"] != "poll"
        heat = HeatWatch(environment: setting.environment, workers: workers, now: Clock.monotonic)
        do throws(StoreError) {
            store = try Store(data: places.data, cache: places.cache, clock: Clock.wall)
        } catch {
            throw Failure(error.message)
        }
        models = Models(environment: setting.environment, places: places, store: store, retries: retriesModels)
        taste = TasteDesk(store: store, now: Clock.monotonic)
        taste.report = { [weak self] event in self?.report(event) }
        alike.report = { [weak self] event in self?.report(event) }
        taste.mayTrain = { [heat] in
            let found = heat.look()
            return found.state == .nominal && !heat.isOnBattery
        }
    }

    /// Begins a session on `paths`; what the store knows of it is reported at once, the rest as it is found.
    func open(_ paths: [String], holder: String) throws(Failure) {
        leave()
        let roots = try Program.roots(paths)
        let volumes = roots.map { VolumeIdentity.of(path: $0) }
        let session = CardSession(store: store, places: places, link: link, roots: roots, workers: workers, models: models)
        let scoring = ScoringPass(session, heat: heat, workers: workers, now: Clock.monotonic, wall: Clock.wall)
        session.report = { [weak self] event in self?.take(event) }
        self.session = session
        self.scoring = scoring
        if watches { presence = CardPresence(session.roots, now: Clock.monotonic()) }
        do throws(StoreError) {
            if let known = try store.openQuick(sources: volumes) {
                try session.adopt(known, volumes: volumes, holder: holder)
                if let opening = try session.opening() { take(.opened(opening)) }
            }
        } catch {
            throw Failure(error.message)
        }
        let ingest = IngestPass(session, volumes: volumes, holder: holder, now: Clock.monotonic)
        self.ingest = ingest
        ingest.begin()
    }

    /// Opens a session from the store alone, where a source of it is not there now; which ones, or none where all are there or the store
    /// knows none of them.
    func openAbsent(_ paths: [String]) throws(Failure) -> [String] {
        var roots: [String] = []
        for path in paths.map(Places.absolute) where !roots.contains(path) { roots.append(path) }
        let absent = roots.filter(Places.isAbsent)
        guard !absent.isEmpty else { return [] }
        leave()
        do throws(StoreError) {
            guard let known = try store.lastSession(at: roots) else { return [] }
            // Nothing is asked of its helpers.
            let session = CardSession(store: store, places: places, link: link, roots: [], workers: 1, models: models)
            try session.adopt(
                absent: known, why: "\(printable(absent[0])) is not there; is the card in its reader? Nothing was changed")
            self.session = session
        } catch {
            throw Failure(error.message)
        }
        return absent
    }

    /// Frames go to the screens and, where they need measuring, to the workers.
    private func take(_ event: Event) {
        switch event {
        case .opened(var opening):
            if let session { opening.taste = taste.open(session) }
            alike.open()
            if measures { scoring?.add(opening.frames) }
            return report(.opened(opening))
        case .frames(let frames) where measures: scoring?.add(frames)
        default: break
        }
        report(event)
    }

    /// Starts what can be started now; called once a turn of the loop.
    func pump() {
        guard let session, let scoring, let ingest else { return }
        if ingest.isDone, existing == nil { beginExisting(session, ingest) }
        watchSidecars(session)
        if watches, let missing = presence?.news(now: Clock.monotonic()) { report(.cardOut(missing)) }
        if measures, session.id != nil { scoring.pump(wanted: wanted) }
        if ingest.isDone { scoring.finish() }
        if learns {
            taste.pump(session, isQuiet: isQuiet)
            alike.pump(session, isQuiet: isIdle, mayWork: taste.mayTrain)
        }
        let progress = currentProgress(ingest, scoring)
        let now = Clock.monotonic()
        // Often enough to be alive, seldom enough to cost nothing over SSH.
        let isNews = progress.stage == .idle || lastProgress?.stage == .idle || lastProgress == nil
        guard progress != lastProgress, isNews || now &- lastProgressAt > 500_000_000 else { return }
        lastProgress = progress
        lastProgressAt = now
        report(.progress(progress))
    }

    /// After the headers, so that neither they nor the first row wait for it.
    private func beginExisting(_ session: CardSession, _ ingest: IngestPass) {
        let existing = ExistingPass(session, names: ingest.sidecarNames)
        existing.adopt = { [weak self] in self?.adopt($0) ?? false }
        self.existing = existing
        // Before the first look, so that nothing falls between the two.
        if watches { watch = SidecarWatch(session, listens: listens, now: Clock.monotonic) }
        existing.begin()
        tasks += 1
        Leftovers.sweep(session, link) { [weak self] in self?.tasks -= 1 }
    }

    private func currentProgress(_ ingest: IngestPass, _ scoring: ScoringPass) -> Progress {
        let missing = modelsMissing
        if !ingest.isDone { return Progress(stage: ingest.progress, note: ingest.note, modelsMissing: missing) }
        return measures ? scoring.progress(note: ingest.note) : Progress(note: ingest.note, modelsMissing: missing)
    }

    /// Why faces are not measured; nil when they are.
    var modelsMissing: String? { session?.models.missing ?? models.missing }

    /// Nothing is under way: everything that was asked for is answered and written.
    var isIdle: Bool { isQuiet && !(learns && taste.isBusy) }

    /// The same but for what is learned meanwhile.
    private var isQuiet: Bool {
        guard let session, let ingest, let scoring else { return tasks == 0 }
        return tasks == 0 && ingest.isDone && existing != nil && session.workshop.outstanding == 0
            && (!measures || scoring.isDone)
    }

    /// Runs the loop without a screen until `isDone` or nothing is left to do.
    func run(until isDone: () -> Bool = { false }) {
        pump()
        while !isIdle, !isDone() {
            link.wait(milliseconds: 100)
            pump()
        }
    }

    func leave() {
        scoring?.flush()
        scoring?.endRun(isDone: scoring?.isDone ?? true)
        session?.workshop.shutdown()
        session = nil
        ingest = nil
        scoring = nil
        existing = nil
        watch = nil
        lastProgress = nil
    }

    /// The folders that `paths` name, each once and none inside another: a photo is one frame.
    static func roots(_ paths: [String]) throws(Failure) -> [String] {
        var roots: [String] = []
        for path in paths {
            let root = Places.absolute(path)
            try check(root)
            if !roots.contains(root) { roots.append(root) }
        }
        for inner in roots {
            guard let outer = roots.first(where: { inner.hasPrefix($0 == "/" ? $0 : $0 + "/") && $0 != inner }) else { continue }
            throw Failure(
                "\(printable(inner)) lies inside \(printable(outer)): its frames would count twice; give one of the two", code: 2)
        }
        return roots
    }

    private static func check(_ path: String) throws(Failure) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw Failure("\(printable(path)): \(String(cString: strerror(errno))); is the card in its reader?")
        }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            throw Failure("\(printable(path)) is a file; give the card or folder that holds it")
        }
        guard access(path, R_OK | X_OK) == 0 else {
            throw Failure("\(printable(path)) may not be read (\(String(cString: strerror(errno))))")
        }
    }
}
