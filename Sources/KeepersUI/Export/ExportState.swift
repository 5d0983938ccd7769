import KeepersCore

/// What became of an export, above the lines that tell more.
public enum ExportEnd: String, Equatable, Sendable {
    case written = "Exported"
    case failed = "Not exported"
    case takenBack = "Export taken back"
}

/// The export screen: a dry run, then the writing, then what came of it.
struct ExportState: Equatable, Sendable {
    struct Running: Equatable, Sendable {
        var done: Int
        var total: Int
    }
    var profile = ExportProfile.lightroom
    var place = ExportPlace.beside
    var choices = ExportChoices()
    var plan: ExportSummary?
    var running: Running?
    var result: [String]?
    var end = ExportEnd.written
    var receipt: [String] = []
    /// Instead of the dry run: what each program will see of it.
    var showsPrograms = false
}

extension SessionState {
    mutating func openExport() -> [Effect] {
        let opened = ExportState(place: exportPlaces.current)
        export = opened
        return [.planExport(opened.profile, opened.place)]
    }

    mutating func updateExport(_ key: Key) -> [Effect] {
        guard let current = export else { return [] }
        if current.running != nil { return [] }
        switch key.code {
        case .escape where current.showsPrograms: export?.showsPrograms = false
        case .escape, .character("q"): export = nil
        case .character("v") where current.result == nil && current.plan != nil: export?.showsPrograms.toggle()
        case .character("c") where current.result == nil: openConflicts()
        case .enter where current.result != nil: export = nil
        case .enter: return startExport(current)
        case .tab where current.result == nil:
            let next = current.choices.profile(after: current.profile)
            export = ExportState(
                profile: next, place: current.place, choices: current.choices, showsPrograms: current.showsPrograms)
            return [.planExport(next, current.place)]
        case .character("d") where current.result == nil: return nextExportPlace(current)
        case .character("f") where current.result == nil: askExportFolder(current.place.kind)
        case .character("U") where current.result != nil && current.end == .written:
            return [.undoExport(current.place)]
        default: break
        }
        return []
    }

    private mutating func startExport(_ current: ExportState) -> [Effect] {
        guard let plan = current.plan, plan.writes > 0 else { return [] }
        guard readOnly == nil else {
            export = nil
            notice = "read-only: another keepers holds this session; export there"
            return []
        }
        rememberExportPlace(isWritten: true)
        export?.running = ExportState.Running(done: 0, total: plan.writes)
        return [.runExport(current.profile)]
    }
}

extension SessionState {
    /// The export screen is open.
    public var isExporting: Bool { export != nil }
}
