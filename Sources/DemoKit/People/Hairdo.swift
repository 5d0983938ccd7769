/// Hair behind and in front of a head, in the head's units.
struct Hairdo {
    var person: Person
    var yaw: Float

    private func strands(_ degrees: Float = 0, bulge: Float = 0.4) -> Surface {
        Surface(person.hair, bulge: bulge).textured(15, 1.6, degrees: degrees, contrast: 0.55, bump: 0.7, ragged: 0.025).shiny(
            0.22)
    }

    func drawBehind(_ layer: inout Layer, _ pose: Pose) {
        switch person.hairStyle {
        case .long:
            layer.draw(
                [
                    .ellipse(0, -0.22, 0.93, 0.95), .capsule(-0.62, 0.2, -0.72, 1.75, 0.4, 0.16).joined(0.2),
                    .capsule(0.62, 0.2, 0.72, 1.75, 0.4, 0.16).joined(0.2),
                ],
                at: pose, darker(strands()))
        case .bun:
            layer.draw([.ellipse(0.1 * yaw, -1.12, 0.42, 0.36)], at: pose, strands(60, bulge: 0.35))
            layer.draw([.ellipse(0, -0.25, 0.87, 0.88)], at: pose, darker(strands()))
        case .bob:
            layer.draw(
                [.ellipse(0, -0.2, 0.95, 0.95), .box(0, 0.4, 0.9, 0.55, corner: 0.35).joined(0.2)], at: pose, darker(strands()))
        case .curly:
            layer.draw([.ellipse(0, -0.38, 1.02, 0.92)], at: pose, curls)
        default: break
        }
    }

    func drawFront(_ layer: inout Layer, _ pose: Pose) {
        let turned = yaw * 0.14
        let window = Shape.ellipse(turned, 0.36, 0.67, 0.93).cut(0.09)
        switch person.hairStyle {
        case .short:
            layer.draw(
                [.ellipse(0, -0.38, 0.81, 0.73), .ellipse(0.08, -0.92, 0.5, 0.25).joined(0.2), window], at: pose, strands(24))
        case .parted:
            layer.draw(
                [
                    .ellipse(0, -0.40, 0.82, 0.74), .ellipse(0.2, -0.93, 0.55, 0.26).joined(0.2),
                    .ellipse(0.08 + turned, 0.34, 0.7, 0.86, degrees: 10).cut(0.09),
                ],
                at: pose, strands(64))
        case .long:
            halves(&layer, pose, turned)
            locks(&layer, pose, length: 1.9)
        case .bun:
            halves(&layer, pose, turned)
        case .bob:
            halves(&layer, pose, turned)
            locks(&layer, pose, length: 0.85)
        case .curly:
            layer.draw([.ellipse(0, -0.5, 0.95, 0.74), window], at: pose, curls)
        case .bald: break
        }
    }

    /// Two halves combed away from a parting.
    private func halves(_ layer: inout Layer, _ pose: Pose, _ turned: Float) {
        let part: Float = 0.12 + turned
        for side: Float in [-1, 1] {
            layer.draw(
                [
                    .ellipse(0, -0.38, 0.82, 0.76), .ellipse(turned + 0.02, 0.34, 0.66, 0.84).cut(0.1),
                    .box(part + 2 * side, 0, 2, 3).within(0.03),
                ],
                at: pose, strands(-46 * side))
        }
    }

    /// Strands that fall beside the face, each with its own tone.
    private func locks(_ layer: inout Layer, _ pose: Pose, length: Float) {
        for side: Float in [-1, 1] {
            for (index, x) in [Float(0.86), 0.78, 0.71].enumerated() {
                let shift = Float(index) * 0.09
                // Drawn lying along x, then stood up: only so can it be bent.
                let place = pose.at(x * side - 0.06 * yaw, -0.3 + shift, degrees: 90)
                var surface = strands(90, bulge: 0.16)
                surface.bend = (index == 1 ? 0.05 : -0.06) * side
                surface.colour = surface.colour * (0.72 + 0.18 * Float(index))
                layer.draw([.capsule(0, 0, length - shift * 3, 0, 0.13, 0.07)], at: place, surface)
            }
        }
    }

    private var curls: Surface {
        Surface(person.hair, bulge: 0.4).textured(7, 7, contrast: 0.6, bump: 1.4, ragged: 0.10).shiny(0.2)
    }

    private func darker(_ surface: Surface) -> Surface {
        var surface = surface
        surface.colour = surface.colour * 0.6
        return surface
    }
}
