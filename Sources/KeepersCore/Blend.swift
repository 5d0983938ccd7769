/// A second picture mixed into a placement's own: both stand centred on a canvas as wide and as high as the larger of them.
public struct Blend: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
        /// 0 = the placement's own picture ... 4 = the other.
        case fade(step: Int)
        /// How far each channel differs, times `differenceGain`; black = the same.
        case difference
    }

    public static let lastFade = 4
    /// A difference of one part in eight is already white's half: what a retouched eye differs by must be seen.
    public static let differenceGain = 4

    public var with: PictureRequest
    public var mode: Mode
    /// Of the canvas where neither picture is.
    public var background: Colour

    public init(with request: PictureRequest, mode: Mode, background: Colour) {
        with = request
        self.mode = mode
        self.background = background
    }
}

extension Placement {
    /// The cells that it really takes: whole columns of `rect`; of no width where the clip leaves nothing.
    public var visible: CellRect {
        guard let clip else { return rect }
        let left = max(rect.x, clip.x)
        let right = min(rect.x + rect.width, clip.x + clip.width)
        return CellRect(x: min(left, rect.x + rect.width), y: rect.y, width: max(0, right - left), height: rect.height)
    }

    /// Every picture that has to be there before it can be shown.
    public var requests: [PictureRequest] { [request] + (blend.map { [$0.with] } ?? []) }
}
