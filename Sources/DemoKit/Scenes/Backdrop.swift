/// What stands behind people: gardens, walls, halls; drawn for one distance and blurred by it.
enum Backdrop {
    /// A garden in the afternoon: sky, far trees in haze, near trees, lawn. `horizon` is where the lawn begins.
    static func garden(_ dice: inout Dice, golden: Float, horizon: Float, blur: Float) -> [Layer] {
        var far = Layer(blur: blur)
        let zenith = Colour(hex: 0x7FA6CF).mixed(Colour(hex: 0x8FA0BE), golden)
        let low = Colour(hex: 0xD6E4EE).mixed(Colour(hex: 0xFBD9A0), golden)
        far.draw([], at: Pose(0, 0), Surface(zenith).fading(to: low * 1.1, from: (0, -0.75), (0, horizon)))
        let sun = dice.between(-0.5, 0.5)
        if golden > 0.3 {
            far.draw(
                [.circle(sun, horizon - 0.16, 0.02)], at: Pose(0, 0),
                Surface(Colour(1.0, 0.66, 0.30) * golden, softness: 0.55, mode: .add))
        }
        let haze = low.mixed(Colour(hex: 0x9FB0B4), 0.4)
        treeLine(&far, &dice, base: horizon + 0.02, height: 0.30, tone: Colour(hex: 0x6C8B62).mixed(haze, 0.55), count: 16)
        treeLine(&far, &dice, base: horizon + 0.05, height: 0.24, tone: Colour(hex: 0x55783F).mixed(haze, 0.25), count: 12)
        lawn(&far, horizon: horizon, golden: golden)
        var near = Layer(blur: blur * 0.8)
        for side: Float in [-1, 1] where dice.chance(0.8) {
            tree(
                &near, &dice, Pose(side * dice.between(0.5, 0.85), horizon + 0.12, scale: dice.between(0.9, 1.25)), golden: golden
            )
        }
        if blur > 0.004 { sparkle(&near, &dice, horizon: horizon, golden: golden, size: blur) }
        return [far, near]
    }

    static func treeLine(_ layer: inout Layer, _ dice: inout Dice, base: Float, height: Float, tone: Colour, count: Int) {
        for index in 0..<count {
            let x = -1.0 + 2.0 * (Float(index) + dice.unit()) / Float(count)
            let size = height * dice.between(0.55, 1.0)
            layer.draw(
                [.ellipse(0, -size * 0.45, size * 0.5, size * 0.62)], at: Pose(x, base),
                Surface(tone.varied(&dice, 0.18), bulge: size * 0.5).textured(
                    22, 22, contrast: 0.45, bump: 0.9, ragged: size * 0.14))
        }
        layer.draw([.box(0, base + 0.02, 1.2, 0.05)], at: Pose(0, 0), Surface(tone * 0.5, softness: 0.06))
    }

    static func tree(_ layer: inout Layer, _ dice: inout Dice, _ pose: Pose, golden: Float) {
        layer.draw(
            [.capsule(0, 0.1, 0.01, -0.35, 0.035, 0.02)], at: pose,
            Surface(Colour(hex: 0x4A3A2C), bulge: 0.04).textured(60, 8, contrast: 0.4, bump: 0.5))
        let leaves = Colour(hex: 0x4F7A34).mixed(Colour(hex: 0x9A8A38), golden * 0.5)
        for _ in 0..<14 {
            let (x, y) = (dice.around(0.26), -0.42 + dice.around(0.22))
            let size = dice.between(0.09, 0.17)
            layer.draw(
                [.ellipse(x, y, size, size * 0.85)], at: pose,
                Surface(leaves.varied(&dice, 0.25), bulge: size * 0.8).textured(42, 42, contrast: 0.6, bump: 1.3, ragged: 0.045))
        }
    }

    static func lawn(_ layer: inout Layer, horizon: Float, golden: Float) {
        let grass = Colour(hex: 0x6E8F45).mixed(Colour(hex: 0xA49A4A), golden * 0.55)
        layer.draw(
            [.box(0, horizon + 0.8, 1.4, 0.8)], at: Pose(0, 0),
            Surface(grass * 0.85).fading(to: grass * 0.38, from: (0, horizon), (0, 0.75)).textured(26, 60, contrast: 0.22))
        layer.draw(
            [.ellipse(0.3, horizon + 0.07, 1.0, 0.035)], at: Pose(0, 0),
            Surface(Colour(1.25, 1.18, 0.9), softness: 0.05, opacity: 0.55, mode: .multiply))
    }

    /// Light between leaves, as discs where the lens is open.
    static func sparkle(_ layer: inout Layer, _ dice: inout Dice, horizon: Float, golden: Float, size: Float) {
        let tint = Colour(0.9, 1.0, 0.75).mixed(Colour(1.0, 0.72, 0.36), golden)
        for _ in 0..<26 {
            let radius = size * dice.between(0.9, 1.9)
            layer.draw(
                [.circle(0, 0, radius)], at: Pose(dice.around(0.78), horizon - dice.between(0.0, 0.42)),
                Surface(tint * dice.between(0.05, 0.22), softness: radius * 0.12, mode: .add).ringed(1 / radius))
        }
    }

