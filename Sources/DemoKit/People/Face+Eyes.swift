/// Eyes are what a person looks at first, and what decides many culls: open, closed, where they look.
extension Face {
    /// An almond: two circles' overlap, `half` wide, `up` and `down` from the corner line.
    private func almond(_ half: Float, _ up: Float, _ down: Float) -> [Shape] {
        let upper = (half * half + up * up) / (2 * up)
        let lower = (half * half + down * down) / (2 * down)
        return [.circle(0, upper - up, upper), Shape.circle(0, down - lower, lower).within()]
    }

    func openEye(_ layer: inout Layer, _ pose: Pose, _ side: Float) {
        let half: Float = 0.16
        let (up, down): (Float, Float) = (0.078 - 0.012 * look.smile, 0.058 - 0.014 * look.smile)
        let iris = (x: 0.05 * look.gaze + 0.045 * look.yaw, y: Float(-0.012))
        layer.draw(
            almond(half + 0.012, up + 0.018, down + 0.008), at: pose,
            Surface(person.skin * Colour(0.36, 0.24, 0.22), softness: 0.02))
        layer.draw(almond(half, up, down), at: pose, Surface(Colour(0.78, 0.76, 0.74), bulge: 0.16))
        let opening = almond(half, up, down).enumerated().map { index, shape in index == 0 ? shape.within() : shape }
        layer.draw([.circle(iris.x, iris.y, 0.082)] + opening, at: pose, Surface(person.eyes * 0.35))
        layer.draw(
            [.circle(iris.x, iris.y, 0.07)] + opening, at: pose,
            Surface(person.eyes * 0.7).fading(to: person.eyes * 1.7, from: (0, -0.05), (0, 0.06)).textured(20, 20, contrast: 0.25)
        )
        layer.draw([.circle(iris.x, iris.y, 0.036)] + opening, at: pose, Surface(Colour(grey: 0.004)))
        layer.draw(
            [.ellipse(0, -up, half, 0.05)] + opening, at: pose,
            Surface(Colour(grey: 0.45), softness: 0.05, opacity: 0.7, mode: .multiply))
        layer.draw([.circle(iris.x - 0.03, iris.y - 0.03, 0.017)], at: pose, Surface(Colour(grey: 1.3)))
        lashes(&layer, pose, side, half: half, up: up)
    }

    private func lashes(_ layer: inout Layer, _ pose: Pose, _ side: Float, half: Float, up: Float) {
        let made = person.outfit == .bride || person.outfit == .dress
        let line = Surface(person.hair.mixed(Colour(grey: 0.01), 0.8), softness: 0.008, bend: up / (half * half))
        layer.draw([.capsule(-half * side, -up, half * 1.06 * side, -up, 0.008, made ? 0.024 : 0.014)], at: pose, line)
        layer.draw(
            [.capsule(-half * 0.9, -up - 0.06, half, -up - 0.06, 0.01)], at: pose,
            Surface(person.skin * Colour(0.55, 0.42, 0.38), softness: 0.02, opacity: 0.6, bend: up / (half * half) * 0.9))
        guard made, detailed else { return }
        for step in 0..<5 {
            let x = (0.35 + 0.17 * Float(step)) * half * side
            let y = -up + up * (x / half) * (x / half)
            layer.draw([.capsule(x, y, x + 0.035 * side, y - 0.045, 0.007, 0.003)], at: pose, Surface(Colour(grey: 0.008)))
        }
    }

    func closedEye(_ layer: inout Layer, _ pose: Pose, _ side: Float) {
        layer.draw(
            [.ellipse(0, -0.005, 0.18, 0.085)], at: pose,
            Surface(person.skin * Colour(0.97, 0.9, 0.88), bulge: 0.1, softness: 0.03).skin().shiny(0.15))
        let line = Surface(person.hair.mixed(Colour(grey: 0.01), 0.7), softness: 0.008, bend: -2.2)
        layer.draw([.capsule(-0.15, 0.062, 0.15, 0.062, 0.014)], at: pose, line)
        for step in -3...3 {
            let x = Float(step) * 0.045
            let y = 0.062 - 2.2 * x * x
            layer.draw([.capsule(x, y, x * 1.25, y + 0.035, 0.007, 0.003)], at: pose, Surface(Colour(grey: 0.015)))
        }
    }
}
