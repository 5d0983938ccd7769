import ExportKit
import Glibc
import KeepersCore

/// `keepers export --copy FOLDER`: the picks and their sidecars, read back and compared.
enum CopyCommand {
    /// Returns a complaint where not everything could be copied.
    static func run(
        _ chosen: ChosenFrames, _ invocation: Invocation, _ setting: Setting, _ profile: ExportProfile
    ) throws(Failure) -> String? {
        let session = chosen.session
        if !invocation.has("dry-run") { try session.requireWriting() } else { session.sayHolder() }
        let folder = Places.absolute(invocation["copy"] ?? "")
        let frames = chosen.picks
        let showsJSON = invocation.has("json") && (invocation["json"] ?? "").isEmpty
        let copy = PhotoCopy(session.session, link: setting.link, folder: folder, rules: profile.rules)
        _ = try ExportCommand.wait(session) { copy.plan(frames, pairs: invocation.has("pairs"), done: $0) }
        let words =
            "\(counted(copy.photoCount, "file")) of \(counted(frames.count, "frame"))\(chosen.beforeWords(frames)), \(size(copy.bytes)), to \(printable(folder))"
        if !showsJSON { Console.out("\(invocation.has("dry-run") ? "would copy" : "copying") \(words)") }
        if let shortage = copy.shortage { throw Failure(shortage) }
        if invocation.has("dry-run") { return nil }
        copy.progress = { done, total, bytes, all in
            Console.progress("copied \(grouped(done)) of \(grouped(total)), \(size(bytes)) of \(size(all))")
        }
        let report = try ExportCommand.wait(session) { copy.run(done: $0) }
        Console.progress(nil)
        let placed = placed(copy.places(of: frames), report)
        let (plan, outcomes) = try writeSidecars(placed, session, invocation, setting, folder, profile)
        let sidecars = CopiedSidecars(
            photos: frames.filter { placed[$0.id] != nil }.map { ($0.id, $0.kind) }, plan: plan, outcomes: outcomes,
            brought: copy.broughtSidecars, present: copy.presentSidecars, profile: profile)
        if showsJSON {
            Console.out(json(report, outcomes, sidecars).serialized(indent: 1))
        } else {
            report.lines.forEach(Console.out)
            Console.out("Sidecars:")
            // In place of its first line, which knows nothing of what came over.
            (sidecars.lines + exportResultLines(outcomes, profile: profile).dropFirst()).forEach(Console.out)
        }
        let isWhole = report.isComplete && outcomes.allSatisfy { if case .failed = $0.end { false } else { true } }
        return isWhole ? nil : "not everything was copied; what is missing is named above"
    }

    /// Photos that are there now, with their names.
    private static func placed(_ places: [FrameID: String], _ report: CopyReport) -> [FrameID: String] {
        let there = Set(
            report.items.compactMap { item -> String? in
                switch item.end {
                case .copied, .alreadyThere: item.name
                case .failed, .notTried: nil
                }
            })
        return places.filter { there.contains($0.value) }
    }

    /// Beside the photos that are there now.
    private static func writeSidecars(
        _ placed: [FrameID: String], _ session: CommandSession, _ invocation: Invocation, _ setting: Setting, _ folder: String,
        _ profile: ExportProfile
    ) throws(Failure) -> ([PlannedSidecar], [SidecarOutcome]) {
        guard !placed.isEmpty else { return ([], []) }
        let target = ExportTarget(folder, kind: .placed(placed), session: session.session, link: setting.link)
        defer { target.workshop.shutdown() }
        let exporter = try SidecarsElsewhere.exporter(session, invocation, setting, profile, target)
        exporter.only = Set(placed.keys)
        _ = try ExportCommand.wait(session) { exporter.makePlan(done: $0) }
        let outcomes = try SidecarsElsewhere.write(exporter, session, setting, folder, prepares: false)
        return (exporter.plan, outcomes)
    }

    private static func json(_ report: CopyReport, _ outcomes: [SidecarOutcome], _ sidecars: CopiedSidecars) -> JSON {
        let files = report.items.map { item -> JSON in
            let (end, sum, why): (String, String?, String?) =
                switch item.end {
                case .copied(let sum): ("copied", sum, nil)
                case .alreadyThere(let sum): ("alreadyThere", sum, nil)
                case .failed(let why): ("failed", nil, why)
                case .notTried: ("notTried", nil, "the disk is full")
                }
            return .object([
                ("path", .text(item.path)), ("name", .text(item.name)), ("bytes", .int(Int(item.size))), ("end", .text(end)),
                ("sha256", sum.map(JSON.text) ?? .null), ("reason", why.map(JSON.text) ?? .null),
            ])
        }
        return .object([
            ("copied", .int(report.copied)), ("alreadyThere", .int(report.alreadyThere)), ("failed", .int(report.failed)),
            ("notTried", .int(report.notTried)), ("files", .list(files)),
            (
                "sidecars",
                .object(
                    ExportJSON.result(outcomes) + [
                        ("broughtOver", .int(sidecars.brought + sidecars.changed)),
                        ("photosWithout", .int(sidecars.silent + sidecars.unread.values.reduce(0, +))),
                    ])
            ),
        ])
    }
}
