/// The decisions that a sidecar holds, and why they cannot be trusted where its own properties disagree.
///
/// Order of the verdict: `xmpDM:pick` other than 0, then `xmpDM:good`, then `xmp:Rating` -1, then digiKam's pick label, then Photo Mechanic's
/// tag. A contradiction is for showing, never for learning. A rating of -1 or 0 says nothing about stars, nor does darktable's own 1.
public func verdict(from values: SidecarValues, preferred: LabelWords = .english) -> (mark: Mark, conflict: String?) {
    let said = statements(in: values)
    var mark = Mark(verdict: said.first?.verdict, label: labelColour(of: values, preferred: preferred))
    if let rating = values.rating, rating > 0, !values.hasDefaultStar { mark.stars = min(5, rating) }
    return (mark, conflict(among: said, values))
}

extension SidecarValues {
    /// The one star that darktable gives to every photo that it imports.
    var hasDefaultStar: Bool { isDarktables && rating == 1 }
}

private func statements(in values: SidecarValues) -> [(verdict: Verdict, source: String)] {
    var said: [(verdict: Verdict, source: String)] = []
    if let pick = values.pick, pick != 0 { said.append((pick > 0 ? .pick : .reject, "flag \(pick > 0 ? "pick" : "reject")")) }
    if let good = values.good { said.append((good ? .pick : .reject, "good = \(good)")) }
    if values.rating == -1 { said.append((.reject, "rating -1 (reject)")) }
    switch values.digiKamPick {
    case 3: said.append((.pick, "digiKam \"accepted\""))
    case 1: said.append((.reject, "digiKam \"rejected\""))
    default: break
    }
    if values.tagged == true { said.append((.pick, "Photo Mechanic's tag")) }
    return said
}

private func conflict(among said: [(verdict: Verdict, source: String)], _ values: SidecarValues) -> String? {
    if let twice = values.contradictory.first { return "\(twice) stands in it twice with different values" }
    guard let first = said.first, let other = said.first(where: { $0.verdict != first.verdict }) else { return nil }
    return "it says \(first.source) and \(other.source)"
}

/// How the decisions in two sidecars of one picture (`IMG_1.xmp` and `IMG_1.CR3.xmp`) differ, or nil.
public func sidecarDisagreement(_ one: SidecarValues, _ other: SidecarValues) -> String? {
    let (first, second) = (verdict(from: one).mark, verdict(from: other).mark)
    if first.verdict != second.verdict { return "verdict \(word(first.verdict)) and \(word(second.verdict))" }
    if first.stars != second.stars { return "\(counted(first.stars, "star")) and \(counted(second.stars, "star"))" }
    if first.label != second.label || one.label != other.label {
        return "label \(printable(one.label ?? "none")) and \(printable(other.label ?? "none"))"
    }
    return nil
}

private func word(_ verdict: Verdict?) -> String { verdict?.rawValue ?? "none" }
