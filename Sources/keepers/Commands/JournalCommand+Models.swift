import KeepersCore
import PersistenceKit

extension JournalCommand {
    /// The two newest versions whose cards the session has, stack by stack.
    static func compareModels(_ session: CommandSession, isJSON: Bool) throws(Failure) {
        guard let id = session.session.id else { throw Failure("no session is open") }
        let names: [String]
        let difference: ModelDifference
        do throws(StoreError) {
            names = try session.program.store.models(in: id).map(\.model)
        } catch {
            throw Failure(error.message)
        }
        guard names.count > 1 else {
            let known = names.first.map { "only '\(printable($0))' measured this session" } ?? "nothing is measured yet"
            throw Failure("\(known); two versions can be compared after 'keepers score' with another one")
        }
        do throws(StoreError) {
            difference = ModelDifference(
                one: try model(session, id, names[0]), other: try model(session, id, names[1]))
        } catch {
            throw Failure(error.message)
        }
        isJSON ? Console.out(json(difference, names, session).serialized(indent: 1)) : show(difference, names, session)
    }

    /// Without the taste, which was taught by one version only.
    private static func model(_ session: CommandSession, _ id: SessionID, _ name: String) throws(StoreError) -> SessionModel {
        SessionModel(
            frames: session.model.frames, marks: session.model.marks,
            cards: try session.program.store.cards(in: id, model: name), rules: session.model.rules)
    }

    private static func show(_ difference: ModelDifference, _ names: [String], _ session: CommandSession) {
        func path(_ frame: FrameID?) -> String { frame.flatMap { session.model.frame($0)?.path }.map(printable) ?? "a tie" }
        for row in difference.differing + difference.ties {
            let kept = row.kept.isEmpty ? "" : "  you kept \(row.kept.map(path).joined(separator: ", "))"
            Console.out("  new \(path(row.one)), old \(path(row.other))\(kept)")
        }
        Console.out("new: \(printable(names[0]))")
        Console.out("old: \(printable(names[1]))")
        Console.out(
            "They disagree on \(grouped(difference.differing.count)) of \(counted(difference.stacks, "stack")); in \(grouped(difference.ties.count)) more one of them "
                + "sees a tie, and \(grouped(difference.cutOtherwise)) are cut otherwise.")
        if difference.judged > 0 {
            Console.out(
                "Of \(counted(difference.judged, "stack")) in which you kept something, the new one named it in \(grouped(difference.oneRight)), "
                    + "the old one in \(grouped(difference.otherRight)).")
        }
    }

    private static func json(_ difference: ModelDifference, _ names: [String], _ session: CommandSession) -> JSON {
        func path(_ frame: FrameID?) -> JSON { frame.flatMap { session.model.frame($0)?.path }.map { .text($0) } ?? .null }
        func rows(_ rows: [ModelDifference.Row]) -> JSON {
            .list(
                rows.map {
                    .object([
                        ("members", .list($0.members.map { path($0) })), ("new", path($0.one)), ("old", path($0.other)),
                        ("kept", .list($0.kept.map { path($0) })),
                    ])
                })
        }
        return .object([
            ("new", .text(names[0])), ("old", .text(names[1])), ("stacks", .int(difference.stacks)),
            ("differing", rows(difference.differing)), ("ties", rows(difference.ties)),
            ("cutOtherwise", .int(difference.cutOtherwise)), ("judged", .int(difference.judged)),
            ("newRight", .int(difference.oneRight)), ("oldRight", .int(difference.otherRight)),
        ])
    }
}
