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
        try session.requireWriting()
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
        let outcomes = try writeSidecars(copy.places(of: frames), report, session, invocation, setting, folder, profile)
        if showsJSON {
            Console.out(json(report, outcomes).serialized(indent: 1))
        } else {
            report.lines.forEach(Console.out)
            Console.out("Sidecars:")
            exportResultLines(outcomes, profile: profile).forEach(Console.out)
        }
        let isWhole = report.isComplete && outcomes.allSatisfy { if case .failed = $0.end { false } else { true } }
        return isWhole ? nil : "not everything was copied; what is missing is named above"
    }

    /// Beside the photos that are there now.
    private static func writeSidecars(
        _ places: [FrameID: String], _ report: CopyReport, _ session: CommandSession, _ invocation: Invocation,
        _ setting: Setting, _ folder: String, _ profile: ExportProfile
    ) throws(Failure) -> [SidecarOutcome] {
        let there = Set(
            report.items.compactMap { item -> String? in
                switch item.end {
                case .copied, .alreadyThere: item.name
                case .failed, .notTried: nil
                }
            })
        let placed = places.filter { there.contains($0.value) }
        guard !placed.isEmpty else { return [] }
        let target = ExportTarget(folder, kind: .placed(placed), session: session.session, link: setting.link)
        defer { target.workshop.shutdown() }
        let exporter = try SidecarsElsewhere.exporter(session, invocation, setting, profile, target)
        exporter.only = Set(placed.keys)
        _ = try ExportCommand.wait(session) { exporter.makePlan(done: $0) }
        return try SidecarsElsewhere.write(exporter, session, setting, folder, prepares: false)
    }

    private static func json(_ report: CopyReport, _ outcomes: [SidecarOutcome]) -> JSON {
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
            ("notTried", .int(report.notTried)), ("files", .list(files)), ("sidecars", .object(ExportJSON.result(outcomes))),
        ])
    }
}
