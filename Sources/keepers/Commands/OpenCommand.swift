import Glibc
import KeepersCore
import KeepersUI
import TerminalKit

/// `keepers [PATH...]`: the full-screen program.
enum OpenCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let theme = try builtInTheme()
        let given = try KeySource.given(invocation)
        // A mistyped command is a path that is not there: said before the screen is taken.
        do throws(Failure) { _ = try Program.roots(invocation.operands) } catch {
            throw Failure("\(error.message) ('keepers --help' lists the commands)", code: error.code)
        }
        let terminal: Terminal
        do throws(TerminalError) {
            terminal = try Terminal(environment: setting.environment, idSeed: UInt32(getpid()), clock: Clock.monotonic)
        } catch {
            throw Failure(error.description)
        }
        defer { terminal.close() }
        let program = try Program(setting)
        let paths = invocation.operands
        let app = AppState(
            geometry: terminal.geometry, theme: theme, screen: paths.isEmpty ? .browser : .session,
            keys: KeySource.choice(given, setting.places, program.store))
        let holder = Commands.holder("")
        let stage = Stage(app: app, program: program, holder: holder)
        let loop = TerminalLoop(stage: stage, terminal: terminal)
        terminal.reportMouse(KeySource.mouseIsOn(program.store))
        if paths.isEmpty { stage.showSessions() } else { try program.open(paths, holder: holder) }
        loop.run()
        program.leave()
    }

    /// The theme that is part of the program.
    static func builtInTheme() throws(Failure) -> Theme {
        do throws(Theme.Problem) {
            return try Theme(json: String(decoding: PackageResources.darkroom_json, as: UTF8.self))
        } catch {
            throw Failure("the built-in theme does not read: \(error.message)")
        }
    }
}
