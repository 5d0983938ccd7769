/// A step's number in its session: 1, 2, 3, ... in the order in which they became durable.
public struct StepID: Hashable, Sendable, Comparable, RawRepresentable, CustomStringConvertible {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public init(_ value: Int64) { rawValue = value }
    public static func < (left: StepID, right: StepID) -> Bool { left.rawValue < right.rawValue }
    public var description: String { "step \(rawValue)" }
}

/// A step as the append-only log holds it.
public struct StoredStep: Equatable, Sendable, Identifiable {
    public var id: StepID
    /// Nanoseconds since 1970.
    public var at: Int64
    public var step: Step
    /// For an undo the step that it takes back; for a redo the undo that it takes back.
    public var undoOf: StepID?

    public init(id: StepID, at: Int64, step: Step, undoOf: StepID? = nil) {
        self.id = id
        self.at = at
        self.step = step
        self.undoOf = undoOf
    }
}

/// What can be undone and redone, and every frame's present mark: a pure function of the log, so it survives any restart.
///
/// Undo and redo never rewrite: each proposes an ordinary step, which the caller commits with `undoOf` and then records here.
public struct UndoHistory: Equatable, Sendable {
    /// A step that can be taken back.
    public struct Entry: Equatable, Sendable {
        public var id: StepID
        /// What brings back the marks from before it.
        public var inverse: [FrameChange]
        public var reason: String
        /// Where the person stood before the step; undo goes back there.
        public var place: Place
        /// Another program's change in a sidecar: a person can take it back, and did not decide it.
        public var isForeign = false

        /// Nobody stood anywhere when another program saved a sidecar: only the frame is brought back.
        func returning(to now: Place) -> Place { isForeign ? now.looking(at: place.frame) : place }
    }

    /// A step to commit, and the entry that it takes back.
    public struct Proposal: Equatable, Sendable {
        public var step: Step
        public var undoOf: StepID
        /// Where to stand afterwards.
        public var returnTo: Place
    }

    /// Present marks; a frame without any is absent.
    public private(set) var marks: [FrameID: Mark] = [:]
    public private(set) var undoable: [Entry] = []
    public private(set) var redoable: [Entry] = []
    /// In how many steps of the person's, none of them undone, each part of a frame was set or cleared.
    private var decisions: [FrameID: [SidecarAspect: Int]] = [:]

    public init() {}

    /// From the whole log of a session, oldest step first.
    public init(log: [StoredStep]) {
        for stored in log { record(stored) }
    }

    /// Follows one step that is durable now.
    public mutating func record(_ stored: StoredStep) {
        var entry = Entry(
            id: stored.id, inverse: apply(stored.step.changes), reason: stored.step.reason, place: stored.step.place)
        switch stored.step.origin {
        case .undo:
            var undone = entry
            // Redo goes back to where the person stood when they first pressed the key, not to where they pressed undo.
            if let original = take(stored.undoOf, from: &undoable) {
                undone.reason = original.reason
                undone.place = original.place
                undone.isForeign = original.isForeign
                count(original, -1)
            }
            redoable.append(undone)
        case .redo:
            if let undone = take(stored.undoOf, from: &redoable) {
                (entry.reason, entry.place, entry.isForeign) = (undone.reason, undone.place, undone.isForeign)
            }
            undoable.append(entry)
            count(entry, 1)
        case .sidecar:
            entry.isForeign = true
            undoable.append(entry)
            // It takes no redo of the person's away, but another program's older word does not come back over its newer one.
            let frames = Set(stored.step.changes.map(\.frame))
            redoable.removeAll { $0.isForeign && $0.inverse.contains { frames.contains($0.frame) } }
        case .user, .commandLine, .replay:
            undoable.append(entry)
            count(entry, 1)
            redoable.removeAll()
        }
    }

    /// What another program did is nobody's decision here.
    private mutating func count(_ entry: Entry, _ step: Int) {
        guard !entry.isForeign else { return }
        for change in entry.inverse {
            guard let aspect = change.change.aspect else { continue }
            let left = (decisions[change.frame]?[aspect] ?? 0) + step
            decisions[change.frame, default: [:]][aspect] = left > 0 ? left : nil
            if decisions[change.frame]?.isEmpty == true { decisions[change.frame] = nil }
        }
    }

    /// What was decided and not undone: setting and clearing both count, what another program did does not.
    public func decided(among frames: Set<FrameID>? = nil) -> [FrameID: Set<SidecarAspect>] {
        guard let frames else { return decisions.mapValues { Set($0.keys) } }
        var decided: [FrameID: Set<SidecarAspect>] = [:]
        for frame in frames { decided[frame] = decisions[frame].map { Set($0.keys) } }
        return decided
    }

    /// The same of the frames that `changes` name; a frame on which nothing is decided has an empty set.
    public func decided(of changes: [FrameChange]) -> [FrameID: Set<SidecarAspect>] {
        Dictionary(changes.map { ($0.frame, Set(decisions[$0.frame].map { Array($0.keys) } ?? [])) }) { first, _ in first }
    }

    /// The same of the frames that `step` changes, once it is recorded; a frame on which nothing stays decided has an empty set.
    public func decided(after step: Step, undoOf: StepID?) -> [FrameID: Set<SidecarAspect>] {
        var next = UndoHistory()
        for change in step.changes { next.decisions[change.frame] = decisions[change.frame] }
        let taken = (step.origin == .undo ? undoable : step.origin == .redo ? redoable : []).last { $0.id == undoOf }
        if let taken, step.origin == .undo { next.count(taken, -1) }
        if step.origin != .undo, step.origin != .sidecar {
            next.count(
                Entry(
                    id: StepID(0), inverse: step.changes, reason: "", place: Place(), isForeign: taken?.isForeign ?? false), 1)
        }
        return next.decided(of: step.changes)
    }

    /// The step that takes back the newest one; nil when there is nothing to undo.
    public func undo(from place: Place) -> Proposal? { undoable.last.map { propose($0, .undo, from: place) } }

    /// The step that brings back what was last undone; nil when there is nothing to redo.
    public func redo(from place: Place) -> Proposal? { redoable.last.map { propose($0, .redo, from: place) } }

    private func propose(_ entry: Entry, _ origin: Step.Origin, from place: Place) -> Proposal {
        Proposal(
            step: Step(changes: entry.inverse, origin: origin, reason: entry.reason, place: place), undoOf: entry.id,
            returnTo: entry.returning(to: place))
    }

    /// Applies the changes in order and returns what takes them back, in the opposite order.
    private mutating func apply(_ changes: [FrameChange]) -> [FrameChange] {
        var inverse: [FrameChange] = []
        inverse.reserveCapacity(changes.count)
        for change in changes {
            let before = marks[change.frame] ?? Mark()
            inverse.append(FrameChange(change.frame, change.change.inverse(from: before)))
            let after = change.change.applied(to: before)
            marks[change.frame] = after.isEmpty ? nil : after
        }
        return inverse.reversed()
    }

    /// Takes the named entry out; a log that names an unknown step (a hand-edited store) takes nothing.
    private func take(_ id: StepID?, from entries: inout [Entry]) -> Entry? {
        guard let id, let index = entries.lastIndex(where: { $0.id == id }) else { return nil }
        return entries.remove(at: index)
    }
}
