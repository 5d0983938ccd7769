/// A place, size and turn in the picture: shapes are drawn in a pose's own units.
struct Pose: Sendable {
    var x: Float
    var y: Float
    var scale: Float = 1
    /// Cosine and sine of the turn, clockwise.
    var cosine: Float = 1
    var sine: Float = 0

    init(_ x: Float, _ y: Float, scale: Float = 1, degrees: Float = 0) {
        (self.x, self.y, self.scale) = (x, y, scale)
        (cosine, sine) = turn(degrees)
    }

    /// A pose inside this one.
    func at(_ dx: Float, _ dy: Float, scale factor: Float = 1, degrees: Float = 0) -> Pose {
        var inner = self
        inner.x += (dx * cosine - dy * sine) * scale
        inner.y += (dx * sine + dy * cosine) * scale
        inner.scale *= factor
        let (c, s) = turn(degrees)
        inner.cosine = cosine * c - sine * s
        inner.sine = sine * c + cosine * s
        return inner
    }

    func point(_ dx: Float, _ dy: Float) -> (x: Float, y: Float) {
        (x + (dx * cosine - dy * sine) * scale, y + (dx * sine + dy * cosine) * scale)
    }
}

/// Cosine and sine of degrees by Taylor series: the same bits on every machine, unlike libm's.
func turn(_ degrees: Float) -> (Float, Float) {
    if degrees == 0 { return (1, 0) }
    var turns = degrees / 360
    turns -= Float(Int(turns))
    if turns > 0.5 { turns -= 1 }
    if turns < -0.5 { turns += 1 }
    let x = Double(turns) * 6.283185307179586
    var (cosine, sine, term) = (1.0, x, x)
    var cosineTerm = 1.0
    for step in 1...12 {
        let n = Double(2 * step)
        cosineTerm *= -x * x / (n * (n - 1))
        term *= -x * x / (n * (n + 1))
        cosine += cosineTerm
        sine += term
    }
    return (Float(cosine), Float(sine))
}
