/// Draws a head; the pose is the middle of the face, one unit is half a head.
struct Face {
    var person: Person
    var look: Expression
    /// How much is drawn: far figures need no lashes.
    var detailed = true

    private var skin: Surface { Surface(person.skin, bulge: 0.8).textured(17, 17, contrast: 0.05, bump: 0.03).skin().shiny(0.10) }

    /// Features move towards where the head looks, and the far side foreshortens.
    private func across(_ x: Float) -> Float {
        x * (1 - 0.22 * look.yaw * (x > 0 ? 1 : -1)) + 0.24 * look.yaw
    }

    func draw(_ layer: inout Layer, _ pose: Pose) {
        Hairdo(person: person, yaw: look.yaw).drawBehind(&layer, pose)
        ears(&layer, pose)
        layer.draw([.ellipse(0, -0.2, 0.75, 0.82), .ellipse(0.05 * look.yaw, 0.4, 0.57, 0.62).joined(0.28)], at: pose, skin)
        modelling(&layer, pose)
        if person.beard { beard(&layer, pose) }
        nose(&layer, pose)
        mouth(&layer, pose.at(across(0), 0.6))
        for side: Float in [-1, 1] {
            let place = pose.at(across(0.33 * side), -0.05, scale: 1.18)
            if look.closed { closedEye(&layer, place, side) } else { openEye(&layer, place, side) }
            brow(&layer, pose.at(across(0.33 * side), -0.31), side)
        }
        Hairdo(person: person, yaw: look.yaw).drawFront(&layer, pose)
        if person.glasses { glasses(&layer, pose) }
    }

    private func ears(_ layer: inout Layer, _ pose: Pose) {
        for side: Float in [-1, 1] {
            layer.draw(
                [.ellipse(0.74 * side - 0.08 * look.yaw, 0.02, 0.12, 0.2)], at: pose,
                Surface(person.skin * 0.9, bulge: 0.12).skin())
        }
    }

    /// Cheeks, eye sockets, forehead: what makes an egg a face.
    private func modelling(_ layer: inout Layer, _ pose: Pose) {
        for side: Float in [-1, 1] {
            layer.draw(
                [.ellipse(across(0.40 * side), 0.32, 0.26, 0.2)], at: pose,
                Surface(Colour(1, 0.72, 0.66), softness: 0.22, opacity: 0.42, mode: .multiply))
            layer.draw(
                [.ellipse(across(0.33 * side), -0.12, 0.25, 0.15)], at: pose,
                Surface(Colour(0.70, 0.58, 0.54), softness: 0.16, opacity: 0.55, mode: .multiply))
        }
        layer.draw(
            [.ellipse(across(0), 0.80, 0.22, 0.06)], at: pose,
            Surface(Colour(grey: 0.8), softness: 0.1, opacity: 0.5, mode: .multiply))
    }

    private func nose(_ layer: inout Layer, _ pose: Pose) {
        let tip = across(0) + 0.06 * look.yaw
        layer.draw(
            [.capsule(across(0.09), -0.16, tip + 0.1, 0.24, 0.02, 0.06)], at: pose,
            Surface(Colour(0.68, 0.55, 0.50), softness: 0.12, opacity: 0.55, mode: .multiply))
        layer.draw(
            [.capsule(across(0), -0.15, tip, 0.26, 0.02, 0.05)], at: pose,
            Surface(person.skin * 1.15, softness: 0.07, opacity: 0.35))
        layer.draw(
            [
                .ellipse(tip, 0.29, 0.13, 0.105), .ellipse(tip - 0.1, 0.32, 0.065, 0.06).joined(0.06),
                .ellipse(tip + 0.1, 0.32, 0.065, 0.06).joined(0.06),
            ],
            at: pose, Surface(person.skin * 1.02, bulge: 0.15, softness: 0.06, opacity: 0.85).skin().shiny(0.15))
        for side: Float in [-1, 1] {
            layer.draw(
                [.ellipse(tip + 0.065 * side, 0.365, 0.036, 0.02)], at: pose,
                Surface(person.skin * Colour(0.30, 0.20, 0.18), softness: 0.025, opacity: 0.75))
        }
        layer.draw(
            [.ellipse(tip, 0.43, 0.15, 0.05)], at: pose,
            Surface(Colour(0.72, 0.58, 0.54), softness: 0.07, opacity: 0.55, mode: .multiply))
    }

