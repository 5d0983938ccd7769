/// What the export will do about one frame.
public struct PlannedSidecar: Equatable, Sendable {
    public enum Fate: Equatable, Sendable {
        /// A new sidecar.
        case create
        /// A sidecar is there: our properties change, nothing else.
        case merge
        /// The sidecar says so already.
        case unchanged
        /// Nothing to say: no decision, or `maybe`.
        case nothing
        /// The profile's reader reads no sidecar for this kind of file.
        case ignored
        /// Somebody else decided differently; theirs stays until the person chooses.
        case conflict(String)
        /// It cannot be written safely: why, and what to do.
        case refused(String)
    }

    public var frame: FrameID
    /// The frame's own path, relative to its source.
    public var path: String
    public var kind: FileKind
    public var mark: Mark
    public var fate: Fate
    /// Stars that the sidecar will not say any more, because a reject takes their place.
    public var losesStars: Int
    /// What stood there before Keepers looked and was taken off here.
    public var takesOff = Mark()
    /// What stood there before Keepers looked, with what takes its place: `pick → reject`.
    public var replaces: [String] = []
    /// A verdict that stays in the sidecar against what is decided here, and why.
    public var keeps: KeptVerdict?

    public init(frame: FrameID, path: String, kind: FileKind, mark: Mark, fate: Fate, losesStars: Int = 0) {
        self.frame = frame
        self.path = path
        self.kind = kind
        self.mark = mark
        self.fate = fate
        self.losesStars = losesStars
    }

    public var willBeWritten: Bool { fate == .create || fate == .merge }
}

/// One counted line of the dry run; `names` are the files it counts where a person must know them.
public struct ExportLine: Equatable, Sendable {
    public var count: Int
    public var subject: String
    public var words: String
    /// File names, with a reason after a colon where each has its own.
    public var names: [String]

    public init(_ count: Int, _ subject: String, _ words: String = "", names: [String] = []) {
        self.count = count
        self.subject = subject
        self.words = words
        self.names = names
    }
}

/// The dry run in plain words, the same in the program and on the command line.
public struct ExportSummary: Equatable, Sendable {
    public var lines: [ExportLine]
    /// How many sidecars Enter will write.
    public var writes: Int
    /// What each program will see afterwards.
    public var programs: [ProgramRow] = []

    /// `isElsewhere`: in another folder, where conflicts are not settled but left.
    public init(_ plan: [PlannedSidecar], profile: ExportProfile, isElsewhere: Bool = false) {
        writes = plan.count { $0.willBeWritten }
        // What a person must know first: what will not be written, and what is taken away.
        lines = troubleLines(plan, isElsewhere) + lossLines(plan) + takenOffLines(plan)
        lines += verdictLines(plan, profile.rules) + sidecarLines(plan) + ignoredLines(plan, profile.rules)
        lines.append(ExportLine(0, "originals touched"))
    }

    /// ` 1 804  rejects      flag reject, red + ★ where you set none`, then the names of each line that has some.
    public func text(namesPerLine limit: Int = .max) -> [String] {
        let width = max(6, lines.map { grouped($0.count).count }.max() ?? 0)
        return lines.flatMap { line in
            let count = grouped(line.count)
            let subject =
                line.words.isEmpty ? line.subject : line.subject + String(repeating: " ", count: max(0, 11 - line.subject.count))
            let head = String(repeating: " ", count: width - count.count) + count + "  " + subject
            var rows = [line.words.isEmpty ? head : head + "  " + line.words]
            rows += line.names.prefix(limit).map { String(repeating: " ", count: width + 4) + $0 }
            if line.names.count > limit {
                rows.append(String(repeating: " ", count: width + 4) + "and \(grouped(line.names.count - limit)) more")
            }
            return rows
        }
    }
}

/// Frames that get a sidecar or have it already, by what was decided.
private func verdictLines(_ plan: [PlannedSidecar], _ rules: MappingRules) -> [ExportLine] {
    let spoken = plan.filter { $0.willBeWritten || $0.fate == .unchanged }
    // What only takes off what was there before has lines of its own, by name.
    let rest = spoken.count { item in
        let isOther = item.mark.verdict != .pick && item.mark.verdict != .reject
        return isOther && (item.takesOff.isEmpty || item.mark.stars > 0 || item.mark.label != nil)
    }
    var lines = [
        line(spoken.count { $0.mark.verdict == .pick }, "pick", rules.words(for: .pick)),
        line(spoken.count { $0.mark.verdict == .reject }, "reject", rules.words(for: .reject)),
    ]
    let unsaid = plan.count { $0.fate == .nothing && ($0.mark.verdict == .pick || $0.mark.verdict == .reject) }
    if unsaid > 0 {
        let verb = unsaid == 1 ? "gets" : "get"
        lines.append(ExportLine(unsaid, "\(verb) no sidecar: this profile has no sign for the verdict, and nothing else is set"))
    }
    if rest > 0 { lines.append(line(rest, "other", "only your stars and colours, or a verdict that you took back")) }
    let maybes = plan.count { $0.mark.verdict == .maybe }
    if maybes > 0 {
        let none = maybes == 1 ? "no flag is written for it" : "no flag is written for these"
        lines.append(line(maybes, "maybe", rules.maybe == VerdictRule() ? none : rules.words(for: .maybe)))
    }
    return lines
}

