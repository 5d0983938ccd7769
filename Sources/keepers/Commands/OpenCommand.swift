import Glibc
import KeepersCore
import KeepersUI
import TerminalKit

/// `keepers [PATH...]`: the full-screen program.
enum OpenCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let given = try KeySource.given(invocation)
        // A mistyped command is a path that is not there: said before the screen is taken.
        do throws(Failure) { _ = try Program.roots(invocation.operands) } catch {
            throw Failure("\(error.message) ('keepers --help' lists the commands)", code: error.code)
        }
        let program = try Program(setting)
        program.watches = true
        let ease = try Ease(invocation, program, environment: setting.environment)
        let keys = KeySource.choice(given, setting.places, program.store)
        if ease.isSpoken { return try SpokenLoop.run(invocation.operands, ease, keys: keys, program, setting) }
        let terminal: Terminal
        do throws(TerminalError) {
            terminal = try Terminal(environment: setting.environment, idSeed: UInt32(getpid()), clock: Clock.monotonic)
        } catch {
            throw Failure(error.description)
        }
        defer { terminal.close() }
        let paths = invocation.operands
        let app = ease.app(geometry: terminal.geometry, screen: paths.isEmpty ? .browser : .session, keys: keys)
        let stage = Stage(app: app, program: program, holder: Commands.holder(""))
        stage.setColours(terminal.showsColours)
        let loop = TerminalLoop(stage: stage, terminal: terminal)
        terminal.reportMouse(KeySource.mouseIsOn(program.store))
        try begin(paths, stage, ease)
        loop.run()
        let receipt = terminal.isGone ? [] : stage.receiptLines()
        program.leave()
        terminal.close()
        for line in receipt { Console.out(line) }
    }

    /// Shows the session of `paths`, or the sessions where there is none.
    static func begin(_ paths: [String], _ stage: Stage, _ ease: Ease) throws(Failure) {
        if paths.isEmpty { stage.showSessions() } else { try stage.program.open(paths, holder: stage.holder) }
        if let trouble = ease.trouble { stage.take(.notice(trouble)) }
    }

    /// The theme that is part of the program.
    static func builtInTheme() throws(Failure) -> Theme {
        do throws(Theme.Problem) {
            return try Theme(json: String(decoding: PackageResources.darkroom_json, as: UTF8.self))
        } catch {
            throw Failure("the built-in theme does not read: \(error.sentence)")
        }
    }
}
