/// A verdict that a sidecar keeps although something else is decided here.
public struct KeptVerdict: Equatable, Sendable {
    public var verdict: Verdict
    /// A maybe is decided here, for which no flag is written; else it is said by a mark of a program whose marks we never write.
    public var isBesideMaybe: Bool

    public init(verdict: Verdict, isBesideMaybe: Bool) {
        self.verdict = verdict
        self.isBesideMaybe = isBesideMaybe
    }
}

/// What `wish` takes off of that which others say in a sidecar (`others`: without what we wrote), because it was cleared here.
public func takenOff(by wish: SidecarWish, mark: Mark, from now: SidecarValues, others: SidecarValues) -> Mark {
    let (had, gets) = (verdict(from: now).mark, verdict(from: now.with(wish)).mark)
    let their = verdict(from: others).mark
    var off = Mark()
    if mark.verdict == nil, gets.verdict == nil, had.verdict == their.verdict { off.verdict = had.verdict }
    if mark.stars == 0, gets.stars == 0, had.stars == their.stars { off.stars = had.stars }
    if mark.label == nil, gets.label == nil, had.label == their.label { off.label = had.label }
    return off
}

/// What `wish` writes in the place of that which others say in a sidecar: `pick → reject`, `★4 → ★3`.
public func replaced(by wish: SidecarWish, in now: SidecarValues, others: SidecarValues) -> [String] {
    let (had, gets) = (verdict(from: now).mark, verdict(from: now.with(wish)).mark)
    let their = verdict(from: others).mark
    var words: [String] = []
    if let old = had.verdict, old == their.verdict, let new = gets.verdict, new != old {
        words.append("\(old.rawValue) → \(new.rawValue)")
    }
    if had.stars > 0, had.stars == their.stars, gets.stars > 0, gets.stars != had.stars {
        words.append("★\(had.stars) → ★\(gets.stars)")
    }
    if let old = had.label, old == their.label, let new = gets.label, new != old {
        words.append("\(old.rawValue) → \(new.rawValue)")
    }
    return words
}

/// The verdict that others' words keep in a sidecar after `wish`, where a maybe or nothing is decided here; nil where none stays.
public func keptVerdict(after wish: SidecarWish?, mark: Mark, isDecided: Bool, in now: SidecarValues) -> KeptVerdict? {
    guard isDecided, mark.verdict == .maybe || mark.verdict == nil else { return nil }
    let after = wish.map { now.with($0) } ?? now
    return verdict(from: after).mark.verdict.map { KeptVerdict(verdict: $0, isBesideMaybe: mark.verdict == .maybe) }
}

/// The lines of the dry run on what was there before and goes, or stays against what is decided here, each frame by name.
func takenOffLines(_ plan: [PlannedSidecar]) -> [ExportLine] {
    func line(_ items: [PlannedSidecar], _ one: String, _ many: String, _ word: (PlannedSidecar) -> String?) -> ExportLine? {
        let names = items.compactMap { item in word(item).map { "\(printable(item.path)): \($0)" } }
        return names.isEmpty ? nil : ExportLine(names.count, names.count == 1 ? one : many, names: names)
    }
    let written = plan.filter(\.willBeWritten)
    let back = "(undo-export brings it back)"
    return [
        line(written, "will be unflagged \(back)", "will be unflagged \(back)") { $0.takesOff.verdict?.rawValue },
        line(written, "loses its stars \(back)", "lose their stars \(back)") {
            $0.takesOff.stars > 0 ? "★\($0.takesOff.stars)" : nil
        },
        line(written, "loses its label \(back)", "lose their label \(back)") { $0.takesOff.label?.rawValue },
        line(written, "says otherwise than before \(back)", "say otherwise than before \(back)") {
            $0.replaces.isEmpty ? nil : $0.replaces.joined(separator: ", ")
        },
        line(
            plan, "maybe keeps the flag from before: for a maybe none is written",
            "maybes keep the flag from before: for a maybe none is written"
        ) { $0.keeps.flatMap { $0.isBesideMaybe ? $0.verdict.rawValue : nil } },
        line(
            plan, "keeps a mark that only the program which made it can take off",
            "keep a mark that only the program which made it can take off"
        ) { $0.keeps.flatMap { $0.isBesideMaybe ? nil : $0.verdict.rawValue } },
    ].compactMap { $0 }
}
