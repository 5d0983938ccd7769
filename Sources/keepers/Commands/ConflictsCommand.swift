import KeepersCore
import PersistenceKit

/// `keepers conflicts`: decisions of which only the person can say which one counts.
enum ConflictsCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        let conflicts = session.conflicts
        if invocation.has("json") {
            Console.out(JSON.object([("conflicts", .list(conflicts.map { json($0, session) }))]).serialized(indent: 1))
        } else if conflicts.isEmpty {
            Console.out("no conflicts")
        } else {
            for (index, conflict) in conflicts.enumerated() {
                Console.out(line(conflict, session.model))
                // Once a frame, below its last conflict.
                guard conflicts.dropFirst(index + 1).first?.frame != conflict.frame else { continue }
                let waiting = session.waiting(with: conflict)
                if !waiting.isEmpty {
                    Console.out("  with it \(waiting.count == 1 ? "waits" : "wait"): \(waiting.joined(separator: ", "))")
                }
            }
            Console.out(
                "'keepers settle' says which one counts; until then theirs stays in the file and yours in the store, and nothing of "
                    + "\(Set(conflicts.map(\.frame)).count == 1 ? "this frame" : "these frames") is written.")
        }
        session.program.leave()
    }

    /// `DCIM/100NIKON/DSC_1.NEF  stars: ★2 before, ★4 yours, ★5 theirs`
    private static func line(_ conflict: SidecarConflict, _ model: SessionModel) -> String {
        let path = printable(model.frame(conflict.frame)?.path ?? conflict.path)
        func shown(_ word: String) -> String { SidecarWords.shown(word, conflict.aspect) }
        let yours = conflict.yours.map { "\(shown($0)) yours" } ?? "not decided by you"
        if let quarrel = conflict.quarrel { return "\(path)  \(conflict.aspect.rawValue): \(yours); \(quarrel)" }
        return "\(path)  \(conflict.aspect.rawValue): \(shown(conflict.base)) before, \(yours), \(shown(conflict.theirs)) theirs"
    }

    private static func json(_ conflict: SidecarConflict, _ session: CommandSession) -> JSON {
        .object([
            ("path", .text(session.model.frame(conflict.frame)?.path ?? "")), ("sidecar", .text(conflict.path)),
            ("property", .text(conflict.aspect.rawValue)), ("base", .text(conflict.base)),
            ("yours", conflict.yours.map(JSON.text) ?? .null), ("theirs", .text(conflict.theirs)),
            ("contradiction", conflict.quarrel.map(JSON.text) ?? .null), ("reason", .text(conflict.sentence)),
            ("waiting", .list(session.waiting(with: conflict).map(JSON.text))),
        ])
    }
}

/// `keepers settle`: one undoable step, as durable as a key.
enum SettleCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let words = invocation.operands
        let isAll = invocation.has("all")
        let side = try side(words[words.count - 1])
        guard isAll || words.count >= 3 else {
            throw Failure("settle needs PATH, FRAME and mine or theirs; --all settles every conflict", code: 2)
        }
        let aspect = try invocation["property"].map { name throws(Failure) in try self.aspect(name) }
        let session = try CommandSession(Array(words.dropLast(isAll ? 1 : 2)), invocation, setting, measures: false)
        try session.requireWriting()
        let frame = isAll ? nil : try session.frame(named: words[words.count - 2])
        let open = session.conflicts.filter { (frame == nil || $0.frame == frame?.id) && (aspect == nil || $0.aspect == aspect) }
        guard !open.isEmpty else {
            throw Failure(
                frame.map { "\(printable($0.path)) has no such conflict; nothing was changed" } ?? "there are no conflicts")
        }
        try settle(open, side, session)
        session.program.leave()
    }

    private static func settle(_ open: [SidecarConflict], _ side: SidecarConflict.Side, _ session: CommandSession) throws(Failure)
    {
        let answered = open.filter { $0.settlement(side) != nil }
        let changes = answered.flatMap { $0.settlement(side) ?? [] }
        if let first = changes.first, let id = session.session.id {
            let step = Step(
                changes: changes, origin: .commandLine, reason: "keepers settle: \(side.rawValue) counts",
                place: Place(frame: first.frame))
            do throws(StoreError) {
                try session.program.store.commit(step, model: session.session.models.model, in: id)
            } catch {
                throw Failure(error.message)
            }
        }
        for conflict in answered {
            let word = SidecarWords.shown(side == .mine ? conflict.yours ?? "none" : conflict.theirs, conflict.aspect)
            Console.out(
                "\(printable(session.model.frame(conflict.frame)?.path ?? ""))  \(conflict.aspect.rawValue): \(word) counts")
        }
        let left = open.filter { $0.settlement(side) == nil }
        guard let first = left.first else { return }
        for conflict in left {
            Console.err("keepers: \(printable(session.model.frame(conflict.frame)?.path ?? "")): \(conflict.refusal(side))")
        }
        throw Failure(
            "\(counted(left.count, "conflict")) not settled; \(first.quarrel == nil ? "decide" : "'keepers mark' decides")")
    }

    private static func side(_ word: String) throws(Failure) -> SidecarConflict.Side {
        guard let side = SidecarConflict.Side(rawValue: word) else {
            throw Failure("'\(printable(word))' is neither mine nor theirs", code: 2)
        }
        return side
    }

    private static func aspect(_ name: String) throws(Failure) -> SidecarAspect {
        guard let aspect = SidecarAspect(rawValue: name) else {
            throw Failure("--property is verdict, stars or colour, not '\(printable(name))'", code: 2)
        }
        return aspect
    }
}

extension CommandSession {
    /// What else of the frame is not written until its conflicts are settled: `verdict (pick)`.
    func waiting(with conflict: SidecarConflict) -> [String] {
        let frame = conflict.frame
        return session.sights[frame]?.waiting(
            mark: model.mark(frame), decided: history.decided(among: [frame])[frame] ?? []) ?? []
    }

    /// Everything that is unsettled, frames in time order.
    var conflicts: [SidecarConflict] {
        SidecarSight.conflicts(session.sights, frames: model.frames.map(\.id), marks: model.mark, decided: history.decided())
    }
}
