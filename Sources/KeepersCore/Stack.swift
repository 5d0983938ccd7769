/// Frames that belong together; a frame is in at most one.
public struct Stack: Equatable, Sendable, Identifiable {
    public enum Kind: String, Sendable { case burst, retry, bracket }

    public var id: Int
    /// A bracket is kept together and never judged against itself.
    public var kind: Kind
    /// In time order.
    public var members: [FrameID]
    /// The one we would keep, or nil on a tie or while not all are measured.
    public var suggestedBest: FrameID?
    /// The leading frames that are too close to call; empty when none.
    public var tie: [FrameID]
    /// The one that a person named the best; it stands before any suggestion.
    public var userBest: FrameID?
    /// A person put it together, by splitting or merging.
    public var isByHand: Bool

    public init(
        id: Int, kind: Kind, members: [FrameID], suggestedBest: FrameID? = nil, tie: [FrameID] = [], userBest: FrameID? = nil,
        isByHand: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.members = members
        self.suggestedBest = suggestedBest
        self.tie = tie
        self.userBest = userBest
        self.isByHand = isByHand
    }
}
