import KeepersCore

/// The export as scripts read it.
enum ExportJSON {
    static func text(_ plan: [PlannedSidecar], _ outcomes: [SidecarOutcome]?) -> String {
        let items = plan.map { item in
            let (fate, reason) = words(item.fate)
            return JSON.object([("path", .text(item.path)), ("fate", .text(fate)), ("reason", reason.map(JSON.text) ?? .null)])
        }
        return JSON.object([("plan", .list(items))] + (outcomes.map(result) ?? [])).serialized(indent: 1)
    }

    static func result(_ outcomes: [SidecarOutcome]) -> [(String, JSON)] {
        let failed = outcomes.compactMap { outcome -> JSON? in
            guard case .failed(let why) = outcome.end else { return nil }
            return .object([("path", .text(outcome.path)), ("reason", .text(why))])
        }
        return [
            ("written", .int(outcomes.count { $0.end == .written })),
            ("unchanged", .int(outcomes.count { $0.end == .unchanged })),
            ("removed", .int(outcomes.count { $0.end == .removed })), ("failed", .list(failed)),
        ]
    }

    private static func words(_ fate: PlannedSidecar.Fate) -> (String, String?) {
        switch fate {
        case .create: ("create", nil)
        case .merge: ("merge", nil)
        case .unchanged: ("unchanged", nil)
        case .nothing: ("nothing", nil)
        case .ignored: ("ignored", "no program that this profile is for reads a sidecar for this kind of file")
        case .conflict(let why): ("conflict", why)
        case .refused(let why): ("refused", why)
        }
    }
}
