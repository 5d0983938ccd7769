import ExportKit
import Glibc
import KeepersCore

/// `keepers export --to FOLDER` and `--mirror FOLDER`: the dry run, then the sidecars.
enum SidecarsElsewhere {
    /// Returns a complaint where not everything could be written.
    static func run(
        _ session: CommandSession, _ invocation: Invocation, _ setting: Setting, _ profile: ExportProfile
    ) throws(Failure) -> String? {
        if !invocation.has("dry-run") { try session.requireWriting() } else { session.sayHolder() }
        let isMirror = invocation.has("mirror")
        let folder = Places.absolute(invocation["mirror"] ?? invocation["to"] ?? "")
        let target = ExportTarget(folder, kind: isMirror ? .mirror : .copies, session: session.session, link: setting.link)
        defer { target.workshop.shutdown() }
        let exporter = try exporter(session, invocation, setting, profile, target)
        let summary = try ExportCommand.wait(session) { exporter.makePlan(done: $0) }
        let showsJSON = invocation.has("json") && (invocation["json"] ?? "").isEmpty
        if invocation.has("dry-run") {
            if showsJSON {
                Console.out(ExportJSON.text(exporter.plan, nil))
            } else {
                summary.text().forEach(Console.out)
            }
            return nil
        }
        if !showsJSON { summary.text(namesPerLine: 10).forEach(Console.out) }
        let outcomes = try write(exporter, session, setting, folder, prepares: isMirror)
        if showsJSON {
            Console.out(ExportJSON.text(exporter.plan, outcomes))
        } else {
            exportResultLines(outcomes, profile: profile).forEach(Console.out)
            if isMirror { MirrorHint.merge(folder).forEach(Console.out) }
        }
        let isWhole = outcomes.allSatisfy { if case .failed = $0.end { false } else { true } }
        return isWhole ? nil : "not every sidecar could be written; each is named above and as it was before"
    }

    static func exporter(
        _ session: CommandSession, _ invocation: Invocation, _ setting: Setting, _ profile: ExportProfile, _ target: ExportTarget
    ) throws(Failure) -> Exporter {
        Exporter(
            session.session, link: setting.link, model: session.model, profile: profile,
            labels: try MappingSource.labels(invocation, session.program.store), target: target, wall: Clock.wall)
    }

    /// Makes folders and brings the card's own sidecars over where that is needed, looks anew, and writes.
    static func write(
        _ exporter: Exporter, _ session: CommandSession, _ setting: Setting, _ folder: String, prepares: Bool
    ) throws(Failure) -> [SidecarOutcome] {
        var lost: [SidecarOutcome] = []
        if prepares {
            let preparation = MirrorPreparation(exporter, link: setting.link)
            lost = try ExportCommand.wait(session) { done in preparation.run { done(.success($0)) } }
            _ = try ExportCommand.wait(session) { exporter.makePlan(done: $0) }
        }
        exporter.progress = { done, total in Console.progress("writing \(grouped(done)) of \(grouped(total))") }
        let outcomes = try ExportCommand.wait(session) { exporter.write(done: $0) }
        Console.progress(nil)
        return lost + outcomes
    }
}

/// What to do where sidecars cannot stand beside the photos.
enum MirrorHint {
    /// Empty unless a source is mounted read-only.
    static func lines(_ roots: [String]) -> [String] {
        guard let first = readOnly(roots).first else { return [] }
        return [
            "\(printable(first)) is read-only, so nothing can be written beside its photos. Write the sidecars elsewhere:",
            "  keepers export \(roots.map(quoted).joined(separator: " ")) --mirror FOLDER   (the card's tree, to merge when the photos are copied)",
            "  keepers export \(roots.map(quoted).joined(separator: " ")) --to FOLDER       (beside photos that are copied already)",
        ]
    }

    /// Those of the sources that are mounted read-only.
    static func readOnly(_ roots: [String]) -> [String] {
        roots.filter { root in
            var facts = statvfs()
            return statvfs(root, &facts) == 0 && facts.f_flag & UInt(ST_RDONLY) != 0
        }
    }

    /// How a mirror comes to the photos; nothing that is newer there is overwritten.
    static func merge(_ folder: String) -> [String] {
        [
            "To merge: copy the photos first, then, before they are imported, lay the mirror over them:",
            "  rsync -rtu \(quoted(folder == "/" ? "/" : folder + "/")) PHOTOS/",
            "PHOTOS is where the card's tree was copied to.",
        ]
    }

    /// As a shell reads it back.
    private static func quoted(_ path: String) -> String {
        let plain = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "/._-+,:@".utf8.contains(byte)
        }
        return plain
            ? path
            : "'" + printable(path).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
