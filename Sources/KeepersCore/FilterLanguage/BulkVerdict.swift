/// One verdict, stars or label for every frame that a filter names: counted first, then one step.
public struct BulkVerdict: Equatable, Sendable {
    public enum Action: Hashable, Sendable {
        case verdict(Verdict?)
        case stars(Int)
        case label(ColourLabel?)

        var change: Change {
            switch self {
            case .verdict(let verdict): .verdict(verdict)
            case .stars(let stars): .stars(stars)
            case .label(let label): .label(label)
            }
        }

        var clears: Bool { self == .verdict(nil) || self == .stars(0) || self == .label(nil) }
    }

    public let action: Action
    public let changes: [FrameChange]
    public let matched: Int
    /// Frames that have it already, by your decision or one from before that stands.
    public let same: Int
    /// Frames that you judged the other way, here or before, left as they are: picks that a rejection does not touch, and rejects that a pick does not.
    public let left: Int
    /// Those that would be turned over all the same, because it was asked for.
    public let overturned: Int
    /// Frames among the changed that somebody picked, rated or edited before.
    public let protected: Int
    /// Frames among them whose verdict, stars or label from before would be taken off.
    public let before: Int

    /// `overrides`: frames judged the other way are changed too.
    public init(_ action: Action, of frames: [FrameID], in model: SessionModel, overrides: Bool = false) {
        self.action = action
        var changes: [FrameChange] = []
        var same = 0
        var left = 0
        var overturned = 0
        var protected = 0
        var before = 0
        for frame in frames {
            let change = FrameChange(frame, action.change)
            guard change.change.applied(to: model.standing(frame)) != model.standing(frame) else {
                same += 1
                continue
            }
            if BulkVerdict.isOpposed(action, model.standing(frame)) {
                guard overrides else {
                    left += 1
                    continue
                }
                overturned += 1
            }
            if model.protection(frame) != nil { protected += 1 }
            if action.change.applied(to: model.standingFromBefore(frame)) != model.standingFromBefore(frame) { before += 1 }
            changes.append(change)
        }
        self.changes = changes
        matched = frames.count
        self.same = same
        self.left = left
        self.overturned = overturned
        self.protected = protected
        self.before = action.clears ? before : 0
    }

    /// As K, it never takes a pick away by the way; nor one that was made before, in a sidecar.
    private static func isOpposed(_ action: Action, _ standing: Mark) -> Bool {
        let verdict = standing.verdict
        switch action {
        case .verdict(.reject): return verdict == .pick
        case .verdict(.pick): return verdict == .reject
        case .verdict(.maybe): return verdict == .pick || verdict == .reject
        case .verdict(nil), .stars, .label: return false
        }
    }

    /// `would reject 298 frames; 14 picked left alone; 3 so already`
    public var forecast: String {
        if matched == 0 { return "no frame matches: nothing to \(verb)" }
        if changes.isEmpty { return "nothing to \(verb): " + remarks.joined(separator: "; ") }
        return (["would \(verb) \(counted(changes.count, "frame"))"] + remarks).joined(separator: "; ")
    }

    /// `rejected 298 frames; 14 picked left alone`
    public var outcome: String {
        if changes.isEmpty { return forecast }
        return (["\(done) \(counted(changes.count, "frame"))"] + remarks).joined(separator: "; ")
    }

    private var remarks: [String] {
        var words: [String] = []
        let other = action == .verdict(.pick) ? "rejected" : action == .verdict(.maybe) ? "judged" : "picked"
        if left > 0 { words.append("\(grouped(left)) \(other) left alone") }
        if overturned > 0 { words.append("\(grouped(overturned)) \(other) among them") }
        if before > 0 { words.append("\(grouped(before)) of them decided before") }
        if same > 0 { words.append(action.clears ? "\(grouped(same)) without it already" : "\(grouped(same)) so already") }
        if protected > 0, case .verdict(.reject) = action { words.append("\(grouped(protected)) rated or edited before") }
        return words
    }

    private var verb: String {
        switch action {
        case .verdict(.pick): "pick"
        case .verdict(.reject): "reject"
        case .verdict(.maybe): "set to maybe"
        case .verdict(nil): "clear the verdict of"
        case .stars(0): "clear the stars of"
        case .stars(let stars): "give \(counted(stars, "star")) to"
        case .label(nil): "clear the label of"
        case .label(let label?): "label \(label.rawValue)"
        }
    }

    private var done: String {
        switch action {
        case .verdict(.pick): "picked"
        case .verdict(.reject): "rejected"
        case .verdict(.maybe): "set to maybe"
        case .verdict(nil): "cleared the verdict of"
        case .stars(0): "cleared the stars of"
        case .stars(let stars): "gave \(counted(stars, "star")) to"
        case .label(nil): "cleared the label of"
        case .label(let label?): "labelled \(label.rawValue)"
        }
    }
}
