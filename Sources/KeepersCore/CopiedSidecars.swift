/// What became of the sidecars of photos that were copied, in words.
public struct CopiedSidecars: Equatable, Sendable {
    /// Came over with their photos and say so already.
    public private(set) var brought = 0
    /// Came over with their photos and were changed to say so.
    public private(set) var changed = 0
    /// New.
    public private(set) var made = 0
    /// Were there before the copy: changed now, and untouched.
    public private(set) var merged = 0
    public private(set) var standing = 0
    public private(set) var failed = 0
    /// Photos without one, because the profile's program reads none for their kind.
    public private(set) var unread: [FileKind: Int] = [:]
    /// Photos without one, because nothing was decided about them that a sidecar says.
    public private(set) var silent = 0
    private let reader: String

    /// `photos` were copied, or were there already; `brought` are the sidecars that the copier brought over, by their names in the folder;
    /// `present` lay there before.
    public init(
        photos: [(id: FrameID, kind: FileKind)], plan: [PlannedSidecar], outcomes: [SidecarOutcome], brought: Set<String>,
        present: Set<String>, profile: ExportProfile
    ) {
        reader = profile.rules.reader
        for outcome in outcomes {
            let isBrought = brought.contains(outcome.path)
            switch outcome.end {
            case .unchanged where isBrought: self.brought += 1
            case .unchanged, .removed: standing += 1
            case .written where isBrought: changed += 1
            case .written: if present.contains(outcome.path) { merged += 1 } else { made += 1 }
            case .failed: failed += 1
            }
        }
        let fates = Dictionary(plan.map { ($0.frame, $0.fate) }) { first, _ in first }
        for photo in photos {
            switch fates[photo.id] {
            case .ignored: unread[photo.kind, default: 0] += 1
            case .nothing, nil:
                if profile.rules.hasSidecar(photo.kind) { silent += 1 } else { unread[photo.kind, default: 0] += 1 }
            default: break
            }
        }
    }

    /// `37 came over with their photos`, `12 photos have none: …`.
    public var lines: [String] {
        let counts = [
            (made, "made"), (brought, "came over with their photos and say so already"),
            (changed, "came over with their photos and now say so"), (merged, "were there and now say so"),
            (standing, "were there and say so already"), (failed, "failed"),
        ]
        let said = counts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
        var lines = [said.isEmpty ? "none" : said.joined(separator: ", ")]
        let kinds = unread.sorted { $0.key.rawValue < $1.key.rawValue }
        if !kinds.isEmpty {
            let total = kinds.reduce(0) { $0 + $1.value }
            let named = kinds.map { "\(grouped($0.value)) \($0.key.rawValue.uppercased())" }.joined(separator: ", ")
            lines.append(
                "\(counted(total, "photo")) \(total == 1 ? "has" : "have") none (\(named)): \(reader) reads no sidecar for \(total == 1 ? "it" : "these")"
            )
        }
        if silent > 0 {
            lines.append(
                "\(counted(silent, "photo")) \(silent == 1 ? "has" : "have") none: nothing was decided that a sidecar says")
        }
        return lines
    }
}