    /// A sunny façade: bricks, stone sill, a window or two, climbing green.
    static func facade(_ dice: inout Dice, blur: Float) -> Layer {
        var layer = Layer(blur: blur)
        let brick = Colour(hex: dice.pick([0xB08066, 0xC7B299, 0xA98A74, 0xB9A58D]))
        layer.draw(
            [], at: Pose(0, 0),
            Surface(brick, bulge: 1).textured(12, 34, contrast: 0.34, bump: 0.45, .bricks).fading(
                to: brick * 0.78, from: (-0.7, -0.4), (0.7, 0.4)))
        for x in [Float(-0.46), 0.46] { window(&layer, Pose(x + dice.around(0.02), -0.2), lit: false) }
        for _ in 0..<26 {
            let side: Float = dice.chance(0.5) ? -1 : 1
            let size = dice.between(0.03, 0.08)
            layer.draw(
                [.ellipse(0, 0, size, size)], at: Pose(side * dice.between(0.6, 0.82), dice.between(-0.5, 0.3)),
                Surface(Colour(hex: 0x55783F).varied(&dice, 0.3), bulge: size).textured(
                    60, 60, contrast: 0.6, bump: 1.2, ragged: 0.03))
        }
        layer.draw(
            [.box(0, 0.62, 1.2, 0.25)], at: Pose(0, 0),
            Surface(Colour(hex: 0xB9AB97)).fading(to: Colour(hex: 0x8D8170), from: (0, 0.36), (0, 0.6)).textured(
                30, 70, contrast: 0.14))
        layer.draw(
            [.box(0, 0.37, 1.2, 0.012)], at: Pose(0, 0),
            Surface(Colour(grey: 0.35), softness: 0.03, opacity: 0.8, mode: .multiply))
        return layer
    }

    static func window(_ layer: inout Layer, _ pose: Pose, lit: Bool) {
        layer.draw([.box(0, 0, 0.125, 0.19, corner: 0.01)], at: pose, Surface(Colour(hex: 0xE8E0D2), bulge: 0.02))
        let glass = lit ? Colour(1.0, 0.62, 0.24) : Colour(hex: 0x51626E)
        layer.draw(
            [.box(0, 0, 0.108, 0.172)], at: pose,
            Surface(glass).fading(to: glass * (lit ? 0.7 : 0.35), from: (-0.1, -0.17), (0.1, 0.17)).textured(6, 6, contrast: 0.25)
        )
        for x in [Float(-0.036), 0.036] { layer.draw([.box(x, 0, 0.005, 0.172)], at: pose, Surface(Colour(hex: 0xE8E0D2) * 0.9)) }
        for y in [Float(-0.06), 0.06] { layer.draw([.box(0, y, 0.108, 0.005)], at: pose, Surface(Colour(hex: 0xE8E0D2) * 0.9)) }
        layer.draw([.box(0, 0.2, 0.145, 0.014)], at: pose, Surface(Colour(hex: 0xCFC4B2), bulge: 0.02))
    }

    /// A room in the evening: dark wood, warm wall lights, strings of bulbs.
    static func evening(_ dice: inout Dice, blur: Float, tint: Colour = Colour(1.0, 0.62, 0.28)) -> [Layer] {
        var wall = Layer(blur: max(blur, 0.006))
        wall.draw(
            [], at: Pose(0, 0), Surface(Colour(hex: 0x3A281D)).fading(to: Colour(hex: 0x694A30), from: (0, -0.6), (0, 0.35)))
        for index in 0..<5 {
            let x = -0.72 + 0.36 * Float(index) + dice.around(0.03)
            wall.draw(
                [.box(x, -0.05, 0.09, 0.34, corner: 0.09)], at: Pose(0, 0),
                Surface(tint * 0.26, softness: 0.03).fading(to: tint * 0.05, from: (x, -0.3), (x, 0.3)))
            wall.draw([.circle(x, -0.16, 0.01)], at: Pose(0, 0), Surface(tint * 0.75, softness: 0.26, mode: .add))
        }
        var lights = Layer(blur: 0.0022)
        let size = max(blur, 0.007)
        for string in 0..<3 {
            let (y, sag) = (-0.46 + 0.1 * Float(string) + dice.around(0.02), dice.between(0.10, 0.2))
            for bulb in 0...16 {
                let x = -0.8 + 0.1 * Float(bulb) + dice.around(0.008)
                let radius = size * dice.between(0.8, 1.15)
                layer(&lights, Pose(x, y + sag * (1 - x * x * 1.4)), radius, tint * dice.between(0.55, 1.0))
            }
        }
        return [wall, lights]
    }

    /// One lamp out of focus: a disc with a bright rim and a glow.
    static func layer(_ layer: inout Layer, _ pose: Pose, _ radius: Float, _ colour: Colour) {
        layer.draw(
            [.circle(0, 0, radius)], at: pose, Surface(colour * 0.7, softness: radius * 0.15, mode: .add).ringed(1 / radius))
        layer.draw([.circle(0, 0, radius * 0.3)], at: pose, Surface(colour * 0.10, softness: radius * 4, mode: .add))
    }
}