private func line(_ count: Int, _ singular: String, _ words: String) -> ExportLine {
    ExportLine(count, count == 1 ? singular : singular + "s", words)
}

private func sidecarLines(_ plan: [PlannedSidecar]) -> [ExportLine] {
    let merges = plan.count { $0.fate == .merge }
    let same = plan.count { $0.fate == .unchanged }
    var lines: [ExportLine] = []
    if merges > 0 {
        let words =
            merges == 1
            ? "has a sidecar already: merged, nothing else in it changes"
            : "have sidecars already: merged, nothing else in them changes"
        lines.append(ExportLine(merges, words))
    }
    if same > 0 {
        let words =
            same == 1 ? "has a sidecar that says so already: left untouched" : "have sidecars that say so already: left untouched"
        lines.append(ExportLine(same, words))
    }
    return lines
}

/// Who writes a reject in the place of stars must know whose stars.
private func lossLines(_ plan: [PlannedSidecar]) -> [ExportLine] {
    let losing = plan.filter { $0.willBeWritten && $0.losesStars > 0 }
    guard !losing.isEmpty else { return [] }
    let whose = losing.count == 1 ? "reject loses its" : "rejects lose their"
    return [
        ExportLine(
            losing.count, "\(whose) stars in the sidecar: rating -1 takes their place (undo-export brings them back)",
            names: losing.map { "\(printable($0.path)): " + String(repeating: "★", count: $0.losesStars) })
    ]
}

/// Frames whose kind has no sidecar, one line a kind, all named.
private func ignoredLines(_ plan: [PlannedSidecar], _ rules: MappingRules) -> [ExportLine] {
    let ignored = plan.filter { $0.fate == .ignored }
    let kinds = [FileKind.jpeg] + FileKind.allCases.filter { $0 != .jpeg }
    return kinds.filter { kind in ignored.contains { $0.kind == kind } }.map { kind in
        let items = ignored.filter { $0.kind == kind }
        let names = items.map { printable($0.path) }
        let verb = names.count == 1 ? "exists" : "exist"
        return ExportLine(
            names.count,
            "\(verb) only as \(kind.rawValue.uppercased())\(verdicts(items)): \(rules.reader) will not read a sidecar for \(names.count == 1 ? "it" : "these")",
            names: names)
    }
}

/// ` (2 picks, 7 rejects)`, so that these and the rows above add up to the headline.
private func verdicts(_ items: [PlannedSidecar]) -> String {
    let picks = items.count { $0.mark.verdict == .pick }
    let rejects = items.count { $0.mark.verdict == .reject }
    let parts = [picks > 0 ? counted(picks, "pick") : nil, rejects > 0 ? counted(rejects, "reject") : nil].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
}

private func troubleLines(_ plan: [PlannedSidecar], _ isElsewhere: Bool) -> [ExportLine] {
    var conflicts: [String] = []
    var refused: [(path: String, why: String)] = []
    for item in plan {
        switch item.fate {
        case .conflict(let why): conflicts.append("\(printable(item.path)): \(why)")
        case .refused(let why): refused.append((printable(item.path), why))
        default: break
        }
    }
    var lines: [ExportLine] = []
    if !conflicts.isEmpty {
        let isOne = conflicts.count == 1
        let words =
            isElsewhere
            ? isOne ? "left as it is" : "left as they are"
            : "nothing of \(isOne ? "this frame" : "these frames") is written until you choose"
        lines.append(ExportLine(conflicts.count, isOne ? "conflict" : "conflicts", words, names: conflicts))
    }
    return lines + refusedLines(refused)
}

/// A frame whose copy is not where the sidecars go; what follows says where was looked.
public let noCopyReason = "it has no copy there"

/// Frames that share one reason stand under it, so that it is said once.
private func refusedLines(_ refused: [(path: String, why: String)]) -> [ExportLine] {
    let reasons = Reasons(refused)
    var lines = reasons.shared.map { reason, paths in
        let isOne = paths.count == 1
        if reason.hasPrefix(noCopyReason) {
            let verb = isOne ? "has" : "have"
            return ExportLine(paths.count, verb + " no copy there" + reason.dropFirst(noCopyReason.count), names: paths)
        }
        return ExportLine(paths.count, "cannot be written and stay as they are: \(reason)", names: paths)
    }
    guard !reasons.single.isEmpty else { return lines }
    let words =
        reasons.single.count == 1
        ? "cannot be written safely and stays as it is" : "cannot be written safely and stay as they are"
    lines.append(ExportLine(reasons.single.count, words, names: reasons.single))
    return lines
}

/// Failures sorted by their reasons.
struct Reasons {
    /// Reasons of three files or more, and of every missing copy, in the order of their first file.
    private(set) var shared: [(reason: String, paths: [String])] = []
    /// `DSC_1.xmp: why`.
    private(set) var single: [String] = []

    init(_ failures: [(path: String, why: String)]) {
        var paths: [String: [String]] = [:]
        for failure in failures { paths[failure.why, default: []].append(failure.path) }
        func isShared(_ reason: String) -> Bool { (paths[reason]?.count ?? 0) > 2 || reason.hasPrefix(noCopyReason) }
        single = failures.filter { !isShared($0.why) }.map { "\($0.path): \($0.why)" }
        for failure in failures where isShared(failure.why) {
            if let found = paths.removeValue(forKey: failure.why) { shared.append((failure.why, found)) }
        }
    }
}
