/// A sentence, and as data what decided it.
public struct Reason: Hashable, Sendable {
    /// What a sentence is about; the words are a promise to scripts.
    public enum Kind: String, Sendable, CaseIterable {
        /// The file itself, or that nothing could be measured.
        case problem, unmeasured
        /// Somebody's own decision puts the frame first.
        case kept
        /// Where it stands among its siblings.
        case place, tie, bracket
        /// The learned taste decides.
        case taste
        /// Of the frame by itself.
        case caveat, sharpness, exposure, eyes, noise, tilt, contrast, colour, utility
    }

    public var kind: Kind
    /// The measure that decided it.
    public var measure: Measure?
    /// The part of the composite that decided between siblings.
    public var part: Scores.Part?
    /// Index of the face that it is about, as in `ScoreCard.faces`; people are shown one more.
    public var face: Int?
    public var value: Double?
    /// The rival's, where two are compared.
    public var other: Double?
    /// The sibling that it is compared with.
    public var rival: FrameID?
    /// 1 = best of its stack.
    public var place: Int?
    /// The place that it would have without what the sentence names.
    public var placeIf: Int?
    public var text: String

    public init(_ kind: Kind, _ text: String) { self.init(kind, nil, text) }

    public init(_ kind: Kind, _ measure: Measure? = nil, value: Double? = nil, _ text: String) {
        self.kind = kind
        self.measure = measure
        self.value = value
        self.text = text
    }
}
