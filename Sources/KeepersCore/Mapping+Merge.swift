/// Three-way merge: what we want, less what somebody else changed differently since we last looked.
///
/// `base` is what the sidecar said when we last read or wrote it; nil = never. A conflict leaves theirs in the file. Properties that belong
/// together (pick and good, label and its colour) are left together.
public func merged(
    _ wish: SidecarWish, base: SidecarValues?, existing: SidecarValues?
) -> (wish: SidecarWish, conflicts: [String]) {
    guard let base, let existing else { return (wish, []) }
    var wish = wish
    var conflicts: [String] = []
    let groups: [(name: String, properties: [SidecarProperty])] = [
        ("flag", [.pick, .good]), ("stars", [.rating]), ("label", [.label, .labelColour, .darktableLabels]),
    ]
    for group in groups {
        guard let clash = group.properties.first(where: { collides($0, wish[$0], base, existing) }) else { continue }
        let theirs = existing.text(of: clash).map { "\"\(printable($0))\"" } ?? "nothing"
        conflicts.append(
            "its \(group.name) was changed by another program: \(clash.rawValue) says \(theirs) now; it was left as it is")
        for property in group.properties { wish[property] = .leave }
    }
    return (wish, conflicts)
}

private func collides(_ property: SidecarProperty, _ change: SidecarChange, _ base: SidecarValues, _ existing: SidecarValues)
    -> Bool
{
    let theirs = existing.text(of: property)
    guard theirs != base.text(of: property) else { return false }
    switch change {
    case .leave: return false
    case .remove: return theirs != nil
    case .set(let value): return theirs != value
    }
}
