/// Roses, leaves, bouquets.
enum Flowers {
    /// Seen from above: petals in turning rings, darker towards the heart. One unit is the radius.
    static func rose(_ layer: inout Layer, _ pose: Pose, _ colour: Colour, petals: Int = 5) {
        layer.draw([.circle(0, 0, 0.98)], at: pose, Surface(colour * 0.55, bulge: 0.5))
        let rings: [(radius: Float, size: Float, tone: Float)] = [(0.62, 0.5, 0.92), (0.42, 0.42, 1.0), (0.22, 0.32, 0.92)]
        for (ring, data) in rings.enumerated() {
            for petal in 0..<petals {
                let (c, s) = turn(Float(petal) * 360 / Float(petals) + Float(ring) * 37)
                let place = pose.at(
                    c * data.radius, s * data.radius, degrees: Float(petal) * 360 / Float(petals) + Float(ring) * 37)
                layer.draw(
                    [.ellipse(0, 0, data.size * 0.72, data.size)], at: place,
                    Surface(colour * (data.tone * 0.62), bulge: data.size * 0.5)
                        .fading(to: colour * data.tone, from: (-data.size * 0.7, 0), (data.size * 0.55, 0)).skin())
            }
        }
        layer.draw([.ellipse(0, 0, 0.2, 0.17)], at: pose, Surface(colour * Colour(0.8, 0.62, 0.55), bulge: 0.15).skin())
    }

    static func leaf(_ layer: inout Layer, _ pose: Pose, _ colour: Colour) {
        layer.draw(
            [.circle(0.0, 0.8, 1.0), Shape.circle(0.0, -0.8, 1.0).within()], at: pose,
            Surface(colour, bulge: 0.3).textured(2, 12, contrast: 0.2, bump: 0.2).shiny(0.12))
    }

    /// A round bouquet of radius about 2.6 units, with leaves around and a ribbon below.
    static func bouquet(_ layer: inout Layer, _ pose: Pose, seed: UInt64, blooms: Int, stem: Float = 4.6) {
        var dice = Dice(seed)
        let greens: [UInt32] = [0x5E7A4A, 0x4A6540, 0x7D9468, 0x38523A]
        layer.draw(
            [.capsule(0, 1.2, 0.2, stem, 0.55, 0.35)], at: pose,
            Surface(Colour(hex: 0x5E7A4A) * 0.7, bulge: 0.4).textured(8, 0.6, contrast: 0.4, bump: 0.6))
        for index in 0..<(blooms + 8) {
            let angle = Float(index) * 360 / Float(blooms + 8) + dice.around(10)
            let (c, s) = turn(angle)
            leaf(
                &layer, pose.at(c * 2.5, s * 2.2, scale: dice.between(0.9, 1.4), degrees: angle + dice.around(25)),
                Colour(hex: dice.pick(greens)))
        }
        let tones: [UInt32] = [0xF4E9DC, 0xEBC4B4, 0xE7A898, 0xF6F1EA, 0xC9707A, 0xF0D2B8]
        for index in 0..<blooms {
            // A sunflower's spiral spreads them evenly.
            let distance = (Float(blooms - index) / Float(blooms)).squareRoot() * 2.15
            let (c, s) = turn(Float(index) * 137.5)
            rose(
                &layer, pose.at(c * distance, s * distance * 0.92, scale: dice.between(0.62, 0.85), degrees: dice.around(180)),
                Colour(hex: dice.pick(tones)))
        }
        layer.draw(
            [.box(0.12, 3.2, 0.5, 0.45, corner: 0.2)], at: pose,
            Surface(Colour(hex: 0xE9DCCB), bulge: 0.4).textured(1, 5, contrast: 0.15).shiny(0.2))
    }
}
