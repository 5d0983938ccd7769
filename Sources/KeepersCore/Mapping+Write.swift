/// What happened to a sidecar before, so that we take back our own words and nobody else's.
public struct SidecarPast: Equatable, Sendable {
    /// What it said before our first export; nil = there was no sidecar, or we never exported.
    public var original: SidecarValues?
    /// What it said right after our last export; nil = we never exported.
    public var written: SidecarValues?
    /// The person set or cleared these here, so an empty mark is a decision and not ignorance.
    public var decidedVerdict: Bool
    public var decidedStars: Bool
    public var decidedLabel: Bool

    public init(
        original: SidecarValues? = nil, written: SidecarValues? = nil, decidedVerdict: Bool = false, decidedStars: Bool = false,
        decidedLabel: Bool = false
    ) {
        self.original = original
        self.written = written
        self.decidedVerdict = decidedVerdict
        self.decidedStars = decidedStars
        self.decidedLabel = decidedLabel
    }
}

extension SidecarValues {
    /// One of our properties as text; nil where absent or empty.
    public func text(of property: SidecarProperty) -> String? {
        switch property {
        case .rating: rating.map(String.init) ?? filled(ratingText)
        case .label: filled(label)
        case .labelColour: filled(labelColour)
        case .pick: pick.map(String.init)
        case .good: good.map { $0 ? "true" : "false" }
        }
    }

    private func filled(_ text: String?) -> String? { text?.isEmpty ?? true ? nil : text }
}

/// What a sidecar shall say about a picture with this mark; nil = nothing to say.
///
/// A person's own stars and colours win over a profile's defaults, whether they were set here or stand in the file already. `maybe` writes
/// nothing. A cleared verdict takes back flags that we made and sets others to "unflagged".
public func sidecarWish(
    for mark: Mark, profile: ExportProfile, existing: SidecarValues?, past: SidecarPast = SidecarPast(),
    labels: LabelWords = .english
) -> SidecarWish? {
    let mapper = Mapper(mark: mark, rules: profile.rules, existing: existing ?? SidecarValues(), past: past, labels: labels)
    var wish = SidecarWish()
    mapper.mapFlags(into: &wish)
    wish[.rating] = mapper.rating
    mapper.mapLabel(into: &wish)
    // Nothing that is absent needs removing.
    for property in SidecarProperty.allCases where wish[property] == .remove && mapper.existing.text(of: property) == nil {
        wish[property] = .leave
    }
    return wish.isEmpty ? nil : wish
}

private struct Mapper {
    var mark: Mark
    var rules: MappingRules
    var existing: SidecarValues
    var past: SidecarPast
    var labels: LabelWords

    /// What stands there is our own work: it is what we wrote last and not what was there before.
    func isOurs(_ property: SidecarProperty) -> Bool {
        guard let written = past.written, let now = existing.text(of: property) else { return false }
        return now == written.text(of: property) && now != past.original?.text(of: property)
    }

    /// Back to what stood there before our first export.
    func restored(_ property: SidecarProperty) -> SidecarChange {
        past.original?.text(of: property).map { .set($0) } ?? .remove
    }

    func mapFlags(into wish: inout SidecarWish) {
        switch mark.verdict {
        case .pick:
            wish[.pick] = .set("1")
            wish[.good] = .set("true")
        case .reject:
            wish[.pick] = .set("-1")
            wish[.good] = .set("false")
        case .maybe, nil:
            let ours = isOurs(.pick) || isOurs(.good)
            let flagged = (existing.pick ?? 0) != 0 || existing.good != nil
            guard ours || (mark.verdict == nil && past.decidedVerdict && flagged) else { return }
            let originalHadFlags = past.original?.pick != nil || past.original?.good != nil
            wish[.pick] = ours && !originalHadFlags ? .remove : .set("0")
            wish[.good] = .remove
        }
    }

    var rating: SidecarChange {
        if mark.stars > 0 { return .set(String(mark.stars)) }
        let fallback = rules.defaultStars(for: mark.verdict).map { SidecarChange.set(String($0)) }
        if existing.rating == -1 { return ratingOverReject(fallback) }
        let hasStars = (existing.text(of: .rating) ?? "0") != "0"
        if hasStars && !isOurs(.rating) && !past.decidedStars { return .leave }
        if let fallback { return fallback }
        guard hasStars else { return .leave }
        return past.decidedStars ? .remove : restored(.rating)
    }

    /// A rating of -1 is a reject and no stars: it goes when the person decided otherwise.
    func ratingOverReject(_ fallback: SidecarChange?) -> SidecarChange {
        switch mark.verdict {
        case .pick: fallback ?? .remove
        case .reject, .maybe: .leave
        case nil: past.decidedVerdict ? .remove : .leave
        }
    }

    func mapLabel(into wish: inout SidecarWish) {
        if let colour = mark.label { return set(colour, into: &wish) }
        let hasLabel = existing.text(of: .label) != nil || existing.text(of: .labelColour) != nil
        let ours = isOurs(.label) || isOurs(.labelColour)
        let isCustom = hasLabel && labelColour(of: existing, preferred: labels) == nil
        if hasLabel && !ours && (isCustom || !past.decidedLabel) { return }
        if let colour = rules.defaultLabel(for: mark.verdict) { return set(colour, into: &wish) }
        guard hasLabel else { return }
        wish[.label] = past.decidedLabel ? .remove : restored(.label)
        wish[.labelColour] = past.decidedLabel ? .remove : restored(.labelColour)
    }

    /// A label that means this colour in any language stays as it is worded.
    func set(_ colour: ColourLabel, into wish: inout SidecarWish) {
        var byWord = existing
        byWord.labelColour = nil
        if labelColour(of: byWord, preferred: labels) != colour { wish[.label] = .set(labels[colour]) }
        wish[.labelColour] = .set(colour.rawValue)
    }
}
