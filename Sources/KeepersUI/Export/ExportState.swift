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
        /// 0 while sidecars are taken back.
        var total: Int
    }
    var profile = ExportProfile.lightroom
    var place = ExportPlace.beside
    /// This place is chosen, and its folder is not known yet; `place` is the one before.
    var asks: ExportPlace.Kind?
    var choices = ExportChoices()
    var plan: ExportSummary?
    var running: Running?
    var result: [String]?
    var end = ExportEnd.written
    var receipt: [String] = []
    /// What can be taken back at the place.
    var undo: UndoOffers?
    /// It is said what would be taken back, and Enter does it.
    var asksUndo: UndoOffer.Reach?
    /// Instead of the dry run: what each program will see of it.
    var showsPrograms = false
    /// All names of each line, not the first ones only.
    var showsNames = false
    /// The first row shown of a screen that is longer than the window.
    var top = 0

    var kind: ExportPlace.Kind { asks ?? place.kind }
    /// The place's folder has a line of its own.
    var showsFolder: Bool { asks == nil && place.folder != nil }

    var title: String {
        if let asksUndo { return undo?.title(asksUndo) ?? "Take an export back" }
        return result == nil ? kind.title : end.rawValue
    }
}

extension SessionState {
    mutating func openExport() -> [Effect] {
        let opened = ExportState(place: exportPlaces.current)
        export = opened
        return [.planExport(opened.profile, opened.place)]
    }

    mutating func updateExport(_ key: Key, _ geometry: Geometry) -> [Effect] {
        guard let current = export, current.running == nil else { return [] }
        if key.control { return key.code == .character("l") ? [.redraw] : [] }
        if current.asksUndo != nil || current.result != nil, let effects = updateResult(key, current) { return effects }
        switch key.code {
        case .escape where current.showsPrograms: turn { $0.showsPrograms = false }
        case .escape, .character("q"): export = nil
        case _ where current.result != nil || current.asksUndo != nil: _ = scrollExport(key, geometry)
        case .character("v") where current.plan != nil: turn { $0.showsPrograms.toggle() }
        case .character("n") where current.plan != nil: export?.showsNames.toggle()
        case .character("c"): openConflicts()
        case .enter where current.asks != nil: askExportFolder(current.kind)
        case .enter: return startExport(current)
        case .tab: return nextProfile(current)
        case .character("d"): return nextExportPlace(current)
        case .character("f"): askExportFolder(current.kind)
        default: _ = scrollExport(key, geometry)
        }
        return []
    }

    /// Another page of it begins at its top.
    private mutating func turn(_ change: (inout ExportState) -> Void) {
        export?.top = 0
        if var changed = export {
            change(&changed)
            export = changed
        }
    }

    private mutating func nextProfile(_ current: ExportState) -> [Effect] {
        export?.profile = current.choices.profile(after: current.profile)
        export?.plan = nil
        export?.top = 0
        guard let next = export, next.asks == nil else { return [] }
        return [.planExport(next.profile, next.place)]
    }

    private mutating func startExport(_ current: ExportState) -> [Effect] {
        // Said on the screen already.
        guard readOnly == nil else { return isFree ? [.claim] : [] }
        guard let plan = current.plan, plan.writes > 0 else { return [] }
        rememberExportPlace(isWritten: true)
        export?.showsPrograms = false
        export?.running = ExportState.Running(done: 0, total: plan.writes)
        return [.runExport(current.profile)]
    }

    mutating func take(exported lines: [String], _ end: ExportEnd) {
        guard let old = export else { return }
        var new = ExportState(profile: old.profile, place: old.place, choices: old.choices)
        (new.result, new.end, new.receipt) = (lines, end, old.receipt)
        export = new
    }

    mutating func scrollExport(_ mouse: Mouse, _ geometry: Geometry) {
        switch mouse.kind {
        case .wheelUp: scrollExport(by: -3, geometry)
        case .wheelDown: scrollExport(by: 3, geometry)
        default: break
        }
    }
}

extension SessionState {
    /// The export screen is open.
    public var isExporting: Bool { export != nil }
}
