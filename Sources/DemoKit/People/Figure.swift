/// Draws a person from the head down: clothes, neck, face. The pose is the middle of the face, one unit is half a head.
struct Figure {
    var person: Person
    var look: Expression
    /// Draw legs and skirts too.
    var wholeBody = false
    var detailed = true
    /// What the arms do: nil hangs down, else where the hand is.
    var leftHand: (Float, Float)?
    var rightHand: (Float, Float)?
    var hasBouquet = false

    private var build: Float { person.build }

    func draw(_ layer: inout Layer, _ pose: Pose) {
        let body = pose.at(0, -0.3)
        if person.outfit == .bride { veilBehind(&layer, pose) }
        if wholeBody { lowerBody(&layer, body) }
        switch person.outfit {
        case .suit, .bow: suit(&layer, body)
        case .shirt: shirt(&layer, body)
        case .bride, .dress: dress(&layer, body)
        }
        if wholeBody && (person.outfit == .bride || person.outfit == .dress) { skirt(&layer, body) }
        let head = pose.at(0, 0, degrees: look.tilt)
        Face(person: person, look: look, detailed: detailed).draw(&layer, head)
        if person.outfit == .bride { hairFlowers(&layer, head) }
        if hasBouquet { Flowers.bouquet(&layer, pose.at(0.1, 4.5, scale: 0.42), seed: 11, blooms: detailed ? 13 : 8) }
    }

    private func neck(_ layer: inout Layer, _ pose: Pose) {
        layer.draw(
            [.capsule(0, 0.55, 0, 1.75, 0.4 * build, 0.5 * build)], at: pose, Surface(person.skin * 0.92, bulge: 0.4).skin())
        layer.draw(
            [.ellipse(0, 0.95, 0.62, 0.36)], at: pose,
            Surface(Colour(0.45, 0.34, 0.30), softness: 0.3, opacity: 0.75, mode: .multiply))
    }

    /// A body rounds off over no more than its own radius, else a crease shows along its middle.
    private func cloth(_ colour: Colour, bulge: Float = 0.52) -> Surface {
        Surface(colour, bulge: bulge).textured(5, 1.6, degrees: 20, contrast: 0.10, bump: 0.28)
    }

    private var shoulders: [Shape] {
        [
            .capsule(-1.28 * build, 2.3, 1.28 * build, 2.3, 0.55), .capsule(0, 1.35, 0, 2.1, 0.45, 1.0).joined(0.6),
            .ellipse(0, 3.9, 1.42 * build, 2.4).joined(0.7), .capsule(0, 4.6, 0, 7, 1.12 * build, 1.3 * build).joined(0.6),
            .box(0, 3.1, 6, 3.7).cropping(),
        ]
    }

    private func suit(_ layer: inout Layer, _ pose: Pose) {
        let jacket = cloth(person.cloth)
        arms(&layer, pose, sleeve: jacket, hand: person.skin, hanging: true)
        layer.draw(shoulders, at: pose, jacket)
        neck(&layer, pose)
        let white = Colour(0.80, 0.80, 0.79)
        layer.draw(
            [.capsule(0, 1.55, 0, 3.5, 0.42, 0.05)], at: pose,
            Surface(white, bulge: 0.2).textured(3, 2, contrast: 0.05, bump: 0.2))
        for side: Float in [-1, 1] {
            layer.draw([.capsule(0.36 * side, 1.28, 0.12 * side, 1.66, 0.10, 0.05)], at: pose, Surface(white * 1.04, bulge: 0.05))
        }
        tie(&layer, pose)
        for side: Float in [-1, 1] {
            layer.draw(
                [
                    .capsule(0.47 * side, 1.42, 0.50 * side, 2.3, 0.09, 0.24),
                    .capsule(0.50 * side, 2.3, 0.07 * side, 3.7, 0.24, 0.05).joined(0.1),
                ],
                at: pose, Surface(person.cloth * 1.25, bulge: 0.07).textured(30, 30, contrast: 0.12))
            layer.draw(
                [.capsule(0.30 * side, 1.6, 0.03 * side, 3.7, 0.02)], at: pose,
                Surface(Colour(grey: 0.3), softness: 0.08, opacity: 0.6, mode: .multiply))
        }
        Flowers.rose(&layer, pose.at(-0.8 * build, 2.65, scale: 0.17), Colour(hex: 0xF1E3D6))
        arms(&layer, pose, sleeve: jacket, hand: person.skin, hanging: false)
    }

    private func tie(_ layer: inout Layer, _ pose: Pose) {
        let satin = Surface(person.accent, bulge: 0.08).textured(4, 12, degrees: 35, contrast: 0.2).shiny(0.25)
        if person.outfit == .bow {
            let black = Surface(Colour(grey: 0.015), bulge: 0.12).shiny(0.3)
            for side: Float in [-1, 1] {
                layer.draw([.ellipse(0.2 * side, 1.68, 0.2, 0.13, degrees: -8 * side)], at: pose, black)
            }
            layer.draw([.circle(0, 1.68, 0.08)], at: pose, black)
        } else {
            layer.draw([.capsule(0, 1.95, 0, 3.3, 0.09, 0.2)], at: pose, satin)
            layer.draw([.capsule(0, 1.66, 0, 1.84, 0.15, 0.09)], at: pose, satin)
        }
    }

