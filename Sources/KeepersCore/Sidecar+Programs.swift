/// Programs that read what an export writes, and what each makes of it.
///
/// From their manuals, public source (darktable, digiKam) and sidecars that they wrote; not tried in a live Lightroom, Bridge,
/// Capture One or Photo Mechanic.
public enum PhotoProgram: String, CaseIterable, Sendable {
    case lightroom = "Lightroom 13.2+"
    case olderLightroom = "Lightroom, older"
    case bridge = "Bridge"
    case darktable = "darktable"
    case digiKam = "digiKam"
    case captureOne = "Capture One"
    case photoMechanic = "Photo Mechanic"

    /// Which of a frame's sidecars it looks at; `IMG_1.CR3.xmp` where `appended`.
    func reads(appended: Bool) -> Bool {
        switch self {
        // darktable imports the ratings and labels of IMG_1.xmp, once, where it has no sidecar of its own.
        case .darktable: true
        case .digiKam: appended
        case .lightroom, .olderLightroom, .bridge, .captureOne, .photoMechanic: !appended
        }
    }

    /// What it shows of a picture whose sidecar says `values`; no file of this kind, no decision.
    public func seen(_ values: SidecarValues, appended: Bool, kind: FileKind) -> SeenDecision? {
        guard reads(appended: appended) else { return nil }
        if kind.ignoresSidecar, self == .lightroom || self == .olderLightroom || self == .bridge { return nil }
        var seen = SeenDecision()
        if let rating = values.rating, rating > 0 { seen.stars = min(5, rating) }
        let text = values.label.flatMap { $0.isEmpty ? nil : $0 }
        switch self {
        case .lightroom:
            if let pick = values.pick, pick != 0 { seen.verdict = pick > 0 ? .pick : .reject }
            seen.colour = labelColour(of: values)
        case .olderLightroom: seen.colour = text.flatMap { text in LabelWords.all.lazy.compactMap { $0.colour(of: text) }.first }
        case .bridge:
            if values.rating == -1 { seen.verdict = .reject }
            seen.colour = text.flatMap { LabelWords.named("bridge")?.colour(of: $0) }
        case .darktable:
            if values.rating == -1 {
                // Through Lightroom's file 4.2.1 reads it as two stars.
                if appended { seen.verdict = .reject } else { seen.stars = 2 }
            }
            // It knows the English words; others become purple.
            seen.colour = text.map { LabelWords.english.colour(of: $0) ?? .purple }
        case .digiKam:
            switch values.digiKamPick {
            case 3: seen.verdict = .pick
            case 1: seen.verdict = .reject
            default: break
            }
            seen.colour = text.flatMap { LabelWords.english.colour(of: $0) }
        case .captureOne: seen.colour = text.flatMap { LabelWords.english.colour(of: $0) }
        case .photoMechanic:
            if values.tagged == true { seen.verdict = .pick }
            seen.colour = nil
        }
        seen.isCustomLabel = text != nil && seen.colour == nil
        return seen
    }
}

/// What a program shows of one picture.
public struct SeenDecision: Hashable, Sendable {
    public var verdict: Verdict?
    public var stars = 0
    public var colour: ColourLabel?
    /// A label whose words mean no colour to it: shown as text, or white.
    public var isCustomLabel = false
    public init() {}
}

/// One line of "what each program will see", counted from a plan.
public struct ProgramRow: Equatable, Sendable {
    public var program: String
    public var frames = 0
    /// Picks and rejects that it shows as such.
    public var picks = 0
    public var rejects = 0
    /// Those that it shows only by their stars or their colour.
    public var picksByStars = 0
    public var rejectsByStars = 0
    public var stars = 0
    public var colours = 0
    /// Labels whose words mean no colour to it.
    public var customLabels = 0
    /// Decided frames of which it sees nothing at all.
    public var unseen = 0

    init(_ program: PhotoProgram) { self.program = program.rawValue }

