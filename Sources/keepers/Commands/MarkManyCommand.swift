import KeepersCore
import PersistenceKit

/// `keepers mark PATH... VERDICT --filter EXPR`: the decision for every frame that matches, as one step.
enum MarkManyCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let words = invocation.operands
        let filter = FilterOption(invocation)
        try filter.checkEarly()
        guard let action = action(try MarkCommand.change(words[words.count - 1])) else { return }
        let session = try CommandSession(Array(words.dropLast()), invocation, setting, measures: false)
        let frames = try filter.matcher(session).frames
        let bulk = BulkVerdict(action, of: frames, in: session.model, overrides: invocation.has("override"))
        if invocation.has("dry-run") || bulk.changes.isEmpty {
            Console.out(bulk.forecast)
        } else {
            try commit(bulk, filter.text ?? "", session)
            Console.out(bulk.outcome)
        }
        session.program.leave()
    }

    private static func commit(_ bulk: BulkVerdict, _ text: String, _ session: CommandSession) throws(Failure) {
        try session.requireWriting()
        guard let id = session.session.id else { throw Failure("no session is open") }
        let step = Step(changes: bulk.changes, origin: .commandLine, reason: "keepers mark --filter \(text)", place: Place())
        do throws(StoreError) {
            try session.program.store.commit(step, model: session.session.models.model, in: id)
        } catch {
            throw Failure(error.message)
        }
    }

    private static func action(_ change: Change) -> BulkVerdict.Action? {
        switch change {
        case .verdict(let verdict): .verdict(verdict)
        case .stars(let stars): .stars(stars)
        case .label(let label): .label(label)
        case .group, .best, .settled: nil
        }
    }
}
