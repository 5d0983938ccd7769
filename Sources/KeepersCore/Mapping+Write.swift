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
    /// Stars set in the camera, which stand in the photo itself while its sidecar has none; 0 = none.
    public var cameraStars = 0

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
        case .darktableLabels: filled(darktableLabels)
        }
    }

    private func filled(_ text: String?) -> String? { text?.isEmpty ?? true ? nil : text }
}

/// What a sidecar shall say about a picture with this mark; nil = nothing to say.
///
/// A person's own stars and colours win over a profile's defaults, whether they were set here or stand in the file already; only a rating
/// of -1 takes their place. A cleared verdict takes back what we made and sets others' flags to "unflagged".
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

/// The stars that a sidecar will not say any more, because a reject is written in their place; 0 = none are lost.
public func starsLost(to wish: SidecarWish, mark: Mark, existing: SidecarValues?) -> Int {
    guard wish[.rating] == .set("-1") else { return 0 }
    if mark.stars > 0 { return mark.stars }
    guard let existing, !existing.hasDefaultStar else { return 0 }
    return max(0, existing.rating ?? 0)
}

private struct Mapper {
    var mark: Mark
    var rules: MappingRules
    var existing: SidecarValues
    var past: SidecarPast
    var words: LabelWords
    /// Words that mean a colour where ours do not say.
    var labels: LabelWords
    var rule: VerdictRule

    init(mark: Mark, rules: MappingRules, existing: SidecarValues, past: SidecarPast, labels: LabelWords) {
        self.mark = mark
        self.rules = rules
        self.existing = existing
        self.past = past
        self.labels = labels
        words = rules.words ?? labels
        rule = mark.verdict.map { rules[$0] } ?? VerdictRule()
    }

    /// What stands there is our own work, a property that we took out too: it is as we wrote it last and not what was there before.
    func isOurs(_ property: SidecarProperty) -> Bool {
        guard let written = past.written else { return false }
        let now = existing.text(of: property)
        return now == written.text(of: property) && now != past.original?.text(of: property)
    }

    /// Back to what stood there before our first export.
    func restored(_ property: SidecarProperty) -> SidecarChange {
        past.original?.text(of: property).map { .set($0) } ?? .remove
    }

    // MARK: - Flags

    func mapFlags(into wish: inout SidecarWish) {
        switch mark.verdict {
        case .pick, .reject:
            let isPick = mark.verdict == .pick
            if !rule.flag {
                if takesBackFlags { return clearFlags(into: &wish) }
                guard flagsContradict(isPick) else { return }
            }
            flag(isPick, into: &wish)
        case .maybe, nil:
            if mark.verdict == nil, past.decidedVerdict {
                if flagsAreOurs || (existing.pick ?? 0) != 0 || existing.good != nil { clearFlags(into: &wish) }
            } else if flagsAreOurs {
                // Nothing is decided here any more, or only a maybe, for which no flag is written: what stood there before stands again.
                for property in [SidecarProperty.pick, .good] where isOurs(property) { wish[property] = restored(property) }
            }
            if losesItsReject { flag(false, into: &wish) }
        }
    }

    private func flag(_ isPick: Bool, into wish: inout SidecarWish) {
        wish[.pick] = .set(isPick ? "1" : "-1")
        wish[.good] = .set(isPick ? "true" : "false")
    }

    private var flagsAreOurs: Bool { isOurs(.pick) || isOurs(.good) }
    private var takesBackFlags: Bool { flagsAreOurs && past.original?.pick == nil && past.original?.good == nil }

    private func clearFlags(into wish: inout SidecarWish) {
        wish[.pick] = takesBackFlags ? .remove : .set("0")
        wish[.good] = .remove
    }

    /// A profile without flags leaves those of others, unless the sidecar would then contradict itself.
    private func flagsContradict(_ isPick: Bool) -> Bool {
        if let pick = existing.pick, pick != 0, (pick > 0) != isPick { return true }
        return existing.good.map { $0 != isPick } ?? false
    }

