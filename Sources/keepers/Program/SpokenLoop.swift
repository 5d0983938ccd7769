import EngineKit
import Glibc
import KeepersCore
import KeepersUI
import TerminalKit

/// The program as lines of text: the same states and keys as the screens, said instead of drawn.
final class SpokenLoop {
    private let stage: Stage
    private let terminal: LineTerminal
    private var lastWatch = Clock.monotonic()
    private var lastMaintenance = Clock.monotonic()

    static func run(_ paths: [String], _ ease: Ease, keys: KeyChoice, _ program: Program, _ setting: Setting) throws(Failure) {
        let terminal: LineTerminal
        do throws(TerminalError) {
            terminal = try LineTerminal(environment: setting.environment, clock: Clock.monotonic)
        } catch {
            throw Failure(error.description)
        }
        defer { terminal.close() }
        let app = ease.app(geometry: Spoken.geometry, screen: paths.isEmpty ? .browser : .session, keys: keys)
        let stage = Stage(app: app, program: program, holder: Commands.holder(""))
        let loop = SpokenLoop(stage, terminal)
        try OpenCommand.begin(paths, stage, ease)
        loop.run()
        if !terminal.isGone { terminal.say(stage.receiptLines().map { $0 + "\n" }.joined()) }
        program.leave()
    }

    private init(_ stage: Stage, _ terminal: LineTerminal) {
        self.stage = stage
        self.terminal = terminal
        stage.suspend = { [terminal] in terminal.suspend() }
        stage.redraw = { [terminal, unowned stage] in terminal.say(Spoken.text(from: nil, to: stage.app, after: nil)) }
        stage.heard = { [terminal] before, after, event in terminal.say(Spoken.text(from: before, to: after, after: event)) }
    }

    private func run() {
        while !stage.hasQuit, !terminal.isGone {
            stage.note(stage.app.render())
            stage.program.wait(for: terminal.descriptors, until: [terminal.nextDeadline])
            for event in terminal.handle() where !stage.hasQuit {
                // Nothing is drawn: clicks and sizes mean nothing.
                switch event {
                case .key, .paste: stage.take(.input(event))
                case .mouse, .focus, .resize: break
                }
            }
            stage.program.pump()
            beat()
        }
    }

    /// What the drawn screens do once a second and in quiet moments.
    private func beat() {
        let now = Clock.monotonic()
        guard now &- lastWatch >= 1_000_000_000 else { return }
        lastWatch = now
        stage.watchHolder()
        if stage.app.wantsClock { stage.take(.clock(Clock.wall())) }
        guard now &- lastMaintenance > 30_000_000_000 else { return }
        lastMaintenance = now
        try? stage.program.store.idleMaintenance()
    }
}
