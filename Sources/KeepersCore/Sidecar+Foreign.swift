/// What another program made of frames by changing their sidecars, in words for people.
public struct ForeignChanges: Equatable, Sendable {
    public struct Made: Equatable, Sendable {
        public var frame: FrameID
        /// `reject ★2`, `no stars`.
        public var words: String
    }

    /// In the order in which the frames stand in the changes.
    public private(set) var made: [Made] = []

    public init(_ changes: [FrameChange]) {
        var byFrame: [FrameID: [SidecarAspect: String]] = [:]
        var order: [FrameID] = []
        for change in changes {
            guard let aspect = change.change.aspect else { continue }
            if byFrame[change.frame] == nil { order.append(change.frame) }
            byFrame[change.frame, default: [:]][aspect] = ForeignChanges.words(change.change)
        }
        made = order.map { frame in
            Made(frame: frame, words: SidecarAspect.allCases.compactMap { byFrame[frame]?[$0] }.joined(separator: " "))
        }
    }

    /// Why the step was made, for the log, undo and redo: `another program's reject ★2`, `another program's changes to 3 frames`.
    public var reason: String {
        guard made.count == 1 else { return "another program's changes to \(counted(made.count, "frame"))" }
        return "another program's \(made[0].words)"
    }

    /// `DSC_8871: another program made it reject ★2`; of many frames the first three by name.
    public func sentence(name: (FrameID) -> String) -> String {
        if made.count == 1 { return "\(name(made[0].frame)): another program made it \(made[0].words)" }
        let names = made.prefix(3).map { "\(name($0.frame)) \($0.words)" }.joined(separator: ", ")
        let more = made.count > 3 ? " and \(grouped(made.count - 3)) more" : ""
        return "another program changed \(counted(made.count, "frame")): \(names)\(more)"
    }

    private static func words(_ change: Change) -> String {
        switch change {
        case .verdict(let verdict): verdict?.rawValue ?? "no verdict"
        case .stars(let stars): stars == 0 ? "no stars" : "★\(stars)"
        case .label(let label): label?.rawValue ?? "no colour"
        case .group, .best, .settled: ""
        }
    }
}

extension Place {
    /// The same place with another frame in focus; where that is none of the frames looked at together, it is looked at alone.
    func looking(at frame: FrameID?) -> Place {
        guard let frame, frame != self.frame else { return self }
        var place = self
        place.frame = frame
        guard let together, !together.frames.contains(frame) else { return place }
        place.together = nil
        if [.compare, .survey, .faces].contains(screen) { place.screen = .grid }
        return place
    }
}
