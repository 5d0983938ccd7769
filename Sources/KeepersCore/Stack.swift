/// Frames that belong together; a frame is in at most one.
public struct Stack: Equatable, Sendable, Identifiable {
    public enum Kind: String, Sendable { case burst, retry, bracket }

    public var id: Int
    public var kind: Kind
    /// In time order.
    public var members: [FrameID]
    /// The one we would keep, or nil on a tie or while not all are measured.
    public var suggestedBest: FrameID?
    /// The leading frames that are too close to call; empty when none.
    public var tie: [FrameID]

    public init(id: Int, kind: Kind, members: [FrameID], suggestedBest: FrameID? = nil, tie: [FrameID] = []) {
        self.id = id
        self.kind = kind
        self.members = members
        self.suggestedBest = suggestedBest
        self.tie = tie
    }
}
