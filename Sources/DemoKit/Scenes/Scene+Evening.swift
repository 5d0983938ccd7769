/// After dark: the room, a speech, the dances, sparklers.
extension SceneMaker {
    mutating func hall() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        picture.layers = Backdrop.evening(&still, blur: 0.004)
        var layer = Layer()
        floor(&layer, horizon: 0.1)
        for row in 0..<3 {
            let (y, size, count) = (0.16 + 0.11 * Float(row) + 0.02 * Float(row * row), 0.55 + 0.3 * Float(row), 5 - row)
            for column in 0..<count {
                let x = (Float(column) - Float(count - 1) / 2) * 0.33 * size * 1.35
                roundTable(&layer, Pose(x + still.around(0.015), y, scale: size))
            }
        }
        picture.layers.append(layer)
        picture.grain = 4.5
        picture.exposure = 1.25
        return picture
    }

    private mutating func roundTable(_ layer: inout Layer, _ pose: Pose) {
        for chair in [Float(-0.17), -0.06, 0.06, 0.17] {
            layer.draw(
                [.box(chair, -0.045, 0.022, 0.05, corner: 0.012), .box(chair, -0.05, 0.014, 0.035, corner: 0.008).cut(0.004)],
                at: pose, Surface(Colour(hex: 0x9A6E38), bulge: 0.006).shiny(0.5))
        }
        layer.draw(
            [.ellipse(0, 0.14, 0.2, 0.03)], at: pose, Surface(Colour(grey: 0.2), softness: 0.04, opacity: 0.7, mode: .multiply))
        layer.draw(
            [
                .ellipse(0, 0, 0.155, 0.045), .capsule(0, 0.02, 0, 0.07, 0.145, 0.15).joined(0.01),
                .box(0, 0.06, 0.3, 0.075).within(0.02),
            ], at: pose,
            Surface(Colour(hex: 0xE6DCCB), bulge: 0.12).textured(34, 1.5, contrast: 0.15, bump: 0.4))
        layer.draw([.ellipse(0, 0, 0.152, 0.042)], at: pose, Surface(Colour(hex: 0xF0E7D8), bulge: 0.02))
        for seat in [Float(-0.1), -0.035, 0.045, 0.105] {
            layer.draw([.ellipse(seat, 0.012, 0.024, 0.007)], at: pose, Surface(Colour(grey: 0.85), bulge: 0.01))
        }
        Flowers.bouquet(&layer, pose.at(0, -0.05, scale: 0.016), seed: 7, blooms: 7)
        candle(&layer, pose.at(0.06, 0.0, scale: 0.4))
        candle(&layer, pose.at(-0.06, 0.005, scale: 0.4))
    }

    private func floor(_ layer: inout Layer, horizon: Float) {
        layer.draw(
            [.box(0, horizon + 0.5, 1.3, 0.5)], at: Pose(0, 0),
            Surface(Colour(hex: 0x4A3020) * 0.8, softness: 0.01).fading(
                to: Colour(hex: 0x6E4A30) * 0.8, from: (0, horizon), (0, 0.5)
            ).textured(4, 44, contrast: 0.3))
        for x in [Float(-0.5), 0, 0.5] {
            layer.draw(
                [.ellipse(x, horizon + 0.16, 0.12, 0.12)], at: Pose(0, 0),
                Surface(Colour(1.0, 0.6, 0.25) * 0.10, softness: 0.2, mode: .add))
        }
    }

    mutating func speech() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        picture.layers = Backdrop.evening(&still, blur: 0.024)
        var layer = Layer()
        var look = Expression(closed: take.eyesClosed, smile: 0.6, mouth: still.between(0.3, 0.9), yaw: still.around(0.5))
        vary(&look)
        look.mouth = moving.between(0.15, 0.9)
        var figure = Figure(person: Person.guest(&still), look: look)
        let side: Float = still.chance(0.5) ? -1 : 1
        figure.wholeBody = !wide
        if side < 0 { figure.leftHand = (-0.62, 2.0) } else { figure.rightHand = (0.62, 2.0) }
        let pose = Pose(still.around(wide ? 0.16 : 0.03), wide ? -0.1 : -0.2, scale: 0.155)
        figure.draw(&layer, pose)
        microphone(&layer, pose.at(0.62 * side, 1.6, degrees: -18 * side))
        picture.layers.append(layer)
        picture.layers.append(guests(count: 6, y: wide ? 0.42 : 0.66, size: 0.11, blur: 0.022))
        picture.grain = 5
        return picture
    }

    private func microphone(_ layer: inout Layer, _ pose: Pose) {
        layer.draw([.capsule(0, 0, 0, 0.9, 0.11, 0.08)], at: pose, Surface(Colour(grey: 0.03), bulge: 0.1).shiny(0.5))
        layer.draw(
            [.ellipse(0, -0.22, 0.19, 0.23)], at: pose,
            Surface(Colour(grey: 0.22), bulge: 0.2).textured(40, 40, contrast: 0.5, bump: 0.5).shiny(0.7))
    }

    /// The couple turns under the lights; everything else blurs with the movement.
    mutating func dance() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        picture.light.rim = Colour(0.9, 0.7, 1.2)
        picture.layers = Backdrop.evening(
            &still, blur: 0.018, tint: still.chance(0.5) ? Colour(1.0, 0.62, 0.28) : Colour(0.75, 0.5, 1.0))
        var crowd = Layer(blur: 0.012)
        floor(&crowd, horizon: wide ? 0.2 : 0.32)
        let size: Float = wide ? 0.047 : 0.056
        let head: Float = wide ? -0.21 : -0.28
        for _ in 0..<9 {
            let x = still.around(0.75)
            if abs(x) < 0.16 { continue }
            person(&crowd, Person.guest(&still), Pose(x, head + 0.06 + still.around(0.02), scale: size * 0.85), Expression())
        }
        beams(&crowd)
        var layer = Layer()
        let feet = head + 14.2 * size
        layer.draw(
            [.ellipse(0, feet, 0.24, 0.03)], at: Pose(0, 0),
            Surface(Colour(grey: 0.2), softness: 0.06, opacity: 0.8, mode: .multiply))
        let sway = moving.around(3)
        var his = Expression(closed: take.eyesClosed, smile: 0.6, mouth: 0, yaw: 0.9, tilt: 4 + sway)
        var hers = Expression(closed: take.eyesClosed, smile: 0.7, mouth: 0.1, yaw: -0.9, tilt: -5 + sway)
        vary(&his)
        vary(&hers)
        var woman = Figure(person: bride, look: hers)
        (woman.wholeBody, woman.leftHand, woman.rightHand) = (true, (-2.3, 2.2), (1.9, 3.6))
        woman.draw(&layer, Pose(1.15 * size, head + 0.5 * size, scale: size * 0.97, degrees: 2 + sway))
        var man = Figure(person: groom, look: his)
        (man.wholeBody, man.rightHand) = (true, (2.4, 4.4))
        man.draw(&layer, Pose(-1.35 * size, head, scale: size * 1.03, degrees: sway))
        picture.layers += [crowd, layer]
        picture.grain = 6
        picture.exposure = 1.1
        return picture
    }

    private mutating func beams(_ layer: inout Layer) {
        for index in 0..<4 {
            let x = -0.5 + 0.33 * Float(index)
            let tint = [Colour(1.0, 0.55, 0.2), Colour(0.6, 0.35, 1.0), Colour(0.2, 0.5, 1.0), Colour(1.0, 0.3, 0.5)][
                (index + Int(shot.seed % 4)) % 4]
            layer.draw(
                [.capsule(0, -0.6, still.around(0.2), 0.35, 0.012, 0.14)], at: Pose(x, 0),
                Surface(tint * 0.22, softness: 0.06, mode: .add).fading(to: tint * 0.01, from: (0, -0.5), (0, 0.35)))
        }
    }

    /// Arms in the air; the dancers move while the shutter is open.
    mutating func party() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        let tint = still.pick([Colour(0.8, 0.35, 1.0), Colour(0.3, 0.55, 1.0), Colour(1.0, 0.4, 0.4)])
        picture.light.key = Colour(0.9, 0.62, 0.5)
        picture.light.rim = tint * 1.8
        picture.light.sky = tint * 0.2
        picture.layers = Backdrop.evening(&still, blur: 0.016, tint: tint)
        var back = Layer(blur: 0.008)
        beams(&back)
        for index in 0..<6 { dancer(&back, Pose(-0.62 + 0.25 * Float(index), -0.06 + still.around(0.03), scale: 0.07)) }
        var layer = Layer()
        let step = (moving.around(0.006), moving.around(0.006))
        for x in [Float(-0.42), 0.4, 0.0] {
            dancer(&layer, Pose(x + still.around(0.05) + step.0, -0.02 + still.around(0.04) + step.1, scale: 0.105))
        }
        picture.layers += [back, layer]
        picture.grain = 6.5
        return picture
    }

    private mutating func dancer(_ layer: inout Layer, _ pose: Pose) {
        var look = Expression.varied(&still, closed: take.eyesClosed)
        look.mouth = 0.7
        vary(&look)
        var figure = Figure(person: Person.guest(&still), look: look)
        figure.wholeBody = true
        if still.chance(0.75) { figure.leftHand = (-1.7 - still.unit(), -1.2 - still.unit()) }
        if still.chance(0.75) { figure.rightHand = (1.7 + still.unit(), -1.2 - still.unit()) }
        figure.draw(&layer, pose)
    }

    /// The way out between two rows of sparklers.
    mutating func sparklers() -> Picture {
        var picture = Picture()
        picture.light = lamplight()
        picture.light.key = Colour(1.15, 0.78, 0.42)
        picture.light.rim = Colour(1.6, 0.9, 0.35)
        var night = Layer(blur: 0.01)
        night.draw(
            [], at: Pose(0, 0),
            Surface(Colour(0.010, 0.016, 0.035)).fading(to: Colour(0.05, 0.035, 0.03), from: (0, -0.5), (0, 0.3)))
        Backdrop.treeLine(&night, &still, base: 0.1, height: 0.34, tone: Colour(0.012, 0.018, 0.014), count: 12)
        night.draw(
            [.box(0, 0.62, 1.2, 0.4)], at: Pose(0, 0),
            Surface(Colour(0.07, 0.05, 0.035), softness: 0.1).textured(10, 30, contrast: 0.3))
        var sides = Layer(blur: 0.005)
        for index in 0..<8 {
            let side: Float = index % 2 == 0 ? -1 : 1
            let depth = Float(index / 2)
            let pose = Pose(side * (0.66 - 0.1 * depth), -0.14 + 0.03 * depth, scale: 0.075 - 0.009 * depth)
            var figure = Figure(person: Person.guest(&still), look: Expression.varied(&still, closed: false))
            figure.wholeBody = true
            if side < 0 { figure.rightHand = (1.9, -0.9) } else { figure.leftHand = (-1.9, -0.9) }
            figure.draw(&sides, pose)
            spark(&sides, pose.at(-2.1 * side, -1.9), size: 0.16)
        }
        var layer = Layer()
        var his = Expression(closed: take.eyesClosed, smile: 0.9, mouth: 0.4, yaw: 0.3)
        var hers = Expression(closed: take.eyesClosed, smile: 1, mouth: 0.5, yaw: -0.3)
        vary(&his)
        vary(&hers)
        var man = Figure(person: groom, look: his)
        man.wholeBody = true
        man.draw(&layer, Pose(-0.1, -0.16, scale: 0.056))
        var woman = Figure(person: bride, look: hers)
        woman.wholeBody = true
        woman.draw(&layer, Pose(0.09, -0.13, scale: 0.053))
        picture.layers = [night, sides, layer]
        picture.grain = 5.5
        picture.vignette = 0.5
        return picture
    }

    private mutating func spark(_ layer: inout Layer, _ pose: Pose, size: Float) {
        layer.draw([.circle(0, 0, 0.05)], at: pose, Surface(Colour(1.0, 0.62, 0.25) * 0.35, softness: size * 14, mode: .add))
        for _ in 0..<70 {
            let place = Pose(pose.x, pose.y, scale: size, degrees: still.unit() * 360)
            let (start, length) = (still.between(0.05, 0.6), still.between(0.08, 0.3))
            layer.draw(
                [.capsule(start, 0, start + length, 0, 0.002, 0.006)], at: place,
                Surface(Colour(2.4, 1.5, 0.6) * still.between(0.3, 1), softness: 0.010, mode: .add))
        }
        layer.draw([.circle(0, 0, 0.035)], at: Pose(pose.x, pose.y, scale: size), Surface(Colour(5, 4, 2.4), softness: 0.06))
    }
}
