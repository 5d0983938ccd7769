import KeepersCore

/// Where an export puts its sidecars.
public enum ExportPlace: Hashable, Sendable {
    case beside
    /// The card's own tree in a folder of its own, made where it is not there.
    case mirror(String)
    /// Beside a copy of the card that lies somewhere below a folder already.
    case copies(String)

    enum Kind: String, CaseIterable, Sendable {
        case beside, mirror, copies

        /// For the row of choices.
        var words: String {
            switch self {
            case .beside: "beside the photos"
            case .mirror: "mirror in a folder"
            case .copies: "beside a copy"
            }
        }

        /// The same in a narrow window.
        var word: String {
            switch self {
            case .beside: "beside"
            case .mirror: "mirror"
            case .copies: "copy"
            }
        }

        /// The heading of the dry run, and what a screen reader says.
        var title: String {
            switch self {
            case .beside: "Export to sidecars beside the photos"
            case .mirror: "Export to sidecars in a mirror"
            case .copies: "Export to sidecars beside a copy"
            }
        }

        /// What the line asks for.
        var question: String { self == .mirror ? "mirror the card's tree in" : "the copy lies in or below" }
        var suggestion: String {
            self == .mirror
                ? "a folder apart from the card, ~/sidecars; made if need be" : "a folder on this disk, ~/Pictures/2026"
        }
    }

    var kind: Kind {
        switch self {
        case .beside: .beside
        case .mirror: .mirror
        case .copies: .copies
        }
    }

    public var folder: String? {
        switch self {
        case .beside: nil
        case .mirror(let folder), .copies(let folder): folder
        }
    }

    init(_ kind: Kind, _ folder: String) {
        switch kind {
        case .beside: self = .beside
        case .mirror: self = .mirror(folder)
        case .copies: self = .copies(folder)
        }
    }
}

/// Where this session's sidecars went last, and the folder of each kind; kept with the session.
struct ExportMemory: Equatable, Sendable {
    private(set) var current = ExportPlace.beside
    private(set) var folders: [ExportPlace.Kind: String] = [:]

    private static let name = "export-place"
    private static func folderName(_ kind: ExportPlace.Kind) -> String { "export-\(kind.rawValue)" }

    init() {}

    /// As they lie in the store.
    init(settings: [String: String]) {
        for kind in ExportPlace.Kind.allCases { folders[kind] = settings[Self.folderName(kind)] }
        guard let kind = settings[Self.name].flatMap(ExportPlace.Kind.init) else { return }
        current = place(kind) ?? .beside
    }

    /// nil where a folder must be named first.
    func place(_ kind: ExportPlace.Kind) -> ExportPlace? {
        kind == .beside ? .beside : folders[kind].map { ExportPlace(kind, $0) }
    }

    /// A dry run there held: its folder is offered again. Returns the settings that changed.
    mutating func know(_ place: ExportPlace) -> [(String, String)] {
        guard let folder = place.folder, folders[place.kind] != folder else { return [] }
        folders[place.kind] = folder
        return [(Self.folderName(place.kind), folder)]
    }

    /// Sidecars are written there: the next export begins with it, and an undo goes there.
    mutating func use(_ place: ExportPlace) -> [(String, String)] {
        guard place != current else { return [] }
        current = place
        return [(Self.name, place.kind.rawValue)] + know(place)
    }
}

extension SessionState {
    /// `d`: the place behind this one, round and round; where its folder is not known yet, the screen says how it is named.
    mutating func nextExportPlace(_ current: ExportState) -> [Effect] {
        let kinds = ExportPlace.Kind.allCases
        let next = kinds[((kinds.firstIndex(of: current.kind) ?? 0) + 1) % kinds.count]
        guard let place = exportPlaces.place(next) else {
            export = ExportState(profile: current.profile, place: current.place, asks: next, choices: current.choices)
            return []
        }
        return plan(at: place)
    }

    /// `f`: another folder for this place.
    mutating func askExportFolder(_ kind: ExportPlace.Kind) {
        guard kind != .beside else { return }
        openPrompt(.folder(kind), exportPlaces.folders[kind] ?? "")
    }

    /// The line was entered.
    mutating func takeExportFolder(_ kind: ExportPlace.Kind, _ text: String) -> [Effect] {
        let folder = text.trimmed
        guard !folder.isEmpty else {
            prompt?.problem = "name a folder; Esc leaves it as it was"
            return []
        }
        prompt = nil
        return plan(at: ExportPlace(kind, folder))
    }

    /// That folder will not do: the line stands again, with the reason, and the dry run is the one before.
    mutating func takeExportFolder(problem: String) -> [Effect] {
        guard let refused = export?.place, let folder = refused.folder, export?.asks == nil else { return [] }
        // One that held once may be gone now with its disk.
        let effects = plan(at: exportPlaces.current == refused ? .beside : exportPlaces.current)
        openPrompt(.folder(refused.kind), folder)
        prompt?.problem = problem
        return effects
    }

    /// The dry run anew, for another place.
    private mutating func plan(at place: ExportPlace) -> [Effect] {
        guard let current = export else { return [] }
        export = ExportState(
            profile: current.profile, place: place, choices: current.choices, showsPrograms: current.showsPrograms)
        return [.planExport(current.profile, place)]
    }

    /// A dry run came, or the writing begins.
    mutating func rememberExportPlace(isWritten: Bool = false) {
        guard let place = export?.place else { return }
        for (name, value) in isWritten ? exportPlaces.use(place) : exportPlaces.know(place) { save(name, value) }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
