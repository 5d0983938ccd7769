/// What had been suggested for the stack of a frame at the moment a person picked it, or named it the best.
///
/// Kept with the decision: a taste learned later, or marks measured anew, must not change what was on the screen then.
public struct Advice: Hashable, Sendable {
    public enum Word: Hashable, Sendable {
        case best(FrameID)
        /// The leading frames were too close to call.
        case tie
        /// Not all was measured.
        case nothing
    }
    public var frame: FrameID
    public var word: Word
    /// Hidden at that moment: a choice made without having seen it.
    public var isBlind: Bool

    public init(frame: FrameID, word: Word, isBlind: Bool = false) {
        (self.frame, self.word, self.isBlind) = (frame, word, isBlind)
    }
}
