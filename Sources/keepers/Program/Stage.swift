import EngineKit
import ExportKit
import Glibc
import KeepersCore
import KeepersUI
import PersistenceKit

/// The screens with the program behind them: takes events, carries out effects, gives the state to whoever draws it.
final class Stage {
    private(set) var app: AppState
    let program: Program
    let holder: String
    var exporter: Exporter?
    private(set) var hasQuit = false
    /// What the person at the terminal asked the terminal itself for.
    var redraw: () -> Void = {}
    var suspend: () -> Void = {}
    var link: (LinkWish) -> Void = { _ in }
    var mouse: (Bool) -> Void = { _ in }
    /// Called with each step that is on the disk.
    var acknowledged: (StoredStep) -> Void = { _ in }
    /// The screens changed since they were last drawn.
    var isDirty = true
    /// Everything must be drawn anew once the screens are presented.
    var needsRepaint = false
    /// Whether the terminal shows colours, and the theme that is shown where it does.
    var hasColours = true
    var wantedTheme: Theme?
    /// Where a person stood when the session became theirs to write.
    var keptPlace: Place?
    /// What a person heard or saw: the state before an event, after it, and the event; for screens that are spoken.
    var heard: ((AppState, AppState, Event) -> Void)?
    private var depth = 0
    /// When the session was opened here, nanoseconds since 1970.
    private(set) var openedAt: Int64?
    /// The session that is shown changed.
    var sessionChanged: () -> Void = {}

    init(app: AppState, program: Program, holder: String) {
        self.app = app
        self.program = program
        self.holder = holder
        program.report = { [weak self] event in self?.take(event) }
        program.learns = true
        program.adopts = true
    }

    func take(_ event: Event) {
        isDirty = true
        let before = heard != nil && depth == 0 ? app : nil
        depth += 1
        for effect in app.update(placed(event)) { carryOut(effect) }
        if case .opened = event {
            openedAt = Clock.wall()
            sessionChanged()
        }
        depth -= 1
        if depth == 0 { goOn() }
        // Once for all that follows from an event: what its effects answered belongs to it.
        if let before, !hasQuit { heard?(before, app, event) }
    }

    /// Plays what is left of a macro, each command once all that the one before asked for is done and on the disk; keys typed
    /// meanwhile come after it.
    private func goOn() {
        depth += 1
        defer { depth -= 1 }
        while app.hasMore, !hasQuit {
            for effect in app.update(.proceed) { carryOut(effect) }
        }
    }

    /// A session that became ours to write stays where the person stands.
    private func placed(_ event: Event) -> Event {
        guard case .opened(var opening) = event, let keptPlace else { return event }
        opening.place = keptPlace
        return .opened(opening)
    }

    /// What the screens show now; what a person looks at is measured first.
    func note(_ scene: Scene) {
        program.shown = scene.placements.flatMap(\.requests).map(\.frame)
        program.wanted = app.session?.wanted(shown: program.shown) ?? program.shown
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .loadSessions: showSessions()
        case .open(let id): open(id)
        case .commit(let step, let undoOf): commit(step, undoOf)
        case .savePlace(let place): savePlace(place)
        case .saveSetting(let name, let value): saveSetting(name, value)
        case .claim: claim()
        case .planExport(let profile, let place): planExport(profile, place)
        case .runExport: runExport()
        case .offerUndo(let place): offerUndo(place)
        case .undoExport(let place, let reach): undoExport(place, reach)
        case .redraw: redraw()
        case .help, .keys: break
        case .mouse(let isOn): mouse(isOn)
        case .useTheme(let name): useTheme(name)
        case .remember(let name, let value): remember(name, value)
        case .suspend: suspend()
        case .link(let wish): link(wish)
        case .quit: hasQuit = true
        }
    }

    // MARK: - Sessions

    func showSessions() {
        do throws(StoreError) {
            let now = Clock.wall()
            let lines = try program.store.sessions().map { summary in
                SessionLine(
                    summary, isMounted: summary.sources.allSatisfy { access($0, R_OK | X_OK) == 0 },
                    when: Clock.words(summary.opened, now: now))
            }
            take(.sessions(lines))
        } catch {
            take(.notice(error.message))
        }
    }

    private func open(_ id: SessionID) {
        do {
            let sources = try program.store.sources(of: id).map(\.path)
            try program.open(sources, holder: holder)
        } catch let error as StoreError {
            take(.notice(error.message))
        } catch {
            take(.notice((error as? Failure)?.message ?? "\(error)"))
        }
    }

    // MARK: - Decisions

    /// Durable before the next event is looked at.
    private func commit(_ step: Step, _ undoOf: StepID?) {
        guard let session = program.session, let id = session.id else {
            return take(.commitFailed("no session is open; nothing was kept"))
        }
        do throws(StoreError) {
            let stored = try program.store.commit(step, undoOf: undoOf, model: session.models.model, in: id)
            take(.committed(stored))
            acknowledged(stored)
            program.taste.decided(step.changes.count)
        } catch {
            take(.commitFailed(error.message))
        }
    }

    func savePlace(_ place: Place) {
        guard let session = program.session, let id = session.id, session.readOnly == nil else { return }
        try? program.store.savePlace(place, in: id)
    }

    private func saveSetting(_ name: String, _ value: String?) {
        guard let session = program.session, let id = session.id, session.readOnly == nil else { return }
        do throws(StoreError) {
            try program.store.set(name, to: value, of: id)
        } catch {
            take(.notice(error.message))
        }
    }
}