    private func shirt(_ layer: inout Layer, _ pose: Pose) {
        let cotton = cloth(person.cloth)
        arms(&layer, pose, sleeve: cotton, hand: person.skin, hanging: true)
        layer.draw(shoulders, at: pose, cotton)
        neck(&layer, pose)
        layer.draw([.capsule(0, 1.4, 0, 2.3, 0.34, 0.04)], at: pose, Surface(person.skin * 0.85, bulge: 0.4).skin())
        for side: Float in [-1, 1] {
            layer.draw(
                [.capsule(0.40 * side, 1.28, 0.18 * side, 1.9, 0.12, 0.06)], at: pose, Surface(person.cloth * 1.08, bulge: 0.05))
        }
        layer.draw(
            [.capsule(0, 2.3, 0, 6, 0.02)], at: pose, Surface(Colour(grey: 0.6), softness: 0.04, opacity: 0.7, mode: .multiply))
        arms(&layer, pose, sleeve: cotton, hand: person.skin, hanging: false)
    }

    private func dress(_ layer: inout Layer, _ pose: Pose) {
        let skin = Surface(person.skin, bulge: 0.36).textured(12, 12, contrast: 0.03).skin().shiny(0.08)
        arms(&layer, pose, sleeve: skin, hand: person.skin, thin: true, hanging: true)
        layer.draw(
            [
                .capsule(-1.16 * build, 2.25, 1.16 * build, 2.25, 0.40), .capsule(0, 1.5, 0, 2.2, 0.35, 0.8).joined(0.5),
                .ellipse(0, 3.4, 1.12 * build, 1.5).joined(0.5), .capsule(0, 0.6, 0, 1.9, 0.37, 0.42).joined(0.3),
            ], at: pose, skin)
        layer.draw(
            [.ellipse(0, 1.22, 0.6, 0.34)], at: pose,
            Surface(Colour(0.45, 0.34, 0.30), softness: 0.34, opacity: 0.75, mode: .multiply))
        collarbones(&layer, pose)
        let bridal = person.outfit == .bride
        var fabric = cloth(person.cloth)
        if bridal { fabric = Surface(person.cloth, bulge: 0.5).textured(9, 9, contrast: 0.13, bump: 0.35) }
        layer.draw(
            [
                .ellipse(0, 3.6, 1.10 * build, 1.35), .capsule(0, 4.6, 0, 5.6, 0.80 * build, 1.0 * build).joined(0.5),
                .ellipse(0, 2.45, 0.5, 0.62).cut(0.25),
            ], at: pose, fabric)
        for side: Float in [-1, 1] {
            layer.draw([.capsule(0.84 * side * build, 1.92, 0.78 * side * build, 2.55, 0.045, 0.06)], at: pose, fabric.thinner)
        }
        necklace(&layer, pose)
        arms(&layer, pose, sleeve: skin, hand: person.skin, thin: true, hanging: false)
    }

    private func collarbones(_ layer: inout Layer, _ pose: Pose) {
        for side: Float in [-1, 1] {
            layer.draw(
                [.capsule(0.16 * side, 1.95, 0.95 * side, 1.84, 0.03)], at: pose,
                Surface(Colour(0.72, 0.6, 0.56), softness: 0.09, opacity: 0.5, mode: .multiply))
        }
    }

    private func necklace(_ layer: inout Layer, _ pose: Pose) {
        guard detailed else { return }
        for bead in -6...6 {
            let x = Float(bead) * 0.075
            layer.draw([.circle(x, 2.12 - x * x * 1.3, 0.03)], at: pose, Surface(Colour(0.8, 0.76, 0.68), bulge: 0.03).shiny(0.8))
        }
    }

    private func hairFlowers(_ layer: inout Layer, _ pose: Pose) {
        for (index, x) in [Float(-0.62), -0.42, -0.22].enumerated() {
            Flowers.rose(
                &layer, pose.at(x, -0.78 - 0.13 * Float(index), scale: 0.15), Colour(hex: index == 1 ? 0xF0D9CF : 0xF6F0E8))
        }
    }

    private func veilBehind(_ layer: inout Layer, _ pose: Pose) {
        let length: Float = wholeBody ? 9 : 6
        layer.draw(
            [.ellipse(0, -0.35, 1.0, 0.95), .capsule(0, 0.5, 0, length, 1.1, 2.1).joined(0.4)], at: pose,
            Surface(Colour(0.86, 0.85, 0.83), bulge: 1.2, softness: 0.12, opacity: 0.5).textured(
                3.2, 0.5, contrast: 0.25, bump: 0.5))
    }

