/// The frames that are in a group of near-duplicates, as of one moment.
public struct DuplicateMembers: Equatable, Sendable {
    public let frames: Set<FrameID>
    private let cards: Int
    private let threshold: Double

    /// Compares every picture with every other: a second's work on a large session.
    public init(_ model: SessionModel) {
        frames = Set(model.duplicates().flatMap(\.members))
        cards = model.cards.count
        threshold = model.rules.duplicateThreshold
    }

    /// No picture was measured since, and the threshold is the same.
    public func isOf(_ model: SessionModel) -> Bool {
        cards == model.cards.count && threshold == model.rules.duplicateThreshold
    }
}
