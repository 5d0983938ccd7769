import KeepersCore
import PersistenceKit

/// `keepers mark`: one decision from the command line, as durable as a key.
enum MarkCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        if invocation.has("filter") { return try MarkManyCommand.run(invocation, setting) }
        for option in ["dry-run", "override"] where invocation.has(option) {
            throw Failure("--\(option) goes with --filter, for many frames at once", code: 2)
        }
        let words = invocation.operands
        let change = try change(words[words.count - 1])
        let session = try CommandSession(Array(words.dropLast(2)), invocation, setting, measures: false)
        try session.requireWriting()
        let frame = try session.frame(named: words[words.count - 2])
        guard let id = session.session.id else { throw Failure("no session is open") }
        defer { session.program.leave() }
        let frameChange = FrameChange(frame.id, change)
        // What clears nothing is no decision: it would stand against what another program decides later.
        guard session.model.isReal(frameChange) else {
            let isClearing = [.verdict(nil), .stars(0), .label(nil)].contains(change)
            return Console.out(line(frame, session) + (isClearing ? "; nothing to clear" : ""))
        }
        let step = Step(
            changes: [frameChange], origin: .commandLine, reason: "keepers mark", place: Place(frame: frame.id))
        do throws(StoreError) {
            try session.program.store.commit(step, model: session.session.models.model, in: id)
        } catch {
            throw Failure(error.message)
        }
        try session.reload()
        Console.out(line(frame, session))
    }

    private static func line(_ frame: Frame, _ session: CommandSession) -> String {
        let sidecar = session.session.sights[frame.id]?.path
        let mark = ListText(model: session.model).sentence(frame.id, sidecar: sidecar.map(lastName))
        return "\(printable(frame.path))  \(mark.isEmpty ? "no verdict" : mark)"
    }

    static func change(_ word: String) throws(Failure) -> Change {
        if let verdict = Verdict(rawValue: word) { return .verdict(verdict) }
        if word == "clear" { return .verdict(nil) }
        if let stars = Int(word), (0...5).contains(stars) { return .stars(stars) }
        if let label = ColourLabel(rawValue: word) { return .label(label) }
        if word == "none" { return .label(nil) }
        let known = "pick, reject, maybe, clear, 0 to 5, red, yellow, green, blue, purple, none"
        throw Failure("'\(printable(word))' is no verdict; there are \(known)", code: 2)
    }
}
