import ExportKit
import KeepersCore

/// `keepers export`: the dry run, then the sidecars.
enum ExportCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let name = invocation["profile"] ?? ExportProfile.lightroom.rawValue
        guard let profile = ExportProfile(rawValue: name) else {
            throw Failure(
                "--profile is \(ExportProfile.allCases.map(\.rawValue).joined(separator: " or ")), not '\(printable(name))'",
                code: 2)
        }
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        try session.requireWriting()
        let exporter = Exporter(session.session, link: setting.link, model: session.model, profile: profile, wall: Clock.wall)
        exporter.adopt = { [program = session.program] in program.adopt($0) }
        let summary = try wait(session) { exporter.makePlan(done: $0) }
        if invocation.has("dry-run") {
            if invocation.has("json") {
                Console.out(ExportJSON.text(exporter.plan, nil))
            } else {
                summary.text().forEach(Console.out)
                ProgramTable.lines(summary.programs).forEach(Console.out)
            }
            return session.program.leave()
        }
        if !invocation.has("json") { summary.text(namesPerLine: 10).forEach(Console.out) }
        exporter.progress = { done, total in Console.progress("writing \(grouped(done)) of \(grouped(total))") }
        let outcomes = try wait(session) { exporter.write(done: $0) }
        Console.progress(nil)
        if invocation.has("json") {
            Console.out(ExportJSON.text(exporter.plan, outcomes))
        } else {
            (exportResultLines(outcomes) + unreadLines(exporter.plan)).forEach(Console.out)
        }
        session.program.leave()
        try require(outcomes, "not every sidecar could be written; each is named above and as it was before")
    }

    /// Runs the loop until an answer is there.
    static func wait<Value>(
        _ session: CommandSession, _ begin: (@escaping (Result<Value, Failure>) -> Void) -> Void
    ) throws(Failure) -> Value {
        var answer: Result<Value, Failure>?
        session.program.tasks += 1
        begin { answer = $0 }
        session.program.run { answer != nil }
        session.program.tasks -= 1
        guard let answer else { throw Failure("the work ended without an answer; run it again") }
        return try answer.get()
    }

    static func require(_ outcomes: [SidecarOutcome], _ complaint: String) throws(Failure) {
        for outcome in outcomes { if case .failed = outcome.end { throw Failure(complaint) } }
    }
}

/// `keepers undo-export`.
enum UndoExportCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        try session.requireWriting()
        let undo = ExportUndo(session.session, link: setting.link)
        let outcomes = try ExportCommand.wait(session) { undo.run(done: $0) }
        if invocation.has("json") {
            Console.out(JSON.object(ExportJSON.result(outcomes)).serialized(indent: 1))
        } else {
            undoResultLines(outcomes).forEach(Console.out)
        }
        session.program.leave()
        try ExportCommand.require(outcomes, "some sidecars were left as they are; each is named above")
    }
}
