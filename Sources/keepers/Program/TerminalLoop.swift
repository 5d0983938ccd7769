import EngineKit
import Glibc
import KeepersCore
import KeepersUI
import TerminalKit

/// The full-screen program: waits, takes what came, draws at most once for it.
final class TerminalLoop {
    private let stage: Stage
    private let terminal: Terminal
    private var desk: PictureDesk?
    private var lastEvent = Clock.monotonic()
    private var lastMaintenance = Clock.monotonic()

    init(stage: Stage, terminal: Terminal) {
        self.stage = stage
        self.terminal = terminal
        stage.redraw = { [terminal] in terminal.tryAgain() }
        stage.suspend = { [terminal] in terminal.suspend() }
        stage.link = { [weak self] wish in self?.carryOut(wish) }
        stage.mouse = { [terminal] in terminal.reportMouse($0) }
        stage.sessionChanged = { [weak self] in self?.changeDesk() }
        changeDesk()
    }

    private func changeDesk() {
        desk?.cancelAll()
        desk = stage.program.session.map(PictureDesk.init)
        desk?.tell = { [stage] event in stage.take(event) }
        desk?.deliver = { [weak self, terminal] request, answer in
            switch answer {
            case .pixels(let pixels): terminal.deliver(request, pixels: pixels)
            case .failed(let text):
                terminal.deliverFailed(request, text: text)
                self?.noteMissingCard()
            }
        }
    }

    /// A picture that could not be fetched may mean that the card is gone: say it once, where it is read.
    private func noteMissingCard() {
        guard let gone = stage.program.session?.roots.first(where: { access($0, R_OK | X_OK) != 0 }) else { return }
        stage.take(
            .notice("\(printable(gone)) is not there any more: is the card in its reader? Your verdicts are safe and go on."))
    }

    func run() {
        stage.take(.input(.resize(terminal.geometry)))
        while !stage.hasQuit, !terminal.isGone {
            tick()
            tellLink()
            blink()
            draw()
            stage.program.wait(for: terminal.descriptors, until: [terminal.nextDeadline, nextBlink])
            for event in terminal.handle() {
                lastEvent = Clock.monotonic()
                stage.take(.input(event))
                if stage.hasQuit { break }
            }
            stage.program.pump()
            stage.setColours(terminal.showsColours)
            watch()
            maintain()
        }
    }

    /// Two seconds without a key are a moment in which the store may fold its log; twice a minute is often enough.
    private func maintain() {
        let now = Clock.monotonic()
        desk?.rest(now: now)
        guard now &- lastEvent > 2_000_000_000, now &- lastMaintenance > 30_000_000_000 else { return }
        lastMaintenance = now
        // What could not be done now is done in the next quiet moment.
        try? stage.program.store.idleMaintenance()
    }

    private func draw() {
        if stage.isDirty {
            stage.isDirty = false
            let scene = stage.app.render()
            stage.note(scene)
            terminal.present(scene)
            if stage.needsRepaint { terminal.redraw() }
            stage.needsRepaint = false
        }
        guard let desk else { return }
        desk.cancel(terminal.takeCancelled())
        let shown = Set(stage.program.shown)
        for request in terminal.takeRequests() { desk.fetch(request, isShown: shown.contains(request.frame)) }
    }

    private var isMeterWanted = false
    private var lastLink: (at: UInt64, state: LinkState)?

    private func carryOut(_ wish: LinkWish) {
        switch wish {
        case .quality(let quality): terminal.setQuality(quality)
        case .budget(let bytes): terminal.setBudget(bytes)
        case .meter(let isWanted): isMeterWanted = isWanted
        }
        lastLink = nil
        tellLink()
    }

    /// The line's state, once a second where it is shown; where only a budget runs, when it is reached or kept again.
    private func tellLink() {
        let now = Clock.monotonic()
        if let lastLink, now &- lastLink.at < 1_000_000_000 { return }
        let state = terminal.linkState
        let matters = isMeterWanted ? state != lastLink?.state : state.isOverBudget != (lastLink?.state.isOverBudget ?? false)
        lastLink = (now, state)
        if matters { stage.take(.link(state)) }
    }

    private var lastWatch = Clock.monotonic()

    /// A session that another keepers holds: once a second is soon enough to hear that it has ended.
    private func watch() {
        let now = Clock.monotonic()
        guard now &- lastWatch >= 1_000_000_000 else { return }
        lastWatch = now
        stage.watchHolder()
    }

    /// When the screens last heard the time, on the monotonic clock.
    private var lastTick: UInt64?

    /// A time box counts minutes: the screens hear the time at most once a second, and only while one runs.
    private func tick() {
        guard stage.app.wantsClock else { return }
        let now = Clock.monotonic()
        if let lastTick, now &- lastTick < 1_000_000_000 { return }
        lastTick = now
        stage.take(.clock(Clock.wall()))
    }

    /// How long each of two blinking frames stands.
    private static let blinkPause: UInt64 = 600_000_000
    /// When the blinking frame on the screen began to stand whole, on the monotonic clock.
    private var standsSince: UInt64?

    /// The pause counts from when the picture is there: a slow line blinks slowly, and never half.
    private func blink() {
        guard stage.app.wantsBlink, terminal.isAtRest else {
            standsSince = nil
            return
        }
        let now = Clock.monotonic()
        guard let since = standsSince else {
            standsSince = now
            return
        }
        guard now &- since >= Self.blinkPause else { return }
        standsSince = nil
        stage.take(.blink)
    }

    private var nextBlink: UInt64? { standsSince.map { $0 &+ Self.blinkPause } }
}
