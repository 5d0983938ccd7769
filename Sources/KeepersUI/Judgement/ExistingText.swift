import KeepersCore

/// Decisions that were there before, in words; always told from the person's own.
enum ExistingText {
    /// `★4 sidecar`, `◆ camera`: dimmed where a verdict would stand; nil where nothing was decided before.
    static func short(_ id: FrameID, _ model: SessionModel) -> String? {
        let parts = parts(id, model)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    static func parts(_ id: FrameID, _ model: SessionModel) -> [String] {
        guard let existing = model.existing[id] else { return [] }
        let parts = marks(existing.mark) + (existing.isEdited ? ["edited"] : [])
        return parts.isEmpty ? [] : parts + [source(id, existing, model)]
    }

    /// `in its sidecar: ★4, edited`; nil where nothing was decided before.
    static func sentence(_ id: FrameID, _ model: SessionModel) -> String? {
        guard let existing = model.existing[id] else { return nil }
        var parts = marks(existing.mark)
        if existing.isEdited { parts.append("edited") }
        if let problem = existing.problem { parts.append(printable(problem)) }
        guard !parts.isEmpty else { return nil }
        let source = source(id, existing, model) == "camera" ? "set in the camera" : "in its sidecar"
        return "\(source): " + parts.joined(separator: ", ")
    }

    /// `was pick ★4`: taken off here, and gone from the sidecar with the next export; `pick stays`: beside a maybe. nil where neither
    /// is.
    static func aside(_ id: FrameID, _ model: SessionModel) -> String? {
        let off = model.takenOff(id)
        let words = [off.verdict?.rawValue, off.stars > 0 ? "★\(off.stars)" : nil, off.label?.rawValue].compactMap { $0 }
        let asides = [
            words.isEmpty ? nil : "was " + words.joined(separator: " "),
            model.staysBesideMaybe(id).map { "\($0.rawValue) stays" },
        ]
        let said = asides.compactMap { $0 }
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }

    /// What stands from before beside the person's own, `◆ pick, ▪yellow from before`, and what was taken off; nil where neither is.
    static func beside(_ id: FrameID, _ model: SessionModel) -> String? {
        let before = marks(model.standingFromBefore(id))
        let words = [before.isEmpty ? nil : before.joined(separator: ", ") + " from before", aside(id, model)].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    static func marks(_ mark: Mark) -> [String] {
        var parts: [String] = []
        switch mark.verdict {
        case .pick: parts.append("◆ pick")
        case .reject: parts.append("✕ reject")
        case .maybe: parts.append("? maybe")
        case nil: break
        }
        if mark.stars > 0 { parts.append("★\(mark.stars)") }
        if let label = mark.label { parts.append("▪\(label.rawValue)") }
        return parts
    }

    /// Stars alone, as many as the camera wrote, came from the camera.
    private static func source(_ id: FrameID, _ existing: Existing, _ model: SessionModel) -> String {
        let isCamera =
            !existing.isEdited && existing.problem == nil && existing.mark == Mark(stars: existing.mark.stars)
            && model.frame(id)?.shot.cameraRating == existing.mark.stars
        return isCamera ? "camera" : "sidecar"
    }
}
