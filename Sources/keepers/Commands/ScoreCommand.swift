import KeepersCore

/// `keepers score`: measures everything, resuming where it stopped.
enum ScoreCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let started = Clock.monotonic()
        let session = try CommandSession(invocation.operands, invocation, setting, measures: true)
        try session.requireWriting()
        if let failure = session.program.scoring?.failure { throw Failure(failure) }
        let result = Result(session, seconds: Double(Clock.monotonic() &- started) / 1e9)
        if invocation.has("json") { Console.out(result.json) } else { result.lines.forEach(Console.out) }
        session.program.leave()
    }

    private struct Result {
        let model: SessionModel
        let scored: Int
        let seconds: Double
        let note: String?

        init(_ session: CommandSession, seconds: Double) {
            model = session.model
            scored = session.program.scoring?.measured ?? 0
            note = session.program.ingest?.note
            self.seconds = seconds
        }

        private var measured: Int { model.cards.values.count { !$0.isUnreadable } }
        private var problems: [(path: String, words: String)] {
            model.frames.compactMap { frame in model.problem(frame.id).map { (frame.path, $0) } }
        }

        var json: String {
            JSON.object([
                ("frames", .int(model.frames.count)), ("scored", .int(scored)), ("measured", .int(measured)),
                ("stacks", .int(model.stacks.count)),
                ("problems", .list(problems.map { .object([("path", .text($0.path)), ("problem", .text($0.words))]) })),
                ("seconds", .real((seconds * 100).rounded() / 100)),
            ]).serialized(indent: 1)
        }

        var lines: [String] {
            var lines = problems.map { "\(printable($0.path)): \($0.words)" }
            let rate = scored > 0 && seconds > 0 ? ", \(fixed(Double(scored) / seconds, 0))/s" : ""
            lines.append(
                "\(counted(model.frames.count, "frame")), \(grouped(measured)) measured (\(grouped(scored)) now, \(fixed(seconds, 1)) s\(rate)), "
                    + "\(counted(model.stacks.count, "stack"))\(problems.isEmpty ? "" : ", \(counted(problems.count, "problem"))")"
            )
            return lines + (note.map { [$0] } ?? [])
        }
    }
}