    /// Somebody's reject that stands and is said by a rating of -1 alone, where the person's stars take the place of that rating.
    private var losesItsReject: Bool {
        guard rules.reject.flag, rules.writesStars, mark.stars > 0, saidBefore?.rating == -1 else { return false }
        return mark.verdict == .maybe || !past.decidedVerdict
    }

    // MARK: - Stars

    /// What others say in it, without our last export's rating.
    private var saidBefore: SidecarValues? { isOurs(.rating) ? past.original : existing }

    var rating: SidecarChange {
        if rule.rating == -1 { return .set("-1") }
        if rules.writesStars, mark.stars > 0 { return .set(String(mark.stars)) }
        let clears = rules.writesStars && past.decidedStars
        if !clears, othersStarsStand { return asBefore }
        let fallback = rule.rating.map { SidecarChange.set(String($0)) }
        if saidBefore?.rating == -1 { return ratingOverReject(fallback) }
        if let fallback { return fallback }
        guard clears else { return asBefore }
        // Without a rating in the sidecar the camera's own would count.
        if past.cameraStars > 0 { return .set("0") }
        if isOurs(.rating) { return .remove }
        return (existing.text(of: .rating) ?? "0") == "0" || existing.hasDefaultStar ? .leave : .remove
    }

    private var asBefore: SidecarChange { isOurs(.rating) ? restored(.rating) : .leave }

    private var othersStarsStand: Bool {
        guard let text = saidBefore?.text(of: .rating) else { return past.cameraStars > 0 }
        return text != "0" && text != "-1" && saidBefore?.hasDefaultStar != true
    }

    /// A rating of -1 is a reject and no stars: it goes when the person decided otherwise.
    private func ratingOverReject(_ fallback: SidecarChange?) -> SidecarChange {
        switch mark.verdict {
        case .pick: fallback ?? .remove
        case .reject, .maybe: asBefore
        case nil: past.decidedVerdict ? .remove : asBefore
        }
    }

    // MARK: - Colour

    func mapLabel(into wish: inout SidecarWish) {
        let colours: [SidecarProperty] = [.label, .labelColour, .darktableLabels]
        if let colour = mark.label, !rules.colours.isEmpty { return set(colour, into: &wish) }
        let clears = !rules.colours.isEmpty && past.decidedLabel
        let hasLabel = colours.contains { existing.text(of: $0) != nil }
        let ours = colours.contains(where: isOurs)
        let isCustom = hasLabel && labelColour(of: existing, preferred: labels) == nil
        if hasLabel && !ours && (isCustom || !clears) { return }
        let othersStands = ours && !clears && colours.contains { past.original?.text(of: $0) != nil }
        if let colour = rule.label, !rules.colours.isEmpty, !othersStands { return set(colour, into: &wish) }
        for property in colours {
            if clears { wish[property] = .remove } else if isOurs(property) { wish[property] = restored(property) }
        }
    }

    /// A label of others that means this colour in any language stays as it is worded, unless the reader knows only its own words.
    func set(_ colour: ColourLabel, into wish: inout SidecarWish) {
        let word = words[colour]
        let meaning = existing.text(of: .label).flatMap { wordColour($0, words) }
        let isExact = rules.needsExactWords || isOurs(.label)
        if rules.colours.contains(.label) {
            if isExact ? existing.label != word : meaning != colour { wish[.label] = .set(word) }
        } else if meaning != nil, meaning != colour || isOurs(.label) {
            wish[.label] = followed(.label, word)
        }
        for (notation, property, value) in [
            (ColourNotation.labelColour, SidecarProperty.labelColour, colour.rawValue),
            (.darktable, .darktableLabels, String(colour.darktable)),
        ] {
            if rules.colours.contains(notation) {
                wish[property] = .set(value)
            } else if existing.text(of: property) != nil {
                wish[property] = followed(property, value)
            }
        }
    }

    /// A notation that the profile does not write: what another profile of ours wrote goes, what others wrote must not say another colour.
    private func followed(_ property: SidecarProperty, _ value: String) -> SidecarChange {
        isOurs(property) && past.original?.text(of: property) == nil ? .remove : .set(value)
    }
}
