public import KeepersCore

/// A real face of an upright photograph that can be made to blink, smile and pull its mouth: fixtures whose truth is known.
///
/// Each change is a warp of the photograph's own pixels; nothing is painted but a line of lashes.
public struct Retouch: Sendable {
    public internal(set) var picture: Pixels
    /// Pixels of the picture.
    private(set) var points: [Point]

    struct Point: Sendable, Equatable {
        var x: Double
        var y: Double

        static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
        static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
        static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }
        var length: Double { (x * x + y * y).squareRoot() }
    }

    /// "Left" and "right" as seen in the picture.
    public enum Eyes: Sendable { case both, left, right }

    /// `landmarks`: the 478 points of MediaPipe's face mesh, 0...1 of the picture; nil where they are none.
    public init?(_ picture: Pixels, landmarks: [UnitPoint]) {
        guard landmarks.count == 478, picture.width >= 16, picture.height >= 16,
            landmarks.allSatisfy({ (-1...2).contains($0.x) && (-1...2).contains($0.y) })
        else { return nil }
        self.picture = picture
        points = landmarks.map { Point(x: $0.x * Double(picture.width), y: $0.y * Double(picture.height)) }
    }

    /// Draws the lids together; 0 leaves the eyes as they are, 1 closes them.
    public mutating func closeEyes(_ amount: Double, _ eyes: Eyes = .both) {
        let amount = min(max(amount, 0), 1)
        guard amount > 0 else { return }
        if eyes != .right { close(Lid(.left, of: points), amount) }
        if eyes != .left { close(Lid(.right, of: points), amount) }
    }

    /// Draws the corners of the mouth out and up; 0 leaves it as it is, 1 is a broad smile.
    public mutating func smile(_ amount: Double) {
        let amount = min(max(amount, 0), 1)
        guard amount > 0, let pulls = MouthPulls.smile(amount, points) else { return }
        pull(pulls)
    }

    /// Turns the mouth out of true, as in the middle of a word: -1 to the picture's left, 1 to its right.
    public mutating func turnMouth(_ amount: Double) {
        let amount = min(max(amount, -1), 1)
        guard amount != 0, let pulls = MouthPulls.turned(amount, points) else { return }
        pull(pulls)
    }
}