    func arms(_ layer: inout Layer, _ pose: Pose, sleeve: Surface, hand: Colour, thin: Bool = false, hanging: Bool) {
        let (top, low): (Float, Float) = thin ? (0.30, 0.22) : (0.43, 0.33)
        var surface = sleeve
        surface.bulge = top
        for (side, target) in [(Float(-1), leftHand), (Float(1), rightHand)] where (target == nil) == hanging {
            let shoulder = (x: (thin ? 1.30 : 1.46) * build * side, y: Float(2.42))
            let end = target ?? (1.85 * build * side, 6.2)
            let elbow = Figure.elbow(from: shoulder, to: end, side: side, hanging: target == nil)
            self.hand(&layer, pose, from: elbow, to: end, size: thin ? 0.26 : 0.32, colour: hand)
            layer.draw(
                [
                    .capsule(shoulder.x, shoulder.y, elbow.x, elbow.y, top, (top + low) / 2),
                    .capsule(elbow.x, elbow.y, end.0, end.1, (top + low) / 2, low).joined(0.15),
                ],
                at: pose, surface)
        }
    }

    /// Hanging arms bend a little, raised ones outwards; a hand at the chest brings the elbow down beside the ribs.
    private static func elbow(
        from shoulder: (x: Float, y: Float), to hand: (Float, Float), side: Float, hanging: Bool
    ) -> (x: Float, y: Float) {
        if !hanging && hand.1 > 1 && hand.1 < 3 { return (shoulder.x + 0.35 * side, 4.3) }
        return ((shoulder.x + hand.0) / 2 + 0.45 * side, (shoulder.y + hand.1) / 2 + (hanging ? 0 : hand.1 < 1 ? 0.2 : 0.7))
    }

    /// A palm, four fingers and a thumb that go on where the forearm points.
    private func hand(
        _ layer: inout Layer, _ pose: Pose, from elbow: (x: Float, y: Float), to end: (Float, Float), size: Float, colour: Colour
    ) {
        let (dx, dy) = (end.0 - elbow.x, end.1 - elbow.y)
        let length = max(0.01, (dx * dx + dy * dy).squareRoot())
        var place = pose.at(end.0, end.1, scale: size)
        // From here on x points along the forearm.
        (place.cosine, place.sine) = (
            (pose.cosine * dx - pose.sine * dy) / length, (pose.sine * dx + pose.cosine * dy) / length
        )
        let skin = Surface(colour, bulge: 0.5).skin()
        layer.draw([.ellipse(0.55, 0, 0.95, 0.8), .capsule(0.3, 0.5, 0.95, 0.95, 0.26, 0.2).joined(0.2)], at: place, skin)
        for finger in 0..<4 {
            let y = -0.6 + 0.4 * Float(finger)
            layer.draw(
                [.capsule(1.0, y, 1.9 - 0.25 * abs(y), y * 1.1, 0.23, 0.18)], at: place, Surface(colour, bulge: 0.22).skin())
        }
    }

    private func skirt(_ layer: inout Layer, _ pose: Pose) {
        let bridal = person.outfit == .bride
        let (wide, length): (Float, Float) = bridal ? (3.3, 14.3) : (1.75, 11.6)
        layer.draw(
            [
                .capsule(0, 5.4, 0, length, 0.92 * build, wide),
                .box(0, 5.0 + (length - 5.0) / 2, 9, (length - 5.0) / 2, corner: 0.1).cropping(),
            ], at: pose,
            Surface(person.cloth, bulge: 0.85).textured(0.9, 0, contrast: 0.16, bump: 2.0))
        layer.draw(
            [.capsule(-0.66 * build, 4.97, 0.66 * build, 4.97, 0.11)], at: pose,
            Surface(person.cloth * 0.92, bulge: 0.14).shiny(0.2))
        if hasBouquet || leftHand != nil || rightHand != nil {
            arms(&layer, pose, sleeve: Surface(person.skin, bulge: 0.3).skin(), hand: person.skin, thin: true, hanging: false)
        }
    }

    /// Legs down to the shoes, about 14.5 units below the face.
    private func lowerBody(_ layer: inout Layer, _ pose: Pose) {
        if person.outfit == .bride || person.outfit == .dress {
            if person.outfit == .dress {
                for side: Float in [-1, 1] {
                    layer.draw(
                        [.capsule(0.5 * side, 10.5, 0.5 * side, 14.1, 0.36, 0.24)], at: pose,
                        Surface(person.skin, bulge: 0.35).skin())
                    layer.draw([.ellipse(0.56 * side, 14.35, 0.34, 0.2)], at: pose, Surface(person.cloth * 0.5, bulge: 0.2))
                }
            }
        } else {
            let trousers = person.outfit == .shirt ? person.accent.mixed(Colour(grey: 0.05), 0.7) : person.cloth
            for side: Float in [-1, 1] {
                layer.draw(
                    [.ellipse(0.8 * side, 14.4, 0.55, 0.26)], at: pose, Surface(Colour(grey: 0.02), bulge: 0.25).shiny(0.3))
                layer.draw(
                    [.capsule(0.62 * side, 6.2, 0.74 * side, 13.9, 0.74, 0.44)], at: pose,
                    Surface(trousers * 0.9, bulge: 0.44).textured(2.4, 0.3, contrast: 0.12, bump: 0.4))
            }
        }
    }
}

extension Surface {
    fileprivate var thinner: Surface {
        var surface = self
        surface.bulge = 0.1
        return surface
    }
}
