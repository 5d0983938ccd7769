import KeepersCore
import PersistenceKit

/// `keepers journal`: the decisions as text, brought onto another card, or compared with somebody else's.
enum JournalCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let session = try CommandSession(
            invocation.operands, invocation, setting, measures: false, fromStore: !invocation.has("apply"))
        defer { session.program.leave() }
        if let file = invocation["apply"] { return try apply(try read(file), session, isDry: invocation.has("dry-run")) }
        if let file = invocation["diff"] {
            let difference = JournalDifference(mine: session.model, theirs: try read(file))
            return invocation.has("json") ? Console.out(json(difference).serialized(indent: 1)) : show(difference)
        }
        if invocation.has("models") { return try compareModels(session, isJSON: invocation.has("json")) }
        Console.raw(try journal(of: session).text)
    }

    private static func read(_ file: String) throws(Failure) -> Journal {
        let text = try TextFile.read(file)
        do throws(Journal.Problem) {
            return try Journal(text: text)
        } catch {
            throw Failure("\(printable(file)), line \(error.line): \(error.message); nothing was changed", code: 2)
        }
    }

    private static func journal(of session: CommandSession) throws(Failure) -> Journal {
        guard let id = session.session.id else { throw Failure("no session is open") }
        do throws(StoreError) {
            return Journal(
                name: session.session.name, log: try session.program.store.steps(in: id), frames: session.session.frames,
                time: Clock.iso8601)
        } catch {
            throw Failure(error.message)
        }
    }

    // MARK: - Apply

    /// Every step anew, in its order, as one undoable step each; what changes nothing is left out.
    private static func apply(_ journal: Journal, _ session: CommandSession, isDry: Bool) throws(Failure) {
        try session.requireWriting()
        guard let id = session.session.id else { throw Failure("no session is open") }
        let places = journal.match(session.model.frames)
        var model = session.model
        var steps = 0
        var touched: Set<FrameID> = []
        for entry in isDone(journal, model, places) ? [] : journal.lasting {
            let changes = entry.changes.compactMap { change($0, places) }
            let real = changes.filter(model.isReal)
            guard let first = real.first else { continue }
            model.decide(real)
            steps += 1
            touched.formUnion(real.map(\.frame))
            if isDry { continue }
            let step = Step(
                changes: real, origin: .replay, reason: entry.reason.isEmpty ? "journal step \(entry.step)" : entry.reason,
                place: Place(frame: first.frame))
            do throws(StoreError) {
                try session.program.store.commit(step, in: id)
            } catch {
                throw Failure(
                    "\(error.message) \(counted(steps - 1, "step")) of the journal \(steps == 2 ? "is" : "are") in; run it again")
            }
        }
        let lost = journal.subjects.filter { places[$0.path] == nil }
        for subject in lost.prefix(20) { Console.err("not on this card: \(printable(subject.path))") }
        if lost.count > 20 { Console.err("… and \(grouped(lost.count - 20)) more") }
        let verb = isDry ? "would change" : "changed"
        Console.out(
            "\(counted(steps, "step")) \(verb) \(counted(touched.count, "frame")); "
                + "\(grouped(places.count)) of \(counted(journal.subjects.count, "frame")) found on this card")
    }

    /// Taken over before, it would only go through its own corrections once more.
    private static func isDone(_ journal: Journal, _ model: SessionModel, _ places: [String: FrameID]) -> Bool {
        let marks = journal.marks
        return journal.decided.merging(marks.mapValues { _ in [] }) { first, _ in first }.allSatisfy { path, decided in
            guard let frame = places[path] else { return true }
            let (mark, standing) = (marks[path] ?? Mark(), model.standing(frame))
            guard model.mark(frame).decision == mark.decision else { return false }
            // What was cleared in it must not stand here from before.
            return !(decided.contains(.verdict) && mark.verdict == nil && standing.verdict != nil)
                && !(decided.contains(.stars) && mark.stars == 0 && standing.stars > 0)
                && !(decided.contains(.colour) && mark.label == nil && standing.label != nil)
        }
    }

    private static func change(_ line: Journal.Line, _ places: [String: FrameID]) -> FrameChange? {
        guard let frame = places[line.path] else { return nil }
        if line.verb == "group" { return FrameChange(frame, .group(line.value.isEmpty ? nil : places[line.value])) }
        return Change(verb: line.verb, value: line.value).map { FrameChange(frame, $0) }
    }

    // MARK: - Difference

    private static func show(_ difference: JournalDifference) {
        func words(_ mark: Mark) -> String {
            var parts = [mark.verdict?.rawValue ?? "none"]
            if mark.stars > 0 { parts.append("★\(mark.stars)") }
            if let label = mark.label { parts.append(label.rawValue) }
            return parts.joined(separator: " ")
        }
        for (title, rows) in [("verdict", difference.verdicts), ("stars or label", difference.details)] where !rows.isEmpty {
            Console.out("\(title):")
            for row in rows { Console.out("  \(printable(row.path))  you \(words(row.mine)), they \(words(row.theirs))") }
        }
        Console.out(
            "You disagree on \(grouped(difference.verdicts.count)) of \(counted(difference.bothJudged, "frame")) that both judged; "
                + "\(grouped(difference.onlyMine)) only you judged, \(grouped(difference.onlyTheirs)) only they.")
        if difference.unknown > 0 {
            Console.out(
                "\(counted(difference.unknown, "frame")) of theirs \(difference.unknown == 1 ? "is" : "are") not on this card.")
        }
    }

    private static func json(_ difference: JournalDifference) -> JSON {
        func mark(_ mark: Mark) -> JSON {
            .object([
                ("verdict", mark.verdict.map { .text($0.rawValue) } ?? .null), ("stars", .int(mark.stars)),
                ("label", mark.label.map { .text($0.rawValue) } ?? .null),
            ])
        }
        func rows(_ rows: [JournalDifference.Row]) -> JSON {
            .list(rows.map { .object([("path", .text($0.path)), ("mine", mark($0.mine)), ("theirs", mark($0.theirs))]) })
        }
        return .object([
            ("bothJudged", .int(difference.bothJudged)), ("verdicts", rows(difference.verdicts)),
            ("details", rows(difference.details)), ("onlyMine", .int(difference.onlyMine)),
            ("onlyTheirs", .int(difference.onlyTheirs)), ("unknown", .int(difference.unknown)),
        ])
    }
}
