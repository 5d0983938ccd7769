import HistoryKit
import KeepersCore

/// What `keepers learn` found, for people and for scripts.
struct HistoryReport {
    private let pass: HistoryPass
    private let counts: History.Counts
    private let lesson: PastLesson?

    init(_ pass: HistoryPass, lesson: PastLesson? = nil) {
        self.pass = pass
        self.lesson = lesson
        counts = pass.history.counts
    }

    var lines: [String] {
        if pass.sources.allSatisfy({ $0.failure != nil }) { return [] }
        var lines = pass.sources.flatMap(lines(of:))
        let conflicts = pass.history.photos.filter { $0.conflict != nil }
        lines += conflicts.prefix(20).map { "CONFLICT \(printable($0.decision.path)): \(printable($0.conflict ?? ""))" }
        if conflicts.count > 20 { lines.append("… and \(grouped(conflicts.count - 20)) more; --json --details lists all") }
        lines.append(
            "\(counted(counts.photos, "photo")): \(counted(counts.picks, "pick")), \(counted(counts.rejects, "reject")), "
                + "\(grouped(counts.unknown)) unknown (neither), \(counted(counts.conflicts, "conflict")).")
        lines.append(
            "\(grouped(counts.starred)) with stars, \(grouped(counts.labelled)) with a colour label, \(grouped(counts.edited)) edited, "
                + "\(counted(counts.virtualCopies, "virtual copy", "virtual copies")).")
        let previews = pass.onlyPreviews
        let ofThem = previews > 0 ? " (\(grouped(previews)) of these only as a preview in the catalog's own folder)" : ""
        lines.append(
            "\(grouped(pass.withPixels)) of \(counted(counts.photos, "photo")) still \(pass.withPixels == 1 ? "has" : "have") pixels\(ofThem).\(hint)"
        )
        lines += lesson?.lines ?? ["Nothing was measured, and the taste learned nothing."]
        lines.append("Catalogs, photos and sidecars were only read.")
        return lines
    }

    /// Where photos moved, a folder helps.
    private var hint: String {
        guard pass.withPixels < counts.photos else { return "" }
        return pass.sources.contains { $0.kind == .folder }
            ? "" : " Where photos moved, name their new folder too: keepers learn CATALOG FOLDER"
    }

    private func lines(of source: HistoryPass.Source) -> [String] {
        guard source.failure == nil else { return [] }
        let name = printable(source.path)
        var lines: [String] = []
        switch source.kind {
        case .lightroom:
            let version = source.version.map { ", version \(printable($0))" } ?? ""
            lines.append("\(name): Lightroom catalog\(version), \(counted(source.images, "entry", "entries"))")
        case .folder: lines.append("\(name): \(counted(source.images, "photo")) with decisions of their own")
        case .darktable: lines.append("\(name): darktable library, \(counted(source.images, "entry", "entries"))")
        case .digikam: lines.append("\(name): digiKam database, \(counted(source.images, "entry", "entries"))")
        }
        if source.isLocked {
            lines.append("  Lightroom has it open, or did not close it cleanly: what it last committed was read")
        }
        lines += source.notes.prefix(20).map { "  \($0)" }
        if source.notes.count > 20 { lines.append("  … and \(grouped(source.notes.count - 20)) more; --json lists all") }
        return lines
    }

    func json(details: Bool) -> JSON {
        var pairs: [(String, JSON)] = [
            ("images", .int(counts.images)), ("photos", .int(counts.photos)), ("virtualCopies", .int(counts.virtualCopies)),
            ("picks", .int(counts.picks)), ("rejects", .int(counts.rejects)), ("unknown", .int(counts.unknown)),
            ("conflicts", .int(counts.conflicts)), ("withPixels", .int(pass.withPixels)),
            ("onlyPreviews", .int(pass.onlyPreviews)), ("starred", .int(counts.starred)),
            ("labelled", .int(counts.labelled)), ("edited", .int(counts.edited)),
            ("learned", .bool(lesson?.isLearned ?? false)), ("lesson", lesson?.json ?? .null),
            ("sources", .list(pass.sources.map(json(of:)))),
        ]
        if details { pairs.append(("details", .list(zip(pass.history.photos, pass.places).map(json(of:at:))))) }
        return .object(pairs)
    }

    private func json(of source: HistoryPass.Source) -> JSON {
        .object([
            ("path", .text(source.path)), ("kind", .text(source.kind.rawValue)), ("version", text(source.version)),
            ("images", .int(source.images)), ("locked", .bool(source.isLocked)), ("notes", .list(source.notes.map(JSON.text))),
            ("failure", text(source.failure)),
        ])
    }

    private func json(of photo: History.Photo, at place: HistoryPass.Place?) -> JSON {
        let decision = photo.decision
        return .object([
            ("path", .text(decision.path)), ("name", .text(decision.name)), ("found", text(place?.path)),
            ("isPreview", .bool(place?.isPreview ?? false)),
            ("capturedAt", text(decision.capturedAt?.iso8601)), ("camera", text(decision.camera)),
            ("serial", text(decision.serial)), ("verdict", text(decision.verdict?.rawValue)),
            ("stars", decision.stars.map(JSON.int) ?? .null), ("label", text(decision.label?.rawValue)),
            ("labelText", text(decision.labelText)), ("virtualCopies", .int(photo.virtualCopies)),
            (
                "stack",
                decision.stack.map { .object([("id", .int(Int($0.id))), ("position", .int($0.position))]) } ?? .null
            ),
            ("edited", decision.isEdited.map(JSON.bool) ?? .null), ("conflict", text(photo.conflict)),
        ])
    }

    private func text(_ value: String?) -> JSON { value.map(JSON.text) ?? .null }
}
