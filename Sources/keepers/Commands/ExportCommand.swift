import ExportKit
import KeepersCore
import PersistenceKit

/// `keepers export`: the dry run, then the sidecars.
enum ExportCommand {
    static func run(_ invocation: Invocation, _ setting: Setting) throws(Failure) {
        let profile = try MappingSource.profile(invocation, setting.places)
        if invocation.has("print-mapping") { return print(profile, setting.places) }
        guard !invocation.operands.isEmpty else { throw Failure("export needs a PATH; see 'keepers export --help'", code: 2) }
        if try ExportElsewhere.run(invocation, setting, profile) { return }
        let session = try CommandSession(invocation.operands, invocation, setting, measures: false)
        if !invocation.has("dry-run") { try session.requireWriting() } else { session.sayHolder() }
        let exporter = Exporter(
            session.session, link: setting.link, model: session.model, profile: profile,
            labels: try MappingSource.labels(invocation, session.program.store), wall: Clock.wall)
        exporter.adopt = { [program = session.program] in program.adopt($0) }
        let summary = try wait(session) { exporter.makePlan(done: $0) }
        if invocation.has("dry-run") {
            if invocation.has("json") {
                Console.out(ExportJSON.text(exporter.plan, nil))
            } else {
                (summary.text() + MirrorHint.lines(session.session.roots)).forEach(Console.out)
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
            let result = exportResultLines(outcomes, profile: profile) + unreadLines(exporter.plan, profile: profile)
            (result + MirrorHint.lines(session.session.roots)).forEach(Console.out)
        }
        session.program.leave()
        try require(outcomes, "not every sidecar could be written; each is named above and as it was before")
    }

    private static func print(_ profile: ExportProfile, _ places: Places) {
        Console.raw(
            """
            # keepers mapping: what a decision writes into a sidecar. This is \(profile.rawValue): \(profile.description).
            # Saved as \(printable(places.mapping)) it is the profile 'own'.
            #   pick, reject, maybe   flag, rating N (1 to 5 where you set no stars; -1 is Bridge's reject, in their place),
            #                         label COLOUR (where you set none), or nothing
            #   stars                 your own stars are written: yes or no
            #   colours               as Label (words), LabelColor, colorlabels (darktable), or nothing
            #   words                 chosen (by --labels), \(LabelWords.all.map(\.name).joined(separator: " "))
            #   word COLOUR TEXT      instead of words: your own label set, a line for each colour
            #   reword                a label that means the colour in other words is reworded: yes or no
            #   file                  IMG.xmp or IMG.CR3.xmp
            #   for                   raw, or every kind of file
            \(profile.rules.text)
            """)
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
        if !invocation.has("dry-run") { try session.requireWriting() } else { session.sayHolder() }
        let folder = invocation["to"].map(Places.absolute)
        if let folder { try ExportElsewhere.requireFolder(folder) }
        let reach: UndoOffer.Reach = invocation.has("all") ? .all : .last
        let isQuiet = invocation.has("json")
        if !isQuiet { try offer(reach, session, folder).forEach(Console.out) }
        if invocation.has("dry-run") {
            if isQuiet { Console.out(try json(offers(session, folder)).serialized(indent: 1)) }
            return session.program.leave()
        }
        let undo = ExportUndo(session.session, link: setting.link, folder: folder, reach: reach)
        let report = try ExportCommand.wait(session) { undo.run(done: $0) }
        if isQuiet {
            let left = json(report.left)
            Console.out(JSON.object(ExportJSON.result(report.outcomes) + [("left", left)]).serialized(indent: 1))
        } else if report.offer != nil {
            undoResultLines(report).forEach(Console.out)
        }
        session.program.leave()
        if report.offer == nil, report.left.all != nil {
            throw Failure("nothing was taken back; 'keepers undo-export --all' takes back everything that was written there")
        }
        try ExportCommand.require(report.outcomes, "some sidecars were left as they are; each is named above")
    }

    private static func offers(_ session: CommandSession, _ folder: String?) throws(Failure) -> UndoOffers {
        guard let id = session.session.id else { return UndoOffers() }
        do throws(StoreError) {
            return try ExportHistory(session.program.store, folder: folder).offers(in: id)
        } catch {
            throw Failure(error.message)
        }
    }

    /// Which of both ways, and how many files, before anything is done.
    private static func offer(
        _ reach: UndoOffer.Reach, _ session: CommandSession, _ folder: String?
    ) throws(Failure) -> [String] {
        let offers = try offers(session, folder)
        return [offers.title(reach)] + offers.words(reach).map { "  " + $0 }
            + (reach == .last && offers.steps.count + offers.unkept > 1 ? ["  undo-export --all takes back everything."] : [])
    }

    private static func json(_ offers: UndoOffers) -> JSON {
        func numbers(_ offer: UndoOffer) -> JSON {
            .object([("putBack", .int(offer.putBack)), ("removed", .int(offer.removed))])
        }
        return .object([
            ("exports", .list(offers.steps.map(numbers))), ("all", offers.all.map(numbers) ?? .null),
            ("olderExports", .int(offers.unkept)),
        ])
    }
}