    /// What a photographer must know about these numbers; nil where they speak for themselves.
    public var note: String? {
        if unseen > 0, frames == 0, program == PhotoProgram.digiKam.rawValue {
            return "reads IMG.CR3.xmp, unless it is set to other programs' names"
        }
        if unseen > 0, frames == 0 { return "reads IMG.xmp, and only of RAW files" }
        if rejectsByStars > 0, rejects == 0, picksByStars > 0, picks == 0 { return "no flags: filter by stars and colour" }
        if rejectsByStars > 0, rejects == 0 { return "shows no rejects: filter by stars and colour" }
        return customLabels > 0 ? "\(counted(customLabels, "label")) as plain text" : nil
    }
}

/// One frame whose sidecar will say something, for `programRows`.
public struct PlannedSight: Sendable {
    public var mark: Mark
    public var kind: FileKind
    /// What its sidecar will say; nil where it has none.
    public var values: SidecarValues?
    public var isAppended: Bool

    public init(mark: Mark, kind: FileKind, values: SidecarValues?, isAppended: Bool) {
        self.mark = mark
        self.kind = kind
        self.values = values
        self.isAppended = isAppended
    }
}

/// What each program will see of these frames.
public func programRows(_ frames: [PlannedSight]) -> [ProgramRow] {
    PhotoProgram.allCases.map { program in
        var row = ProgramRow(program)
        for frame in frames {
            guard let seen = frame.values.flatMap({ program.seen($0, appended: frame.isAppended, kind: frame.kind) }) else {
                row.unseen += 1
                continue
            }
            row.frames += 1
            let isMarked = seen.stars > 0 || seen.colour != nil
            if seen.stars > 0 { row.stars += 1 }
            if seen.colour != nil { row.colours += 1 }
            if seen.isCustomLabel { row.customLabels += 1 }
            switch frame.mark.verdict {
            case .pick where seen.verdict == .pick: row.picks += 1
            case .pick where isMarked: row.picksByStars += 1
            case .reject where seen.verdict == .reject: row.rejects += 1
            case .reject where isMarked: row.rejectsByStars += 1
            case .pick, .reject, .maybe, nil: break
            }
        }
        return row
    }
}

extension SidecarValues {
    /// What a sidecar says once a wish is carried out.
    public func with(_ wish: SidecarWish) -> SidecarValues {
        var values = self
        func text(_ change: SidecarChange, _ old: String?) -> String? {
            switch change {
            case .leave: old
            case .remove: nil
            case .set(let new): new
            }
        }
        if wish[.rating] != .leave {
            values.ratingText = text(wish[.rating], nil)
            values.rating = values.ratingText.flatMap { Int($0) }
        }
        values.label = text(wish[.label], label)
        values.labelColour = text(wish[.labelColour], labelColour)
        values.darktableLabels = text(wish[.darktableLabels], darktableLabels)
        if wish[.pick] != .leave { values.pick = text(wish[.pick], nil).flatMap { Int($0) } }
        if wish[.good] != .leave { values.good = text(wish[.good], nil).map { $0 == "true" } }
        return values
    }
}

/// `9 JPEG frames (IMG_1.JPG, IMG_2.JPG, … ) …`: the frames whose decisions no sidecar carries, a line a kind, for the end of an export.
public func unreadLines(_ plan: [PlannedSidecar], profile: ExportProfile, limit: Int = 5) -> [String] {
    let ignored = plan.filter { $0.fate == .ignored }
    return FileKind.allCases.compactMap { kind in
        let names = ignored.filter { $0.kind == kind }.map { printable($0.path) }
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(limit).joined(separator: ", ")
        let rest = names.count > limit ? " and \(grouped(names.count - limit)) more" : ""
        return
            "Not handed over: \(profile.rules.reader) reads no sidecar for \(counted(names.count, kind.rawValue.uppercased() + " frame")): \(shown)\(rest)"
    }
}
