import Glibc
import KeepersCore
import KeepersUI

/// `keepers replay`: plays a script of keys on the screens, without a terminal.
enum ReplayCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let scriptPath = invocation.operands[0]
        let script = try ReplayScript.parse(try TextFile.read(scriptPath))
        let program = try Program(setting)
        // The keys are the script's, not the person's.
        let given = try KeySource.given(invocation)
        let file = try invocation["keys"].map { path throws(Failure) in try TextFile.read(path) }
        let isSpoken = invocation.has("screen-reader")
        let app = AppState(
            geometry: isSpoken ? Spoken.geometry : Geometry(columns: 120, rows: 40), theme: try OpenCommand.builtInTheme(),
            screen: .session,
            keys: KeyChoice(file: file, path: invocation["keys"] ?? "", profile: given.profile, layout: given.layout))
        let holder = Commands.holder("replay")
        let stage = Stage(app: app, program: program, holder: holder)
        if setting.log >= 0 { stage.acknowledged = { acknowledge($0, setting.log) } }
        if isSpoken {
            stage.heard = { before, after, event in Console.raw(Spoken.text(from: before, to: after, after: event)) }
        }
        try program.open(Array(invocation.operands.dropFirst()), holder: holder)
        var player = ReplayPlayer(
            stage: stage, program: program, folder: Setting.parent(Places.absolute(scriptPath)), records: invocation.has("record")
        )
        for (number, line) in script.lines where !stage.hasQuit { try player.play(line, at: number) }
        program.leave()
        if player.failures > 0 { throw Failure("\(counted(player.failures, "expectation")) failed") }
    }

    /// `step 12 41:verdict=pick 42:verdict=reject`, in one write, once it is on the disk.
    private static func acknowledge(_ stored: StoredStep, _ log: Int32) {
        let changes = stored.step.changes.map { "\($0.frame.rawValue):\($0.change.stored.verb)=\($0.change.stored.value)" }
        let line = Array("step \(stored.id.rawValue) \(changes.joined(separator: " "))\n".utf8)
        _ = line.withUnsafeBytes { Glibc.write(log, $0.baseAddress, $0.count) }
    }
}

/// Plays one script line after the other.
private struct ReplayPlayer {
    let stage: Stage
    let program: Program
    let folder: String
    let records: Bool
    var failures = 0

    mutating func play(_ line: ReplayScript.Line, at number: Int) throws(Failure) {
        switch line {
        case .keys(let keys):
            for key in keys {
                stage.take(.input(.key(key)))
                turn()
            }
        case .paste(let text): stage.take(.input(.paste(text)))
        case .click(let x, let y): stage.take(.input(.mouse(Mouse(.press, x: x, y: y))))
        case .resize(let columns, let rows): stage.take(.input(.resize(Geometry(columns: columns, rows: rows))))
        case .waitIdle: program.run()
        case .screen: Console.raw(stage.app.render().text)
        case .expectText(let text):
            let screen = stage.app.render().text
            if !screen.contains(text) { fail(number, "'\(text)' is not on the screen:\n\(screen)") }
        case .expectGolden(let name): try compare(name, number)
        }
    }

    /// One turn of the loop without waiting: answers that are there are taken.
    private func turn() {
        stage.note(stage.app.render())
        program.link.wait(milliseconds: 0)
        program.pump()
    }

    private mutating func compare(_ name: String, _ number: Int) throws(Failure) {
        let screen = stage.app.render().text
        let path = "\(folder)/\(name).txt"
        let golden = try? TextFile.read(path)
        if golden == screen { return }
        if records { return try TextFile.create(path, screen) }
        fail(
            number, golden == nil ? "\(name).txt is missing beside the script" : "the screen differs from \(name).txt:\n\(screen)"
        )
    }

    private mutating func fail(_ number: Int, _ text: String) {
        failures += 1
        Console.err("line \(number): \(text)")
    }
}
