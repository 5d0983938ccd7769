extension Existing {
    /// What the sidecars of one frame say together, Adobe's name first; where they disagree, or one contradicts itself, no verdict.
    public init(sidecars: [SidecarValues]) {
        guard let first = sidecars.first else {
            self.init()
            return
        }
        let (mark, conflict) = verdict(from: first)
        self.init(mark: mark, isEdited: sidecars.contains { $0.hasDevelopSettings })
        if let conflict {
            problem = "its sidecar contradicts itself: \(conflict)"
        } else if let other = sidecars.dropFirst().lazy.compactMap({ sidecarDisagreement(first, $0) }).first {
            problem = "its two sidecars disagree: \(other)"
        }
        if problem != nil { self.mark = Mark() }
    }

    /// The same of what others wrote in them (`own`: without what we wrote): a contradiction that the files do not hold any more is none,
    /// then what they say now stands.
    public init(sidecars own: [SidecarValues], now: [SidecarValues]) {
        self.init(sidecars: own)
        guard problem != nil else { return }
        let present = Existing(sidecars: now)
        if present.problem == nil { self = present } else { problem = present.problem }
    }

    /// Stars set in the camera, for a frame that has no sidecar; nil where none were set.
    public init?(cameraRating: Int?) {
        guard let cameraRating, (1...5).contains(cameraRating) else { return nil }
        self.init(mark: Mark(stars: cameraRating))
    }

    /// With the stars of the camera where no sidecar of `own` has a rating, not even one of 0: then the photo's own counts.
    public func withCamera(stars: Int, besides own: [SidecarValues]) -> Existing {
        guard mark.stars == 0, problem == nil, own.allSatisfy({ $0.ratingText == nil && $0.rating == nil }) else { return self }
        var existing = self
        existing.mark.stars = stars
        return existing
    }

    /// Nothing that anybody has to know.
    public var isEmpty: Bool { self == Existing() }
}

extension ShotData {
    /// Stars set in the camera, 1 to 5; 0 = none.
    public var cameraStars: Int { cameraRating.flatMap { (1...5).contains($0) ? $0 : nil } ?? 0 }
}

extension SidecarValues {
    /// What others say: without what an export of ours `wrote`, over what stood there `before`. Where that contradicts itself on the verdict,
    /// what was changed since our export counts: the older word is one that we had already taken over.
    public func others(wrote: SidecarValues, before: SidecarValues) -> SidecarValues {
        let all = withoutOurs(wrote: wrote, before: before)
        let changed = withoutOurs(wrote: wrote, before: SidecarValues())
        let news = verdict(from: changed)
        guard verdict(from: all).conflict != nil, news.conflict == nil, news.mark.verdict != nil else { return all }
        var values = all
        (values.pick, values.good) = (changed.pick, changed.good)
        if all.rating == -1 { (values.rating, values.ratingText) = (changed.rating, changed.ratingText) }
        return values
    }

    /// Without what an export of ours put in: a property that is still as we `wrote` it counts as it was `before`.
    ///
    /// Otherwise our own verdicts, and the stars and colours that a profile makes of them, would come back as somebody's.
    public func withoutOurs(wrote: SidecarValues, before: SidecarValues) -> SidecarValues {
        var values = self
        if ratingText == wrote.ratingText { (values.rating, values.ratingText) = (before.rating, before.ratingText) }
        if label == wrote.label { values.label = before.label }
        if labelColour == wrote.labelColour { values.labelColour = before.labelColour }
        if darktableLabels == wrote.darktableLabels { values.darktableLabels = before.darktableLabels }
        if pick == wrote.pick { values.pick = before.pick }
        if good == wrote.good { values.good = before.good }
        return values
    }
}
