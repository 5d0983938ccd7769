/// What became of one sidecar.
public struct SidecarOutcome: Equatable, Sendable {
    public enum End: Equatable, Sendable {
        case written
        /// It said so already, or it was put back before.
        case unchanged
        /// A file that we had made is gone again (undo).
        case removed
        /// What happened, what is safe, what to do.
        case failed(String)
    }

    /// The sidecar's path, relative to its source.
    public var path: String
    public var end: End

    public init(path: String, end: End) {
        self.path = path
        self.end = end
    }
}

/// How Lightroom learns of sidecars; without this line the export looks as if it had done nothing.
public let lightroomHint =
    "Lightroom reads a sidecar when it first imports the photo. Imported before? Library > Synchronize Folder > Scan for metadata updates."

/// How the profile's own program learns of them.
public func readerHint(_ profile: ExportProfile) -> String {
    switch profile.rules.reader {
    case "Bridge": "Bridge shows them when it looks at the folder anew (View > Refresh)."
    case "darktable":
        "darktable reads a sidecar when it first imports the photo. Imported before? Lighttable > history stack > load sidecar file."
    default: lightroomHint
    }
}

/// `2 210 written, 4 unchanged, 2 failed`, each failure with its reason, then the hint for who reads them.
public func exportResultLines(_ outcomes: [SidecarOutcome], profile: ExportProfile) -> [String] {
    let written = outcomes.count { $0.end == .written }
    let head = "\(grouped(written)) written, \(grouped(outcomes.count { $0.end == .unchanged })) unchanged, "
    let failures = failed(outcomes)
    var lines = [head + "\(grouped(failures.count)) failed"] + failureLines(failures)
    if !failures.isEmpty { lines.append("Failed ones are as they were before; export again once the cause is gone.") }
    if written > 0 { lines.append(readerHint(profile)) }
    return lines
}

/// `412 put back as they were, 1 804 removed that we had made, 1 left`, each one left with its reason.
public func undoResultLines(_ outcomes: [SidecarOutcome]) -> [String] {
    let failures = failed(outcomes)
    let back = outcomes.count { $0.end == .written || $0.end == .unchanged }
    let removed = outcomes.count { $0.end == .removed }
    return [
        "\(grouped(back)) put back as they were, \(grouped(removed)) removed that we had made, \(grouped(failures.count)) left"
    ] + failureLines(failures)
}

private func failed(_ outcomes: [SidecarOutcome]) -> [(path: String, why: String)] {
    outcomes.compactMap { outcome in
        if case .failed(let why) = outcome.end { (printable(outcome.path), why) } else { nil }
    }
}

/// Those with reasons of their own, then each shared reason once, with its files below.
private func failureLines(_ failures: [(path: String, why: String)]) -> [String] {
    let reasons = Reasons(failures)
    return reasons.single
        + reasons.shared.flatMap { reason, paths in ["\(grouped(paths.count)): \(reason)"] + paths.map { "  " + $0 } }
}
