/// What was measured on a face's eyes, and what it says. Docs: docs/judgement.md, "Eyes".
public struct EyeReading: Equatable, Sendable {
    /// The larger eye's aspect ratio.
    public var ear: Double
    /// The mesh's blendshape for closed eyes, the lower of the two, 0...1.
    public var blink: Double
    /// 0...1
    public var smile: Double
    /// Of the face's box, in pixels of the measured picture.
    public var width: Int
    /// Something dark lies over the eyes (`EyeReading.isCovered`).
    public var isCovered: Bool
    /// Degrees the head turns to a side; far aside, one eye is hidden and the other foreshortened.
    public var yaw: Double

    public init(ear: Double, blink: Double, smile: Double, width: Int, isCovered: Bool, yaw: Double) {
        self.ear = ear
        self.blink = blink
        self.smile = smile
        self.width = width
        self.isCovered = isCovered
        self.yaw = yaw
    }

    /// Faces narrower than this have too few pixels of an eye.
    public static let leastWidth = 45
    /// Below, no eye of 242 was open; a smile narrows eyes, but not as far.
    public static let closedBelow = 0.09
    /// Above, no eye was shut.
    public static let openAbove = 0.13
    /// A smile above this explains narrow eyes.
    public static let smiling = 0.5
    /// No shut eye seen from the front reached this, smile or not.
    public static let openAboveSmiling = 0.115
    /// The blendshape must not contradict: no shut eye had less than 0.43, no open one more than 0.34.
    public static let blinkOfOpen = 0.38
    public static let blinkOfClosed = 0.3

    /// Two measures of one mesh have to agree; where they do not, nobody can tell.
    public var state: EyeState {
        if width < Self.leastWidth || isCovered || abs(yaw) > 60 { return .unsure }
        if ear < Self.closedBelow { return blink >= Self.blinkOfClosed ? .closed : .unsure }
        guard ear >= (smile > Self.smiling ? Self.openAboveSmiling : Self.openAbove) else { return .unsure }
        return blink < Self.blinkOfOpen ? .open : .unsure
    }
}