    private func mouth(_ layer: inout Layer, _ pose: Pose) {
        let bend = -0.25 - 1.1 * look.smile
        let width = 0.23 + 0.07 * look.smile
        let gap = 0.02 + 0.09 * look.mouth
        let lift = 0.04 * look.smile
        func surface(_ colour: Colour, bulge: Float = 0) -> Surface { Surface(colour, bulge: bulge, softness: 0.012, bend: bend) }
        if look.mouth > 0.1 {
            layer.draw([.ellipse(0, lift + gap * 0.6, width * 0.9, gap + 0.03)], at: pose, surface(Colour(0.06, 0.018, 0.018)))
            layer.draw(
                [.ellipse(0, lift + gap * 0.2, width * 0.84, gap * 0.62 + 0.03)], at: pose,
                surface(Colour(0.72, 0.69, 0.64), bulge: 0.2))
        }
        layer.draw(
            [.ellipse(0, lift - gap * 0.35 - 0.015, width, 0.042)], at: pose, surface(person.lips * 0.82, bulge: 0.06).skin())
        layer.draw(
            [.ellipse(0, lift + gap * 1.35 + 0.045, width * 0.8, 0.062)], at: pose,
            surface(person.lips, bulge: 0.07).skin().shiny(0.25))
        if look.mouth <= 0.1 {
            layer.draw(
                [.capsule(-width * 0.98, lift + 0.008, width * 0.98, lift + 0.008, 0.012)], at: pose, surface(person.lips * 0.25))
        }
        for side: Float in [-1, 1] {
            layer.draw(
                [.circle(side * (width + 0.03), 0.01 + bend * width * width, 0.02)], at: pose,
                Surface(Colour(0.6, 0.48, 0.44), softness: 0.05, opacity: 0.6, mode: .multiply))
        }
    }

    private func brow(_ layer: inout Layer, _ pose: Pose, _ side: Float) {
        let lift = 0.03 * look.smile
        layer.draw(
            [.capsule(-0.17 * side, 0.02 - lift, 0.19 * side, -0.01 - lift, 0.038, 0.016)], at: pose,
            Surface(person.hair.mixed(Colour(0.03, 0.02, 0.014), 0.6) * 0.7, softness: 0.03, opacity: 0.9, bend: 0.9).textured(
                30, 12, degrees: 30, contrast: 0.3))
    }

    private func glasses(_ layer: inout Layer, _ pose: Pose) {
        let frame = Surface(Colour(grey: 0.02), bulge: 0.03).shiny(0.6)
        for side: Float in [-1, 1] {
            layer.draw(
                [
                    .box(across(0.34 * side), -0.05, 0.25, 0.2, corner: 0.14),
                    .box(across(0.34 * side), -0.05, 0.22, 0.17, corner: 0.12).cut(),
                ],
                at: pose, frame)
            layer.draw([.capsule(across(0.58 * side), -0.1, 0.74 * side, -0.06, 0.018)], at: pose, frame)
        }
        layer.draw([.capsule(across(-0.1), -0.08, across(0.1), -0.08, 0.02)], at: pose, frame)
    }

    private func beard(_ layer: inout Layer, _ pose: Pose) {
        layer.draw(
            [
                .ellipse(0.04 * look.yaw, 0.42, 0.62, 0.66), .ellipse(across(0), -0.12, 0.66, 0.58).cut(0.1),
                .ellipse(across(0), 0.6, 0.25, 0.1).cut(0.05),
            ], at: pose,
            Surface(person.hair * 0.8, bulge: 0.5, softness: 0.05, opacity: 0.88).textured(
                34, 10, contrast: 0.5, bump: 0.5, ragged: 0.05))
    }
}
